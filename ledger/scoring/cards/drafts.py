"""A hand that is being written down card by card. It lies on the server after every card, and counts for nothing yet.

One person writes at a time; whoever may score may take over. Every change says which step of the draft its writer saw,
so that of two phones that lay a card at the same moment the second is told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.contract import UNFINISHED, IllegalPlay, Question, Score
from games.kit.cards import BITS, CODES, SUITS, Card, cards_in, mask_of
from games.kit.entering import change_leader, exchange, lay_card, take_back, turn_round
from games.kit.plays import Direction, PlayRecord, Shape
from games.kit.problems import Problem, Unreadable
from games.kit.sentences import say
from games.kit.table_view import TableView, view_table, walk
from ledger.circles.models import Member
from ledger.lib.refusals import Refused
from ledger.scoring.entry.fields import with_answers
from ledger.series.models import Draft, Series
from ledger.series.services import Done, Submit, record_hand
from ledger.series.state import SeriesState

Change = Callable[[PlayRecord, Shape], PlayRecord]


class StaleDraftError(Exception):
    """The draft has changed, or ended, since the writer looked."""


class TakenOverError(Exception):
    """Somebody else has gone on with the draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft


@dataclass(frozen=True)
class Table:
    """The draft as the rulebook sees it."""

    draft: Draft
    play: PlayRecord
    shape: Shape
    view: TableView
    score: Score
    problems: tuple[Problem, ...] = ()  # what keeps it from being saved, besides the cards that are still to come

    @property
    def is_complete(self) -> bool:
        return self.view.turn is None

    @property
    def cards_laid(self) -> int:
        return cards_laid(self.draft)

    @property
    def undecided(self) -> list[IllegalPlay]:
        """The wrong cards of which the table has not said yet that they shall stand."""
        return [wrong for wrong in self.score.illegal_plays if not self._is_kept(wrong)]

    @property
    def kept(self) -> list[IllegalPlay]:
        return [wrong for wrong in self.score.illegal_plays if self._is_kept(wrong)]

    def _is_kept(self, wrong: IllegalPlay) -> bool:
        return _marked(wrong) in self.draft.kept


@dataclass(frozen=True)
class Tap:
    """One change by one phone: which step it saw, and a key by which a second sending is known."""

    me: Member
    steps: int
    key: str


def find_draft(series: Series) -> Draft | None:
    return Draft.objects.filter(series=series).first()


def cards_laid(draft: Draft) -> int:
    return sum(card is not None for row in draft.record["tricks"] for card in row)


def is_unchanged(series: Series, seen: str) -> bool:
    """Does a phone that looks again see what it saw before? `seen` is what `seen_by` gave it."""
    steps, _dash, version = seen.partition("-")
    return version == str(series.version) and steps.isdecimal() and _has_steps(series, steps)


def _has_steps(series: Series, steps: str) -> bool:
    return len(steps) <= len("1000000") and Draft.objects.filter(series=series, steps=int(steps)).exists()


def seen_by(state: SeriesState, draft: Draft) -> str:
    return f"{draft.steps}-{state.series.version}"


def questions(state: SeriesState) -> tuple[Question, ...]:
    """What the game asks besides the cards, what it must know before the first card at the head."""
    asked = state.game.questions(state.rules, len(state.players), by_card=True)
    return tuple(sorted(asked, key=lambda question: not question.required))


def table_of(state: SeriesState, draft: Draft) -> Table:
    play = _read(state, draft.record)
    shape = _shape(state, play)
    problems = _problems(state, draft.record)
    score = state.game.score(state.rules, _scorable(state, draft, problems), state.table_for(state.next_number))
    return Table(draft, play, shape, view_table(play, shape), score, problems)


def _scorable(state: SeriesState, draft: Draft, problems: tuple[Problem, ...]) -> PlayRecord:
    """Cards can give the lie to what was said besides them, such as who has Stöck. Then they are scored without it."""
    if not problems:
        return _read(state, draft.record)
    optional = [question for question in questions(state) if not question.required]
    return _read(state, with_answers(draft.record, optional, {}))


def _problems(state: SeriesState, record: Any) -> tuple[Problem, ...]:
    found = state.game.check(state.rules, _read(state, record), state.table_for(state.next_number))
    return tuple(problem for problem in found if problem.code != UNFINISHED)


