"""Correcting a hand: what it should have been, then a look at what that would change, then writing it down."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.circles.roles import Role
from ledger.following.hand_page import compare
from ledger.lib.refusals import Refused
from ledger.scoring.correct.changes import Changes
from ledger.scoring.correct.forms import WAYS, ReasonForm, Wrong, ways_for
from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.page import EntryPage, entry_page
from ledger.scoring.submits import read_submit, tells_when_out_of_date
from ledger.series.access import Entrance, enter_series
from ledger.series.models import Event, Kind
from ledger.series.services import correct_hand
from ledger.series.state import preview, series_state


@dataclass(frozen=True)
class Correcting:
    """What was sent so far. It is sent along from step to step, and judged anew at each."""

    entrance: Entrance
    wrong: Wrong
    way: str
    form: Any
    why: ReasonForm

    def is_complete(self) -> bool:
        """Both are asked, so that every fault is named at once."""
        return all([self.form.is_complete(), self.why.is_valid()])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_when_out_of_date
def correct(request: HttpRequest, series_id: str, number: int) -> HttpResponse:
    """`step` is the button that was pressed: to look, to save, or to go back to editing."""
    going = _begin(request, enter_series(request.user, series_id, at_least=Role.SCORER), number)
    if not going.wrong.state.series.is_open:
        messages.error(request, _("The series is over. The owner can reopen it to correct it."))
        return redirect("series:hand", series_id, number)
    step = _STEPS.get(request.POST.get("step", ""))
    done = step(request, going) if step and going.is_complete() else None
    return done or _edit(request, going)


def _begin(request: HttpRequest, entrance: Entrance, number: int) -> Correcting:
    state = series_state(entrance.series)
    if not 1 <= number <= len(state.events):
        raise Http404
    wrong = Wrong(state, number)
    ways = ways_for(wrong)
    way = request.GET.get("way", "")
    way = way if way in ways else ways[0]
    return Correcting(
        entrance, wrong, way, WAYS[way].form(wrong, request.POST or None), ReasonForm(request.POST or None)
    )


def _look(request: HttpRequest, going: Correcting) -> HttpResponse | None:
    state, number = going.wrong.state, going.wrong.number
    seen = preview(state, number, going.form.record())
    if seen.problems or seen.play is None or seen.hand is None:
        going.form.refuse(seen.problems)
        return None
    if seen.hand.record == going.wrong.record:
        going.form.add_error(None, _("This is what was written down already: nothing would change."))
        return None
    context = {"changes": Changes(state, seen.play), "comparison": _side_by_side(going, seen.hand.record)}
    return render(request, "scoring/correct/look.html", _context(going) | context)


def _side_by_side(going: Correcting, record: Any) -> Any:
    """The hand as it is, and as it would stand in the history."""
    wrong = going.wrong
    now = wrong.state.events[wrong.number - 1]
    content = wrong.state.game.record.dump_python(record, mode="json", exclude_none=True)
    then = Event(kind=Kind.CORRECTED, content=content, by_name=going.entrance.me.name, at=timezone.now())
    return compare(wrong.state, wrong.number, [now, then])


def _save(request: HttpRequest, going: Correcting) -> HttpResponse | None:
    try:
        correct_hand(
            series=going.entrance.series,
            submit=read_submit(request, going.entrance.me),
            number=going.wrong.number,
            record=going.form.record(),
            reason=going.why.cleaned_data["reason"],
        )
    except Refused as refused:
        going.form.refuse(refused.problems)
        return None
    return redirect("series:hand", going.entrance.series.pk, going.wrong.number)


def _edit(request: HttpRequest, going: Correcting) -> HttpResponse:
    context = {
        "ways": [
            {"label": WAYS[way].label, "href": f"?way={way}", "current": way == going.way}
            for way in ways_for(going.wrong)
        ],
        "page": _page(going),
    }
    refused = going.form.errors or going.why.errors
    return render(request, "scoring/correct/correct.html", _context(going) | context, status=422 if refused else 200)


def _page(going: Correcting) -> EntryPage | None:
    """Where the hand is corrected in the form in which a new one is entered."""
    is_entered = isinstance(going.form, EntryForm)
    return entry_page(going.wrong.state, going.form, correcting=True) if is_entered else None


def _context(going: Correcting) -> dict[str, Any]:
    return {
        "series": going.entrance.series,
        "state": going.wrong.state,
        "number": going.wrong.number,
        "way": going.way,
        "form": going.form,
        "why": going.why,
    }


_STEPS = {"look": _look, "save": _save}
