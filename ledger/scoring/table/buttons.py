"""Changes that need only a button, and no page with a form. The next page shows why a change was refused."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ledger.lib.refusals import Refused
from ledger.scoring.submits import answers_out_of_date, read_submit
from ledger.series.access import enter_series
from ledger.series.changes import CHANGES
from ledger.series.models import Status
from ledger.series.services import make_change
from ledger.series.wording import refusal_in_words


@require_POST
@answers_out_of_date
def change(request: HttpRequest, series_id: str, kind: str, page: str = "series:page") -> HttpResponse:
    """Make a change of this kind, with the fields, the version and the key of the form. The answer is a redirect to
    `page`, the name of a URL."""
    if kind not in CHANGES:
        raise Http404
    change_class = CHANGES[kind]
    entrance = enter_series(request.user, series_id, at_least=change_class.role)
    submit = read_submit(request, entrance.me)
    try:
        requested = change_class.read({name: request.POST.get(name) for name in change_class.field_names()})
    except ValueError as error:
        raise BadRequest("a field of this change is missing or wrong") from error
    try:
        done = make_change(requested, series=entrance.series, submit=submit)
    except Refused as refused:
        messages.warning(request, refusal_in_words(refused))
        return redirect(page, series_id)
    if done.state.series.status == Status.DISCARDED:
        messages.success(request, _("The series was discarded."))
        return redirect("circle", entrance.series.circle_id)
    return redirect(page, series_id)
