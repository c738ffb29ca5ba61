"""The page that a sheet's QR code leads to, open to all. It says whether the seal that the code holds is true.

A person may type the short code of the sheet into a form. The QR code leads to an address with the whole code behind
`#`, which browsers do not send: a script of the page sends it. The site answers with the figures of the seal. The
script also checks the signature by itself, and shows the signed text if the site cannot be reached.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.circles.accounts.limits import WRONG_CODES, too_many
from ledger.circles.views.shortcuts import secret_page
from ledger.lib import formatting
from ledger.series.descriptions import describe_event, series_name
from ledger.series.state import SeriesState, series_state
from ledger.signing.answers import check, find_short
from ledger.signing.seal_figures import SealFigures
from ledger.signing.seals import read_code, totals_as_written

PART = "X-Part"  # a header by which the page's script asks for the answer and the figures alone
MOST_TYPED = 4000  # letters of a typed code


@dataclass(frozen=True)
class SealedPlace:
    """The place and the total of one seat."""

    label: str  # "1", or "2–3"
    seat: str  # its number, counted from 1
    name: str  # of the player; empty if the site does not have the series
    total: str


@dataclass(frozen=True)
class SealedPayment:
    payer: str
    payee: str
    money: str


@dataclass(frozen=True)
class SealedFigures:
    """The figures of a seal as a sheet has them, from the first place to the last.

    `state` is the state of the series today, if the site has the series. It has the names of the players and the game:
    players keep their seats.
    """

    figures: SealFigures
    state: SeriesState | None
    shows_money: bool  # False: the circle plays for points only by now

    @property
    def title(self) -> str:
        return series_name(self.state.series) if self.state else ""

    @property
    def has_names(self) -> bool:
        return self.state is not None

    @property
    def places(self) -> list[SealedPlace]:
        totals = totals_as_written(self.figures, self.state)
        rows = sorted(enumerate(zip(self.figures.places, totals, strict=True)), key=lambda row: row[1][0])
        return [
            SealedPlace(
                _label(place),
                formatting.digits(seat + 1),
                self.state.names[seat] if self.state else "",
                formatting.points(total),
            )
            for seat, (place, total) in rows
        ]

    @property
    def payments(self) -> list[SealedPayment]:
        return [
            SealedPayment(
                self._name_of(payment.payer),
                self._name_of(payment.payee),
                formatting.money(payment.amount_minor, self.figures.currency),
            )
            for payment in (self.figures.payments if self.shows_money else ())
        ]

    def _name_of(self, seat: int) -> str:
        """Return the player's name. Without names, return the place, with the seat if players share the place."""
        if self.state:
            return self.state.names[seat]
        place = self.figures.places[seat]
        words = {"place": _label(place), "seat": formatting.digits(seat + 1)}
        return _("%(place)s (seat %(seat)s)") % words if self.figures.places.count(place) > 1 else words["place"]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@secret_page
def check_page(request: HttpRequest) -> HttpResponse:
    typed = request.POST.get("code", "")[:MOST_TYPED].strip()
    context: dict[str, Any] = {"typed": typed}
    template = "following/check/page.html"
    if request.method != "POST":
        return render(request, template, context)
    seal = read_code(typed.rpartition("#")[2]) or find_short(typed)
    answer = check(seal, request.user)
    if not answer.is_true and (refused := too_many(request, WRONG_CODES)):  # the limit is only for false codes
        return refused
    is_part = PART in request.headers
    shown = seal if answer.is_true or is_part else None
    changes = [(describe_event(event), formatting.day_and_time(event.entered_at)) for event in answer.changed]
    context |= {"answer": answer, "seal": shown, "changes": changes}
    found_in = answer.found_in
    with timezone.override(found_in.circle.zone) if found_in else nullcontext():
        if shown:
            state = series_state(found_in) if found_in else None
            context["sealed"] = SealedFigures(shown.figures, state, not answer.points_only)
        return render(request, f"{template}#answer" if is_part else template, context)


def _label(place: tuple[int, int]) -> str:
    first, last = map(formatting.digits, place)
    return first if first == last else f"{first}–{last}"
