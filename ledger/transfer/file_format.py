"""The file of a circle: what it consists of, and how its bytes are read.

A file may come from anywhere. `read_file` returns its parts, complete and well formed, or raises `UnreadableFile`.
Whether the parts fit together is checked in checks.py and imported_series.py.
"""

import codecs
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Annotated, Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import Field, Strict, TypeAdapter

from games.kit.reading import read
from ledger.circles.roles import Role
from ledger.face.faces import FACES
from ledger.lib import formatting
from ledger.lib.refusals import Reason, Refused
from ledger.lib.stored import (
    Amount,
    ByName,
    Coin,
    Currency,
    Day,
    Hash,
    Id,
    Json,
    Key,
    Moment,
    Number,
    PointsText,
    PreviousHash,
    Rows,
    Stored,
    TimeZone,
)
from ledger.lib.strict_json import CutShort, UnstorableText, read_json
from ledger.money.models import MOST_NOTE as MOST_ENTRY_NOTE
from ledger.money.models import EntryKind
from ledger.series.changes import KindName
from ledger.series.changes.started import Agreed, RulesOfRecord
from ledger.series.models import MOST_HAND_NOTE, MOST_NOTE, MOST_PLACE, Status
from ledger.series.requirements import MOST_REASON
from ledger.series.wording import in_words
from ledger.signing.files import MEMBER
from ledger.standings.models import Points
from ledger.verdicts.models import MOST_NOTE as MOST_VERDICT_NOTE

FORMAT = "khata-circle"
VERSION = 1
SERIES_FORMAT = "khata-series"  # the file of one series, which cannot be imported

MOST_NAMES = 200  # in one JSON object: reporting a million unknown names would exhaust the memory
MOST_PROBLEMS = 20  # that are shown for one file
FIRST_LIKELY_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)


