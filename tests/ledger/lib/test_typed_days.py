"""Days, months and years that people type into a search."""

from datetime import date

import pytest
from django.utils import translation

from ledger.lib.typed_days import read_typed_day

FIRST, LAST = date(2025, 6, 1), date(2026, 11, 28)


def spans(text: str) -> list[str]:
    found = [span for each in read_typed_day(text) for span in each.spans(FIRST, LAST)]
    return [f"{since:%Y-%m-%d}" if since == until else f"{since:%Y-%m-%d}/{until:%Y-%m-%d}" for since, until in found]


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "28.11.2026", ["2026-11-28"]),
        ("en", "28. 11. 2026", ["2026-11-28"]),
        ("en", "28.11.26", ["2026-11-28"]),
        ("en", "2026-11-28", ["2026-11-28"]),
        ("en", "11/28/2026", ["2026-11-28"]),
        ("en", "5/6/2026", ["2026-06-05", "2026-05-06"]),
        ("en", "28.11.", ["2025-11-28", "2026-11-28"]),
        ("en", "28 November", ["2025-11-28", "2026-11-28"]),
        ("en", "NOVEMBER 28, 2026", ["2026-11-28"]),
        ("en", "1st May 2026", ["2026-05-01"]),
        ("en", "November 2026", ["2026-11-01/2026-11-30"]),
        ("en", "11/2026", ["2026-11-01/2026-11-30"]),
        ("en", "2026-12", ["2026-12-01/2026-12-31"]),
        ("en", "2026", ["2026-01-01/2026-12-31"]),
        ("en", "29 February 2024", ["2024-02-29"]),
        ("de", "28. März 2026", ["2026-03-28"]),
        ("de", "28 March 2026", ["2026-03-28"]),
        ("fr", "1er août 2026", ["2026-08-01"]),
        ("fr", "févr. 2026", ["2026-02-01/2026-02-28"]),
        ("hi", "२८ नवंबर २०२६", ["2026-11-28"]),
        # The site's own example of a day in both calendars: 4 Kartik 2061 is 20 October 2004.
        ("ne", "४ कार्तिक २०६१", ["2004-10-20"]),
        ("ne", "2061-07-04", ["2061-07-04", "2004-10-20"]),
        ("ne", "२० अक्टोबर २००४", ["2004-10-20"]),
    ],
)
def test_days_are_read_as_people_write_them(language, text, meant):
    with translation.override(language):
        assert spans(text) == meant


@pytest.mark.parametrize(
    "text",
    ["", "12", "Hearts", "28 Hearts", "31 November", "29.2.2025", "0.11.2026", "0000", "9999", "2026-13", "1/2/3/4"],
)
def test_what_is_no_day_has_no_span(text):
    assert spans(text) == []


def test_days_of_bikram_sambat_are_read_in_nepali_only():
    assert spans("४ कार्तिक २०६१") == []
    assert spans("2061-07-04") == ["2061-07-04"]
