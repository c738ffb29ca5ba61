"""Somebody wants the sheet of a series: from the shelf if it lies there, else it is made."""

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from ledger.series.models import Series
from ledger.series.selectors import history
from ledger.series.state import series_state
from ledger.sheets import printing, shelf
from ledger.sheets.papers import A4, PAPERS, Paper
from ledger.sheets.sheet import Sheet

PROGRAM = ("games", "ledger", "locale", "templates/sheets")
READ_BY_IT = (".py", ".html", ".css", ".mo")


class UnknownChoiceError(Exception):
    """Of a language or a paper that there is not. `field` is its name in the address."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(f"There is no such {field}.")


@dataclass(frozen=True)
class Order:
    series: Series  # with its circle
    language: str
    paper: Paper
    address: str  # of the series, as the QR code will have it

    @property
    def etag(self) -> str:
        return f'"{self._label.digest}"'

    def deliver(self) -> bytes:
        return shelf.fetch(self._label, self._make)

    @cached_property
    def _label(self) -> shelf.Label:
        series = self.series
        names = [seat.player.name for seat in series.seats.select_related("player")]
        made_from = (series.latest_hash, self.series.circle.name, *names, self.language, self.paper.slug, self.address)
        return shelf.Label(series.pk, series.version, (*made_from, settings.TIME_ZONE, fingerprint()))

    def _make(self) -> bytes:
        with translation.override(self.language):
            state, events = series_state(self.series), list(history(self.series))
            sheet = Sheet(state, events, self.series.circle, self.address, self.paper)
            return printing.as_pdf(sheet)


def order(request: HttpRequest, series: Series, language: str) -> Order:
    """As the address asks for it; in `language` where it does not say."""
    chosen = request.GET.get("lang", language)
    paper = request.GET.get("paper", A4.slug)
    if chosen not in dict(settings.LANGUAGES):
        raise UnknownChoiceError("lang")
    if paper not in PAPERS:
        raise UnknownChoiceError("paper")
    address = request.build_absolute_uri(reverse("series:page", args=[series.pk]))
    return Order(series, chosen, PAPERS[paper], address)


def fingerprint() -> str:
    """Of all that decides how a sheet looks, so that no sheet outlives the program that made it."""
    return _fingerprint_of_now() if settings.DEBUG else _fingerprint()


@cache
def _fingerprint() -> str:
    return _fingerprint_of_now()


def _fingerprint_of_now() -> str:
    digest = hashlib.sha256(version("weasyprint").encode())
    for file in sorted(file for folder in PROGRAM for file in Path(settings.BASE_DIR, folder).rglob("*")):
        if file.suffix in READ_BY_IT:
            digest.update(file.read_bytes())
    return digest.hexdigest()
