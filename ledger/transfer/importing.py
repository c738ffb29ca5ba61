"""A whole circle from its file: everything is looked into first, then all of it is written, or nothing.

What a file says is believed as far as it can be worked out again: ledger/transfer/import_people.py has the people,
ledger/transfer/import_series.py the hands, ledger/transfer/import_books.py the books.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import TypeAdapter

from games.kit.reading import read
from ledger.circles.models import Circle, User
from ledger.lib import formatting
from ledger.series import house_rules as kept_rules
from ledger.series.wording import in_words
from ledger.transfer import import_books as money
from ledger.transfer import import_people as circles
from ledger.transfer import import_series as series
from ledger.transfer.file_format import FORMAT, SERIES_FORMAT, VERSION, Part, Rows, UnfitFileError, read_circle_json

MOST_PROBLEMS = 20  # are told one by one


class CircleFile(Part):
    format: Literal["khata-circle"]
    version: Literal[1]
    circle: circles.CirclePart
    members: Rows[circles.MemberPart]
    players: Rows[circles.PlayerPart]
    series: Rows[series.SeriesPart]
    house_rules: Rows[kept_rules.HouseRulesPart] = []
    entries: Rows[money.EntryPart]


_CIRCLE_FILE = TypeAdapter(CircleFile)


@dataclass(frozen=True)
class Contents:
    """A file that nothing is wrong with, and what is in it."""

    file: CircleFile
    told: tuple[series.Told, ...]

    @property
    def player_names(self) -> list[str]:
        return [player.name for player in self.file.players]

    @property
    def hand_count(self) -> int:
        return sum(len(one.telling.state.events) for one in self.told)


class HereAlreadyError(UnfitFileError):
    def __init__(self, circle_id: str) -> None:
        self.circle_id = circle_id
        super().__init__([_("This circle is here already.")])


def look_into(data: bytes, *, most_work: int | None = None) -> Contents:
    """UnfitFileError with everything that is wrong, as far as one fault does not hide the next. Nothing is written."""
    file = _read(data)
    if most_work is not None and sum(len(one.events) ** 2 for one in file.series) > most_work:
        raise UnfitFileError([_("This is too much for a page to work out: whoever runs the site can import it.")])
    if Circle.objects.filter(pk=file.circle.id).exists():
        raise HereAlreadyError(file.circle.id)
    problems: list[str] = []
    told = tuple(_tell_all(file, problems))
    problems += _problems(file, told)
    if problems:
        raise UnfitFileError(_first_of(problems))
    return Contents(file, told)


def bring_in(contents: Contents, importer: User | None) -> Circle:
    """One transaction. Whoever brings the circle in owns it; without anybody it waits for a link to make an owner."""
    file = contents.file
    try:
        with transaction.atomic():
            circle, recorders = circles.write_people(file.circle, file.members, file.players, importer)
            series.write_series(contents.told, recorders)
            kept_rules.write_house_rules(file.house_rules, circle)
            money.write_book(file.entries, circle, recorders)
            return circle
    except IntegrityError as error:
        if Circle.objects.filter(pk=file.circle.id).exists():
            raise HereAlreadyError(file.circle.id) from error
        raise


def _read(data: bytes) -> CircleFile:
    whole = read_circle_json(data)
    _check_kind(whole)
    reading = read(_CIRCLE_FILE, whole)
    if reading.problems:
        raise UnfitFileError(_first_of([f"{each.field}: {in_words(each.message, ())}" for each in reading.problems]))
    file: CircleFile = reading.value
    return file


def _check_kind(whole: Any) -> None:
    kind = whole.get("format") if isinstance(whole, dict) else None
    if kind == SERIES_FORMAT:
        raise UnfitFileError([_("This is the file of one series. Only the file of a whole circle can be imported.")])
    if kind != FORMAT:
        raise UnfitFileError([_("This is not a file that Khata wrote.")])
    version = whole.get("version")
    if type(version) is not int or version != VERSION:
        other = _("This file is of version %(version)s, and only version %(known)s can be read here.")
        raise UnfitFileError([other % {"version": str(version)[:20], "known": formatting.digits(VERSION)}])


def _tell_all(file: CircleFile, problems: list[str]) -> Iterator[series.Told]:
    for part in file.series:
        try:
            yield series.tell_again(part, file.circle.id)
        except series.UnfitSeriesError as unfit:
            problems.append(str(unfit))


def _problems(file: CircleFile, told: tuple[series.Told, ...]) -> Iterator[str]:
    members, players = {member.id for member in file.members}, {player.id for player in file.players}
    yield from circles.people_problems(file.circle, file.members, file.players)
    yield from money.book_problems(file.entries, file.circle.id, members, players)
    if len(told) == len(file.series):
        yield from series.series_problems(told, file.entries, members, players)
    yield from kept_rules.file_problems(file.house_rules)
    yield from circles.people_here_already(file.members, file.players)
    yield from series.series_here_already(told)
    yield from money.entries_here_already(file.entries)


def _first_of(problems: Iterable[str]) -> list[str]:
    told = list(dict.fromkeys(problems))
    left = len(told) - MOST_PROBLEMS
    if left <= 0:
        return told
    more = ngettext("And %(count)s more fault.", "And %(count)s more faults.", left)
    return [*told[:MOST_PROBLEMS], more % {"count": formatting.digits(left)}]
