"""Hands from the CSV file of a spreadsheet: one row for each hand, and one column for each player or side.

Further columns hold bids and answers to the game's questions. All hands are recorded, or none.
"""

import csv
import hashlib
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.entry import Answer, Question, TotalsEntry
from games.kit.points import write_points
from ledger.circles.models import Member
from ledger.circles.names import name_key
from ledger.lib.refusals import Refused
from ledger.lib.typed import MOST_SHOWN, read_figure, read_whole
from ledger.series import services
from ledger.series.models import Event, Series
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import in_words
from ledger.transfer.file_format import UnreadableFile

MOST_ROWS = 2000
MOST_DIGITS = 9  # of a whole number; Python refuses to read one with thousands of digits
SEPARATORS = ",;\t"
YES = frozenset({"yes", "y", "x", "1", "true", "हो", "✓"})
NO = frozenset({"", "no", "n", "0", "false", "होइन", "-"})


@dataclass(frozen=True)
class ImportedHands:
    count: int
    state: SeriesState  # after these hands


@dataclass(frozen=True)
class Columns:
    """What the columns of the file mean. Keys of mappings, and `hand` and `thrown_in`, are indexes of columns."""

    titles: Sequence[str]
    sides: Mapping[int, int]  # the column of a single figure for all sides has side 0
    bids: Mapping[int, int]
    questions: Mapping[int, Question]
    hand: int | None
    thrown_in: int | None


def import_hands(*, series: Series, me: Member, data: bytes, dry_run: bool) -> ImportedHands:
    """Record the hands, or raise UnreadableFile with every problem and its line.

    After a problem, and in a dry run, nothing is written.
    """
    with transaction.atomic():
        state = series_state(series)
        if state.game.totals is None:
            raise UnreadableFile(_problem(0, "", "the hands of this game are not kept as figures"))
        rows = read_rows(data)
        if len(rows) <= 1:
            raise UnreadableFile(_problem(0, "", "there are no hands in it"))
        digest = hashlib.sha256(data).hexdigest()[:32]
        if Event.objects.filter(series=series, key__startswith=f"import-{digest}-").exists():
            raise UnreadableFile(_problem(0, "", "it has been imported into this series before"))
        columns = read_titles(state, *rows[0])
        problems: list[str] = []
        for number, (line, cells) in enumerate(rows[1:], start=state.next_number):
            record, faults = read_hand(state, columns, line, cells)
            stated = cells[columns.hand] if columns.hand is not None and columns.hand < len(cells) else ""
            # Another number than the next one shows that a hand was forgotten.
            if stated and read_whole(stated, digits=MOST_DIGITS) != number:
                title = columns.titles[columns.hand or 0]
                faults.append(_problem(line, title, f"“{stated[:MOST_SHOWN]}”, but this is hand {number}"))
            if not faults:
                submit = services.Submit(me, state.series.version, f"import-{digest}-{line}", is_import=True)
                try:
                    state = services.record_hand(series=state.series, submit=submit, record=record).state
                except Refused as refused:
                    faults = [
                        _problem(line, _title_of(problem.field, columns, state), in_words(problem.message, state.names))
                        for problem in refused.problems
                    ]
            problems += faults
        if problems:
            raise UnreadableFile(*problems)
        transaction.set_rollback(dry_run)
    return ImportedHands(len(rows) - 1, state)


def _problem(line: int, column: str, message: str) -> str:
    """Return the message with its line and column. Line 0 means the whole file."""
    where = f"line {line}" if line else "the file"
    return f"{where}, {column}: {message}" if column else f"{where}: {message}"


def _title_of(field: str, columns: Columns, state: SeriesState) -> str:
    """Return the title of the column from which a field of the record comes, or an empty text."""
    name, _dot, rest = field.partition(".")
    entry = state.game.totals
    if entry and rest.isdecimal():
        rows = {entry.field: columns.sides} | ({entry.bids.field: columns.bids} if entry.bids else {})
        if name in rows:
            return next((columns.titles[at] for at, side in rows[name].items() if side == int(rest)), "")
    return next((columns.titles[at] for at, question in columns.questions.items() if question.field == name), "")


# --- The file --------------------------------------------------------------------------------------------------------


