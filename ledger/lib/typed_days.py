"""Days, months and years that people type into a search, in the reader's language and in English.

`read_typed_day` understands “28.11.2026”, “28/11”, “2026-11-28”, “28 November”, “Nov 28, 2026”, “November 2026” and
“2026”. Nepali readers can also type dates of the Bikram Sambat calendar, in the same figures or with the names of its
months.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

import nepali_datetime
from babel import Locale
from django.utils.translation import get_language

from ledger.lib import formatting
from ledger.lib.days import FIRST_DAY, LAST_DAY
from ledger.lib.languages import language_of

MOST_WORDS = 3  # of a day: 28 November 2026
SHORT_YEAR = 100  # a year below 100 has two figures: 26 is 2026

# Names of the twelve months of Bikram Sambat that people type and the site does not write, with / between two names.
OTHER_NAMES = "बैशाख जेठ आषाढ/असार साउन भाद्र/भदौ असोज कात्तिक मङ्सिर/मार्ग पुस माघ फागुन/फाल्गुन चैत".split()

_NUMBERS = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?"
    r"|(?P<day_1>\d{1,2})(?P<sign>[./-]) ?(?P<month_1>\d{1,2})(?:(?P=sign) ?(?P<year_1>\d{4}|\d{2})?)?"
    r"|(?P<month_2>\d{1,2})[./](?P<year_2>\d{4})"
    r"|(?P<year_3>\d{4})"
)
_WITH_NAME = re.compile(
    r"(?:(?P<day>\d{1,2})(?:\.|er|st|nd|rd|th)? ?)?(?P<name>[^\d\s.,]+)\.?(?:,? (?P<year>\d{4}))?"
    r"|(?P<name_1>[^\d\s.,]+)\.? (?P<day_1>\d{1,2})(?:st|nd|rd|th)?(?:,? (?P<year_1>\d{4}))?"
)


class Span(NamedTuple):
    """From one day to another, both included."""

    since: date
    until: date


class Calendar(NamedTuple):
    day_of: Callable[[int, int, int], date]  # from year, month and day; raises ValueError if there is no such day
    years_between: Callable[[date, date], range]

    def span_of(self, year: int, month: int | None, day: int | None) -> Span:
        """Return the day, or without a day the whole month, or without a month the whole year.

        Raise ValueError if the calendar has no such day, or if it is not from FIRST_DAY to LAST_DAY.
        """
        first = self.day_of(year, month or 1, day or 1)
        if not FIRST_DAY <= first <= LAST_DAY:
            raise ValueError
        if day:
            return Span(first, first)
        day_after = self.day_of(year + 1, 1, 1) if month in (None, 12) else self.day_of(year, month + 1, 1)
        return Span(first, day_after - timedelta(days=1))


class TypedDay(NamedTuple):
    """A day, month or year, of which the parts that were not typed are None. Without a year, every year is meant."""

    year: int | None
    month: int | None
    day: int | None
    calendar: Calendar

    def spans(self, first: date, last: date) -> Iterator[Span]:
        """Yield the spans of days that are meant: without a year, those in the years from `first` to `last`."""
        for year in [self.year] if self.year else self.calendar.years_between(first, last):
            with suppress(ValueError):  # 31 November, or 29 February of most years
                yield self.calendar.span_of(year, self.month, self.day)


def read_typed_day(text: str) -> list[TypedDay]:
    """Return each meaning that the text has as a day, a month or a year; an empty list if it is none of these."""
    plain = formatting.in_ascii(text.casefold())
    in_nepali = get_language() == "ne"
    if numbers := _NUMBERS.fullmatch(plain):
        part = {name: int(value) for name, value in _parts(numbers).items() if name != "sign"}
        year, month, day = part.get("year"), part.get("month"), part.get("day")
        if 0 in part.values():
            return []
        if year is not None and year < SHORT_YEAR:
            year += 2000
        found = [(year, month, day)]
        if numbers["sign"] == "/":  # in 11/28 the month comes first
            found.append((year, day, month))
        calendars = (COMMON_ERA, BIKRAM_SAMBAT) if in_nepali else (COMMON_ERA,)
        return [TypedDay(*parts, calendar) for calendar in calendars for parts in found]
    named = _WITH_NAME.fullmatch(plain)
    if not named:
        return []
    words = _parts(named)
    year, day = (int(words[name]) if name in words else None for name in ("year", "day"))
    months = [(COMMON_ERA, _month_names(get_language() or "en"))]
    if in_nepali:
        months.append((BIKRAM_SAMBAT, _sambat_names()))
    name = words["name"]
    return [TypedDay(year, names[name], day, calendar) for calendar, names in months if name in names and day != 0]


def _parts(found: re.Match[str]) -> dict[str, str]:
    return {name.partition("_")[0]: value for name, value in found.groupdict().items() if value}


# --- The calendars ---------------------------------------------------------------------------------------------------


def _sambat_day(year: int, month: int, day: int) -> date:
    day_of_sambat: date = nepali_datetime.date(year, month, day).to_datetime_date()
    return day_of_sambat


def _sambat_years(first: date, last: date) -> range:
    first, last = (min(max(day, formatting.FIRST_SAMBAT_DAY), formatting.LAST_SAMBAT_DAY) for day in (first, last))
    return range(formatting.bikram_sambat(first)[0], formatting.bikram_sambat(last)[0] + 1)


COMMON_ERA = Calendar(date, lambda first, last: range(first.year, last.year + 1))
BIKRAM_SAMBAT = Calendar(_sambat_day, _sambat_years)


@cache
def _month_names(language: str) -> dict[str, int]:
    """Return the number of each month by its names and abbreviations, in the language and in English."""
    found: dict[str, int] = {}
    for code in ("en", language):
        for widths in Locale.parse(language_of(code).locale).months.values():
            for width in ("abbreviated", "wide"):
                found |= {name.casefold().rstrip("."): number for number, name in widths[width].items()}
    return found


@cache
def _sambat_names() -> dict[str, int]:
    """Return the number of each month of Bikram Sambat by its names: that of the site and OTHER_NAMES."""
    written = {nepali_datetime.date(2080, month, 1).strftime("%N"): month for month in range(1, 13)}
    return written | {name: month for month, names in enumerate(OTHER_NAMES, start=1) for name in names.split("/")}
