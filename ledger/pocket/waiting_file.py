"""The file in which a phone has saved its waiting changes: reading the file, and recording the changes at the site.

The changes of a series are the last events of its chain in the phone. They are recorded as if the phone had sent them:
by the services, with the keys and times that they have in the file. The person who sends the file records them.
"""

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile
from typing import Annotated, Any, Literal, Self

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from games.kit.reading import read
from games.registry import BY_SLUG
from ledger.circles.access import Visitor, enter_circle, players_of_circle, require
from ledger.circles.models import Member, Player, Verdicts
from ledger.circles.roles import Role
from ledger.lib import formatting
from ledger.lib.hash_chain import faults
from ledger.lib.refusals import OutOfDate, Refused
from ledger.lib.stored import ByName, Id, Key, Moment, Number, PreviousHash, Rows
from ledger.lib.strict_json import read_json
from ledger.pocket.phone.again import write_text
from ledger.series.access import enter_series
from ledger.series.audit.rebuilding import CannotRebuild, rebuild_series
from ledger.series.chain import event_hash
from ledger.series.changes import CHANGES, Recorded, Started, change_of, is_possible
from ledger.series.changes.change import adapter_of
from ledger.series.changes.started import StartedContent
from ledger.series.descriptions import series_name, summary
from ledger.series.models import Event, Series
from ledger.series.selectors import hand_notes
from ledger.series.services import Submit, make_change
from ledger.series.starting import Agreement, problems_before_start, start_once
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import refusal_in_words
from ledger.transfer.file_format import MOST_NAMES, EventPart

MOST_BYTES = 4 * 1024 * 1024  # 500 hands card by card take 1 MB
MOST_WORK = 400_000  # hands to score for one series: 15 seconds
LOCKED = 0.4  # seconds for which the database is locked at a time while changes are recorded
PAUSE = 0.15  # seconds between two locks: SQLite checks every tenth of a second whether a waiting save may go on


class Unfit(Exception):
    """The file, or the changes of one series in it, cannot be recorded. The message is a sentence for the person."""


# --- The parts -------------------------------------------------------------------------------------------------------


class FilePart(BaseModel):
    """Values are not converted. Unknown fields, which a later version of Khata in the phone wrote, are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)


class ChangePart(EventPart):
    """An event of the phone's chain."""

    model_config = ConfigDict(extra="ignore")

    series: Id
    hand_number: Number | None = Field(alias="hand")
    by: None = None
    key: Key
    played_at: Moment
    request: list[Any] = []  # the API request of the phone: method, address, body

    @model_validator(mode="after")
    def _can_be_made(self) -> Self:
        """Raise ValueError unless the part holds all that its kind of change needs."""
        if (self.hand_number is not None) != CHANGES[self.kind].of_a_hand:
            raise ValueError("there is no such change")
        change_of(self.event())
        return self

    def event(self) -> Event:
        fields = self.model_dump(exclude={"series", "by", "played_at", "request"})
        played_at = None if self.played_at == self.at else self.played_at
        return Event(series_id=self.series, played_at=played_at, **fields)


class TextPart(FilePart):
    """The place or the note of a series. Neither is in a chain; the latest text counts."""

    series: Id
    kind: Literal["place", "note"]
    hand: None
    content: str


class WaitingNote(FilePart):
    """The note of a hand."""

    series: Id
    kind: Literal["hand"]
    hand: Number
    content: str


class BidsPart(FilePart):
    """Noted bids, which are not read in: the record of their hand has the same bids."""

    series: Id
    kind: Literal["bids"]


class WaitingSeries(FilePart):
    """The series as the phone last got it from the site. A series that was started in the phone may have none."""

    version: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    hash: PreviousHash = ""
    name: Annotated[str, Field(max_length=200)] = ""


class PersonPart(FilePart):
    """The person whose phone has saved the file."""

    name: ByName


class WaitingFile(FilePart):
    khata: Literal["waiting"]
    version: Literal[1]
    user: PersonPart
    series: dict[Id, WaitingSeries]
    changes: Annotated[Rows[ChangePart | TextPart | WaitingNote | BidsPart], Field(min_length=1)]

    @property
    def ids(self) -> list[str]:
        return list(dict.fromkeys(change.series for change in self.changes))

    def last_got(self, series_id: str) -> WaitingSeries:
        return self.series.get(series_id, WaitingSeries())

    def changes_of(self, series_id: str) -> list[ChangePart]:
        return [part for part in self.changes if isinstance(part, ChangePart) and part.series == series_id]

    def texts_of(self, series_id: str) -> list[TextPart | WaitingNote]:
        return [part for part in self.changes if isinstance(part, TextPart | WaitingNote) and part.series == series_id]


