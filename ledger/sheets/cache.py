"""Keep sheets and pictures in the folder cache/sheets of the data folder, so that each is printed once.

The file name holds a hash of the content and of the program, so a kept file is never out of date. The folder needs no
backup.
"""

import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation

from ledger.circles.models import Player
from ledger.lib.addresses import public_address
from ledger.money.source_accounts import SourceAccount
from ledger.series.models import Series
from ledger.series.selectors import hand_notes, history
from ledger.series.settling import account_of_series
from ledger.series.state import seated_players, series_state
from ledger.sheets import pdf
from ledger.sheets.json_file import series_file
from ledger.sheets.letters import has_font
from ledger.sheets.papers import A4, PAPERS, Paper
from ledger.sheets.printer import printer
from ledger.sheets.sheet import Sheet
from ledger.sheets.signed_pdf import signed
from ledger.signing.answers import store_short_code
from ledger.signing.keys import key_id
from ledger.signing.seals import seal_of
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.selectors import etag_of as verdicts_etag

KEPT_DAYS = 30
MOST_KEPT = 1000
UNFINISHED_DAYS = 1 / 24  # an hour: a temporary file that is older was left by a process that was killed
KINDS = ("*.pdf", "*.png")
PROGRAM_FOLDERS = ("games", "ledger", "locale", "templates/emblems", "templates/sheets")
PROGRAM_SUFFIXES = (".py", ".html", ".css", ".mo", ".svg")


