"""The seats of a series that has begun: joining it between two hands, and naming the dealer."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ledger.circles.forms import NameField
from ledger.circles.models import Player
from ledger.circles.roles import Role
from ledger.circles.selectors import players_of
from ledger.circles.services.players import find_or_add
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page
from ledger.scoring.submits import answers_out_of_date, read_submit
from ledger.series.access import enter_series
from ledger.series.changes.unseated import seats_without_hands
from ledger.series.services import join_series, name_dealer
from ledger.series.state import series_state
from ledger.series.wording import add_refusal_to


class JoinSeriesForm(forms.Form):
    """A tap on a player of the circle sends `player`; a new name is sent as `name`."""

    use_required_attribute = False

    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Player"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("One of them is not a player of this circle.")},
    )
    name = NameField(label=gettext_lazy("New player"))

    def __init__(self, players: QuerySet[Player], data: Any) -> None:
        super().__init__(data)
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = players
        self.fields["name"].required = not (data and data.get("player"))


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def seats(request: HttpRequest, series_id: str) -> HttpResponse:
    """The players at their seats, and the players of the circle who can join. 404 for a game in which no players join
    after the start."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if not state.game.joining:
        raise Http404
    circle = entrance.me.circle
    players = players_of(circle)
    form = JoinSeriesForm(players, form_data(request))
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        with add_errors_to(form), add_refusal_to(form, state.names):
            with transaction.atomic():  # if the player may not join, no player is added to the circle
                player = form.cleaned_data["player"] or find_or_add(circle=circle, name=form.cleaned_data["name"])
                join_series(series=entrance.series, submit=submit, player=player)
            messages.success(request, _("%(player)s has joined.") % {"player": player.name})
            return redirect("series:seats", series_id)
    context = {
        "series": entrance.series,
        "state": state,
        "form": form,
        "others": [player for player in players if player not in state.players],
        "can_take_back": state.series.is_open and bool(seats_without_hands(entrance.series)),
    }
    return render_page(request, "scoring/table/seats.html", context)


class DealerForm(forms.Form):
    seat = forms.IntegerField(
        label=gettext_lazy("Who deals?"),
        min_value=0,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value"), gettext_lazy("There is no player on this seat.")
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def dealer(request: HttpRequest, series_id: str) -> HttpResponse:
    """Name the dealer of the next hand, if it is not the player whose turn it is."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    form = DealerForm(form_data(request))
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        with add_refusal_to(form, state.names):
            name_dealer(series=entrance.series, submit=submit, seat=form.cleaned_data["seat"])
            return redirect("series:enter_hand" if state.game.can_be_entered else "series:cards", series_id)
    if not (state.takes_hands or form.errors):
        return redirect("series:page", series_id)
    out = state.play.standing.out
    players = [player for player in state.players_as_sides if player.seat not in out]
    context = {"series": entrance.series, "state": state, "form": form, "players": players}
    return render_page(request, "scoring/table/dealer.html", context)
