"""What the API says of things: plain dictionaries with the names that docs/api.md fixes. Nothing is worked out here."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Game, IllegalPlay, Score
from games.kit.cards import CODES
from games.kit.points import write_points
from games.kit.transfers import Transfer, matrix, nets
from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.lib import currencies
from ledger.series import settling
from ledger.series.models import Event, Series
from ledger.series.selectors import revision_counts
from ledger.series.state import PlayedHand, SeriesState
from ledger.series.wording import in_words

Json = dict[str, Any]


def amount(amount_minor: int, currency: str) -> str:
    """In the main unit with its minor digits: "-18.50"."""
    digits = currencies.minor_digits(currency)
    whole, rest = divmod(abs(amount_minor), 10**digits)
    sign = "-" if amount_minor < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}}" if digits else f"{sign}{whole}"


def points(values: Iterable[Fraction]) -> list[int | float]:
    return [write_points(value) for value in values]


# --- Games -----------------------------------------------------------------------------------------------------------


def game(one: Game) -> Json:
    return {
        "slug": one.slug,
        "name": _(one.name),
        "about": _(one.about),
        "seats": {"min": min(one.seats), "max": max(one.seats), "allowed": list(one.seats)},
        "presets": [
            {
                "slug": preset.slug,
                "title": _(preset.title),
                "about": _(preset.about),
                "rules": preset.rules.model_dump(mode="json"),
            }
            for preset in one.presets.values()
        ],
        **_schemas(one.slug),
    }


@cache
def _schemas(slug: str) -> Json:
    """They take a hundred times as long to make as to send."""
    one = BY_SLUG[slug]
    return {"rules_schema": one.rules_schema(), "record_schema": one.record_schema()}


def judgement(score: Score, names: Sequence[str]) -> Json:
    return {
        "complete": score.complete,
        "points_won": points(score.points_won),
        "points_entered": points(score.points_entered),
        "winners": None if score.winners is None else list(score.winners),
        "trick_points": None if score.trick_points is None else points(score.trick_points),
        "last_trick_winner": score.last_trick_winner,
        "lines": [
            {"seat": line.seat, "points": write_points(line.points), "text": in_words(line.why, names)}
            for line in score.lines
        ],
        "bonuses": [transfer(paid) for paid in score.transfers],
        "reasoning": [in_words(step, names) for step in score.reasoning],
        "illegal_plays": [illegal_play(play) for play in score.illegal_plays],
    }


def illegal_play(play: IllegalPlay) -> Json:
    return {
        "trick": play.trick,
        "seat": play.seat,
        "played": CODES[play.played],
        "must": play.must,
        "could_have_played": [CODES[card] for card in play.could_have_played],
        "shown_in": play.shown_in,
    }


def transfer(paid: Transfer) -> Json:
    return {
        "from_seat": paid.payer,
        "to_seat": paid.payee,
        "points": write_points(paid.points),
        "cause": paid.cause,
    }


# --- Circles and players ---------------------------------------------------------------------------------------------


def circle(one: Circle, role: str) -> Json:
    return {
        "id": one.pk,
        "name": one.name,
        "currency": one.currency,
        "coin": amount(one.coin_minor, one.currency),
        "language": one.language,
        "role": role,
    }


def player(one: Player) -> Json:
    return {"id": one.pk, "name": one.name, "hidden": one.hidden_at is not None}


# --- Series ----------------------------------------------------------------------------------------------------------


def series(state: SeriesState) -> Json:
    one, standing = state.series, state.play.standing
    counts = revision_counts(state)
    return {
        **series_head(one),
        "rules": one.rules,
        "players": [{"id": who.pk, "name": who.name} for who in state.players],
        "hands": [
            _hand(hand, event, counts[hand.number]) for hand, event in zip(state.play.hands, state.events, strict=True)
        ],
        "cumulative": points(standing.cumulative),
        "ranking": None if one.is_open else [list(level) for level in standing.ranking],
        "dealer": standing.dealer,
        "reminders": [in_words(told, names(state)) for told in standing.reminders],
        "settlement": None if one.is_open else settlement(state),
    }


def series_head(one: Series) -> Json:
    return {
        "id": one.pk,
        "circle": one.circle_id,
        "version": one.version,
        "game": one.game,
        "preset": one.preset or None,
        "point_value": format(one.point_value.normalize(), "f"),
        "currency": one.currency,
        "status": one.status,
        "started_at": one.started_at.isoformat(),
        "changed_at": one.changed_at.isoformat(),
    }


def listed_series(one: Series) -> Json:
    """Who played what when, without its hands."""
    return series_head(one) | {
        "players": [{"id": seat.player.pk, "name": seat.player.name} for seat in one.seats.all()]
    }


def names(state: SeriesState) -> list[str]:
    return [who.name for who in state.players]


def _hand(hand: PlayedHand, event: Event, revisions: int) -> Json:
    return {
        "number": hand.number,
        "record": event.content,
        "counts": hand.counts,
        "points_won": points(hand.score.points_won),
        "points_entered": points(hand.score.points_entered),
        "cumulative": points(hand.cumulative),
        "last_trick_winner": hand.score.last_trick_winner,
        "bonuses": [transfer(paid) for paid in hand.score.transfers],
        "recorded_by": event.by_name,
        "recorded_at": event.at.isoformat(),
        "revision": revisions,
        "illegal_plays": [illegal_play(play) for play in hand.score.illegal_plays],
    }


def revision(event: Event) -> Json:
    return {
        "version": event.number,
        "kind": event.kind,
        "record": event.content or None,
        "reason": event.reason,
        "recorded_by": event.by_name,
        "recorded_at": event.at.isoformat(),
        "hash": event.hash,
    }


# --- Settlement ------------------------------------------------------------------------------------------------------


def settlement(state: SeriesState) -> Json:
    """As the series ended, or as it would if it ended now."""
    one, seats = state.series, len(state.players)
    paid = state.play.settle(with_standard=one.with_standard)
    money = settling.in_money(state).amounts_minor
    return {
        "final": not one.is_open,
        "lines": [transfer(each) | {"text": in_words(each.why, names(state))} for each in paid],
        "by_seat": [
            _by_seat(state.game, paid, seat, seats) | {"money": amount(money[seat], one.currency)}
            for seat in range(seats)
        ],
        "pairs": [points(row) for row in matrix(paid, seats)],
        "point_value": format(one.point_value.normalize(), "f"),
        "currency": one.currency,
    }


def _by_seat(one: Game, paid: Sequence[Transfer], seat: int, seats: int) -> Json:
    """A sum under each of the game's headings. The first three names are always there."""
    sums: Json = {"difference": 0, "standard": 0, "bonus": 0}
    for column in one.columns:
        under = [each for each in paid if each.cause in column.causes]
        sums[column.code] = write_points(nets(under, seats)[seat])
    return {"seat": seat, **sums, "total": write_points(nets(paid, seats)[seat])}
