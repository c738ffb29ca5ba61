"""Starting a series: the choice of a game, and the form with its players, stakes and rules."""

from decimal import Decimal
from functools import cached_property
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.contract import CARD_FACES
from games.game import Game
from games.registry import BY_SLUG, GAMES
from ledger.circles.access import enter_circle
from ledger.circles.forms import new_form_key
from ledger.circles.models import Member, Verdicts
from ledger.circles.roles import Role
from ledger.circles.selectors import players_of, several_can_sign_in
from ledger.circles.services.players import find_or_add
from ledger.face.card_names import FRENCH, PACKS
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import Refused
from ledger.scoring.start.fields import RULE, numbers_of_players
from ledger.scoring.start.forms import (
    MONEY,
    POINTS,
    RuleSet,
    StartSeriesForm,
    fill_in_rule_set,
    rule_sets,
    same_apart_from_pack,
    terms_in_one_line,
)
from ledger.series import again, starting
from ledger.series.access import enter_series, load_series
from ledger.series.house_rules import house_rules_of, keep_rules
from ledger.series.models import Series
from ledger.series.selectors import last_point_value, latest_series, players_last_time
from ledger.series.state import SeriesState, assemble, series_state
from ledger.series.wording import in_words

PAGE = "scoring/start/start.html"
# The parts of the template that htmx loads alone. Each has the id of the element that it replaces.
PARTS = ("seating", "rules", "terms")


class StartOptions:
    """The choices of the page: the players of the circle, the rule sets, and the seats of the latest series.

    `chosen_rules` is the slug of house rules or of a named preset, or empty. `like` is a series that could not be
    started again unchanged: its seats and rules are filled in.
    """

    def __init__(self, me: Member, game: type[Game], chosen_rules: str, like: Series | None) -> None:
        self.me = me
        self.game = game
        self.like = like
        named = game.named_preset(like.rules) if like else None
        self.chosen_rules = named.slug if named else chosen_rules
        self.players = list(players_of(me.circle))
        self.last = like or latest_series(me.circle_id, game.slug)
        # The tile of the scorecard, which is for any game that has no tile, begins without a template, and not with the
        # template of the latest series.
        without_template = game.default_preset.slug if game.title_field and not like else ""
        kept, chosen = house_rules_of(me.circle_id, game), self.chosen_rules or without_template
        self.rule_sets = rule_sets(game, self.last, kept, chosen, me.circle.card_faces)

    @property
    def game_name(self) -> str:
        named = {preset.slug: preset.title for preset in self.game.named_presets()}
        return _(named.get(self.chosen_rules, self.game.name))

    @property
    def first_rule_set(self) -> RuleSet:
        """The rule set that a new form selects."""
        return next(iter(self.rule_sets.values()))

    @cached_property
    def point_value(self) -> Decimal | None:
        """The point value of the latest series of this game, else of the circle's latest series.

        0 if that series was, or the circle is, for points only. None if there is no series, or if the latest one has
        another currency than the circle.
        """
        circle = self.me.circle
        if self.last and self.last.currency == circle.currency and not circle.points_only:
            return self.last.point_value
        return last_point_value(circle)

    @cached_property
    def verdicts(self) -> Verdicts:
        """The setting of the series that is played again, else of the circle. If the circle's setting is OFF, verdicts
        are still offered if several members can sign in."""
        chosen = Verdicts(self.like.verdicts if self.like else self.me.circle.verdicts)
        if chosen == Verdicts.OFF and not self.like and several_can_sign_in(self.me.circle):
            return Verdicts.OFFERED
        return chosen

    @property
    def agreement_first(self) -> bool:
        """Whether Start comes after the agreement: if the circle plays the game for the first time, has no point value
        yet, or has not chosen the name and rules of its own game."""
        has_no_name = self.game.title_field and not self.chosen_rules and not self.like
        return self.last is None or self.point_value is None or bool(has_no_name)

    @cached_property
    def last_seats(self) -> list[str]:
        """The ids of the players of the latest series; an empty text for a player who has left the circle."""
        known = {player.pk for player in self.players}
        return [pk if pk in known else "" for pk in players_last_time(self.last)]

    def form(self, data: QueryDict | None = None, shown: QueryDict | None = None) -> StartSeriesForm:
        """Return the form, to be validated if there is `data`. `shown` is sent data that is only shown again.

        The rules have the card names of the pack that was sent, else of the pack in the first rule set.
        """
        faces = self.first_rule_set.rules.get(CARD_FACES, FRENCH.slug)
        sent = shown if data is None else data
        if sent is not None and sent.get(RULE + CARD_FACES) in PACKS:
            faces = sent[RULE + CARD_FACES]
        return StartSeriesForm(self.me.circle, self.game, self.players, self.rule_sets, faces, data=data)

    def terms(self, data: QueryDict | None) -> str:
        """Return the agreement in one line: as in the sent `data`, or without `data` as the page proposes it."""
        if data is None:
            first = self.first_rule_set
            rules = self.game.read_rules(first.rules).value
            return terms_in_one_line(self.me.circle, self.game, rules, self.point_value, first.title, self.verdicts)
        form = self.form(data)
        form.full_clean()
        chosen, rules, value = form.chosen, form.cleaned_data.get("rules"), form.cleaned_data.get("point_value")
        title = chosen.title if chosen else ""
        if chosen and rules and not same_apart_from_pack(rules.model_dump(mode="json"), chosen.rules):
            title = _("%(preset)s, with changes") % {"preset": title}
        verdicts = form.cleaned_data.get("verdicts", "")
        return terms_in_one_line(self.me.circle, self.game, rules, value, title, verdicts)

    def new_form(self) -> StartSeriesForm:
        form, first = self.form(), self.first_rule_set
        form.initial = {
            "preset": first.slug,
            "rules_of": first.slug,
            "played_for": MONEY if self.point_value else POINTS,
            "point_value": self.point_value or None,
            "verdicts": self.verdicts,
            **{RULE + name: value for name, value in first.rules.items()},
        }
        if self.like:
            form.initial["seats"] = self.last_seats
        return form