_FILE = TypeAdapter(WaitingFile)


def read_waiting(data: bytes) -> WaitingFile:
    """Return the file. Raise Unfit if it is damaged or the chain of a series is broken."""
    try:
        file: WaitingFile | None = read(_FILE, read_json(data, for_storage=True, most_names=MOST_NAMES)).value
    except ValueError:
        file = None
    if file is None:
        raise Unfit(_("This is not a file that a phone has saved, or it is damaged."))
    for series_id in file.ids:
        last_got = file.last_got(series_id)
        events = [change.event() for change in file.changes_of(series_id)]
        # The file lacks changes that the phone has already sent. So its first event may have a later number.
        begins_later = bool(events) and events[0].number > last_got.version + 1
        before = (events[0].number - 1, events[0].previous_hash) if begins_later else (last_got.version, last_got.hash)
        for fault in faults(events, event_hash, *before):
            changed = _("The file is damaged or was changed: change %(number)s does not fit the one before it.")
            raise Unfit(changed % {"number": formatting.digits(fault.link.number)})
    return file


# --- Recording -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WaitingResult:
    """The waiting changes of one series, and the result of recording them."""

    series: str
    name: str
    events: Sequence[Event]
    texts: Sequence[TextPart | WaitingNote]
    new: int = 0  # how many changes the site did not have
    outcome: str = ""  # the totals or the winner with these changes, in words
    problem: str = ""  # why no change is recorded


def record_waiting(file: WaitingFile, user: Visitor, *, rehearse: bool = False) -> list[WaitingResult]:
    """Record the waiting changes. Return a result for each series. With `rehearse`, only return the expected results.

    The series with its new changes is worked out in memory first, without a lock. If one of them cannot be made, none
    is recorded. Then the changes are recorded a few at a time, so that other tables can save hands in between.
    """
    results = []
    for series_id in file.ids:
        changes, texts = file.changes_of(series_id), file.texts_of(series_id)
        last_got = file.last_got(series_id)
        result = WaitingResult(series_id, last_got.name or series_id, [change.event() for change in changes], texts)
        try:
            me = member_for(user, series_id, changes)
            recorded = count_recorded(last_got, series_id, result.events)
            state = foresee(series_id, result.events[recorded:], me)
            other_texts = [text for text in texts if text.content != text_now(series_id, text)]
            if not rehearse:
                make_all(changes[recorded:], me)
                series = Series.with_discarded.select_related("circle").get(pk=series_id)
                for text in other_texts:
                    write_text(series, me, text.kind, text.hand, text.content)
                state = series_state(series)
            count = len(changes) - recorded + len(other_texts)
            results.append(replace(result, name=series_name(state.series), new=count, outcome=summary(state)))
        except (Unfit, Refused, OutOfDate, PermissionDenied, Http404, ObjectDoesNotExist) as error:
            results.append(replace(result, problem=why_not(error)))
    return results


def foresee(series_id: str, new: Sequence[Event], me: Member) -> SeriesState:
    """Return the series as it would be with these changes. Raise Unfit if one is impossible, or there are too many."""
    stored = list(Event.objects.filter(series=series_id).order_by("number"))
    if new and new[0].number != len(stored) + 1:
        raise Unfit(moved_on_sentence())
    events = [*stored, *new]
    hands = sum(event.kind == Recorded.kind for event in events)
    if hands + hands * (len(events) - hands) > MOST_WORK:
        raise Unfit(_("This file holds too many corrections to be read in on a page."))
    if not stored and new:
        agreement_in_file(events[0].content, {}, me)  # refuses a series that cannot be started here
    for event in new:
        require(me, CHANGES[event.kind].role)
    try:
        rebuilt = rebuild_series(Series(pk=series_id, circle_id=me.circle_id), events[:1])
        for event in rebuilt.apply_all(events[1:]):
            if event.number > len(stored) and not is_possible(rebuilt.state, event):
                number = {"number": formatting.digits(event.number)}
                raise Unfit(_("Change %(number)s of the series cannot be recorded as it stands by now.") % number)
    except CannotRebuild:
        raise Unfit(_("Something in this file cannot be recorded in the series.")) from None
    players = Player.objects.in_bulk([player.pk for player in rebuilt.state.players])
    rebuilt.state.series.circle = me.circle
    return replace(rebuilt.state, players=tuple(players[player.pk] for player in rebuilt.state.players))


def member_for(user: Visitor, series_id: str, changes: Sequence[ChangePart]) -> Member:
    """Return the membership of the user who records the changes. A new series is in the circle of its first player."""
    if not changes or changes[0].kind != Started.kind or Series.objects.filter(pk=series_id).exists():
        return enter_series(user, series_id, at_least=Role.SCORER).me
    agreed: StartedContent | None = read(adapter_of(StartedContent), changes[0].content).value
    player = Player.objects.filter(pk__in=agreed.players[:1]).first() if agreed else None
    return enter_circle(user, player.circle_id if player else "", at_least=Role.SCORER)


