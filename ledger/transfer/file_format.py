"""The file of a circle: what it consists of, and how its bytes are read.

A file may come from anywhere. `read_file` returns its parts, complete and well formed, or raises `UnreadableFile`.
Whether the parts fit together is checked in checks.py and imported_series.py.
"""

import codecs
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from typing import Annotated, Any, Literal, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, FailFast, Field, Strict, TypeAdapter

from games.kit.reading import read
from ledger.agreeing.models import MOST_NOTE as MOST_VERDICT_NOTE
from ledger.circles.roles import Role
from ledger.face.faces import FACES
from ledger.lib import formatting
from ledger.lib.days import FIRST_DAY as FIRST_SEASON
from ledger.lib.days import LAST_DAY as LAST_SEASON
from ledger.lib.ids import ALPHABET, LENGTH
from ledger.lib.refusals import Reason, Refused
from ledger.lib.strict_json import CutShort, UnstorableText, read_json
from ledger.lib.time_zones import todays_name
from ledger.money.models import MOST_NOTE as MOST_ENTRY_NOTE
from ledger.money.models import EntryKind
from ledger.series.models import MOST_HAND_NOTE, MOST_NOTE, MOST_PLACE, Kind, Status
from ledger.series.requirements import MOST_REASON
from ledger.series.wording import in_words
from ledger.signing.files import MEMBER
from ledger.standings.models import Points

FORMAT = "khata-circle"
VERSION = 1
SERIES_FORMAT = "khata-series"  # the file of one series, which cannot be imported

MOST_NAMES = 200  # in one JSON object: reporting a million unknown names would exhaust the memory
MOST_PROBLEMS = 20  # in one list
FIRST_DAY, LAST_YEAR = datetime(2000, 1, 1, tzinfo=UTC), 9998  # year 9999 does not exist in every time zone


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
    """The first problems, and how many more there are."""
    found = list(dict.fromkeys(problems))
    left = len(found) - MOST_PROBLEMS
    if left <= 0:
        return found
    more = ngettext("And %(count)s more fault.", "And %(count)s more faults.", left)
    return [*found[:MOST_PROBLEMS], more % {"count": formatting.digits(left)}]


# --- The parts -------------------------------------------------------------------------------------------------------


def read_moment(value: Any) -> datetime:
    """Accept only the text that an export writes, because hashes are made over that text."""
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004  (pydantic collects no other error)
    moment = datetime.fromisoformat(value)
    if moment.isoformat() != value or not value.endswith("+00:00") or not 1 < moment.year <= LAST_YEAR:
        raise ValueError("not a time that an export writes")
    return moment


def read_day(value: Any) -> date:
    """Accept only the text that an export writes."""
    day = date.fromisoformat(value) if isinstance(value, str) else None
    if day is None or day.isoformat() != value or not FIRST_SEASON <= day <= LAST_SEASON:
        raise ValueError("not a day that an export writes")
    return day


def read_time_zone(value: str) -> str:
    """Another site may have written a name that is an old one by now."""
    today = todays_name(value)
    if not today:
        raise ValueError("not a time zone")
    return today


