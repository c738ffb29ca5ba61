"""The page that a sheet's QR code leads to. It is open to all, and the code behind `#` is read by the browser alone.

What was typed is sent by a form; so is the code, by the browser's script, for the answer in the site's own words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request

from ledger.checking.answers import check, find_short
from ledger.checking.figures import Figures
from ledger.checking.seals import read_code
from ledger.circles.views.shortcuts import secret_page
from ledger.following.link_pages import BadLinkThrottle
from ledger.lib import currencies, formatting
from ledger.series.descriptions import describe_event
from ledger.series.models import Event

PART = "X-Part"  # a header of the page's own script, which needs the answer alone
MOST_TYPED = 4000


@dataclass(frozen=True)
class SealedPlace:
    label: str
    seat: str
    total: str


@dataclass(frozen=True)
class SealedPayment:
    payer: str
    payee: str
    money: str


@dataclass(frozen=True)
class SealedFigures:
    """What a code says, from the first place to the last. static/js/check.js writes the same."""

    figures: Figures
    shows_money: bool = True  # False: the circle plays for points only by now

    @property
    def places(self) -> list[SealedPlace]:
        rows = sorted(enumerate(zip(self.figures.places, self.figures.totals, strict=True)), key=lambda row: row[1][0])
        return [
            SealedPlace(_label(place), formatting.digits(seat + 1), formatting.points(total))
            for seat, (place, total) in rows
        ]

    @property
    def payments(self) -> list[SealedPayment]:
        return [
            SealedPayment(
                self._whose(paid.payer),
                self._whose(paid.payee),
                formatting.money(paid.amount_minor, self.figures.currency),
            )
            for paid in (self.figures.payments if self.shows_money else ())
        ]

    def _whose(self, seat: int) -> str:
        """By the place; where others have it too, by the seat as well."""
        place = self.figures.places[seat]
        words = {"place": _label(place), "seat": formatting.digits(seat + 1)}
        return _("%(place)s (seat %(seat)s)") % words if self.figures.places.count(place) > 1 else words["place"]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@secret_page
def check_page(request: HttpRequest) -> HttpResponse:
    typed = request.POST.get("code", "")[:MOST_TYPED].strip()
    pattern = SealedPayment("{payer}", "{payee}", "{money}")  # for the script to fill in
    context: dict[str, Any] = {"typed": typed, "pattern": pattern}
    context["currency_digits"] = currency_digits()
    context["money_pattern"] = formatting.money_pattern()
    template = "following/check/page.html"
    if request.method != "POST":
        return render(request, template, context)
    seal = read_code(typed.rpartition("#")[2]) or find_short(typed)
    answer = check(seal, request.user)
    if not answer.is_true:  # only these count, as with links
        wrong = BadLinkThrottle()
        if not wrong.allow_request(Request(request), None):  # type: ignore[arg-type]  # its key needs no view
            response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
            response["Retry-After"] = str(max(1, ceil(wrong.wait() or 1)))
            return response
    context |= {
        "answer": answer,
        "seal": seal if answer.is_true else None,
        "sealed": SealedFigures(seal.figures, not answer.points_only) if seal and answer.is_true else None,
        "changes": changes_in_words(answer.changed),
    }
    return render(request, f"{template}#answer" if PART in request.headers else template, context)


def changes_in_words(events: Sequence[Event]) -> list[tuple[str, str]]:
    """What happened, and when."""
    return [(describe_event(event), formatting.moment(event.entered_at)) for event in events]


def currency_digits() -> dict[str, int]:
    """The currencies that have not two digits, for the page's script."""
    return {code: digits for code in currencies.codes() if (digits := currencies.minor_digits(code)) != 2}  # noqa: PLR2004


def _label(place: tuple[int, int]) -> str:
    first, last = map(formatting.digits, place)
    return first if first == last else f"{first}–{last}"
