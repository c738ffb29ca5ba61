"""The form of a hand: the keypad, where a hand is entered in figures, or the game's own form from `games/<slug>.py`."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.http import Http404
from django.utils.translation import gettext as _

from games.contract import UNFINISHED
from games.entry import Answer, Conditions, Question, TotalsEntry, asked_after, holds
from games.game import Game
from games.kit.figures import HALF
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.scoring.entry.fields import ABSENT, FigureField, answers_of, initial_of, offer, question_fields
from ledger.scoring.entry.form import BID, FIGURE, EntryForm, FormBox, Keypad, stands_at
from ledger.series.state import SeriesState


class AskedField(NamedTuple):
    """The field of a question on the screen, and how the template shows it."""

    field: forms.BoundField
    shown_when: str  # the answers to other questions with which this question is shown
    kind: str  # for the look: "players", "game" for a question with `listed`, such as trump, or empty
    without: list[str]  # the fields of other questions, such as who sits out: players chosen there are not offered here


class KeypadForm(EntryForm):
    """A figure for each side, or one figure for the whole hand. Also the bids, if there are any, and the questions."""

    template: ClassVar[str] = "scoring/entry/keypad.html"
    preview_template: ClassVar[str] = "scoring/entry/keypad_preview.html"

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        assert state.game.totals is not None
        self.entry: TotalsEntry = state.game.totals.for_hand(self.number)
        self.sides = state.entry_sides
        out = state.seats_out(self.number)
        boxed_sides = [0] if self.entry.shared else [at for at, side in enumerate(self.sides) if side.seat not in out]
        self.boxes = [FormBox(BID.format(side), side, is_bid=True) for side in boxed_sides if self.entry.bids]
        self.boxes += [FormBox(FIGURE.format(side), side, is_bid=False) for side in boxed_sides]
        for box in self.boxes:
            absent = self.entry.may_sit_out and (box.is_bid or not self.entry.bids)
            words = self.entry.bids.words if box.is_bid and self.entry.bids else ()
            self.fields[box.name] = FigureField(
                label=self.label_of(box), required=False, may_be_absent=absent, words=words
            )
        self.asked = {question.field: question for question in state.game.questions(by_card=False)}
        details = [] if self.is_correction else [stands_at(total) for total in state.play.standing.cumulative]
        self.fields |= question_fields(
            self.asked.values(), state.names, state.game.sides, state.game.entry_sides, details
        )
        self.sitting_out = next((name for name, question in self.asked.items() if question.after_dealer), "")
        for question in self.asked.values():
            self.prepare_field(question, out)
        self.is_shared = self.entry.shared
        self.by_questions = self.entry.optional
        self.figures_shown_when = self.shown_when(self.entry.only_if)
        self.asks_sides = any(question.answer is Answer.SIDES for question in self.asked.values())
        self.keypad = Keypad(
            fraction="none" if self.entry.step.denominator == 1 else "half" if self.entry.step == HALF else "point",
            minus=self.entry.below_zero,
            total="" if self.entry.total is None else str(write_points(self.entry.total)),
            absent=self.entry.may_sit_out,
            words=tuple(_(label) for _value, label in self.entry.bids.words) if self.entry.bids else (),
            bids="" if self.entry.bids is None else "one" if self.entry.bids.by_one else "all",
            blank_is_zero=self.entry.blank_is_zero,
            all_taken="" if self.entry.all_taken is None else str(write_points(self.entry.all_taken)),
        )
        if self.is_shared:
            self.order_fields(list(self.asked))  # as on the screen: the question who won stands above the figure
        self.keys = self.keys_of(self.asked.values())
        without_key = {name: question for name, question in self.asked.items() if not question.key}
        self.needed_questions = [self[name] for name, each in without_key.items() if self.stands_on_screen(each)]
        self.other_questions = [self[name] for name, each in without_key.items() if not self.stands_on_screen(each)]
        self.asked_if_missing = {name for name, question in self.asked.items() if question.if_missing}

    @property
    def media(self) -> forms.Media:
        style = forms.Media(css={"all": ["css/scoring/by-questions.css"]})
        return super().media + style if self.by_questions else super().media

    def prepare_field(self, question: Question, out: Collection[int]) -> None:
        """Tell the script how many players may be chosen. Choose who sits out, if that follows from the dealer.

        Players in the seats `out` play no further hand and are not offered.
        """
        field = self.fields[question.field]
        if question.answer is Answer.SEATS and question.most:
            field.widget.attrs["data-most"] = question.most
            if question.one_if:
                field.widget.attrs["data-one-when"] = self.shown_when(question.one_if)
        field.required = False  # a missing answer is an error on saving, not while typing
        dealer = None if self.is_correction else self.state.play.standing.dealer
        if question.after_dealer:
            field.initial = self.state.game.fields_by_dealer(dealer).get(question.field)
        if question.answer is Answer.FIGURES:
            field.widget.without = self.sitting_out
        if question.answer is Answer.SEATS and out:
            offer(self, question.field, [(seat, name) for seat, name in enumerate(self.names) if seat not in out])

    def stands_on_screen(self, question: Question) -> bool:
        """Whether a question without a key is always shown, and not under "More about this hand"."""
        if self.by_questions:
            return not question.rare
        return question.required or question.usual is not None

    def shown_when(self, conditions: Conditions | None) -> str:
        """Return the conditions for the script, with the values of the inputs: `contract=clubs|hearts hand=on`."""
        texts = []
        for name, values in (conditions or {}).items():
            is_flag = name in self.asked and self.asked[name].answer is Answer.FLAG
            named = ["" if value is None else "on" if is_flag else str(value) for value in values]
            texts.append(f"{FIGURE.format(0) if name == self.entry.field else name}={'|'.join(named)}")
        return " ".join(texts)

    @property
    def rows(self) -> list[list[AskedField]]:
        """The questions above the figure. Toggles that follow one another share a row."""
        rows: list[list[AskedField]] = []
        previous = None
        for field in self.needed_questions:
            question = self.asked[field.name]
            if question.answer is not Answer.FLAG or previous is not Answer.FLAG:
                rows.append([])
            names_players = question.answer in (Answer.SEAT, Answer.SEATS, Answer.SIDE)
            kind = "players" if names_players else "game" if question.listed else ""
            without = [self.sitting_out] if names_players and self.sitting_out not in ("", question.field) else []
            without += [question.other_than] if question.other_than else []
            rows[-1].append(AskedField(field, self.shown_when(question.only_if), kind, without))
            previous = question.answer
        return rows

    def label_of(self, box: FormBox) -> str:
        """Return the name of the side. In games with bids, a side has two boxes, so the title of the box follows."""
        if self.entry.shared:
            return _(self.entry.title)
        name = self.sides[box.side].name
        if self.entry.bids is None:
            return name
        return _("%(name)s, %(what)s") % {"name": name, "what": self.title_of_box(box)}

    def title_of_box(self, box: FormBox) -> str:
        title = self.entry.title
        return self.bid_title if box.is_bid else _(title) if title else ""

    @property
    def bid_title(self) -> str:
        return _(self.entry.bids.title) if self.entry.bids else ""

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        content = self.state.game.answers_of(content)
        initial = initial_of(self.asked.values(), content)
        if not content:
            return initial
        out = content.get(self.sitting_out) or []
        for name in (name for name in initial if self.asked[name].answer is Answer.FIGURES):
            figures = iter(initial[name])
            initial[name] = [None if seat in out else next(figures, None) for seat in range(len(self.names))]
        for box in self.boxes:
            figure = content.get(self.row_of(box))  # the figure of the whole hand, or a list with one for each side
            if not self.entry.shared:
                figure = figure[box.side] if figure and box.side < len(figure) else None
            if isinstance(figure, list):
                figure = None  # the cards of a trick, in a hand that was recorded card by card
            is_absent = figure is None and getattr(self.fields[box.name], "may_be_absent", False)
            initial[box.name] = ABSENT if is_absent else figure
        return initial

    def row_of(self, box: FormBox) -> str:
        """Return the name of the record's field with the figures, or the bids, of which this box has one."""
        return self.entry.bids.field if box.is_bid and self.entry.bids else self.entry.field

    def record(self) -> dict[str, Any]:
        """Return the record. In a partial form, a needed figure that is missing counts as 0."""
        rows: dict[str, list[Any]] = {self.row_of(box): [None] * len(self.sides) for box in self.boxes}
        for box in self.boxes:
            figure = self.typed[box.name]
            if figure is None and self.partial and box in self.open_boxes:
                figure = Fraction(0)
            if figure is not None and box.side not in self.absent:
                rows[self.row_of(box)][box.side] = figure if isinstance(figure, str) else write_points(figure)
        record: dict[str, Any] = {field: row[0] if self.entry.shared else row for field, row in rows.items()}
        if self.entry.optional:
            is_asked = holds(self.entry.only_if or {}, self.cleaned_data)
            record = {field: figure for field, figure in record.items() if figure is not None and is_asked}
        record |= answers_of(self.asked_now, self.cleaned_data)
        if self.sitting_out:
            # An empty list says that nobody was chosen. Without it the series would fill in who usually sits out.
            record.setdefault(self.sitting_out, [])
        return self.state.game.record_of(record)

    @property
    def points_so_far(self) -> list[Fraction | None]:
        points: list[Fraction | None] = [None] * len(self.names)
        for box in self.boxes:
            figure = self.typed[box.name]
            for seat in self.sides[box.side].seats:
                if isinstance(figure, Fraction) and not (box.is_bid or self.entry.shared):
                    points[seat] = figure
        return points

    @property
    def has_other_answers(self) -> bool:
        """Does a further question have an answer or an error? The value of several inputs is a list."""
        values = [field.value() for field in self.further_questions]
        has_answer = any(any(value) if isinstance(value, list) else value for value in values)
        return has_answer or any(field.errors for field in self.further_questions)

    # --- Missing entries

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        # By the name of the box: a number, a word in its place, or ABSENT. None where nothing readable was typed.
        self.typed: dict[str, Fraction | str | None] = {box.name: values.get(box.name) for box in self.boxes}
        self.absent = {box.side for box in self.boxes if self.typed[box.name] == ABSENT}
        # The points of the hand that no side has yet; None where the game has no fixed total.
        figures = [self.typed[box.name] for box in self.boxes if not box.is_bid]
        numbers = [figure for figure in figures if isinstance(figure, Fraction)]
        self.left = self.entry.left(numbers)
        if self.entry.blank_is_zero and numbers and not self.left:
            blank = [box for box in self.boxes if self.typed[box.name] is None and box.name not in self.errors]
            self.typed |= {box.name: Fraction(0) for box in blank}
        self.open_boxes = [box for box in self.boxes if self.typed[box.name] is None and self.is_needed(box)]
        out = values.get(self.sitting_out) or []
        for name in (name for name, question in self.asked.items() if question.answer is Answer.FIGURES):
            by_seat = enumerate(values.get(name) or [])
            values[name] = [figure for seat, figure in by_seat if figure is not None and seat not in out]
        figure = self.typed[FIGURE.format(0)] if holds(self.entry.only_if or {}, values) else None
        answers = values | ({self.entry.field: figure} if self.by_questions else {})
        self.asked_now = asked_after([*self.asked.values()], answers)
        required = [question.field for question in self.asked_now if question.required]
        self.unanswered = [name for name in required if values.get(name) in (None, "", [])]
        return super().clean()

    def is_needed(self, box: FormBox) -> bool:
        """Where only one side bids, the other sides need no figures. Until a side has bid, every bid box is needed."""
        if box.side in self.absent or self.entry.optional:
            return False
        if self.entry.bids is None or not self.entry.bids.by_one:
            return True
        bidding = {other.side for other in self.boxes if other.is_bid and self.typed[other.name] is not None}
        return not bidding if box.is_bid else box.side in bidding

    @property
    def is_untouched(self) -> bool:
        """No figure is typed yet. In a hand by questions no figure is needed: there, complete answers count
        as typed."""
        by_questions = self.by_questions and not self.unanswered
        return not by_questions and all(figure is None for figure in self.typed.values())

    @property
    def is_unfinished(self) -> bool:
        return bool(self.open_boxes or self.unanswered)

    @property
    def bids_before_play(self) -> list[Any]:
        entry, open_bids = self.entry.bids, [box for box in self.open_boxes if box.is_bid]
        won = [box for box in self.boxes if not box.is_bid and self.typed[box.name] is not None]
        if entry is None or open_bids or won or self.is_correction:
            return []
        bids: list[Any] = self.record()[entry.field]
        return bids

    def require_everything(self) -> None:
        """Add an error for each entry that is missing. Before the play, bids alone are enough.

        If only one figure is missing, it is filled in with the points that are left of the hand's total. That is an
        error too, so that the scorer sees the figure before it is saved.
        """
        if self.bids_before_play:
            return
        is_last = len(self.open_boxes) == 1 and not self.open_boxes[0].is_bid
        rest = self.left if is_last and not self.errors and not self.partial else None
        if rest is not None and rest < 0 and not self.entry.below_zero:
            rest = None  # another figure is too large
        for box in self.open_boxes:
            if rest is not None:
                self.data = dict(self.data.items()) | {box.name: self.fields[box.name].prepare_value(rest)}
                self.add_error(box.name, _("Filled in with what is left. Is that right?"))
            elif box.name not in self.errors:
                self.add_missing(box.name)
        for name in self.unanswered:
            self.add_missing(name)

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        """A problem of `points_won.2` is about the third side's figure."""
        field, _dot, side = problem.field.partition(".")
        for box in self.boxes:
            if self.row_of(box) == field and (self.entry.shared or str(box.side) == side):
                return box.name
        if problem.field in self.asked:
            return problem.field
        return field if field in self.asked else None

    def is_certain(self, problem: Problem) -> bool:
        """If figures are missing, a problem is certain if it is about typed figures, or if their sum is too large."""
        field = self.field_of(problem)
        if field in self.unanswered or (self.by_questions and problem.code == UNFINISHED):
            return False
        if not self.open_boxes:
            return True
        if self.entry.bids and problem.field == self.entry.bids.field:
            return not any(box.is_bid for box in self.open_boxes)
        if field is None:
            return self.left is not None and self.left < 0 and not self.entry.below_zero
        return not any(box.name == field or box.side in self.sides_of(field) for box in self.open_boxes)

    def sides_of(self, field: str) -> list[int]:
        """Return the side that the answer to a question names: as a side, or by one of its players. Else return []."""
        question, answer = self.asked.get(field), self.cleaned_data.get(field)
        if question is None:
            return []
        if question.answer is Answer.SEAT:
            return [number for number, side in enumerate(self.sides) if answer in side.seats]
        return [answer] if question.answer is Answer.SIDE and answer is not None else []

    def name_of(self, field: str | None, _error: str) -> str:
        return "" if field is None or field in self.asked else str(self.fields[field].label)


def entry_form(
    state: SeriesState,
    data: Mapping[str, Any] | None = None,
    *,
    record: Mapping[str, Any] | None = None,
    number: int | None = None,
    partial: bool = False,
) -> EntryForm:
    """Return the form for hand `number`, or for the next hand, filled in from a record.

    404 where hands are entered card by card only.
    """
    if not state.game.can_be_entered:
        raise Http404
    form_class = KeypadForm if state.game.totals else own_form(type(state.game))
    form = form_class(state, data, number=number, partial=partial)
    if record is not None:
        # A deal that was thrown in has no figures.
        form.initial = form.initial_from({} if "thrown_in" in record else record)
    return form


def own_form(game: type[Game]) -> type[EntryForm]:
    """Return the game's own form: `HandForm` in `games/<slug>.py`."""
    module = import_module(f"ledger.scoring.entry.games.{game.slug.replace('-', '_')}")
    form_class: type[EntryForm] = module.HandForm
    return form_class