class UnknownChoice(Exception):
    """The address names an unknown language or paper. `field` is the name of the query parameter."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(f"There is no such {field}.")


@dataclass(frozen=True)
class CacheKey:
    """The identity of a sheet, from which its file name is made."""

    series_id: str
    version: int
    made_from: tuple[str, ...]  # all that the content depends on
    suffix: str = "pdf"

    @property
    def digest(self) -> str:
        return hashlib.sha256("\0".join(self.made_from).encode()).hexdigest()[:32]

    @property
    def file_name(self) -> str:
        return f"{self.series_id}-{self.version}-{self.digest}.{self.suffix}"


@dataclass(frozen=True)
class SheetRequest:
    """A sheet of a series, in one language and on one paper, or a picture of its result. It may not be printed yet."""

    series: Series  # with its circle
    language: str
    paper: Paper
    address: str  # of the series
    shows_money: bool = True
    with_record: bool = False  # is attached to the PDF
    check_address: str = ""  # of the page that checks sheets, for the QR code

    @property
    def etag(self) -> str:
        return f'"{self.cache_key.digest}"'

    @cached_property
    def cache_key(self) -> CacheKey:
        series = self.series
        people = [f"{player.face} {player.name}" for player in self.players]
        made_from = (
            series.latest_hash,
            series.notes_hash,
            series.circle.name,
            f"points only: {series.circle.points_only}",
            *people,
            # The names with missing letters, for which a font may be installed later.
            *(name for name in (series.circle.name, *people) if not has_font(name)),
            self.language,
            self.paper.slug,
            self.address,
            self.check_address,
            *((verdicts_etag(series), key_id()) if not self.paper.is_picture else ()),
            "with the record" if self.with_record else "without the record",
            "with money" if self.shows_money else "without money",
            *(self.account.facts if self.account else ()),
        )
        suffix = "png" if self.paper.is_picture else "pdf"
        return CacheKey(series.pk, series.version, (*made_from, series.circle.zone.key, fingerprint()), suffix)

    @cached_property
    def players(self) -> list[Player]:
        return seated_players(self.series)

    @cached_property
    def account(self) -> SourceAccount | None:
        return account_of_series(self.series, self.players) if self.shows_money else None

    def get_or_make(self, before_printing: Callable[[], None] = lambda: None) -> bytes:
        """Return the kept sheet, or print one. `before_printing` is called before a sheet is ordered, and may raise."""

        def make_job() -> pdf.Job:
            before_printing()
            return self.job()

        return get_or_make(self.cache_key, make_job)

    def job(self) -> pdf.Job:
        with translation.override(self.language), timezone.override(self.series.circle.zone):
            state, events = series_state(self.series), list(history(self.series))
            notes = hand_notes(self.series)
            seal = None if self.paper.is_picture else store_short_code(seal_of(state, payments=self.shows_money))
            sheet = Sheet(
                state,
                events,
                self.series.circle,
                self.address,
                self.paper,
                hand_notes=notes,
                shows_money=self.shows_money,
                account=self.account,
                seal=seal,
                check_address=self.check_address,
                verdicts=verdicts_of(state),
            )
            return pdf.sheet_job(sheet, series_file(state) if self.with_record else None)


def sheet_request(
    request: HttpRequest,
    series: Series,
    language: str,
    page: str = "",
    *,
    shows_money: bool = True,
    with_record: bool = False,
) -> SheetRequest:
    """Return the sheet that the query chooses with `lang` and `paper`. Without `lang`, `language` is chosen.

    `page` is the address of the series for the readers of a link. Raise UnknownChoice.
    """
    chosen = request.GET.get("lang", language)
    paper = request.GET.get("paper", A4.slug)
    if chosen not in dict(settings.LANGUAGES):
        raise UnknownChoice("lang")
    if paper not in PAPERS:
        raise UnknownChoice("paper")
    address = public_address(request, page or reverse("series:page", args=[series.pk]))
    check_address = public_address(request, reverse("check"))
    return SheetRequest(series, chosen, PAPERS[paper], address, shows_money, with_record, check_address)


def fingerprint() -> str:
    """Return a hash of all files from which sheets are made. In development the files are read each time."""
    if settings.DEBUG:
        _program_hash.cache_clear()
    return _program_hash()


@cache
def _program_hash() -> str:
    digest = hashlib.sha256(f"{version('weasyprint')} {version('pypdfium2')} {version('pillow')}".encode())
    for file in sorted(file for folder in PROGRAM_FOLDERS for file in Path(settings.BASE_DIR, folder).rglob("*")):
        if file.suffix in PROGRAM_SUFFIXES:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def get_or_make(key: CacheKey, make_job: Callable[[], pdf.Job]) -> bytes:
    """Return the kept sheet, or print the job that `make_job` returns. Raise BeingMade, CannotPrint or TooLarge."""
    with suppress(FileNotFoundError):
        return (folder() / key.file_name).read_bytes()
    is_pdf = key.suffix == "pdf"
    return printer.order(key.file_name, make_job, lambda made: keep(key, signed(made) if is_pdf else made))


def keep(key: CacheKey, made: bytes) -> bytes:
    """Write a temporary file and rename it: the file is whole or missing, even if the power fails. Return `made`."""
    with tempfile.NamedTemporaryFile(dir=folder(), prefix=".tmp", delete=False) as temporary:
        temporary.write(made)
        temporary.flush()
        os.fsync(temporary.fileno())
    Path(temporary.name).replace(folder() / key.file_name)
    delete_old_sheets(key)
    return made


def folder() -> Path:
    path = Path(settings.DATA_DIR, "cache", "sheets")
    path.mkdir(parents=True, exist_ok=True)
    return path


def delete_old_sheets(key: CacheKey | None = None) -> int:
    """Delete old sheets and the temporary files of killed processes. Return the number of deleted files.

    A sheet is old if it was made more than KEPT_DAYS ago, if it is not among the latest MOST_KEPT, or if it shows an
    earlier version of the series in the key.
    """
    deleted = 0
    files = [file for kind in KINDS for file in folder().glob(kind)]
    latest_first = sorted(((_age_days(file), file) for file in files), key=lambda pair: pair[0])
    for position, (age, file) in enumerate(latest_first):
        series_id, made_at_version, _digest = file.stem.split("-")
        outdated = key is not None and series_id == key.series_id and int(made_at_version) < key.version
        if outdated or age > KEPT_DAYS or position >= MOST_KEPT:
            file.unlink(missing_ok=True)
            deleted += 1
    for temporary in folder().glob(".tmp*"):
        if _age_days(temporary) > UNFINISHED_DAYS:
            temporary.unlink(missing_ok=True)
            deleted += 1
    return deleted


def _age_days(file: Path) -> float:
    try:
        return (time.time() - file.stat().st_mtime) / (24 * 3600)
    except FileNotFoundError:  # another process has just deleted it
        return 0.0
