"""The sheet of a season: one page with its champions, table and chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from ledger.circles.access import enter_circle
from ledger.circles.models import Circle
from ledger.lib import formatting
from ledger.lib.addresses import public_address
from ledger.lib.files import answer_with_file
from ledger.sheets.cache import CacheKey, fingerprint, get_or_make
from ledger.sheets.chart import Plot
from ledger.sheets.foot import qr_code
from ledger.sheets.letters import missing_letters
from ledger.sheets.pdf import Job, emblem_drawings, sheet_html
from ledger.sheets.views import explain_missing_sheet
from ledger.standings.models import Season
from ledger.standings.seasons.table import SeasonRow, SeasonTable, game_of_season, load_season, season_table

STYLES = ("sheet.css", "a4.css", "season.css")
# The last four fields of SeasonSheet, from the largest letters to the smallest.
LETTER_SIZES = (
    ("grand", 6, 1, 95.0),
    ("large", 12, 1, 78.0),
    ("plain", 22, 1, 46.0),
    ("small", 44, 2, 38.0),
    ("dense", 80, 2, 30.0),
    ("tiny", 120, 3, 26.0),
)
PLOT_WIDTH = 128  # millimetres


@dataclass(frozen=True)
class SeasonSheet:
    circle: Circle
    season: Season
    table: SeasonTable
    address: str  # of the season
    size: str  # of the letters, one of LETTER_SIZES
    most_rows: int  # that fit
    abreast: int  # columns of rows
    plot_height: float  # in millimetres

    @property
    def game_name(self) -> str:
        return game_of_season(self.season).name

    @property
    def missing_letters(self) -> str:
        places = [(f"{_('Place')} {formatting.digits(row.place)}", row.player.name) for row in self.rows if row.player]
        names = (_("Name of the season"), self.season.name), (_("Name of the circle"), self.circle.name)
        return missing_letters([*places, *names])

    @property
    def stamp(self) -> str:
        return _("Final table") if self.season.is_closed else _("So far")

    @property
    def rows(self) -> Sequence[SeasonRow]:
        """The rows that fit on the sheet."""
        return self.table.rows[: self.most_rows]

    @property
    def columns(self) -> list[Sequence[SeasonRow]]:
        rows = self.rows
        most = -(-len(rows) // self.abreast)
        return [rows[start : start + most] for start in range(0, len(rows), most)] if rows else []

    @property
    def rows_left_out(self) -> int:
        """The number of rows that do not fit."""
        return len(self.table.rows) - len(self.rows)

    @property
    def plot(self) -> Plot | None:
        if (picture := self.table.picture) is None:
            return None
        order = [(seat, line.face) for seat, line in enumerate(picture.lines)]
        return Plot(PLOT_WIDTH, self.plot_height, picture.chart, order)

    @property
    def check_code(self) -> SafeString:
        return qr_code(self.address, _("QR code: this season on the web"))


def season_job(table: SeasonTable, address: str) -> Job:
    """Return a job with drafts of the sheet, from the largest letters in which the rows may fit to the smallest."""
    rows = len(table.rows)
    fitting = [size for size in LETTER_SIZES if rows <= size[1]] or [LETTER_SIZES[-1]]
    sheets = [SeasonSheet(table.season.circle, table.season, table, address, *size) for size in fitting]
    drafts = [sheet_html(sheet, "sheets/season.html") for sheet in sheets]
    return Job(drafts, STYLES, drawings=emblem_drawings(table.season.game))


@require_safe
@explain_missing_sheet
def season_sheet(request: HttpRequest, circle_id: str, season_id: str) -> HttpResponseBase:
    """Answer with the season's sheet, in the language of the member, with what this member may see of the table."""
    me = enter_circle(request.user, circle_id)
    season = load_season(me, season_id)
    table = season_table(me, season)
    if not table.rows:
        raise Http404
    address = public_address(request, reverse("season", args=[circle_id, season_id]))
    job = season_job(table, address)
    key = CacheKey(season.pk, 0, (*job.drafts, fingerprint()))
    return _pdf_response(request, key, job, f"season-{season.until:%Y-%m-%d}-{season.pk}.pdf")


@cache_control(private=True, no_cache=True)
@condition(etag_func=lambda _request, key, *_more: f'"{key.digest}"')
def _pdf_response(_request: HttpRequest, key: CacheKey, job: Job, file_name: str) -> HttpResponse:
    return answer_with_file(get_or_make(key, lambda: job), "application/pdf", file_name, disposition="inline")
