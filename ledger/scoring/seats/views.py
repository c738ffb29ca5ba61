"""The seats of a series that has begun: a player joins between two hands, or the last joining is taken back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.kit.problems import Problem
from ledger.circles.forms import NameField
from ledger.circles.models import Circle, Player
from ledger.circles.names import name_key
from ledger.circles.roles import Role
from ledger.circles.selectors import players_of
from ledger.circles.services.players import add_player
from ledger.lib.refusals import Refused
from ledger.scoring.submits import answers_out_of_date, read_submit
from ledger.series.access import Entrance, enter_series
from ledger.series.seating import join_series, unseat_last
from ledger.series.selectors import seats_without_hands
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import in_words


class JoinForm(forms.Form):
    """A tap on a player of the circle sends `player`; a new name is sent as `name`."""

    use_required_attribute = False

    player = forms.CharField(required=False)
    name = NameField(label=gettext_lazy("New player"))

    def __init__(self, players: Sequence[Player], data: Any = None) -> None:
        super().__init__(data)
        self.fields["name"].required = not (data and data.get("player"))
        self.by_id = {player.pk: player for player in players}
        self.by_name = {player.name_key: player for player in players}

    def clean_player(self) -> Player | None:
        chosen = self.cleaned_data["player"]
        if chosen and chosen not in self.by_id:
            raise forms.ValidationError(_("One of them is not a player of this circle."), code="unknown_player")
        return self.by_id.get(chosen)

    def find_or_add(self, circle: Circle) -> Player:
        """A name that the circle knows is that player, so a form that is sent twice adds one player."""
        chosen: Player | None = self.cleaned_data["player"]
        name = self.cleaned_data["name"]
        return chosen or self.by_name.get(name_key(name)) or add_player(circle=circle, name=name)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def seats(request: HttpRequest, series_id: str) -> HttpResponse:
    """The players at their seats, and the players of the circle who can join."""
    entrance, state = enter_seats(request, series_id)
    players = list(players_of(entrance.me.circle))
    form = JoinForm(players, request.POST if request.method == "POST" else None)
    problems: tuple[Problem, ...] = ()
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        try:
            with transaction.atomic():  # a refused joining adds no player to the circle
                player = form.find_or_add(entrance.me.circle)
                join_series(series=entrance.series, submit=submit, player=player)
            messages.success(request, _("%(player)s has joined.") % {"player": player.name})
            return redirect("series:seats", series_id)
        except ValidationError as error:
            form.add_error("name", error)
        except Refused as error:
            problems = error.problems
    context = {
        "series": entrance.series,
        "state": state,
        "form": form,
        "others": [player for player in players if player not in state.players],
        "can_take_back": state.series.is_open and bool(seats_without_hands(entrance.series)),
        "problems": problems,
    }
    return render(request, "scoring/seats/seats.html", context, status=422 if problems or form.errors else 200)


@require_POST
@answers_out_of_date
def unseat(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance, state = enter_seats(request, series_id)
    try:
        unseat_last(series=entrance.series, submit=read_submit(request, entrance.me))
    except Refused as error:
        for problem in error.problems:
            messages.error(request, in_words(problem.message, state.names))
    return redirect("series:seats", series_id)


def enter_seats(request: HttpRequest, series_id: str) -> tuple[Entrance, SeriesState]:
    """404 for a game in which no players join after the start."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if not state.game.joining:
        raise Http404
    return entrance, state
