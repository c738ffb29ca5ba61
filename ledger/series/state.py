"""A series with its hands scored, and the preview of a record.

The scored hands of a series are cached in memory by the hash of its chain. The hash covers all that the scores depend
on, so what is cached is never out of date, in any process.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from games.contract import Boxes, Score, Standing, Table, blocks_scoring
from games.entry import Bids
from games.game import Game
from games.kit.problems import Problem
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.face.card_names import PACKS, Pack
from ledger.face.faces import faces_at_table
from ledger.lib.lru import LRUCache
from ledger.series.models import Event, Seat, Series, Status
from ledger.series.outcome import SeriesOutcome
from ledger.series.wording import Names

# --- Scoring hands: no database, no clock -----------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedHand:
    """A hand with its score, and the totals after it."""

    number: int
    record: Any
    score: Score
    cumulative: tuple[Fraction, ...]  # the total of each seat after this hand
    counts: bool  # False for a hand after the end of the series, and for a hand that was thrown in


@dataclass(frozen=True)
class Replay:
    """All hands of a series, scored one after the other."""

    game: Game
    table: Table
    scores: tuple[Score, ...]
    standing: Standing
    hands: tuple[PlayedHand, ...]

    @property
    def shows_won(self) -> bool:
        """Return whether points won differ from points entered: equal figures are not shown twice."""
        return any(hand.score.points_won != hand.score.points_entered for hand in self.hands)


def table_before(table: Table, records: Sequence[Any]) -> Table:
    """Return the table after the hands with these records, and before the next hand."""
    return replace(table, earlier=tuple(records))


def replay_series(game: Game, table: Table, records: Sequence[Any], known: Sequence[Score] = ()) -> Replay:
    """Score all records. `known` are the scores of the first records, which are not scored again."""
    new = range(len(known), len(records))
    scores = (*known, *(game.score(records[index], table_before(table, records[:index])) for index in new))
    standing = game.standing_of(scores, table)
    hands = []
    for index, (record, score) in enumerate(zip(records, scores, strict=True)):
        before_end = index < standing.counted
        totals = standing.running[index] if before_end else standing.cumulative
        hands.append(PlayedHand(index + 1, record, score, totals, counts=before_end and score.counts))
    return Replay(game, table, scores, standing, tuple(hands))


# --- The state of a series -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """A team, or one player who plays alone."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    faces: tuple[int, ...]

    @property
    def seat(self) -> int:
        """The first seat. Its face and its figures stand for the whole side."""
        return self.seats[0]

    @property
    def name(self) -> str:
        return " & ".join(self.names)

    @property
    def face(self) -> int:
        return self.faces[0]

    @property
    def names_and_faces(self) -> list[tuple[str, int]]:
        """The name and the face of each player."""
        return list(zip(self.names, self.faces, strict=True))


