"""A table's paper as a spreadsheet saves it: one row for each hand, one column for each player, and perhaps columns for
what the game asks besides. Here from the file's bytes to records; nothing is judged or stored.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.contract import Answer, Question, TotalsEntry
from games.kit.points import write_points
from ledger.circles.names import name_key
from ledger.lib.figures import read_figure
from ledger.series.state import SeriesState

MOST_ROWS = 2000
SEPARATORS = ",;\t"
HAND, THROWN_IN = "hand", "thrown_in"
YES = frozenset({"yes", "y", "x", "1", "true", "हो", "✓"})
NO = frozenset({"", "no", "n", "0", "false", "होइन", "-"})


class NotAPaperError(Exception):
    """The file as a whole cannot be read: by line, all that keeps it from being."""

    def __init__(self, *problems: "Trouble") -> None:
        self.problems = problems
        super().__init__("; ".join(map(str, problems)))


@dataclass(frozen=True)
class Trouble:
    line: int
    column: str
    message: str

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "the file"
        return f"{place}, {self.column}: {self.message}" if self.column else f"{place}: {self.message}"


@dataclass
class Row:
    """One hand. A record, or what keeps it from being one."""

    line: int
    record: dict[str, Any] = field(default_factory=dict)
    problems: list[Trouble] = field(default_factory=list)


@dataclass(frozen=True)
class Columns:
    """Which column holds what."""

    sides: Mapping[int, int]
    questions: Mapping[int, Question]
    hand: int | None
    thrown_in: int | None
    titles: Sequence[str]

    def wrong_number(self, line: int, cells: Sequence[str], expected: int) -> list[Trouble]:
        """Where the hands are numbered, a gap is a hand that was forgotten."""
        said = cells[self.hand] if self.hand is not None and self.hand < len(cells) else ""
        if not said or (said.isdecimal() and int(said) == expected):
            return []
        return [Trouble(line, self.titles[self.hand or 0], f"“{said}”, but this is hand {expected}")]

    def title_of(self, problem_field: str, entry: TotalsEntry) -> str:
        """Of the column that a problem of the record is about."""
        name, _dot, rest = problem_field.partition(".")
        if name == entry.field and rest.isdecimal():
            return next((self.titles[at] for at, side in self.sides.items() if side == int(rest)), "")
        return next((self.titles[at] for at, asked in self.questions.items() if asked.field == name), "")


def read_rows(data: bytes) -> list[tuple[int, list[str]]]:
    """By line, without the empty ones. Which sign separates the columns is seen in the first line."""
    text = _text(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((line, [cell.strip() for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as broken:
        raise NotAPaperError(Trouble(reader.line_num, "", str(broken))) from broken
    if len(rows) > MOST_ROWS + 1:
        raise NotAPaperError(Trouble(rows[MOST_ROWS + 1][0], "", f"there are more than {MOST_ROWS} hands"))
    return rows


def _text(data: bytes) -> str:
    """As spreadsheets save it: UTF-8 with or without its mark, or UTF-16 with one."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as strange:
        line = data[: strange.start].count(b"\n") + 1
        raise NotAPaperError(Trouble(line, "", "this is not UTF-8; save the file as “CSV UTF-8”")) from strange


