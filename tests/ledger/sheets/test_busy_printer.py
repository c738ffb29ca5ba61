"""While a large sheet is made, pages answer, and a request for a second sheet gets 503."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Member
from ledger.series.models import Series
from ledger.sheets import cache, pdf
from tests.ledger.api.conftest import Program
from tests.ledger.api.test_hostile import assert_problem
from tests.ledger.sheets.conftest import kept, sheet_of
from tests.ledger.sheets.tables import J40, LONG, Table

Browse = Callable[[Member], Client]
PAGE = '<html lang="en"><title>x</title><p>A page</p></html>'


@contextmanager
def printing(target: Callable[..., object], *arguments: Any) -> Iterator[Thread]:
    thread = Thread(target=target, args=arguments)
    thread.start()
    try:
        yield thread
    finally:
        thread.join(120)


def test_pages_answer_while_a_large_sheet_is_made(viewer: Member, series: Series, browse: Browse) -> None:
    pdf.print_pdf([PAGE], ())  # what a first sheet reads
    rules = Table().rules.model_copy(update={"target": LONG})
    large, reader = sheet_of(Table(records=J40[:4] * 15, rules=rules)), browse(viewer)
    reader.get(f"/series/{series.pk}/")
    with printing(pdf.sheet_pdf, large) as printer:
        time.sleep(0.2)
        began = time.monotonic()
        assert reader.get(f"/series/{series.pk}/").status_code == 200
        took = time.monotonic() - began
        assert printer.is_alive(), "the sheet was ready before the page"
        assert took < 3


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another thread is printing and does not finish."""
    monkeypatch.setattr(pdf, "WAITS", 0.1)
    began, may_end = Signal(), Signal()

    def drafts() -> Iterator[str]:
        began.set()
        may_end.wait(60)
        yield PAGE

    with printing(pdf.print_pdf, drafts(), ()):
        assert began.wait(60)
        yield
        may_end.set()


def test_a_second_sheet_gets_503_while_one_is_printed(
    viewer: Member, series: Series, browse: Browse, busy: None
) -> None:
    response = browse(viewer).get(f"/series/{series.pk}/sheet.pdf")
    assert (response.status_code, response["Retry-After"], response["Refresh"]) == (503, "5", "5")
    assert "The printer is busy" in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    answer = Program(viewer.user).get(f"series/{series.pk}/sheet.pdf")
    assert_problem(answer, 503)
    assert answer["Retry-After"] == "5"
    assert kept() == []


def test_waiting_for_the_same_sheet_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "WAITS", 0.1)
    began, may_end = Signal(), Signal()
    key = cache.CacheKey("abcdefghjkmn", 5, ("hash",))

    def make() -> bytes:
        began.set()
        may_end.wait(60)
        return b"sheet"

    with printing(cache.get_or_make, key, make):
        assert began.wait(60)
        with pytest.raises(pdf.PrinterBusy):
            cache.get_or_make(key, make)
        may_end.set()
    assert cache.get_or_make(key, make) == b"sheet"


def test_the_printer_is_free_after_a_failure() -> None:
    def fail() -> Iterator[str]:
        raise RuntimeError
        yield ""

    with pytest.raises(RuntimeError):
        pdf.print_pdf(fail(), ())
    assert pdf.print_pdf([PAGE], ()).startswith(b"%PDF")