@require_http_methods(["GET", "HEAD", "POST"])
def start_series(request: HtmxRequest, circle_id: str) -> HttpResponse:
    """First the choice of a game, then a form in two steps: who plays, and the agreement. Some buttons only change the
    form."""
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    slug = request.GET.get("game")
    if not slug:
        return choose_game(request, me)
    if slug not in BY_SLUG:
        raise Http404
    like = load_series(me, request.GET["like"]) if "like" in request.GET else None
    if like and like.game != slug:
        raise Http404
    options = StartOptions(me, BY_SLUG[slug], request.GET.get("rules", ""), like)
    if request.method != "POST":
        return start_page(request, options, options.new_form())

    data = fill_in_rule_set(options.game, options.rule_sets, request.POST)
    if data.get("new_player", "").strip() or {"add", "again", "show"} & set(data):
        return change_page(request, options, data)
    form = options.form(data)
    if not form.is_valid():
        return start_page(request, options, form, data=data)
    agreed = form.agreement()
    try:
        with transaction.atomic():  # no series is started if its rules cannot be kept
            series = starting.start_series(me=me, agreed=agreed, key=form.cleaned_data["key"])
            if form.kept_name:
                keep_rules(circle=me.circle, game=options.game, rules=series.rules, name=form.kept_name)
    except Refused as error:
        form.data = data.copy()
        form.data["key"] = new_form_key()  # the sent key has started no series, or is used up
        form.add_problems(error.problems)
        return start_page(request, options, form, data=data)
    except ValidationError as error:
        title = options.game.title_field
        form.add_error(RULE + title if title else "keep", error)
        return start_page(request, options, form, data=data)
    return to_the_next_hand(assemble(series, agreed.players, ()))


