"""Start a series like an earlier series: "Play again", and "Same as last time" on a new evening."""

from dataclasses import replace
from decimal import Decimal

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Circle, Member, Verdicts
from ledger.lib.ids import new_key
from ledger.lib.refusals import Refused
from ledger.series.models import Series, Status
from ledger.series.selectors import SAME_EVENING
from ledger.series.starting import Agreement, problems_before_start, start_series
from ledger.series.state import SeriesState, series_state


@transaction.atomic
def start_again(*, me: Member, last: Series, continues: bool = True) -> Series:
    """Start a series with the game, rules, point value, players and seats of `last`.

    With `continues` the new series continues `last`; without, only if the last hand of `last` was less than 12 hours
    ago.
    If `last` or a later series of this game with these players on these seats is open, return that series, whatever its
    rules. So a second tap or a second scorer starts no second series, and the form needs no key.
    """
    get_object_or_404(Circle.objects.select_for_update(), pk=me.circle_id)  # a second tap waits here
    last.circle = me.circle
    state = series_state(last)
    seated = [player.pk for player in state.players]
    open_since = Series.objects.filter(
        circle=me.circle_id, game=last.game, status=Status.OPEN, started_at__gte=last.started_at
    )
    for series in open_since.prefetch_related("seats").order_by("-started_at"):
        if [seat.player_id for seat in series.seats.all()] == seated:
            return series
    if problems := problems_of_playing_again(me, state):
        raise Refused(*problems)
    # On another evening `first_dealer` is None: the players decide who deals first.
    is_same_evening = bool(state.events) and timezone.now() - state.events[-1].entered_at < SAME_EVENING
    play = state.play
    first_dealer = state.game.next_first_dealer(play.standing, play.table) if is_same_evening else None
    agreed = replace(agreement_of(state), first_dealer=first_dealer, again=last if continues else None)
    # By the key, the site recognises a start that a phone without signal sends twice.
    return start_series(me=me, agreed=agreed, key=new_key())


def problems_of_playing_again(me: Member, state: SeriesState) -> list[Problem]:
    """Return why the same agreement is not possible today, such as a player who has left the circle."""
    gone = [player for player in state.players if player.hidden_at]
    problems = [
        Problem("players", "gone", say("{name} is no longer a player of this circle.", name=player.name))
        for player in gone
    ]
    if state.series.shows_money and state.series.currency != me.circle.currency:
        message = say(
            "The circle counted in {before} then, and counts in {now} today.",
            before=state.series.currency,
            now=me.circle.currency,
        )
        problems.append(Problem("point_value", "other_currency", message))
    return problems or problems_before_start(me, agreement_of(state))


def agreement_of(state: SeriesState) -> Agreement:
    """Return the agreement of this series, without money in a circle for points only.

    The rules of an old series lack the options that the game has got since. Such an option gets the value that it has
    in the preset, or its default if the game lists it in `later_options`.
    """
    game, series = type(state.game), state.series
    preset = game.presets.get(series.preset, game.default_preset)
    of_preset = preset.rules.model_dump(mode="json", exclude=set(game.later_options))
    rules = game.rules_model.model_validate({**of_preset, **series.rules})
    return Agreement(
        game=game,
        players=state.players,
        rules=rules,
        point_value=series.point_value if series.shows_money else Decimal(0),
        preset=series.preset if game.is_preset(series.preset, rules) else "",
        verdicts=Verdicts(series.verdicts),
    )