def count_recorded(last_got: WaitingSeries, series_id: str, events: Sequence[Event]) -> int:
    """Return how many of the changes the site has already. Raise Unfit if it has other changes in their place."""
    stored = list(Event.objects.filter(series=series_id, number__gte=last_got.version).order_by("number"))
    if last_got.version and (not stored or stored.pop(0).hash != last_got.hash):
        raise Unfit(moved_on_sentence())
    stored = stored[events[0].number - last_got.version - 1 :] if events else []
    pairs = zip(stored, events, strict=False)
    recorded = len(list(takewhile(lambda pair: identity_of(pair[0]) == identity_of(pair[1]), pairs)))
    if recorded < min(len(stored), len(events)):
        raise Unfit(moved_on_sentence())
    return recorded


def identity_of(event: Event) -> tuple[str | None, str, int | None]:
    """Return what a change has in common in the phone and at the site. Times and hashes may differ."""
    return event.key, event.kind, event.hand_number


def text_now(series_id: str, text: TextPart | WaitingNote) -> str:
    """Return the place or note that the site has and `text` would replace; empty if the site lacks the series."""
    series = Series.with_discarded.filter(pk=series_id).first()
    if series is None:
        return ""
    if isinstance(text, WaitingNote):
        return hand_notes(series).get(text.hand, "")
    return series.place if text.kind == "place" else series.note


def make_all(changes: Sequence[ChangePart], me: Member) -> None:
    """Make the changes in short transactions with pauses, in which other tables can save."""
    waiting = deque(changes)
    while waiting:
        with transaction.atomic():
            until = time.monotonic() + LOCKED
            while waiting and time.monotonic() < until:
                make_one(waiting.popleft(), me)
        if waiting:
            time.sleep(PAUSE)


def make_one(change: ChangePart, me: Member) -> None:
    """Make a change by the same services as in the phone. The services check the change: the file is not trusted."""
    if change.kind == Started.kind:
        body = next((part for part in change.request if isinstance(part, dict)), {})
        agreed = agreement_in_file(change.content, body, me)
        start_once(me=me, agreed=agreed, key=change.key, series_id=change.series, played_at=change.played_at)
        return
    require(me, CHANGES[change.kind].role)
    submit = Submit(me, change.number - 1, change.key, played_at=change.played_at)
    make_change(change_of(change.event()), series=Series(pk=change.series), submit=submit)


def agreement_in_file(started: Any, body: Mapping[str, Any], me: Member) -> Agreement:
    """Return the agreement before the start. Raise Unfit or Refused if the series cannot be started here.

    `started` is the content of the first event. `body` has the place and the note, which are in no event.
    """
    content: StartedContent | None = read(adapter_of(StartedContent), started).value
    game = BY_SLUG.get(content.game) if content else None
    unknown = _("This series cannot be started here: its game, its rules or its players are not known.")
    if content is None or game is None:
        raise Unfit(unknown)
    rules, players = game.read_rules(content.rules), players_of_circle(me, content.players)
    if rules.problems or not set(content.players) <= set(players):
        raise Unfit(unknown)
    if (content.currency, content.coin_minor) != (me.circle.currency, me.circle.coin_minor):
        raise Unfit(_("The circle counts in other money since then, so this series cannot be started."))
    agreed = Agreement(
        game=game,
        players=[players[player] for player in content.players],
        rules=rules.value,
        point_value=Decimal(content.point_value),
        preset=content.preset if game.is_preset(content.preset, rules.value) else "",
        first_dealer=content.first_dealer,
        place=str(body.get("place", "")),
        note=str(body.get("note", "")),
        verdicts=Verdicts(content.rules_of_record.verdicts) if content.rules_of_record else Verdicts.OFF,
    )
    if problems := problems_before_start(me, agreed):
        raise Refused(*problems)
    return agreed


def why_not(error: Exception) -> str:
    """Return in a sentence why the changes of a series are not recorded."""
    match error:
        case Unfit():
            return str(error)
        case Refused():
            return refusal_in_words(error)
        case OutOfDate():
            return moved_on_sentence()
        case PermissionDenied():
            return _("You may read this series, but not record this in it. An owner of the circle can do it.")
        case _:
            return _("This series is not on this site, or it is not yours to see.")


def moved_on_sentence() -> str:
    return _(
        "The series has moved on at the site since the phone had its last signal. "
        "Open Khata on that phone where it has signal: it shows both sides."
    )