def begin(*, state: SeriesState, me: Member, start: dict[str, Any], with_holdings: bool = False) -> Draft:
    """`start` is the record before the first card. If a draft lies there already, that one it is."""
    reading = state.game.read_record(start | {"tricks": []})
    if reading.problems:
        raise Refused(*reading.problems)
    if wrong := _problems(state, start | {"tricks": []}):
        raise Refused(*wrong)
    record = _as_stored(state, reading.value) | ({"holdings": []} if with_holdings else {})
    begun = {"record": record, "by_id": me.user_id, "by_name": me.name, "base_version": state.series.version}
    draft, _made = Draft.objects.get_or_create(series=state.series, defaults=begun)
    return draft


@transaction.atomic
def take_over(*, state: SeriesState, me: Member) -> Draft:
    """Whoever wrote so far is told at the next tap, or sooner."""
    draft = Draft.objects.select_for_update().filter(series=state.series).first()
    if draft is None:
        raise StaleDraftError
    if draft.by_id != me.user_id:
        draft.by_id, draft.by_name = me.user_id, me.name
        draft.steps += 1
        draft.save()
    return draft


def lay(*, state: SeriesState, tap: Tap, card: int) -> Draft:
    return _change(state, tap, lambda play, shape: lay_card(play, shape, card))


def take_card_back(*, state: SeriesState, tap: Tap) -> Draft:
    """Or, before the first card, what the last player was dealt."""
    return _change(
        state, tap, lambda play, shape: take_back(play, shape) if _is_begun(play) else _deal_taken_back(play, shape)
    )


def _is_begun(play: PlayRecord) -> bool:
    return any(card is not None for row in play.tricks for card in row) or not play.holdings


def _deal_taken_back(play: PlayRecord, shape: Shape) -> PlayRecord:
    """The last player's cards go with those before them, where they had followed by themselves."""
    holdings = play.holdings or ()
    followed = len(holdings) == shape.seats and shape.pack.bit_count() == shape.seats * shape.tricks
    return play.model_copy(update={"holdings": holdings[: -2 if followed else -1], "tricks": ()})


def turn(*, state: SeriesState, tap: Tap, direction: Direction) -> Draft:
    return _change(state, tap, lambda play, _shape: turn_round(play, direction))


def lead_from(*, state: SeriesState, tap: Tap, leader: int) -> Draft:
    if not 0 <= leader < len(state.players):
        raise Refused(Problem("first_leader", "no_such_seat", say("There is no such seat at this table.")))
    return _change(state, tap, lambda play, _shape: change_leader(play, leader))


def put_right(*, state: SeriesState, tap: Tap, trick: int, seat: int, card: int) -> Draft:
    return _change(state, tap, lambda play, shape: exchange(play, shape, trick, seat, card))


def keep(*, state: SeriesState, tap: Tap, trick: int | None, seat: int | None) -> Draft:
    """The table lets a wrong card stand, or all of them. It is not asked again, on no phone."""

    def kept(draft: Draft) -> None:
        wrong = table_of(state, draft).undecided
        marks = [_marked(play) for play in wrong if trick is None or (play.trick, play.seat) == (trick, seat)]
        if not marks:
            raise Refused(Problem("trick", "no_such_card", say("There is no such card in this hand.")))
        draft.kept = [*draft.kept, *marks]

    return _write(state, tap, kept)


def _marked(wrong: IllegalPlay) -> list[Any]:
    """With its card: what is put right is not what was kept."""
    return [wrong.trick, wrong.seat, CODES[wrong.played]]


def answer(*, state: SeriesState, tap: Tap, cleaned: Mapping[str, Any]) -> Draft:
    """What the game asks besides the cards. Where that changes what beats what, the cards stay in the order of play."""

    def answered(draft: Draft) -> None:
        before = _read(state, draft.record)
        reading = state.game.read_record(with_answers(draft.record, questions(state), cleaned))
        if reading.problems:
            raise Refused(*reading.problems)
        after = _laid_again(before, _shape(state, before), reading.value, _shape(state, reading.value))
        record = _as_stored(state, after)
        if wrong := _problems(state, record):
            raise Refused(*wrong)
        draft.record = record

    return _write(state, tap, answered)


def _laid_again(before: PlayRecord, old: Shape, after: PlayRecord, new: Shape) -> PlayRecord:
    if old == new:
        return after
    laid = after.model_copy(update={"tricks": ()})
    for step in walk(before, old).steps:
        if not any(step.card in row for row in laid.tricks):  # the last one may have followed by itself
            laid = lay_card(laid, new, step.card)
    return laid


