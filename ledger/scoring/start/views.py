"""Starting a series: who sits where, for what, and by which rules, on one page."""

from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.contract import Game
from games.registry import BY_SLUG, GAMES
from ledger.circles.access import enter_circle
from ledger.circles.models import Member, Player
from ledger.circles.names import name_key
from ledger.circles.roles import Role
from ledger.circles.selectors import players_of
from ledger.circles.services.players import add_player
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import Refused
from ledger.scoring.start import forms as forms_start
from ledger.scoring.start.forms import StartSeriesForm
from ledger.series.house_rules import house_rules_of, keep_rules
from ledger.series.models import Series
from ledger.series.selectors import latest_series, players_last_time
from ledger.series.services import Agreement
from ledger.series.services import start_series as start
from ledger.series.state import assemble

PAGE = "scoring/start/start.html"
PARTS = ("seating", "rules")


class Setting:
    """What there is to choose from."""

    def __init__(self, me: Member, game: Game, chosen: str = "") -> None:
        self.me = me
        self.game = game
        self.chosen = chosen  # the id of rules that the circle keeps, if they were asked for
        self.players = list(players_of(me.circle))

    @cached_property
    def last(self) -> Series | None:
        return latest_series(self.me.circle_id, self.game.slug)

    @cached_property
    def offered(self) -> dict[str, forms_start.Proposal]:
        kept = house_rules_of(self.me.circle_id, self.game)
        return forms_start.proposals(self.game, self.last, kept, self.chosen)

    @property
    def last_seats(self) -> list[str]:
        """As they sat the last time; a player who has left leaves a gap."""
        known = {player.pk for player in self.players}
        return [pk if pk in known else "" for pk in players_last_time(self.last)]

    def seat(self, name: str) -> Player:
        """A name that is known already just sits down, so a name that is sent twice makes one player."""
        found = next((player for player in self.players if player.name_key == name_key(name)), None)
        if found is None:
            found = add_player(circle=self.me.circle, name=name)
            self.players.append(found)
        return found

    def form(self, *, data: QueryDict | None = None) -> StartSeriesForm:
        return StartSeriesForm(self.game, self.players, self.offered, data=data)

    def fresh_form(self) -> StartSeriesForm:
        first = next(iter(self.offered.values()))
        rate = self.last.point_value if self.last else forms_start.USUAL_RATE
        chosen = {"preset": first.slug, "rules_of": first.slug, "point_value": rate}
        form = self.form()
        form.initial = chosen | forms_start.rules_as_typed(first)
        return form


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def start_series(request: HtmxRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    game = _chosen_game(request)
    if game is None:
        status = 422 if request.method == "POST" else 200
        return render(request, "scoring/start/games.html", _games(me), status=status)
    setting = Setting(me, game, request.GET.get("rules", ""))
    if request.method != "POST":
        return _page(request, setting, setting.fresh_form())
    data = forms_start.follow_preset(game, setting.offered, request.POST)
    if data.get("new_player", "").strip() or {"add", "again", "show"} & set(data):
        return _go_on(request, setting, data)
    form = setting.form(data=data)
    return _start(setting, form) or _page(request, setting, form)


def _games(me: Member) -> dict[str, Any]:
    """What there is to play; a game that the circle has named itself stands there by that name."""
    named = [kept for kept in house_rules_of(me.circle_id) if BY_SLUG[kept.game].title_field]
    return {"me": me, "circle": me.circle, "games": GAMES, "named": named}


def _chosen_game(request: HttpRequest) -> Game | None:
    if len(GAMES) == 1:
        return GAMES[0]
    slug = request.GET.get("game")
    if slug and slug not in BY_SLUG:
        raise Http404
    return BY_SLUG.get(slug) if slug else None


def _start(setting: Setting, form: StartSeriesForm) -> HttpResponse | None:
    if not form.is_valid():
        return None
    try:
        series = start(me=setting.me, agreed=form.agreed(), key=form.cleaned_data["key"])
        if form.kept_name:
            keep_rules(circle=setting.me.circle, game=setting.game, rules=series.rules, name=form.kept_name)
    except Refused as refused:
        form.refuse(refused.problems)
        return None
    return redirect(_entry_address(series, form.agreed()))


def _entry_address(series: Series, agreed: Agreement) -> str:
    """Where its first hand is entered."""
    state = assemble(series, agreed.players, ())
    entry = "series:totals" if state.can_be_entered else "series:cards" if state.has_cards else "series:page"
    return reverse(entry, args=[series.pk])


def _go_on(request: HtmxRequest, setting: Setting, data: QueryDict) -> HttpResponse:
    """Somebody new, the seats of the last time, or other rules to look at: nothing is started yet."""
    data, fault = data.copy(), ""
    if "again" in data:
        data.setlist("seats", setting.last_seats)
    elif "show" not in data:
        fault = _seat_somebody_new(setting, data)
    form = setting.form()
    form.initial = forms_start.as_typed(form, data)
    return _page(request, setting, form, fault)


def _seat_somebody_new(setting: Setting, data: QueryDict) -> str:
    seats = [*data.getlist("seats"), *[""] * max(setting.game.seats)][: max(setting.game.seats)]
    try:
        player = setting.seat(data.get("new_player", ""))
    except ValidationError as error:
        return str(error.messages[0])
    if player.pk not in seats and "" in seats:
        seats[seats.index("")] = player.pk
    data.setlist("seats", seats)
    data["new_player"] = ""
    return ""


def _page(request: HtmxRequest, setting: Setting, form: StartSeriesForm, fault: str = "") -> HttpResponse:
    context = {
        "me": setting.me,
        "circle": setting.me.circle,
        "setting": setting,
        "form": form,
        "fault": fault,
        "needed": forms_start.numbers_of_players(setting.game),
    }
    part = request.htmx.target
    template = f"{PAGE}#{part}" if part in PARTS else PAGE
    return render(request, template, context, status=422 if fault or form.errors else 200)