class UnreadableFile(Refused):
    """Nothing was imported. `sentences` says why."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = list(dict.fromkeys(sentences))
        super().__init__(*(Reason("", "unreadable_file", sentence) for sentence in self.sentences))


class AlreadyHere(UnreadableFile):
    """The circle of the file exists already."""

    def __init__(self, circle_id: str) -> None:
        self.circle_id = circle_id
        super().__init__(_("This circle already exists here."))


def first_problems(problems: Iterable[str]) -> list[str]:
    """Return the first problems, and a sentence that says how many more there are."""
    different = list(dict.fromkeys(problems))
    more_count = len(different) - MOST_PROBLEMS
    if more_count <= 0:
        return different
    more = ngettext("And %(count)s more fault.", "And %(count)s more faults.", more_count)
    return [*different[:MOST_PROBLEMS], more % {"count": formatting.digits(more_count)}]


# --- The parts -------------------------------------------------------------------------------------------------------


class CirclePart(Stored):
    id: Id
    name: str
    currency: Currency
    coin_minor: Coin
    language: str
    created_at: Moment
    hides_money: bool = False
    hides_ratings: bool = False
    points_only: bool = False
    time_zone: TimeZone = ""
    rules_of_record: RulesOfRecord | None = None
    card_faces: Literal["", "french", "swiss_german"] = ""


class MemberPart(Stored):
    id: Id
    name: str
    role: Annotated[Role, Strict(strict=False)]
    joined_at: Moment


class PointsOnlySwitchPart(Stored):
    points_only: bool
    by: Id | None
    by_name: ByName
    at: Moment


class PlayerPart(Stored):
    id: Id
    name: str
    face: Annotated[int, Field(ge=0, lt=FACES)] | None = None  # files of release 1 have none
    member: Id | None
    created_at: Moment
    hidden_at: Moment | None
    is_left_out: bool = False


class EventPart(Stored):
    number: Number
    kind: KindName
    hand_number: Number | None
    content: Json
    reason: Annotated[str, Field(max_length=MOST_REASON)]
    by: Id | None
    by_name: ByName
    at: Moment
    played_at: Moment | None = None  # only a phone without signal sets this field and the next field
    clock_corrected: bool = False
    key: Key | None
    previous_hash: PreviousHash
    hash: Hash


class HandNotePart(Stored):
    number: Number
    note: Annotated[str, Field(min_length=1, max_length=MOST_HAND_NOTE)]


class VerdictPart(Stored):
    """A verdict or a waiver. Its `event_hash` is checked once the series has been rebuilt."""

    number: Number
    kind: Literal["verdict", "waiver"]
    hand_number: Number | None
    player: Id | None
    verdict: Literal["agreed", "disputed", "none", ""]
    reason: Annotated[str, Field(max_length=MOST_REASON)]
    note: Annotated[str, Field(max_length=MOST_VERDICT_NOTE)]
    event_hash: Hash
    revision: Number
    shown: Json | list[Json]
    by: Id | None
    by_name: ByName
    by_proxy: bool
    by_link: bool
    at: Moment
    key: Key | None
    previous_hash: PreviousHash
    hash: Hash


class SeriesPart(Agreed):
    """Files of the first release have no place and no notes."""

    id: Id
    status: Annotated[Status, Strict(strict=False)]
    with_standard: bool
    changed_at: Moment
    version: Number
    latest_hash: Hash
    place: Annotated[str, Field(max_length=MOST_PLACE)] = ""
    note: Annotated[str, Field(max_length=MOST_NOTE)] = ""
    hand_notes: Rows[HandNotePart] = []
    events: Annotated[Rows[EventPart], Field(min_length=1)]
    verdicts: Rows[VerdictPart] = []


class HouseRulesPart(Stored):
    game: str
    name: str
    rules: Json


class FinalRowPart(Stored):
    player: Id
    place: Number
    points: PointsText
    series: Number
    course: Rows[PointsText]


class StepPart(Stored):
    series: Id
    number: Number
    day: Day


class FinalTablePart(Stored):
    """The final table of a closed season: ledger/standings/seasons/points.py."""

    currency: Annotated[str, Field(pattern=r"^([A-Z]{3})?$")]
    made_from: Annotated[Rows[Annotated[list[str], Field(min_length=2, max_length=2)]], Field(min_length=1)]
    rows: Annotated[Rows[FinalRowPart], Field(min_length=1)]
    steps: Annotated[Rows[StepPart], Field(min_length=1)]


class SeasonPart(Stored):
    id: Id
    name: str
    game: str
    title: Annotated[str, Field(max_length=80)]
    since: Day
    until: Day
    points: Annotated[Points, Strict(strict=False)]
    created_at: Moment
    closed_at: Moment | None
    closed_by_name: Annotated[str, Field(max_length=80)]
    time_zone: TimeZone = ""
    kept: FinalTablePart | None


class BookPart(Stored):
    """The number and hash of the last entry. They show whether the last entries are missing."""

    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    latest_hash: PreviousHash


class EntryPart(Stored):
    id: Id
    number: Number
    kind: Annotated[EntryKind, Strict(strict=False)]
    currency: Currency
    source: Annotated[str, Field(max_length=40)]
    source_version: Number | None
    reverses: Id | None
    note: Annotated[str, Field(max_length=MOST_ENTRY_NOTE)]
    by: Id | None
    by_name: ByName
    at: Moment
    key: Key | None
    postings: Annotated[dict[Id, Amount], Field(min_length=1)]
    previous_hash: PreviousHash
    hash: Hash


class CircleFile(Stored):
    format: Literal["khata-circle"]
    version: Literal[1]
    circle: CirclePart
    members: Rows[MemberPart]
    players: Rows[PlayerPart]
    series: Rows[SeriesPart]
    house_rules: Rows[HouseRulesPart]
    book: BookPart
    entries: Rows[EntryPart]
    seasons: Rows[SeasonPart] = []  # files of circles without seasons have no such list
    points_only_switches: Rows[PointsOnlySwitchPart] = []  # files of circles that were never switched have no such list
    seal: Any = None  # any value: `check_seal` judges the seal

    @property
    def has_unlikely_dates(self) -> bool:
        """Whether an event or an entry is dated before 2000 or in the future, by a wrong clock."""
        tomorrow = timezone.now() + timedelta(days=1)
        events = (event.at for series in self.series for event in series.events)
        entries = (entry.at for entry in self.entries)
        return any(not FIRST_LIKELY_MOMENT <= at <= tomorrow for at in chain(events, entries))


_CIRCLE_FILE = TypeAdapter(CircleFile)


# --- Reading ---------------------------------------------------------------------------------------------------------


def read_file(data: bytes) -> CircleFile:
    """Return the parts of the file, or raise UnreadableFile."""
    not_ours = _("This is not a file that Khata wrote.")
    try:
        text = data.removeprefix(codecs.BOM_UTF8)
        whole = read_json(text, for_storage=True, most_names=MOST_NAMES, unlimited=MEMBER)
    except CutShort as error:
        raise UnreadableFile(_("The file is cut short: its end is missing. Please fetch it once more.")) from error
    except UnstorableText as error:
        raise UnreadableFile(_("There are characters in this file that cannot be kept.")) from error
    except ValueError as error:
        raise UnreadableFile(not_ours) from error
    kind = whole.get("format") if isinstance(whole, dict) else None
    if kind == SERIES_FORMAT:
        raise UnreadableFile(_("This is the file of one series. Only the file of a whole circle can be imported."))
    if kind != FORMAT:
        raise UnreadableFile(not_ours)
    version = whole.get("version")
    if type(version) is not int or version != VERSION:
        other = _("This file is of version %(version)s, and only version %(known)s can be read here.")
        raise UnreadableFile(other % {"version": str(version)[:20], "known": formatting.digits(VERSION)})
    reading = read(_CIRCLE_FILE, whole)
    if reading.problems:
        problems = (f"{problem.field}: {in_words(problem.message, ())}" for problem in reading.problems)
        raise UnreadableFile(*first_problems(problems))
    file: CircleFile = reading.value
    return file
