"""A hand that is being written down card by card. It is stored after every card and counts only when it is saved.

One scorer writes at a time, and another scorer may take over. A draft counts its changes as `steps`, and every
change names the count that its writer saw. If two phones lay a card at the same time, the second card is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

from games.contract import UNFINISHED, IllegalPlay, Score
from games.entry import Question
from games.kit.cards import BITS, CODES, Card, cards_in, mask_of
from games.kit.entering import change_leader, exchange, lay_card, take_back, turn_round
from games.kit.plays import Direction, PlayRecord, Shape
from games.kit.problems import Problem, Unreadable
from games.kit.sentences import say
from games.kit.table_view import TableView, view_table, walk
from ledger.circles.models import Member
from ledger.lib.refusals import OutOfDate, Refused
from ledger.lib.typed import read_whole
from ledger.scoring.entry.fields import with_answers
from ledger.series.changes import Corrected, Recorded
from ledger.series.models import Draft, Series
from ledger.series.services import Done, Submit, make_change
from ledger.series.state import SeriesState


class TakenOver(OutOfDate):
    """Another scorer has gone on with the draft."""

    def __init__(self, state: SeriesState, draft: Draft) -> None:
        self.draft = draft
        super().__init__(state)


@dataclass(frozen=True)
class CardTable:
    """A draft, with what the rulebook makes of its cards: whose turn it is, the score so far, and the problems."""

    draft: Draft
    play: PlayRecord
    shape: Shape
    view: TableView
    score: Score
    problems: tuple[Problem, ...] = ()  # what keeps the hand from being saved, besides missing cards

    @property
    def is_complete(self) -> bool:
        return self.view.turn is None

    @property
    def undecided(self) -> list[IllegalPlay]:
        """The illegal plays that were neither corrected nor kept."""
        return [wrong for wrong in self.score.illegal_plays if _as_kept(wrong) not in self.draft.kept]

    @property
    def kept(self) -> list[IllegalPlay]:
        return [wrong for wrong in self.score.illegal_plays if _as_kept(wrong) in self.draft.kept]


@dataclass(frozen=True)
class Tap:
    """One change of a draft: by whom, at which count of `steps`, and the key by which a repeat is recognised."""

    me: Member
    steps: int
    key: str


def find_draft(series: Series) -> Draft | None:
    return Draft.objects.filter(series=series).first()


def cards_laid(draft: Draft) -> int:
    return sum(card is not None for row in draft.record["tricks"] for card in row)


def version_of(series: Series, draft: Draft) -> str:
    """Return the version of a page that shows the draft: the steps of the draft and the version of the series."""
    return f"{draft.steps}-{series.version}"


def is_current(series: Series, version: str) -> bool:
    """Is `version`, which came from `version_of`, still the latest?"""
    steps_text, _dash, series_version = version.partition("-")
    steps = read_whole(steps_text, digits=7)
    if series_version != str(series.version) or steps is None:
        return False
    return Draft.objects.filter(series=series, steps=steps).exists()


def questions(state: SeriesState, record: Any = None) -> tuple[Question, ...]:
    """Return what the game asks besides the cards. Questions that must be answered before the first card come first.

    `record` is the hand so far. Once it has every card, questions that the cards answer are left out.
    """
    asked = state.game.questions(by_card=True)
    play = None if record is None else _read(state, record)
    if play and len(play.whole_tricks) == _shape(state, play).tricks:
        asked = state.game.questions_at_end(play, state.table_for(state.next_number))
    return tuple(sorted(asked, key=lambda question: not question.required))


def read_play(state: SeriesState, draft: Draft) -> tuple[PlayRecord, Shape]:
    """Return the play of the draft, and which cards the game has."""
    play = _read(state, draft.record)
    return play, _shape(state, play)


def card_table(state: SeriesState, draft: Draft) -> CardTable:
    play, shape = read_play(state, draft)
    problems = _problems(state, draft.record)
    scored = play
    if problems:
        # An answer, such as who has Stöck, can contradict the cards. Then the score leaves optional answers out.
        optional = [question for question in questions(state, draft.record) if not question.required]
        scored = _read(state, with_answers(draft.record, optional, {}))
    score = state.game.score(scored, state.table_for(state.next_number))
    return CardTable(draft, play, shape, view_table(play, shape), score, problems)


def _problems(state: SeriesState, record: Any) -> tuple[Problem, ...]:
    """Return the problems of the hand so far, without the problem that it is not finished."""
    problems = state.game.problems_of_new(_read(state, record), state.table_for(state.next_number))
    return tuple(problem for problem in problems if problem.code != UNFINISHED)


def begin(*, state: SeriesState, me: Member, start: dict[str, Any], with_holdings: bool = False) -> Draft:
    """Begin a draft. `start` is the record before the first card. A draft that exists is returned unchanged.

    `with_holdings`: the dealt cards of each player are entered before the first card.
    """
    reading = state.game.read_record(start | {"tricks": []})
    if reading.problems:
        raise Refused(*reading.problems)
    if wrong := _problems(state, start | {"tricks": []}):
        raise Refused(*wrong)
    others = Draft.objects.filter(series__circle=me.circle_id).exclude(series=state.series)
    if others.count() >= settings.MOST_DRAFTS:
        most = say("A circle can have at most {most} hands that are not finished.", most=settings.MOST_DRAFTS)
        raise Refused(Problem("", "too_many_drafts", most))
    record = _as_stored(state, reading.value) | ({"holdings": []} if with_holdings else {})
    begun = {"record": record, "by_id": me.user_id, "by_name": me.name, "base_version": state.series.version}
    draft, _made = Draft.objects.get_or_create(series=state.series, defaults=begun)
    return draft


@transaction.atomic
def take_over(*, state: SeriesState, me: Member) -> Draft:
    """Make this scorer the writer. The phone of the scorer who was writing shows this at the next tap, or when it next
    asks for news."""
    draft = Draft.objects.select_for_update().filter(series=state.series).first()
    if draft is None:
        raise OutOfDate(state)
    if draft.by_id != me.user_id:
        draft.by_id, draft.by_name = me.user_id, me.name
        draft.steps += 1
        draft.save()
    return draft


def lay(*, state: SeriesState, tap: Tap, card: int) -> Draft:
    return _change_play(state, tap, lambda play, shape: lay_card(play, shape, card))


def take_card_back(*, state: SeriesState, tap: Tap) -> Draft:
    """Take back the last card. Before the first card, take back the dealt cards that were entered last."""

    def change(play: PlayRecord, shape: Shape) -> PlayRecord:
        if not play.holdings or any(card is not None for row in play.tricks for card in row):
            return take_back(play, shape)
        # Where the whole pack is dealt, `deal` filled in the last player's cards after those of the player before.
        filled_in = len(play.holdings) == shape.seats and shape.pack.bit_count() == shape.seats * shape.tricks
        return play.model_copy(update={"holdings": play.holdings[: -2 if filled_in else -1], "tricks": ()})

    return _change_play(state, tap, change)


def change_direction(*, state: SeriesState, tap: Tap, direction: Direction) -> Draft:
    return _change_play(state, tap, lambda play, _shape: turn_round(play, direction))


def lead_from(*, state: SeriesState, tap: Tap, leader: int) -> Draft:
    if not 0 <= leader < len(state.players):
        raise Refused(Problem("first_leader", "no_such_seat", say("There is no such seat at this table.")))
    return _change_play(state, tap, lambda play, _shape: change_leader(play, leader))


def correct_card(*, state: SeriesState, tap: Tap, trick: int, seat: int, card: int) -> Draft:
    return _change_play(state, tap, lambda play, shape: exchange(play, shape, trick, seat, card))


def keep(*, state: SeriesState, tap: Tap, trick: int | None, seat: int | None) -> Draft:
    """Keep the wrong card of this trick and seat as it was played, or without a trick all wrong cards. No phone asks
    about a kept card again."""

    def change(draft: Draft) -> None:
        wrong = card_table(state, draft).undecided
        kept = [_as_kept(play) for play in wrong if trick is None or (play.trick, play.seat) == (trick, seat)]
        if not kept:
            raise Refused(Problem("trick", "no_such_card", say("There is no such card in this hand.")))
        draft.kept = [*draft.kept, *kept]

    return _change_draft(state, tap, change)


def _as_kept(wrong: IllegalPlay) -> list[Any]:
    """Return trick, seat and card of an illegal play, as `Draft.kept` stores them. If the card is corrected later, the
    new card does not count as kept."""
    return [wrong.trick, wrong.seat, CODES[wrong.played]]


def answer(*, state: SeriesState, tap: Tap, cleaned: Mapping[str, Any]) -> Draft:
    """Store the answers to the game's questions.

    If an answer, such as trump, changes which card beats which, the cards are laid again in the same order, because
    other players may have led then.
    """

    def change(draft: Draft) -> None:
        before, old_shape = read_play(state, draft)
        reading = state.game.read_record(with_answers(draft.record, questions(state, draft.record), cleaned))
        if reading.problems:
            raise Refused(*reading.problems)
        after = reading.value
        shape = _shape(state, after)
        if shape != old_shape:
            after = after.model_copy(update={"tricks": ()})
            for step in walk(before, old_shape).steps:
                if not any(step.card in row for row in after.tricks):  # lay_card may have laid the last card by itself
                    after = lay_card(after, shape, step.card)
        record = _as_stored(state, after)
        if problems := _problems(state, record):
            raise Refused(*problems)
        draft.record = record

    return _change_draft(state, tap, change)


def deal(*, state: SeriesState, tap: Tap, cards: Sequence[int]) -> Draft:
    """Enter the next player's cards. Where the whole pack is dealt, the last player gets the remaining cards."""

    def change(play: PlayRecord, shape: Shape) -> PlayRecord:
        holdings, given = play.holdings or (), set(cards)
        dealt_before = {card for holding in holdings for card in holding}
        if len(given) != shape.tricks:
            count = say("{count} cards were dealt to each player, not {given}.", count=shape.tricks, given=len(given))
            raise Unreadable.because("wrong_count", count, "cards")
        if twice := [card for card in sorted(cards) if card in dealt_before or not shape.pack & BITS[card]]:
            raise Unreadable.because("dealt_twice", say("{card} was dealt twice.", card=Card(twice[0])), "cards")
        holdings = (*holdings, tuple(sorted(cards)))
        rest = shape.pack & ~mask_of(dealt_before | given)
        if len(holdings) == shape.seats - 1 and rest.bit_count() == shape.tricks:
            holdings = (*holdings, cards_in(rest))
        return play.model_copy(update={"holdings": holdings})

    return _change_play(state, tap, change)


