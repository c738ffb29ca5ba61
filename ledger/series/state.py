"""A series as it stands: its hands run through the rulebook, and what they come to.

What follows from the chain's hash is kept in this process's memory: a hash covers all that the figures follow from, so
what is kept can never be out of date, in whatever process it was worked out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.contract import Game, Question, Table, TotalsEntry, blocks_scoring
from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.lib.lru import LRUCache
from ledger.lib.prepared import Prepared
from ledger.series.models import Event, Hand, Seat, Series
from ledger.series.replay import PlayedHand, Replay, replay, table_before


@dataclass(frozen=True)
class Side:
    """Who plays together: a team, or one player alone."""

    seats: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def seat(self) -> int:
        """The first of its seats, by whose mark it is known and whose figures are the side's."""
        return self.seats[0]

    @property
    def name(self) -> str:
        return " & ".join(self.names)


@dataclass(frozen=True)
class SeriesState:
    """A series as it stands: what is stored of it, and what that comes to."""

    series: Series
    players: tuple[Player, ...]  # in seat order
    events: tuple[Event, ...]  # the latest revision of each hand
    play: Replay

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def rules(self) -> Any:
        return self.play.rules

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def sides(self) -> list[Side]:
        sides = self.game.sides_of(self.rules, len(self.players))
        return [Side(seats, tuple(self.names[seat] for seat in seats)) for seats in sides]

    def side_of(self, seat: int) -> Side:
        return next(side for side in self.sides if seat in side.seats)

    def by_side(self, ranking: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
        """The ranking with one seat for each side: partners are level, and that is no tie."""
        firsts = {side.seat for side in self.sides}
        return [level for seats in ranking if (level := tuple(seat for seat in seats if seat in firsts))]

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        """What is asked of a hand besides its figures or its cards."""
        return self.game.questions(self.rules, len(self.players), by_card=by_card)

    @property
    def totals_entry(self) -> TotalsEntry | None:
        """How a hand is entered as one figure for each side, where the game can be."""
        return self.game.totals(self.rules, len(self.players)) if self.game.totals else None

    @property
    def can_be_entered(self) -> bool:
        """Can a hand be entered in a form: on the keypad, or in the game's own?"""
        return self.game.can_be_entered(self.rules, len(self.players))

    @property
    def has_cards(self) -> bool:
        """Can a hand be written down card by card? (A template would call `game.shape`, being a function.)"""
        return self.game.shape is not None

    @property
    def takes_hands(self) -> bool:
        """A series that was opened again may have reached its end all the same."""
        return self.series.is_open and not self.play.standing.over

    @property
    def next_number(self) -> int:
        return len(self.events) + 1

    @property
    def can_be_joined(self) -> bool:
        """Is there a further seat that somebody may take between two hands?"""
        return self.takes_hands and self.game.joining and len(self.players) + 1 in self.game.seats

    def seating(self, players: Sequence[Player]) -> "SeriesState":
        """The same hands at a table with other seats at its end."""
        before = self.play
        table = replace(before.table, seats=len(players))
        return replace(self, players=tuple(players), play=replay(before.game, before.rules, table, self.records()))

    def records(self) -> list[Any]:
        return [hand.record for hand in self.play.hands]

    def table_for(self, number: int) -> Table:
        """What the rulebook has to know to judge the hand of that number."""
        return table_before(self.play.table, self.records()[: number - 1])


def series_state(series: Series) -> SeriesState:
    """Two queries, however many hands there are; one, if this process has come past this version lately."""
    players = tuple(players_of(series))
    course = _COURSES.get(_key(series, players))
    if course is not None:
        return SeriesState(series, players, *course)
    state = assemble(series, players, _STANDING.all(series=series.pk))
    if _HEAD.all(series=series.pk)[0].latest_hash == series.latest_hash:  # nobody wrote while it was read
        remember(state)
    return state


def remember(state: SeriesState) -> SeriesState:
    """What a verb has just worked out is what will be asked for next."""
    _COURSES[_key(state.series, state.players)] = (state.events, state.play)
    return state


def _key(series: Series, players: Sequence[Player]) -> tuple[str, str, int]:
    """The hash of the chain covers all that the hands and their scores follow from."""
    return series.pk, series.latest_hash, len(players)


# Of each series, the hands as they stand and what they come to.
_COURSES: LRUCache[tuple[tuple[Event, ...], Replay]] = LRUCache(most=200)


def states_of(series: Sequence[Series]) -> list[SeriesState]:
    """Two queries, however many series and hands there are."""
    players: dict[str, list[Player]] = {each.pk: [] for each in series}
    for seat in Seat.objects.filter(series__in=list(players)).select_related("player").order_by("number"):
        players[seat.series_id].append(seat.player)
    events: dict[str, list[Event]] = {each.pk: [] for each in series}
    for hand in Hand.objects.filter(series__in=list(events)).select_related("event").order_by("number"):
        events[hand.series_id].append(hand.event)
    return [assemble(each, players[each.pk], events[each.pk]) for each in series]


def table_of(series: Series) -> SeriesState:
    """Who sits where, by which rules: a state without its hands, for one query."""
    return assemble(series, players_of(series), ())


def players_of(series: Series) -> list[Player]:
    """In seat order."""
    return [seat.player for seat in _SEATED.all(series=series.pk)]


_SEATED = Prepared(lambda series: Seat.objects.filter(series=series).select_related("player").order_by("number"))
_HEAD = Prepared(lambda series: Series.objects.filter(pk=series).only("latest_hash"))
_STANDING = Prepared(lambda series: Event.objects.filter(hand__series=series).order_by("hand__number"))


def assemble(series: Series, players: Sequence[Player], events: Iterable[Event]) -> SeriesState:
    game, kept = BY_SLUG[series.game], tuple(events)
    rules = game.rules.model_validate(series.rules)
    table = Table(seats=len(players), first_dealer=series.first_dealer)
    records = [game.record.validate_python(event.content) for event in kept]
    return SeriesState(series, tuple(players), kept, replay(game, rules, table, records))


@dataclass(frozen=True)
class Preview:
    """What would be if a record were saved. With problems, save that it is unfinished, there is nothing to see."""

    problems: tuple[Problem, ...]
    hand: PlayedHand | None = None
    play: Replay | None = None


def preview(state: SeriesState, number: int, data: Any) -> Preview:
    """Judge and score a record in the place of hand `number`, the next one or one that is corrected."""
    reading = state.game.read_record(data)
    if reading.problems:
        return Preview(reading.problems)
    problems = tuple(state.game.check(state.rules, reading.value, state.table_for(number)))
    if blocks_scoring(problems):
        return Preview(problems)
    records = state.records()
    records[number - 1 : number] = [reading.value]
    problems += tuple(_no_longer_fitting(state, number, records))
    if blocks_scoring(problems):
        return Preview(problems)
    play = replay(state.game, state.rules, state.play.table, records, known=state.play.scores[: number - 1])
    return Preview(problems, play.hands[number - 1], play)


def _no_longer_fitting(state: SeriesState, number: int, records: Sequence[Any]) -> Iterator[Problem]:
    """What a correction would make impossible in the hands after it: what was taken there cannot be taken before."""
    check, rules, table = state.game.check, state.rules, state.play.table
    for index in range(number, len(records)):
        problems = check(rules, records[index], table_before(table, records[:index]))
        known = check(rules, records[index], state.table_for(index + 1)) if problems else []
        for problem in problems:
            if problem not in known:
                why = say("Hand {number} would no longer fit: {why}", number=index + 1, why=problem.message)
                yield Problem("", problem.code, why)


def without_last_hand(state: SeriesState) -> Replay:
    return replay(state.game, state.rules, state.play.table, state.records()[:-1])


def score_so_far(state: SeriesState, data: Any) -> tuple[tuple[Problem, ...], Any]:
    """For a hand that is still being played: its problems, and its score as far as it goes."""
    reading = state.game.read_record(data)
    if reading.problems:
        return reading.problems, None
    table = state.table_for(state.next_number)
    problems = tuple(state.game.check(state.rules, reading.value, table))
    if blocks_scoring(problems):
        return problems, None
    return problems, state.game.score(state.rules, reading.value, table)