def read_rows(data: bytes) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with the number of its line.

    The separator of the cells is the character of SEPARATORS that is most frequent in the first line.
    """
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableFile(_problem(line, "", "this is not UTF-8; save the file as “CSV UTF-8”")) from error
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((line, [cell.strip() for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableFile(_problem(reader.line_num, "", str(error))) from error
    if len(rows) > MOST_ROWS + 1:
        raise UnreadableFile(_problem(rows[MOST_ROWS + 1][0], "", f"there are more than {MOST_ROWS} hands"))
    return rows


Meaning = tuple[str, Any]  # what a column means: its kind, and the number of its side or the field of its question


def figure_titles(state: SeriesState) -> dict[Meaning, list[str]]:
    """Return the columns that a file needs, each with the titles that it may have. Problems name the first title."""
    entry = state.game.totals
    assert entry is not None
    if entry.shared:
        return {("side", 0): [entry.field, entry.title, _(entry.title)]}
    sides = enumerate(state.entry_sides)
    titles: dict[Meaning, list[str]] = {("side", number): [side.name, *side.names] for number, side in sides}
    if entry.bids:
        words = (entry.bids.title, _(entry.bids.title))
        titles |= {
            ("bid", number): [f"{name} {word}" for name in names for word in words]
            for (_kind, number), names in titles.items()
        }
    return titles


def read_titles(state: SeriesState, line: int, titles: Sequence[str]) -> Columns:
    """Return what the columns mean, in whatever order they come.

    Every side needs a column, and no column may be unknown or appear twice.
    """
    # The meaning of each possible title. A title that is also the name of a player means the player.
    known: dict[str, Meaning] = {"hand": ("hand", None), "#": ("hand", None)}
    if state.game.can_throw_in:
        known |= {"thrown_in": ("thrown_in", None), "thrown in": ("thrown_in", None)}
    questions = {question.field: question for question in state.game.questions(by_card=False)}
    for question in questions.values():
        for title in (question.field, question.title, _(question.title)):
            known[name_key(title)] = ("question", question.field)
    needed = figure_titles(state)
    known |= {name_key(title): meaning for meaning, names in needed.items() for title in names}

    found: dict[int, Meaning] = {}
    problems = []
    for at, title in enumerate(titles):
        meaning = known.get(name_key(title))
        if meaning is None and title:
            problems.append(_problem(line, title, "no player and no question of this series has this name"))
        elif meaning in found.values():
            problems.append(_problem(line, title, "there are two columns for this"))
        elif meaning is not None:
            found[at] = meaning
    missing = [names[0] for meaning, names in needed.items() if meaning not in found.values()]
    problems += [_problem(line, name, "this column is missing") for name in missing]
    if problems:
        raise UnreadableFile(*problems)
    column_of = {kind: at for at, (kind, _number_or_field) in found.items()}
    return Columns(
        titles=titles,
        sides={at: number for at, (kind, number) in found.items() if kind == "side"},
        bids={at: number for at, (kind, number) in found.items() if kind == "bid"},
        questions={at: questions[field] for at, (kind, field) in found.items() if kind == "question"},
        hand=column_of.get("hand"),
        thrown_in=column_of.get("thrown_in"),
    )


# --- A hand ----------------------------------------------------------------------------------------------------------


def read_hand(
    state: SeriesState, columns: Columns, line: int, cells: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the record of one row, and its problems."""
    problems = []
    if len(cells) > len(columns.titles):
        problems.append(_problem(line, "", "there are more cells than the first line has titles"))
    padded = [*cells, *[""] * (len(columns.titles) - len(cells))]
    if columns.thrown_in is not None and padded[columns.thrown_in]:
        assert state.game.can_throw_in
        return state.game.throw_in(padded[columns.thrown_in]), problems
    entry = state.game.totals
    assert entry is not None
    may_be_empty = sides_without_figures(state, entry)
    figures: list[Any] = [None] * len(state.entry_sides)
    bids: list[Any] = [None] * len(state.entry_sides)
    record: dict[str, Any] = {entry.field: figures} | ({entry.bids.field: bids} if entry.bids else {})
    for at, text in enumerate(padded[: len(columns.titles)]):
        try:
            if at in columns.sides or at in columns.bids:
                row, side = (figures, columns.sides[at]) if at in columns.sides else (bids, columns.bids[at])
                if text:
                    row[side] = read_bid(text, entry) if row is bids else write_points(read_figure(text))
                elif side not in may_be_empty:
                    problems.append(_problem(line, columns.titles[at], _("A number is missing here.")))
            elif at in columns.questions:
                answer = read_answer(columns.questions[at], text, state)
                if answer is not None:
                    record[columns.questions[at].field] = answer
        except ValidationError as error:
            problems += [_problem(line, columns.titles[at], message) for message in error.messages]
    if entry.shared:
        record[entry.field] = figures[0]
    if entry.optional and record[entry.field] is None:
        del record[entry.field]
    return state.game.record_of(record), problems


