"""The entry screen: the hand while it is typed, and the choice to make when another scorer was quicker."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.contract import Score
from games.kit.ladders import places
from ledger.following.overview import MOST_TILES
from ledger.lib import formatting
from ledger.scoring.entry.fields import ABSENT
from ledger.scoring.entry.form import FIGURE, EntryForm, Keypad, stands_at
from ledger.scoring.refused import MISSING, Faults, Refusal, faults_of
from ledger.series import descriptions
from ledger.series.changes import Recorded
from ledger.series.models import Event
from ledger.series.state import PlayedHand, Replay, SeriesState, Side, preview
from ledger.series.wording import in_words, warnings_in_words

MANY = 4  # with more tiles, each tile has less room

# --- A hand while it is typed ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TileInput:
    """An input of a tile, for a figure or a bid."""

    name: str  # of the form's field
    value: str
    title: str  # what the figure is, where the tiles need that, such as tiles with two inputs
    is_bid: bool
    wrong: bool
    chosen: bool  # has the focus when the page opens: the first input with a fault


@dataclass(frozen=True)
class Tile:
    """One side on the keypad screen: its figures, and a short text below them. Or the one figure of the whole hand."""

    name: str
    face: int | None  # None for the figure of the whole hand
    detail_id: str
    detail: str  # the text below the figures: the total before the hand, then what the hand brings, or a fault
    standing: str  # the side's total before the hand
    dealer: str  # "Deals", or for a team "Bimal deals"; empty where the side does not deal the hand
    inputs: list[TileInput]  # none for a side that is out
    place: str  # the side's rank, in a list of sides, once a hand counts: "1."
    status: str = ""  # besides the points, such as "Seen"

    @property
    def wrong(self) -> bool:
        return any(box.wrong for box in self.inputs)


@dataclass(frozen=True)
class SideResult:
    """What the hand brings a side."""

    side: Side
    entered: Fraction  # the points entered
    total: Fraction  # after the hand
    detail: str  # both in words


@dataclass(frozen=True)
class EntryScreen:
    """What the screen shows of a hand in its form. Totals and results come from the rulebook."""

    form: EntryForm
    play: Replay | None = None  # the series with this hand, as soon as the hand can be scored
    warned: tuple[str, ...] = ()  # the warnings that this and earlier screens have shown: "Save anyway" accepts them
    refusals: int = 0  # how often Save was refused

    @property
    def state(self) -> SeriesState:
        return self.form.state

    @cached_property
    def hand(self) -> PlayedHand | None:
        """The hand with its score; None until it can be scored."""
        return self.play.hands[-1] if self.play else None

    @property
    def keypad(self) -> Keypad | None:
        return self.form.keypad

    @property
    def is_list(self) -> bool:
        """With many sides there is a line for each, and no tiles."""
        return len(self.state.entry_sides) > MOST_TILES

    @property
    def layout(self) -> str:
        """The CSS classes of the tiles, by how many there are, and whether there are bids or teams."""
        count = len(self.state.entry_sides)
        if self.form.is_shared:
            return "seats--questions" if self.form.by_questions else "seats--shared"
        classes = ["seats--list"] if self.is_list else [f"seats--{count}", *(["seats--many"] if count > MANY else [])]
        classes += ["seats--bids"] if self.keypad and self.keypad.bids else []
        return " ".join([*classes, *(["seats--teams"] if count < len(self.state.names) else [])])

    @cached_property
    def tiles(self) -> list[Tile]:
        """A tile for each side in seat order, or one tile for the whole hand. Empty for a form without figures."""
        form = self.form
        if not form.boxes:
            return []
        inputs: dict[int, list[TileInput]] = {number: [] for number in range(len(self.state.entry_sides))}
        for box in form.boxes:
            value, wrong = form[box.name].value(), form.is_wrong(box)
            value = "" if value is None else value
            chosen = "autofocus" in form.fields[box.name].widget.attrs
            inputs[box.side].append(TileInput(box.name, value, form.title_of_box(box), box.is_bid, wrong, chosen))
        if form.is_shared:
            return [Tile(str(form.fields[FIGURE.format(0)].label), None, "tile-0", "", "", "", inputs[0], "")]
        tiles = []
        for number, side in enumerate(self.state.entry_sides):
            wrong = any(box.wrong for box in inputs[number])
            if wrong:
                detail = self.fault_of(inputs[number])
            else:
                absent = any(box.value == ABSENT for box in inputs[number])
                detail = _("sits out") if absent else self.detail_of(side)
            standing = "" if self.form.is_correction else self.standing_of(side)
            dealer = "" if self.form.is_correction else descriptions.deal_label(self.state, side)
            place, status = self.place_of.get(side.seat, ""), form.status_of(side.seat)
            tiles.append(
                Tile(side.name, side.face, f"tile-{number}", detail, standing, dealer, inputs[number], place, status)
            )
        return tiles

    @cached_property
    def place_of(self) -> dict[int, str]:
        """The rank of each side, by seat, for a list of sides. The list stays in seat order, because the players call
        their figures one after the other round the table."""
        if not self.is_list or self.form.is_correction or not any(hand.counts for hand in self.state.play.hands):
            return {}
        levels = places(self.state.by_side(self.state.play.standing.ranking))
        return {seat: f"{formatting.digits(level.first + 1)}." for level in levels for seat in level.seats}

    def fault_of(self, inputs: list[TileInput]) -> str:
        """Return a short text for the tile. The error itself is listed below the tiles, where there is room."""
        wrong = [self.form.errors[box.name] for box in inputs if box.name in self.form.errors]
        is_missing = wrong and all(error.code == MISSING for errors in wrong for error in errors.as_data())
        return pgettext("a figure", "missing") if is_missing else _("please check")

    @property
    def details(self) -> list[tuple[int, str]]:
        """For the question who won and who lost: the seat of each side, and the text beside its name."""
        if not self.form.asks_sides:
            return []
        return [(side.seat, self.detail_of(side)) for side in self.state.sides]

    @property
    def sums(self) -> list[str]:
        """How the worth of the one figure comes about, and what the hand brings each side. Empty if tiles show it."""
        if self.hand is None or not self.form.is_shared or self.form.asks_sides:
            return []
        score = self.hand.score
        if score.summary:
            return [in_words(score.summary, self.form.names)]
        words = [*dict.fromkeys(in_words(line.why, self.form.names) for line in score.lines)]
        # The text of a soloist is that of the opponents with more after it, such as "solo × 3": only this one is shown.
        words = [text for text in words if not any(other != text and other.startswith(text) for other in words)]
        brings = [
            f"{side.name} {formatting.points(points, signed=True)}"
            for side in self.state.sides
            if (points := score.points_entered[side.seat])
        ]
        return [*words, ", ".join(brings)] if brings else words

    def detail_of(self, side: Side) -> str:
        """Return what the hand brings the side, or until the hand is scored, the side's total."""
        if self.form.is_correction:
            return ""
        if self.hand and side.seat in self.hand.score.seats:
            return self.points_text(self.hand, side)
        return self.standing_of(side)

    def standing_of(self, side: Side) -> str:
        return stands_at(self.state.play.standing.cumulative[side.seat])

    @property
    def table_text(self) -> str:
        """Who deals, and the totals before the hand. Empty on the keypad, whose tiles say both."""
        if self.keypad:
            return ""
        totals = "" if self.form.shows_totals else descriptions.totals_text(self.state)
        return " · ".join(filter(None, [descriptions.dealer_text(self.state), totals]))

    @property
    def results(self) -> list[SideResult]:
        """A result for each side, for a screen without tiles."""
        if self.hand is None:
            return []
        entered, totals = self.hand.score.points_entered, self.hand.cumulative
        return [
            SideResult(side, entered[side.seat], totals[side.seat], self.points_text(self.hand, side))
            for side in self.state.sides
        ]

    def points_text(self, hand: PlayedHand, side: Side) -> str:
        """Return a text such as "+16 makes 25"."""
        bonus = self.state.game.bonuses_by_seat(hand.score)[side.seat]
        sentence = _("%(entered)s makes %(total)s, bonus %(bonus)s") if bonus else _("%(entered)s makes %(total)s")
        return sentence % {
            "entered": formatting.points(hand.score.points_entered[side.seat], signed=True),
            "total": formatting.points(hand.cumulative[side.seat]),
            "bonus": formatting.points(bonus, signed=True),
        }

    @property
    def winners(self) -> list[Side]:
        """The sides that have won points, where every player is a side."""
        won = self.hand.score.points_won if self.hand else ()
        return [side for side in self.state.sides if won and won[side.seat]]

    @cached_property
    def faults(self) -> Faults:
        return faults_of(self.form)

    @cached_property
    def refusal(self) -> Refusal | None:
        """The text above Save after Save was refused. entry/notes.html then leaves out its faults and warnings."""
        if not self.refusals:
            return None
        field_has_focus = any(name in self.form.errors for name in self.form.fields)
        return Refusal(self.refusals, self.faults, self.warnings, takes_focus=not (field_has_focus or self.keypad))

    @property
    def warnings(self) -> list[str]:
        """The warnings about the hand. The preview shows them, and Save asks about each warning once."""
        return warnings_in_words(self.hand.score, self.form.names) if self.hand else []