def skip_deal(*, state: SeriesState, tap: Tap) -> Draft:
    """Go on without entering the dealt cards, and forget those that were entered."""
    return _change_play(state, tap, lambda play, _shape: play.model_copy(update={"holdings": None}))


def seat_to_deal(state: SeriesState, draft: Draft) -> int | None:
    """Return the seat whose dealt cards are entered next. None once play can begin."""
    holdings = draft.record.get("holdings")
    return len(holdings) if holdings is not None and len(holdings) < len(state.players) else None


@transaction.atomic
def discard(*, state: SeriesState, me: Member, steps: int) -> None:
    """Delete the draft that `me` has written. Refused if the draft has changed since `steps`."""
    draft = Draft.objects.select_for_update().filter(series=state.series).first()
    if draft is None:
        return
    if draft.by_id != me.user_id:
        raise TakenOver(state, draft)
    if draft.steps != steps:
        raise OutOfDate(state)
    draft.delete()


@transaction.atomic
def save(*, state: SeriesState, submit: Submit, change: Recorded | Corrected) -> Done:
    """Record the hand, or correct the hand that another scorer was quicker to record, and delete the draft. A repeated
    save does not delete a draft that was begun after the first save."""
    done = make_change(change, series=state.series, submit=submit)
    if not done.repeated:
        Draft.objects.filter(series=state.series).delete()
    return done


# --- One change ------------------------------------------------------------------------------------------------------


def _change_play(state: SeriesState, tap: Tap, change: Callable[[PlayRecord, Shape], PlayRecord]) -> Draft:
    """Replace the record of the draft by what `change` makes of it."""

    def change_record(draft: Draft) -> None:
        draft.record = _as_stored(state, change(*read_play(state, draft)))

    return _change_draft(state, tap, change_record)


@transaction.atomic
def _change_draft(state: SeriesState, tap: Tap, change: Callable[[Draft], None]) -> Draft:
    """Change the draft and store it with one step more. A repeated tap changes nothing."""
    draft = Draft.objects.select_for_update().filter(series=state.series).first()
    if draft is None:
        raise OutOfDate(state)
    if draft.steps != tap.steps and draft.key == tap.key:
        return draft
    if draft.by_id != tap.me.user_id:
        raise TakenOver(state, draft)
    if draft.steps != tap.steps:
        raise OutOfDate(state)
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
    shape: Shape = state.game.shape(play, state.table_for(state.next_number))
    return shape


def _as_stored(state: SeriesState, play: PlayRecord) -> Any:
    """Return the record as JSON."""
    return state.game.record.dump_python(play, mode="json", exclude_none=True)