@require_POST
def start_again(request: HttpRequest, series_id: str) -> HttpResponse:
    """Start a series with the same game, rules, players and seats. If that is refused, show the form for a new series.

    The POST has `new_evening` if the button was "Same as last time", and not "Play again".
    """
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    last = entrance.series
    try:
        series = again.start_again(me=entrance.me, last=last, continues="new_evening" not in request.POST)
    except Refused as refused:
        why = " ".join(in_words(problem.message, ()) for problem in refused.problems)
        messages.warning(
            request, _("Not everything can be as last time. %(why)s The rest is filled in.") % {"why": why}
        )
        form = reverse("start_series", args=[last.circle_id])
        return redirect(f"{form}?{urlencode({'game': last.game, 'like': last.pk})}")
    return to_the_next_hand(series_state(series))


def to_the_next_hand(state: SeriesState) -> HttpResponse:
    """Redirect to the page on which the next hand is entered: in figures, else card by card."""
    if state.game.can_be_entered:
        return redirect("series:enter_hand", state.series.pk)
    return redirect("series:cards" if state.game.has_cards else "series:page", state.series.pk)


def choose_game(request: HttpRequest, me: Member) -> HttpResponse:
    """The page with a tile for each game. House rules of the scorecard are the circle's own games, and come first.

    A named preset has a tile after that of its game. The templates of a scorecard are buttons on the scorecard's tile.
    """
    own_games = [kept for kept in house_rules_of(me.circle_id) if BY_SLUG[kept.game].title_field]
    tiles = [
        (game, preset, numbers_of_players(game))
        for game in GAMES
        for preset in (None, *(() if game.title_field else game.named_presets()))
    ]
    context = {"circle": me.circle, "tiles": tiles, "own_games": own_games}
    return render(request, "scoring/start/games.html", context, status=422 if request.method == "POST" else 200)


def change_page(request: HtmxRequest, options: StartOptions, data: QueryDict) -> HttpResponse:
    """Show the form again: "add" seats a new player, "again" fills in the seats of the latest series, and "show" shows
    the fields of the chosen rules. No series is started."""
    data, fault = data.copy(), ""
    if "again" in data:
        data.setlist("seats", options.last_seats)
    elif "show" not in data:
        most = max(options.game.allowed_seats)
        seats = [*data.getlist("seats"), *[""] * most][:most]
        try:
            player = find_or_add(circle=options.me.circle, name=data.get("new_player", ""))
        except ValidationError as error:
            fault = str(error.messages[0])
        else:
            if player not in options.players:
                options.players.append(player)
            if player.pk not in seats and "" in seats:
                seats[seats.index("")] = player.pk
            data.setlist("seats", seats)
            data["new_player"] = ""
    form = options.form(shown=data)
    # Initial values are shown without being validated.
    form.initial = {name: field.widget.value_from_datadict(data, {}, name) for name, field in form.fields.items()}
    return start_page(request, options, form, fault, data)


def start_page(
    request: HtmxRequest,
    options: StartOptions,
    form: StartSeriesForm,
    fault: str = "",
    data: QueryDict | None = None,
) -> HttpResponse:
    """Return the page, or the part of it that htmx asks for. `fault` says why a new player could not be added."""
    only_agreement_is_wrong = form.errors and not {"seats", "new_player"} & set(form.errors)
    context = {
        "me": options.me,
        "circle": options.me.circle,
        "options": options,
        "form": form,
        "fault": fault,
        "seats_text": numbers_of_players(options.game),
        "terms": options.terms(data),
        "opens_at_agreement": "show" in (data or {}) or only_agreement_is_wrong,
    }
    part = request.htmx.target
    template = f"{PAGE}#{part}" if part in PARTS else PAGE
    return render(request, template, context, status=422 if fault or form.errors else 200)