def preview_screen(form: EntryForm, *, refusals: int) -> EntryScreen:
    """Return the screen of the hand as typed so far, scored as soon as no entry is missing. After a refused Save, a
    missing entry is an error."""
    play = None
    if not (form.errors or form.is_untouched):
        result = preview(form.state, form.state.next_number, form.record())
        play = None if form.is_unfinished else result.play
        form.add_problems([problem for problem in result.problems if form.is_certain(problem)])
    if refusals:
        form.require_everything()
    return EntryScreen(form, play, refusals=refusals)


# --- Two scorers at once ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OtherHand:
    """A hand that another scorer has recorded or corrected."""

    number: int
    by_name: str
    score: Score


@dataclass(frozen=True)
class SidePoints:
    """The points of a team or player in the other hands and in the hand that is not saved."""

    name: str
    face: int
    theirs: tuple[Fraction, ...]
    mine: Fraction | None


@dataclass(frozen=True)
class Conflict:
    """Another scorer was quicker: what has happened meanwhile, beside the hand that is not saved."""

    state: SeriesState
    events: list[Event]
    record: dict[str, Any]  # of the hand that is not saved
    points_so_far: list[Fraction | None]  # the figures in that hand, where figures are typed

    @property
    def messages(self) -> list[str]:
        return [descriptions.describe_event(event) for event in self.events]

    @cached_property
    def other_hands(self) -> list[OtherHand]:
        numbers = {event.number for event in self.events}
        return [
            OtherHand(hand.number, event.by_name, hand.score)
            for event, hand in zip(self.state.events, self.state.play.hands, strict=True)
            if event.number in numbers
        ]

    @cached_property
    def my_score(self) -> Score | None:
        """The score of the hand that is not saved; None if that hand does not fit the series any more."""
        hand = preview(self.state, self.state.next_number, self.record).hand
        return hand.score if hand else None

    @property
    def has_teams(self) -> bool:
        return any(len(side.seats) > 1 for side in self.state.sides)

    @property
    def sides(self) -> list[SidePoints]:
        """The points won. If only the points entered differ, as with different trumps, the points entered."""
        scores = [other.score for other in self.other_hands] + ([self.my_score] if self.my_score else [])
        won = {score.points_won for score in scores}
        entered = {score.points_entered for score in scores}
        shown = "points_entered" if len(won) == 1 and len(entered) > 1 else "points_won"
        mine = getattr(self.my_score, shown) if self.my_score else self.points_so_far
        return [
            SidePoints(
                side.name,
                side.face,
                tuple(getattr(other.score, shown)[side.seat] for other in self.other_hands),
                mine[side.seat],
            )
            for side in self.state.sides
        ]

    @cached_property
    def replaced(self) -> int | None:
        """The number of the hand that both scorers have entered, with different figures.

        None if there were other changes, or if the second scorer's figures do not fit this hand.
        """
        is_one_hand = len(self.events) == 1 and self.events[0].kind == Recorded.kind
        if self.is_same or not is_one_hand or not self.state.takes_hands:
            return None
        number = self.events[0].hand_number
        assert number is not None
        return number if preview(self.state, number, self.record).hand else None

    @property
    def is_same(self) -> bool:
        """Does the hand that is not saved come to the same points, for every player, as a hand of another scorer?"""
        mine = self.my_score
        return mine is not None and any(
            (other.score.points_won, other.score.points_entered) == (mine.points_won, mine.points_entered)
            for other in self.other_hands
        )