@dataclass(frozen=True)
class SeriesState:
    """A series, its players and hands, and the totals and ranking that follow from them."""

    series: Series
    players: tuple[Player, ...]  # in seat order
    events: tuple[Event, ...]  # the latest revision of each hand
    play: Replay

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def rules(self) -> Any:
        return self.game.rules

    @property
    def names(self) -> Names:
        return Names((player.name for player in self.players), self.pack)

    @property
    def pack(self) -> Pack:
        """The cards that lie on the table."""
        return PACKS[self.game.card_faces(self.rules)]

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """The faces by seat, all different."""
        return faces_at_table([player.face for player in self.players])

    @property
    def sides(self) -> list[Side]:
        return [self._side(seats) for seats in self.game.sides]

    @property
    def entry_sides(self) -> list[Side]:
        """The sides that each have a figure or a bid when a hand is entered, which may be parts of a team."""
        return [self._side(seats) for seats in self.game.entry_sides]

    @property
    def players_as_sides(self) -> list[Side]:
        """Each player as a side, in seat order, also where teams play."""
        return [self._side((seat,)) for seat in range(len(self.players))]

    def _side(self, seats: Sequence[int]) -> Side:
        names, faces = self.names, self.faces
        return Side(tuple(seats), tuple(names[seat] for seat in seats), tuple(faces[seat] for seat in seats))

    @property
    def seat_by_player(self) -> dict[str, int]:
        """The seat of each player, by the player's id."""
        return {player.pk: seat for seat, player in enumerate(self.players)}

    def side_of(self, seat: int) -> Side:
        return next(side for side in self.sides if seat in side.seats)

    @property
    def places(self) -> dict[int, tuple[int, int]]:
        """The first and the last place of each seat. Level sides share several places."""
        first = 1
        found: dict[int, tuple[int, int]] = {}
        for level in self.play.standing.ranking:
            after = first + sum(any(seat in level for seat in side.seats) for side in self.sides)
            found |= dict.fromkeys(level, (first, after - 1))
            first = after
        return found

    def by_side(self, ranking: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
        """The ranking with one seat for each side, so that partners do not look like a tie."""
        firsts = {side.seat for side in self.sides}
        return [level for seats in ranking if (level := tuple(seat for seat in seats if seat in firsts))]

    def seats_out(self, number: int) -> tuple[int, ...]:
        """The seats that play no further hand when hand `number` begins."""
        if number == self.next_number:
            return self.play.standing.out
        before = self.play.scores[: number - 1]
        return self.game.standing(before, self.table_for(number)).out

    def dealer_of(self, number: int) -> int | None:
        """The dealer of hand `number`, as far as it is known."""
        if number == self.next_number:
            return self.play.standing.dealer
        return self.game.standing_of(self.play.scores[: number - 1], self.play.table).dealer

    @property
    def bids(self) -> Bids | None:
        """What is bid before the play of a hand; None in a game without bids."""
        return self.game.totals.bids if self.game.totals else None

    @property
    def boxes(self) -> Boxes | None:
        """The boxes of each side, in a game with boxes."""
        return self.game.boxes(self.play.scores, self.table_for(self.next_number))

    @property
    def shown_status(self) -> Status:
        """The status for pages: where the rules have no end, a stopped series is finished and not stopped early."""
        status = Status(self.series.status)
        return Status.FINISHED if status == Status.STOPPED and not self.game.has_an_end else status

    @property
    def takes_hands(self) -> bool:
        """Return whether a hand can be recorded. A reopened series may be open and have reached its end."""
        return self.series.is_open and not self.play.standing.over

    @property
    def next_number(self) -> int:
        return len(self.events) + 1

    @property
    def can_be_joined(self) -> bool:
        """Return whether a player can take a further seat before the next hand."""
        return self.takes_hands and self.game.joining and len(self.players) + 1 in self.game.allowed_seats

    def with_players(self, players: Sequence[Player]) -> "SeriesState":
        """Return the state with the same hands and other players on the last seats."""
        before = self.play
        game = type(before.game)(before.game.rules, len(players))
        named = tuple(pair for pair in before.table.named_dealers if pair[1] < len(players))
        table = replace(before.table, seats=len(players), named_dealers=named)
        return replace(self, players=tuple(players), play=replay_series(game, table, self.records()))

    def with_dealer(self, seat: int) -> "SeriesState":
        """Return the state in which the player on this seat deals the next hand."""
        before, number = self.play, self.next_number
        others = (pair for pair in before.table.named_dealers if pair[0] != number)
        table = replace(before.table, named_dealers=tuple(sorted((*others, (number, seat)))))
        return replace(self, play=replay_series(before.game, table, self.records(), known=before.scores))

    @property
    def named_dealers(self) -> list[list[int]]:
        """The named dealers as the series stores them: the number of a hand, and the seat."""
        return [list(pair) for pair in self.play.table.named_dealers]

    @property
    def outcome(self) -> SeriesOutcome:
        """The settlement of the series; of an open series, the settlement if the series ended now."""
        return self.outcome_if(with_standard=self.series.with_standard)

    def outcome_if(self, *, with_standard: bool) -> SeriesOutcome:
        return self._outcomes[with_standard]

    @cached_property
    def _outcomes(self) -> dict[bool, SeriesOutcome]:
        return {standard: SeriesOutcome(self.play, self.series, self.players, standard) for standard in (True, False)}

    def records(self) -> list[Any]:
        return [hand.record for hand in self.play.hands]

    def table_for(self, number: int) -> Table:
        """Return the table before the hand of this number, with the totals."""
        totals = self.play.standing.running[: number - 1]
        table = table_before(self.play.table, self.records()[: number - 1])
        return replace(table, totals=totals[-1] if totals else ())


# --- From the database -----------------------------------------------------------------------------------------------

# The scored hands of a series by `_cache_key`. A hand takes 4 kB: 32 MB at most.
_REPLAYS: LRUCache[tuple[tuple[Event, ...], Replay]] = LRUCache(8000, size_of=lambda kept: 1 + len(kept[0]))


def series_state(series: Series) -> SeriesState:
    """Return the state with one query if this process has scored this version before, else with three."""
    return states_of([series])[0]


def states_of(all_series: Sequence[Series]) -> list[SeriesState]:
    """Return the states with the same queries for any number of series. Only series not in the cache are scored."""
    players: dict[str, list[Player]] = {each.pk: [] for each in all_series}
    for seat in Seat.objects.filter(series__in=list(players)).select_related("player").order_by("number"):
        players[seat.series_id].append(seat.player)
    states = {}
    for series in all_series:
        seated = tuple(players[series.pk])
        if kept := _REPLAYS.get(_cache_key(series, seated)):
            states[series.pk] = SeriesState(series, seated, *kept)

    unknown = [series for series in all_series if series.pk not in states]
    if unknown:
        events: dict[str, list[Event]] = {series.pk: [] for series in unknown}
        for event in Event.objects.filter(hand__series__in=list(events)).order_by("hand__number"):
            events[event.series_id].append(event)
        hashes = dict(Series.objects.filter(pk__in=list(events)).values_list("pk", "latest_hash"))
        for series in unknown:
            state = states[series.pk] = assemble(series, players[series.pk], events[series.pk])
            if hashes.get(series.pk) == series.latest_hash:
                remember(state)  # no other process has written between the queries
    return [states[series.pk] for series in all_series]


def remember(state: SeriesState) -> None:
    """Cache the scored hands. After a write, this saves the next reader from scoring them."""
    _REPLAYS[_cache_key(state.series, state.players)] = (state.events, state.play)


def _cache_key(series: Series, players: Sequence[Player]) -> tuple[str, str, int]:
    # The number of players is in the key in case a player joined after `series` was read and before `players` were.
    return series.pk, series.latest_hash, len(players)


def seated_players(series: Series) -> list[Player]:
    """Return the players in seat order."""
    return [seat.player for seat in Seat.objects.filter(series=series).select_related("player").order_by("number")]


def pack_of(series: Series) -> Pack:
    """Return the pack of the series without loading its hands."""
    game = BY_SLUG[series.game]
    return PACKS[game.card_faces(game.rules_model.model_validate(series.rules))]


def assemble(series: Series, players: Sequence[Player], events: Iterable[Event]) -> SeriesState:
    """Make the state of a series, and score its hands. `events` are the latest revisions of the hands, in order."""
    game_class, revisions = BY_SLUG[series.game], tuple(events)
    game = game_class(game_class.rules_model.model_validate(series.rules), len(players))
    named = tuple((number, seat) for number, seat in series.named_dealers)
    table = Table(seats=len(players), first_dealer=series.first_dealer, named_dealers=named)
    records = [game.record.validate_python(event.content) for event in revisions]
    return SeriesState(series, tuple(players), revisions, replay_series(game, table, records))


# --- The preview of a record -----------------------------------------------------------------------------------------


def fill_in_usual(data: Any, usual: Mapping[str, Any]) -> Any:
    """Return a record, which may be unreadable, with the usual value of each field that it leaves out."""
    return {**usual, **data} if usual and isinstance(data, Mapping) else data


@dataclass(frozen=True)
class Preview:
    """The series with a record that is not saved. `hand` and `play` are None if a problem prevents scoring."""

    problems: tuple[Problem, ...]
    hand: PlayedHand | None = None
    play: Replay | None = None


# The latest preview of a hand, with its record: most hands are previewed while they are typed, and then saved.
_PREVIEWS: LRUCache[tuple[Any, Preview]] = LRUCache(64)


def preview(state: SeriesState, number: int, data: Any) -> Preview:
    """Judge and score a record as hand `number`: the next hand, or a hand that is corrected."""
    reading = state.game.read_record(fill_in_usual(data, state.game.fields_by_dealer(state.dealer_of(number))))
    if reading.problems:
        return Preview(reading.problems)
    key = (*_cache_key(state.series, state.players), number)
    record, kept = _PREVIEWS.get(key) or (None, None)
    if kept and record == reading.value:
        return kept
    judged = _judge(state, number, reading.value)
    if state.series.latest_hash:  # a series that is stored
        _PREVIEWS[key] = (reading.value, judged)
    return judged


def _judge(state: SeriesState, number: int, record: Any) -> Preview:
    check, table = state.game.check, state.play.table
    problems = state.game.problems_of_new(record, state.table_for(number))
    if blocks_scoring(problems):
        return Preview(tuple(problems))

    records = state.records()
    records[number - 1 : number] = [record]
    # A correction can make a later hand impossible, such as when both hands would fill the same box.
    for index in range(number, len(records)):
        now = check(records[index], table_before(table, records[:index]))
        before = check(records[index], state.table_for(index + 1)) if now else []
        for problem in now:
            if problem not in before:
                why = say("Hand {number} would no longer fit: {why}", number=index + 1, why=problem.message)
                problems.append(Problem("", problem.code, why))
    if blocks_scoring(problems):
        return Preview(tuple(problems))

    play = replay_series(state.game, table, records, known=state.play.scores[: number - 1])
    return Preview(tuple(problems), play.hands[number - 1], play)


def without_last_hand(state: SeriesState) -> Replay:
    play = state.play
    return replay_series(play.game, play.table, state.records()[:-1], known=play.scores[:-1])