def deal(*, state: SeriesState, tap: Tap, cards: Sequence[int]) -> Draft:
    """The next player's cards. Where the whole pack is dealt, the last player has what is left."""

    def dealt(play: PlayRecord, shape: Shape) -> PlayRecord:
        holdings = (*(play.holdings or ()), tuple(sorted(cards)))
        _check_deal(holdings, shape)
        rest = shape.pack & ~mask_of(card for holding in holdings for card in holding)
        if len(holdings) == shape.seats - 1 and rest.bit_count() == shape.tricks:
            holdings = (*holdings, cards_in(rest))
        return play.model_copy(update={"holdings": holdings})

    return _change(state, tap, dealt)


def _check_deal(holdings: Sequence[Sequence[int]], shape: Shape) -> None:
    *before, latest = holdings
    gone = {card for holding in before for card in holding}
    if len(set(latest)) != shape.tricks:
        wanted = say(
            "{count} cards were dealt to each player, not {given}.", count=shape.tricks, given=len(set(latest))
        )
        raise Unreadable.because("wrong_count", wanted, "cards")
    if twice := [card for card in latest if card in gone or not shape.pack & BITS[card]]:
        raise Unreadable.because("dealt_twice", say("{card} was dealt twice.", card=Card(twice[0])), "cards")


def deal_nothing(*, state: SeriesState, tap: Tap) -> Draft:
    """Nobody writes down what was dealt after all."""
    return _change(state, tap, lambda play, _shape: play.model_copy(update={"holdings": None}))


def seat_to_deal(state: SeriesState, draft: Draft) -> int | None:
    """Whose dealt cards are to be entered next; nobody's, once play can begin."""
    holdings = draft.record.get("holdings")
    return len(holdings) if holdings is not None and len(holdings) < len(state.players) else None


def undealt(state: SeriesState, draft: Draft) -> list[int]:
    play = _read(state, draft.record)
    dealt = mask_of(card for holding in play.holdings or () for card in holding)
    return list(cards_in(_shape(state, play).pack & ~dealt))


def cards_each(state: SeriesState, draft: Draft) -> int:
    return _shape(state, _read(state, draft.record)).tricks


def cards_in_a_suit(state: SeriesState, draft: Draft) -> int:
    return _shape(state, _read(state, draft.record)).pack.bit_count() // len(SUITS)


def discard(series: Series) -> None:
    Draft.objects.filter(series=series).delete()


@transaction.atomic
def save(*, state: SeriesState, submit: Submit, record: Any) -> Done:
    """Into the books, and out of the drafts. Sent again later it leaves alone what was begun meanwhile."""
    done = record_hand(series=state.series, submit=submit, record=record)
    if not done.replayed:
        discard(state.series)
    return done


# --- One change ------------------------------------------------------------------------------------------------------


def _change(state: SeriesState, tap: Tap, change: Change) -> Draft:
    """Of the cards."""

    def changed(draft: Draft) -> None:
        play = _read(state, draft.record)
        draft.record = _as_stored(state, change(play, _shape(state, play)))

    return _write(state, tap, changed)


@transaction.atomic
def _write(state: SeriesState, tap: Tap, change: Callable[[Draft], None]) -> Draft:
    draft = Draft.objects.select_for_update().filter(series=state.series).first()
    if draft is None:
        raise StaleDraftError
    if draft.steps != tap.steps and draft.key == tap.key:
        return draft
    if draft.by_id != tap.me.user_id:
        raise TakenOverError(draft)
    if draft.steps != tap.steps:
        raise StaleDraftError
    try:
        change(draft)
    except Unreadable as unreadable:
        raise Refused(*unreadable.problems) from unreadable
    draft.steps += 1
    draft.key = tap.key
    draft.save()
    return draft


def _read(state: SeriesState, record: Any) -> PlayRecord:
    play: PlayRecord = state.game.read_record(record).value
    return play


def _shape(state: SeriesState, play: PlayRecord) -> Shape:
    assert state.game.shape is not None
    shape: Shape = state.game.shape(state.rules, play, state.table_for(state.next_number))
    return shape


def _as_stored(state: SeriesState, play: PlayRecord) -> Any:
    return state.game.record.dump_python(play, mode="json", exclude_none=True)
