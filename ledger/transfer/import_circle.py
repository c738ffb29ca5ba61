"""Import of a whole circle from its file. The file is checked first; then all of it is written, or nothing.

The circle is written part by part, each part in a transaction, because a large circle takes half a minute and SQLite
has one writer at a time. Until the last part is written, which makes the owner a member, `Circle.unfinished_at` is set.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player, PointsOnlySwitch, User, Verdicts
from ledger.circles.names import name_key
from ledger.circles.roles import Role
from ledger.circles.services.guests import make_guest
from ledger.face.faces import next_face
from ledger.money.models import Book, Entry, Posting
from ledger.series.changes import Recorded
from ledger.series.house_rules import keep_rules
from ledger.series.luck import luck_is_due
from ledger.series.models import Event, Hand, HandNote, HandPoints, Result, Seat, Series
from ledger.signing.files import SealOfFile, check_seal
from ledger.standings.models import Season
from ledger.standings.seasons.audit import season_differences
from ledger.transfer.checks import entry_row, file_problems, season_row
from ledger.transfer.file_format import (
    AlreadyHere,
    CircleFile,
    EntryPart,
    SeriesPart,
    UnreadableFile,
    first_problems,
    read_file,
)
from ledger.transfer.imported_series import ImportedSeries, rebuild_part
from ledger.transfer.unfinished import AT_A_TIME, INTERRUPTED_AFTER, PAUSE, delete_circle
from ledger.verdicts.models import VerdictBook, VerdictEntry

# Hands to score for a file that is sent by a page: this many take 40 seconds. A circle of 3,800 series needs a tenth.
MOST_WORK = 1_000_000


@dataclass(frozen=True)
class CheckedFile:
    """A file that was checked and can be imported."""

    file: CircleFile
    series: tuple[ImportedSeries, ...]
    seal: SealOfFile

    @property
    def player_names(self) -> list[str]:
        return [player.name for player in self.file.players]

    @property
    def hand_count(self) -> int:
        return sum(len(one.rebuilt.state.events) for one in self.series)


def check_file(
    data: bytes, *, most_work: int | None = None, report: Callable[[float], object] = lambda _share: None
) -> CheckedFile:
    """Read and check the file. Raise UnreadableFile with its problems.

    Nothing is written. If an import or deletion of this circle was interrupted, what it has left is deleted.

    A file that needs more than `most_work` is refused before it is checked. `report` is called with the share of the
    events that have been checked, from 0 to 1.
    """
    report(0)
    file = read_file(data)
    if most_work is not None and sum(work_of(part) for part in file.series) > most_work:
        raise UnreadableFile(too_large_for_a_page())
    _require_new_circle(file.circle.id)
    series, problems = [], []
    event_count, checked = sum(len(part.events) for part in file.series), 0
    for part in file.series:
        report(checked / event_count)
        checked += len(part.events)
        try:
            series.append(rebuild_part(part, file.circle.id))
        except UnreadableFile as error:
            problems += error.sentences
    problems += file_problems(file, series)
    report(1)
    if problems:
        raise UnreadableFile(*first_problems(problems))
    return CheckedFile(file, tuple(series), check_seal(data, file.seal))


def work_of(part: SeriesPart) -> int:
    """Return how many hands are scored to check the series, at most.

    Each recorded hand is scored once. Any other event, such as a correction, may make it necessary to score all hands
    again.
    """
    hands = sum(event.kind == Recorded.kind for event in part.events)
    return hands + hands * (len(part.events) - hands)


def too_large_for_a_page() -> str:
    return _("This file is too large to check on a page. The administrator of the site can import it.")


def import_circle(
    contents: CheckedFile, owner: User | None, *, report: Callable[[float], object] = lambda _share: None
) -> Circle:
    """Write the circle. Without an owner, `manage.py circle_link` makes a link for the future owner.

    `report` is called with the share of the series that have been written, from 0 to 1.
    """
    file = contents.file
    try:
        circle, recorders = _write_people(file)
    except IntegrityError as error:
        if Circle.with_unfinished.filter(pk=file.circle.id).exists():
            raise AlreadyHere(file.circle.id) from error
        raise
    try:
        for first in range(0, len(contents.series), AT_A_TIME):
            report(first / len(contents.series))
            _write_series(contents.series[first : first + AT_A_TIME], circle, recorders)
            time.sleep(PAUSE)
        for first in range(0, len(contents.series), 10 * AT_A_TIME):
            _write_continued(contents.series[first : first + 10 * AT_A_TIME])
        _write_entries(file.entries, circle, recorders)
        _require_good_seasons(file, circle)
        _finish(file, circle, owner)
    except BaseException:
        delete_circle(circle=circle)
        User.objects.filter(pk__in=[account.pk for account in recorders.values()]).delete()
        raise
    report(1)
    return circle


def _require_new_circle(circle_id: str) -> None:
    """Raise UnreadableFile if the site has the circle, or is importing or deleting it.

    Delete what an interrupted import or deletion has left.
    """
    circle = Circle.with_unfinished.filter(pk=circle_id).first()
    if circle is None:
        return
    if circle.unfinished_at is None:
        raise AlreadyHere(circle_id)
    if circle.unfinished_at > timezone.now() - INTERRUPTED_AFTER:
        raise UnreadableFile(
            _("This circle is being imported or deleted here. If that was cut off, please try again in ten minutes.")
        )
    delete_circle(circle=circle)


@transaction.atomic
def _write_people(file: CircleFile) -> tuple[Circle, dict[str, User]]:
    """Write the unfinished circle. Return it with the new users, one for each member, by the member's id in the file.

    A file gives no access: these users are inactive guests, kept for the members' names. Members are invited again
    (docs/decisions/0050-files.md).
    """
    rules_of_record = file.circle.rules_of_record
    circle = Circle(**file.circle.model_dump(exclude={"rules_of_record"}), unfinished_at=timezone.now())
    circle.verdicts = rules_of_record.verdicts if rules_of_record else Verdicts.OFF
    circle.save(force_insert=True)
    users = {member.id: make_guest(name=member.name) for member in file.members}
    User.objects.filter(pk__in=[user.pk for user in users.values()]).update(is_active=False)
    for member in file.members:
        details = member.model_dump(include={"id", "role", "joined_at"})
        Member.objects.create(circle=circle, user=users[member.id], **details)
    faces = {player.id: player.face for player in file.players if player.face is not None}
    for player in sorted(file.players, key=lambda player: (player.hidden_at is not None, player.created_at)):
        faces.setdefault(player.id, next_face(faces.values()))
    Player.objects.bulk_create(
        Player(
            circle=circle,
            name_key=name_key(player.name),
            face=faces[player.id],
            claimed_by_id=player.member,
            **player.model_dump(exclude={"member", "face"}),
        )
        for player in file.players
    )
    PointsOnlySwitch.objects.bulk_create(
        PointsOnlySwitch(circle=circle, by=users.get(part.by or ""), **part.model_dump(exclude={"by"}))
        for part in file.points_only_switches
    )
    return circle, users


@transaction.atomic
def _write_series(all_series: Sequence[ImportedSeries], circle: Circle, recorders: Mapping[str, User]) -> None:
    Circle.with_unfinished.filter(pk=circle.pk).update(unfinished_at=timezone.now())
    Series.objects.bulk_create(one.series for one in all_series)
    Seat.objects.bulk_create(
        Seat(series=one.series, number=number, player_id=player.pk)
        for one in all_series
        for number, player in enumerate(one.rebuilt.state.players)
    )
    HandNote.objects.bulk_create(
        HandNote(series=one.series, number=part.number, note=part.note)
        for one in all_series
        for part in one.part.hand_notes
    )
    for one in all_series:
        for event, part in zip(one.events, one.part.events, strict=True):
            event.by = recorders.get(part.by or "")
    Event.objects.bulk_create(event for one in all_series for event in one.events)
    hands = [
        Hand(series=one.series, number=number, event=event)
        for one in all_series
        for number, event in enumerate(one.rebuilt.state.events, start=1)
    ]
    Hand.objects.bulk_create(hands)
    played_hands = (played for one in all_series for played in one.rebuilt.state.play.hands)
    HandPoints.objects.bulk_create(
        HandPoints(hand=hand, seat=seat, won=played.score.points_won[seat], entered=played.score.points_entered[seat])
        for hand, played in zip(hands, played_hands, strict=True)
        for seat in played.score.seats
    )
    Result.objects.bulk_create(result for one in all_series for result in one.rebuilt.results)
    for one in all_series:
        for entry, verdict in zip(one.verdicts, one.part.verdicts, strict=True):
            entry.by = recorders.get(verdict.by or "")
    VerdictEntry.objects.bulk_create(entry for one in all_series for entry in one.verdicts)
    VerdictBook.objects.bulk_create(
        VerdictBook(series=one.series, version=one.verdicts[-1].number, latest_hash=one.verdicts[-1].hash)
        for one in all_series
        if one.verdicts
    )


@transaction.atomic
def _write_continued(all_series: Sequence[ImportedSeries]) -> None:
    """Write which earlier series each series continues. All series must be in the database already."""
    continued = Series.continues.through
    continued.objects.bulk_create(
        continued(from_series_id=one.series.pk, to_series_id=earlier) for one in all_series for earlier in one.continues
    )


@transaction.atomic
def _write_entries(entries: Sequence[EntryPart], circle: Circle, recorders: Mapping[str, User]) -> None:
    rows = [entry_row(entry, circle.pk) for entry in entries]
    for row, entry in zip(rows, entries, strict=True):
        row.by = recorders.get(entry.by or "")
    Entry.objects.bulk_create(rows)
    Posting.objects.bulk_create(
        Posting(entry_id=entry.id, player_id=player, amount_minor=amount)
        for entry in entries
        for player, amount in entry.postings.items()
    )


def _require_good_seasons(file: CircleFile, circle: Circle) -> None:
    """Refuse a final table that does not follow from the series, because a closed season keeps its table for ever."""
    for part in file.seasons:
        season = season_row(part, circle.pk)
        if season.is_closed and any(season_differences(season)):
            changed = _("The table of the season “%(name)s” does not follow from the series of the file.")
            raise UnreadableFile(changed % {"name": season.name})


@transaction.atomic
def _finish(file: CircleFile, circle: Circle, owner: User | None) -> None:
    """Write the small parts: house rules, seasons, the book, and the owner, who sees the circle from now on.

    The book comes after its entries: the database refuses postings for an entry that the book covers.
    """
    for rules in file.house_rules:
        keep_rules(circle=circle, game=BY_SLUG[rules.game], rules=rules.rules, name=rules.name)
    Season.objects.bulk_create(season_row(part, circle.pk) for part in file.seasons)
    if file.entries:
        book = Book.objects.create(circle=circle)
        book.version, book.latest_hash = file.entries[-1].number, file.entries[-1].hash
        book.save(update_fields=["version", "latest_hash"])
    if owner:
        Member.objects.create(circle=circle, user=owner, role=Role.OWNER)
    circle.unfinished_at = None
    Circle.with_unfinished.filter(pk=circle.pk).update(unfinished_at=None)
    transaction.on_commit(luck_is_due.set)