def read_bid(text: str, entry: TotalsEntry) -> Any:
    """Return the bid: a number, or one of the game's words for a bid.

    The file may have the word as it is stored, or as players know it, in English or in the reader's language.
    """
    for word, label in entry.bids.words if entry.bids else ():
        if name_key(text) in {name_key(name) for name in (word, label, _(label))}:
            return word
    return write_points(read_figure(text))


def sides_without_figures(state: SeriesState, entry: TotalsEntry) -> set[int]:
    """Return the sides whose figures may be left out."""
    if entry.may_sit_out or entry.optional or (entry.bids and entry.bids.by_one):
        return set(range(len(state.entry_sides)))
    out = state.seats_out(state.next_number)
    return {number for number, side in enumerate(state.entry_sides) if side.seat in out}


def read_answer(question: Question, text: str, state: SeriesState) -> Any:
    """Return the answer to the question, or None for an empty cell and for a flag that is not set.

    A side may be named by any of its players.
    """
    choices: dict[str, Any]
    match question.answer:
        case Answer.FLAG:
            if name_key(text) not in YES | NO:
                raise ValidationError(_("This must be yes or no."))
            return True if name_key(text) in YES else None
        case Answer.SIDES:
            return read_sides(text, state)
        case Answer.SEAT | Answer.SEATS:
            choices = {name_key(name): seat for seat, name in enumerate(state.names)}
        case Answer.SIDE:
            sides = enumerate(state.sides)
            choices = {name_key(name): number for number, side in sides for name in (*side.names, side.name)}
        case Answer.COUNT | Answer.FIGURES:
            return read_counts(question, text)
        case Answer.OPTION | Answer.SEVERAL | Answer.BY_SIDE:
            choices = {
                name_key(word): value
                for value, label in question.options
                for word in (str(value), str(label), _(str(label)))
            }
            if any(value is True for value in choices.values()):  # yes and no, where the question may stay open
                choices |= dict.fromkeys(YES, True) | dict.fromkeys(NO, False)
        case _:
            assert_never(question.answer)
    several = question.answer in (Answer.SEVERAL, Answer.SEATS)
    # Several answers in one cell may have spaces between them, unless an answer can itself contain a space.
    has_spaces = question.answer is Answer.SEATS or any(" " in word for word in choices)
    between = r"[+,;&]" if has_spaces else r"[\s+,;]+"
    chosen = []
    for word in filter(None, map(str.strip, re.split(between, text) if several else [text])):
        if name_key(word) not in choices:
            raise ValidationError(_("This is not one of the choices."))
        chosen.append(choices[name_key(word)])
    return (chosen if several else chosen[0]) if chosen else None


def read_counts(question: Question, text: str) -> Any:
    """Return the whole number, or for Answer.FIGURES the list of the players' numbers, with spaces between them."""
    is_list = question.answer is Answer.FIGURES
    counts = [read_whole(word, digits=MOST_DIGITS) for word in text.split()]
    if None in counts or (len(counts) > 1 and not is_list):
        raise ValidationError(_("This must be a whole number."))
    if is_list:
        return counts or None
    return counts[0] if counts else None


def read_sides(text: str, state: SeriesState) -> list[list[int]]:
    """Return the winners, then the losers, of a text such as “Asha + Chandra : Bela + Dev”."""
    seats = {name_key(name): seat for seat, name in enumerate(state.names)}
    sides = [[name_key(name) for name in re.split(r"[+,;&]", side) if name.strip()] for side in text.split(":")]
    if len(sides) != 2 or not all(name in seats for side in sides for name in side):  # noqa: PLR2004  (two sides)
        raise ValidationError(
            _("Write the winners, a colon and the losers: %(example)s.") % {"example": "Asha : Bela + Dev"}
        )
    return [[seats[name] for name in side] for side in sides]