def _separator(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(SEPARATORS, key=first.count)


# --- The first line --------------------------------------------------------------------------------------------------


def read_columns(state: SeriesState, line: int, titles: Sequence[str]) -> Columns:
    """In any order. Every side has to have one, and none may stand there twice or for nothing."""
    wanted = _wanted(state)
    found: dict[int, tuple[str, Any]] = {}
    problems = []
    for at, title in enumerate(titles):
        meaning = wanted.get(name_key(title))
        if meaning is None and title:
            problems.append(Trouble(line, title, "nobody and nothing in this series is called that"))
        elif meaning in found.values():
            problems.append(Trouble(line, title, "there are two columns for this"))
        elif meaning is not None:
            found[at] = meaning
    there = [what for kind, what in found.values() if kind == "side"]
    missing = [side.name for number, side in enumerate(state.sides) if number not in there]
    problems += [Trouble(line, name, "this column is missing") for name in missing]
    if problems:
        raise NotAPaperError(*problems)
    asked = {question.field: question for question in state.questions(by_card=False)}
    return Columns(
        sides={at: what for at, (kind, what) in found.items() if kind == "side"},
        questions={at: asked[what] for at, (kind, what) in found.items() if kind == "question"},
        hand=_place_of(found, HAND),
        thrown_in=_place_of(found, THROWN_IN),
        titles=titles,
    )


def _place_of(found: Mapping[int, tuple[str, Any]], kind: str) -> int | None:
    return next((at for at, meaning in found.items() if meaning[0] == kind), None)


def _wanted(state: SeriesState) -> dict[str, tuple[str, Any]]:
    """What a title may be, and what it then means. A player's name comes before any other word."""
    wanted: dict[str, tuple[str, Any]] = {"hand": (HAND, None), "#": (HAND, None)}
    if state.game.throw_in:
        wanted |= {"thrown_in": (THROWN_IN, None), "thrown in": (THROWN_IN, None)}
    for question in state.questions(by_card=False):
        for title in (question.field, question.title, _(question.title)):
            wanted[name_key(title)] = ("question", question.field)
    for number, side in enumerate(state.sides):
        for name in (*side.names, side.name):
            wanted[name_key(name)] = ("side", number)
    return wanted


# --- A hand ----------------------------------------------------------------------------------------------------------


def read_row(state: SeriesState, columns: Columns, line: int, cells: Sequence[str]) -> Row:
    row = Row(line)
    if len(cells) > len(columns.titles):
        row.problems.append(Trouble(line, "", "there are more cells than the first line has titles"))
    padded = [*cells, *[""] * (len(columns.titles) - len(cells))]
    if columns.thrown_in is not None and padded[columns.thrown_in]:
        assert state.game.throw_in is not None
        row.record = state.game.throw_in(padded[columns.thrown_in])
        return row
    assert state.totals_entry is not None
    figures: list[Any] = [None] * len(state.sides)
    for at, side in columns.sides.items():
        for figure in _read(row, columns, at, padded[at], _figure):
            figures[side] = figure
    row.record = {state.totals_entry.field: figures}
    for at, question in columns.questions.items():
        reading = _reader_of(question, state)
        for answer in _read(row, columns, at, padded[at], reading):
            if answer is not None:
                row.record[question.field] = answer
    return row


def _read(row: Row, columns: Columns, at: int, text: str, reading: Callable[[str], Any]) -> Iterator[Any]:
    try:
        yield reading(text)
    except ValidationError as refused:
        row.problems += [Trouble(row.line, columns.titles[at], message) for message in refused.messages]


def _figure(text: str) -> int | float:
    if not text:
        raise ValidationError(_("A number is missing here."))
    return write_points(read_figure(text))


def _reader_of(question: Question, state: SeriesState) -> Callable[[str], Any]:
    if question.answer is Answer.FLAG:
        return _flag
    choices = _choices(question, state)
    if question.answer is Answer.SEVERAL:
        return lambda text: [_choice(choices, word) for word in re.split(r"[\s+,;]+", text) if word] or None
    return lambda text: _choice(choices, text) if text else None


def _flag(text: str) -> bool | None:
    if name_key(text) not in YES | NO:
        raise ValidationError(_("This must be yes or no."))
    return True if name_key(text) in YES else None


def _choices(question: Question, state: SeriesState) -> dict[str, Any]:
    """By every way to write it: for a side also by any of its players."""
    if question.answer is Answer.SEAT:
        return {name_key(name): seat for seat, name in enumerate(state.names)}
    if question.answer is Answer.SIDE:
        sides = enumerate(state.sides)
        return {name_key(name): number for number, side in sides for name in (*side.names, side.name)}
    return {
        name_key(text): value for value, label in question.options for text in (str(value), str(label), _(str(label)))
    }


def _choice(choices: Mapping[str, Any], text: str) -> Any:
    if name_key(text) not in choices:
        raise ValidationError(_("This is not one of the choices."))
    return choices[name_key(text)]
