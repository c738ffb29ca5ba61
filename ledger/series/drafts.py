"""A hand that is being written down card by card. It lies on the server after every card, and counts for nothing yet.

Whoever may score may go on with it: one phone can take over from another. Every change says which step of the draft its
writer saw, so that of two phones that lay a card at the same moment the second is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.contract import Score
from games.kit.cards import BITS, Card, cards_in, mask_of
from games.kit.entering import change_leader, exchange, lay_card, take_back, turn_round
from games.kit.faults import Problem, Unfit
from games.kit.plays import Direction, PlayRecord, Shape
from games.kit.sentences import say
from games.kit.table_view import TableView, view_table
from ledger.circles.models import Member
from ledger.series.models import Draft, Series
from ledger.series.selectors import SeriesState
from ledger.series.services import RefusedError

Change = Callable[[PlayRecord, Shape], PlayRecord]


class StaleDraftError(Exception):
    """Somebody else has changed the draft, or ended it, since the writer looked."""


@dataclass(frozen=True)
class Table:
    """The draft as the rulebook sees it."""

    draft: Draft
    play: PlayRecord
    shape: Shape
    view: TableView
    score: Score

    @property
    def is_complete(self) -> bool:
        return self.view.turn is None

    @property
    def cards_laid(self) -> int:
        return sum(card is not None for row in self.play.tricks for card in row)


@dataclass(frozen=True)
class Tap:
    """One change by one phone: which step it saw, and a key by which a second sending is known."""

    me: Member
    steps: int
    key: str


def find_draft(series: Series) -> Draft | None:
    return Draft.objects.filter(series=series).first()


def table_of(state: SeriesState, draft: Draft) -> Table:
    play = state.game.read_record(draft.record).value
    shape = _shape(state, play)
    score = state.game.score(state.rules, play, state.table_for(state.next_number))
    return Table(draft, play, shape, view_table(play, shape), score)


def begin(*, state: SeriesState, me: Member, start: dict[str, Any], with_holdings: bool = False) -> Draft:
    """`start` is the record before the first card. If a draft lies there already, that one it is."""
    reading = state.game.read_record(start | {"tricks": []})
    if reading.problems:
        raise RefusedError(*reading.problems)
    problems = state.game.check(state.rules, reading.value, state.table_for(state.next_number))
    if wrong := [problem for problem in problems if problem.code != "unfinished"]:
        raise RefusedError(*wrong)
    record = _as_stored(state, reading.value) | ({"holdings": []} if with_holdings else {})
    draft, _made = Draft.objects.get_or_create(series=state.series, defaults={"record": record, "by_name": me.name})
    return draft


def lay(*, state: SeriesState, tap: Tap, card: int) -> Draft:
    return _change(state, tap, lambda play, shape: lay_card(play, shape, card))


def take_card_back(*, state: SeriesState, tap: Tap) -> Draft:
    return _change(state, tap, take_back)


def turn(*, state: SeriesState, tap: Tap, direction: Direction) -> Draft:
    return _change(state, tap, lambda play, _shape: turn_round(play, direction))


def lead_from(*, state: SeriesState, tap: Tap, leader: int) -> Draft:
    if not 0 <= leader < len(state.players):
        raise RefusedError(Problem("first_leader", "no_such_seat", say("There is no such seat at this table.")))
    return _change(state, tap, lambda play, _shape: change_leader(play, leader))


def put_right(*, state: SeriesState, tap: Tap, trick: int, seat: int, card: int) -> Draft:
    return _change(state, tap, lambda play, shape: exchange(play, shape, trick, seat, card))


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
        raise Unfit.because("wrong_count", wanted, "cards")
    if twice := [card for card in latest if card in gone or not shape.pack & BITS[card]]:
        raise Unfit.because("dealt_twice", say("{card} was dealt twice.", card=Card(twice[0])), "cards")


def deal_nothing(*, state: SeriesState, tap: Tap) -> Draft:
    """Nobody writes down what was dealt after all."""
    return _change(state, tap, lambda play, _shape: play.model_copy(update={"holdings": None}))


def seat_to_deal(state: SeriesState, draft: Draft) -> int | None:
    """Whose dealt cards are to be entered next; nobody's, once play can begin."""
    holdings = draft.record.get("holdings")
    return len(holdings) if holdings is not None and len(holdings) < len(state.players) else None


def undealt(state: SeriesState, draft: Draft) -> list[int]:
    play = state.game.read_record(draft.record).value
    dealt = mask_of(card for holding in play.holdings or () for card in holding)
    return list(cards_in(_shape(state, play).pack & ~dealt))


def cards_each(state: SeriesState, draft: Draft) -> int:
    return _shape(state, state.game.read_record(draft.record).value).tricks


def discard(series: Series) -> None:
    Draft.objects.filter(series=series).delete()


@transaction.atomic
def _change(state: SeriesState, tap: Tap, change: Change) -> Draft:
    draft = Draft.objects.select_for_update().filter(series=state.series).first()
    if draft is None:
        raise StaleDraftError
    if draft.steps != tap.steps:
        if draft.key == tap.key:
            return draft
        raise StaleDraftError
    play = state.game.read_record(draft.record).value
    try:
        changed = change(play, _shape(state, play))
    except Unfit as unfit:
        raise RefusedError(*unfit.problems) from unfit
    draft.record = _as_stored(state, changed)
    draft.steps += 1
    draft.key = tap.key
    draft.by_name = tap.me.name
    draft.save()
    return draft


def _shape(state: SeriesState, play: PlayRecord) -> Shape:
    assert state.game.shape is not None
    shape: Shape = state.game.shape(state.rules, play, state.table_for(state.next_number))
    return shape


def _as_stored(state: SeriesState, play: PlayRecord) -> Any:
    return state.game.record.dump_python(play, mode="json", exclude_none=True)