Json = dict[str, Any]
Item = TypeVar("Item")
Rows = Annotated[list[Item], FailFast()]  # the first fault of many is enough
Moment = Annotated[datetime, BeforeValidator(read_moment)]
Id = Annotated[str, Field(pattern=rf"^[{ALPHABET}]{{{LENGTH}}}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
PreviousHash = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
Coin = Annotated[int, Field(ge=1, le=10**9)]
Key = Annotated[str, Field(min_length=1, max_length=200)]
ByName = Annotated[str, Field(min_length=1, max_length=80)]
Slug = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]*$", max_length=40)]
PointValue = Annotated[str, Field(pattern=r"^[0-9]{1,8}\.[0-9]{4}$")]
SeatNumber = Annotated[int, Field(ge=0, le=100)]
TimeZone = Annotated[str, AfterValidator(read_time_zone)]
Day = Annotated[date, BeforeValidator(read_day)]
PointsText = Annotated[str, Field(pattern=r"^-?[0-9]{1,18}(/[1-9][0-9]{0,17})?$")]
Amount = Annotated[int, Field(ge=-(2**62), le=2**62)]


class Part(BaseModel):
    """Values are not converted, and unknown names are refused."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class RulesOfRecordPart(Part):
    """It is there only where the players are asked."""

    verdicts: Literal["offered", "required"]


class CirclePart(Part):
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
    rules_of_record: RulesOfRecordPart | None = None
    card_faces: Literal["", "french", "swiss_german"] = ""


class MemberPart(Part):
    id: Id
    name: str
    role: Annotated[Role, Strict(strict=False)]
    joined_at: Moment


class PointsOnlySwitchPart(Part):
    points_only: bool
    by: Id | None
    by_name: ByName
    at: Moment


class PlayerPart(Part):
    id: Id
    name: str
    face: Annotated[int, Field(ge=0, lt=FACES)] | None = None  # files of release 1 have none
    member: Id | None
    created_at: Moment
    hidden_at: Moment | None
    is_left_out: bool = False


class Agreed(Part):
    """What the players agreed on at the start of a series."""

    game: Slug
    preset: Slug
    rules: Json
    players: Rows[Id]
    point_value: PointValue
    currency: Currency
    coin_minor: Coin
    first_dealer: SeatNumber | None
    started_at: Moment


class Started(Agreed):
    """The content of the event that starts a series, with those that it continues."""

    continues: Rows[Id] = []
    rules_of_record: RulesOfRecordPart | None = None


class Seated(Part):
    """The content of the events with which a player joins or leaves."""

    player: Id
    name: str
    seat: SeatNumber


class DealerNamed(Seated):
    """The content of the event that says who deals a hand."""

    hand: Number


class EventPart(Part):
    number: Number
    kind: Annotated[Kind, Strict(strict=False)]
    hand_number: Number | None
    content: Json
    reason: Annotated[str, Field(max_length=MOST_REASON)]
    by: Id | None
    by_name: ByName
    at: Moment
    played_at: Moment | None = None  # only a phone without signal brings this and the next one
    clock_corrected: bool = False
    key: Key | None
    previous_hash: PreviousHash
    hash: Hash


class HandNotePart(Part):
    number: Number
    note: Annotated[str, Field(min_length=1, max_length=MOST_HAND_NOTE)]


class VerdictPart(Part):
    """A verdict or a waiver. What it speaks of is checked once the series has been rebuilt."""

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


class HouseRulesPart(Part):
    game: str
    name: str
    rules: Json


class FinalRowPart(Part):
    player: Id
    place: Number
    points: PointsText
    series: Number
    course: Rows[PointsText]


class StepPart(Part):
    series: Id
    number: Number
    day: Day


class FinalTablePart(Part):
    """What a closed season keeps: ledger/standings/seasons/points.py."""

    currency: Annotated[str, Field(pattern=r"^([A-Z]{3})?$")]
    made_from: Annotated[Rows[Annotated[list[str], Field(min_length=2, max_length=2)]], Field(min_length=1)]
    rows: Annotated[Rows[FinalRowPart], Field(min_length=1)]
    steps: Annotated[Rows[StepPart], Field(min_length=1)]


class SeasonPart(Part):
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


class BookPart(Part):
    """Where the entries end, so that it is noticed if the last ones are missing."""

    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    latest_hash: PreviousHash


class EntryPart(Part):
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


class CircleFile(Part):
    format: Literal["khata-circle"]
    version: Literal[1]
    circle: CirclePart
    members: Rows[MemberPart]
    players: Rows[PlayerPart]
    series: Rows[SeriesPart]
    house_rules: Rows[HouseRulesPart]
    book: BookPart
    entries: Rows[EntryPart]
    seasons: Rows[SeasonPart] = []  # files of circles without one have no such list
    points_only_switches: Rows[PointsOnlySwitchPart] = []  # nor one of these
    seal: Any = None  # whatever it is: `check_seal` says what it is worth

    @property
    def has_unlikely_dates(self) -> bool:
        """A hand or an entry is dated before 2000 or in the future: a clock was wrong."""
        tomorrow = timezone.now() + timedelta(days=1)
        events = (event.at for series in self.series for event in series.events)
        entries = (entry.at for entry in self.entries)
        return any(not FIRST_DAY <= at <= tomorrow for at in chain(events, entries))


_CIRCLE_FILE = TypeAdapter(CircleFile)


# --- Reading ---------------------------------------------------------------------------------------------------------


def read_file(data: bytes) -> CircleFile:
    """The parts of the file, or UnreadableFile."""
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
