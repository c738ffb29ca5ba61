"""Where a series is played, the note on the series, and the notes on its hands."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.lib import formatting
from ledger.series.access import enter_series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.selectors import earlier_places, hand_notes, revisions
from ledger.series.wording import add_refusal_to


class HandNoteForm(forms.Form):
    """The note on a hand. The service, and not the field, limits its length, because browsers count line breaks and
    emoji differently."""

    use_required_attribute = False

    note = forms.CharField(
        label=gettext_lazy("Note"), required=False, widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"})
    )


class NotesForm(HandNoteForm):
    """The note on a series, and where the series is played."""

    place = forms.CharField(
        label=pgettext_lazy("where it is played", "Place"),
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off", "list": "places"}),
    )

    field_order = ("place", "note")


@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    series = entrance.series
    form = NotesForm(form_data(request), initial={"place": series.place, "note": series.note})
    if form.is_valid():
        with add_refusal_to(form):
            change_notes(series=series, me=entrance.me, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("series:page", series_id)
    context = {"series": series, "title": _("Place and note"), "form": form, "places": earlier_places(series.circle)}
    return render_page(request, "scoring/table/notes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def hand_note(request: HttpRequest, series_id: str, number: int) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    series = entrance.series
    if not revisions(series, number).exists():
        raise Http404
    form = HandNoteForm(form_data(request), initial={"note": hand_notes(series).get(number, "")})
    if form.is_valid():
        with add_refusal_to(form):
            change_hand_note(series=series, me=entrance.me, number=number, note=form.cleaned_data["note"])
            messages.success(request, _("Saved."))
            return redirect("series:hand", series_id, number)
    title = _("Note on hand %(number)s") % {"number": formatting.digits(number)}
    return render_page(
        request, "scoring/table/notes.html", {"series": series, "title": title, "form": form, "number": number}
    )
