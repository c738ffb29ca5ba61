"""Taking the last hand back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.kit.problems import Problem
from ledger.circles.roles import Role
from ledger.scoring.correct.changes import Changes
from ledger.scoring.submits import read_submit, refusals_into, tells_when_out_of_date
from ledger.series import services
from ledger.series.access import enter_series
from ledger.series.state import series_state, without_last_hand


@require_http_methods(["GET", "HEAD", "POST"])
@tells_when_out_of_date
def undo(request: HttpRequest, series_id: str) -> HttpResponse:
    """Posted from here, or straight from the message that says that a hand has been saved."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    problems: list[Problem] = []
    if request.method == "POST":
        with refusals_into(problems):
            services.undo(series=entrance.series, submit=read_submit(request, entrance.me))
            return redirect("series:page", series_id)
    state = series_state(entrance.series)
    changes = Changes(state, without_last_hand(state))
    context = {"series": entrance.series, "state": state, "changes": changes, "problems": problems}
    return render(request, "scoring/correct/undo.html", context, status=422 if problems else 200)
