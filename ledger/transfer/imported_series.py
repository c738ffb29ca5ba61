"""The series of a circle's file, rebuilt from their events as the audit does it.

Events are trusted if their hashes fit. Each series is computed from its events, and all else that the file says of the
series must agree with the result.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.kit.reading import read
from games.registry import BY_SLUG
from ledger.lib import currencies
from ledger.lib.hash_chain import faults
from ledger.lib.stored import Json
from ledger.lib.typed import is_storable, tidy_text
from ledger.series.audit.rebuilding import CannotRebuild, FormerRules, RebuiltSeries, rebuild_series
from ledger.series.chain import event_hash, has_possible_time
from ledger.series.changes import Started, is_possible
from ledger.series.changes.change import adapter_of
from ledger.series.models import Event, Series
from ledger.series.notes import notes_hash, tidy_place
from ledger.series.settling import SOURCE, point_value_problems, source_of
from ledger.transfer.file_format import CircleFile, EntryPart, SeriesPart, UnreadableFile
from ledger.verdicts.audit import impossible_entries
from ledger.verdicts.chain import verdict_hash
from ledger.verdicts.models import VerdictEntry

_COMPARED_FIELDS = (
    "game preset rules currency coin_minor first_dealer started_at status with_standard changed_at version latest_hash"
).split()


@dataclass(frozen=True)
class ImportedSeries:
    """A series of the file: its part, and what was rebuilt from the events of the part."""

    part: SeriesPart
    series: Series
    events: Sequence[Event]
    rebuilt: RebuiltSeries
    verdicts: Sequence[VerdictEntry]

    @property
    def continues(self) -> list[str]:
        """The ids of the series that this series continues."""
        return list(self.events[0].content.get("continues", []))


# --- Rebuilding ------------------------------------------------------------------------------------------------------


def rebuild_part(part: SeriesPart, circle_id: str) -> ImportedSeries:
    """Rebuild the series, or raise UnreadableFile with the first event that was changed or is impossible."""
    events = [Event(series_id=part.id, **event.model_dump(exclude={"by"})) for event in part.events]
    for fault in faults(events, event_hash):
        changed = _(
            "Series %(series)s: event %(number)s does not fit into the chain: it or the one before it was changed or "
            "taken out."
        )
        raise UnreadableFile(changed % {"series": part.id, "number": fault.link.number})
    for event, previous in zip(events, [None, *events], strict=False):
        if not has_possible_time(event, previous):
            raise _impossible(event)
    event = events[0]
    agreed = read(adapter_of(Started.content), event.content).value
    if agreed is None or event.reason or event.hand_number:
        raise _impossible(event)
    game = BY_SLUG.get(agreed.game)
    if game is None:
        unknown = _("Series %(series)s is of a game that is not known here: %(game)s.")
        raise UnreadableFile(unknown % {"series": part.id, "game": agreed.game})
    try:
        rebuilt = rebuild_series(Series(pk=part.id, circle_id=circle_id), [event])
        state = rebuilt.state
        point_value = state.series.point_value
        if state.game.fits() or point_value_problems(point_value) or not currencies.is_known(agreed.currency):
            raise _impossible(event)
        # `apply_all` yields an event before it applies it. So if an event cannot be applied, it is `event`.
        for event in rebuilt.apply_all(events[1:]):
            if not is_possible(rebuilt.state, event):
                raise _impossible(event)
    except FormerRules as error:
        gone = _("Series %(series)s was played by options of the scorecard that are gone, so its file is not imported.")
        raise UnreadableFile(gone % {"series": part.id}) from error
    except CannotRebuild as error:
        raise _impossible(event) from error
    series = rebuilt.state.series
    series.version, series.latest_hash, series.changed_at = events[-1].number, events[-1].hash, events[-1].at
    series.place, series.note = part.place, part.note
    series.notes_hash = notes_hash(series, {written.number: written.note for written in part.hand_notes})
    verdicts = read_verdicts(part, series, events, rebuilt)
    return ImportedSeries(part, series, events, rebuilt, verdicts)


def read_verdicts(
    part: SeriesPart, series: Series, events: Sequence[Event], rebuilt: RebuiltSeries
) -> list[VerdictEntry]:
    """Return the verdicts, or raise UnreadableFile with the first that was changed or is impossible."""
    entries = [
        VerdictEntry(series=series, player_id=verdict.player, **verdict.model_dump(exclude={"by", "player"}))
        for verdict in part.verdicts
    ]
    for fault in faults(entries, verdict_hash):
        changed = _(
            "Series %(series)s: verdict %(number)s does not fit into the chain: it or the one before it was changed or "
            "taken out."
        )
        raise UnreadableFile(changed % {"series": part.id, "number": fault.link.number})
    for entry, _why in impossible_entries(entries, events, rebuilt):
        sentence = _("Series %(series)s: verdict %(number)s could not have been given.")
        raise UnreadableFile(sentence % {"series": part.id, "number": entry.number})
    return entries


def _impossible(event: Event) -> UnreadableFile:
    sentence = _("Series %(series)s: event %(number)s could not have happened.")
    return UnreadableFile(sentence % {"series": event.series_id, "number": event.number})


# --- Comparing -------------------------------------------------------------------------------------------------------


def series_problems(all_series: Sequence[ImportedSeries], file: CircleFile) -> Iterator[str]:
    """Yield a problem for everything in the file that differs from the series as rebuilt from their events."""
    members, players = {member.id for member in file.members}, {player.id for player in file.players}
    in_file = {part.id for part in file.series}
    by_source: dict[str, list[EntryPart]] = defaultdict(list)
    for entry in file.entries:
        if entry.source_version is not None:  # a settlement, or its reversal
            by_source[entry.source].append(entry)
    for one in all_series:
        series = {"series": one.part.id}
        if not set(one.part.players) <= players:
            yield _("Series %(series)s names a player who is not in the file.") % series
        if not set(one.continues) <= in_file - {one.part.id} or len(set(one.continues)) < len(one.continues):
            yield _("Series %(series)s continues one that is not in the file.") % series
        recorders = {event.by for event in one.part.events} | {verdict.by for verdict in one.part.verdicts}
        if not recorders - {None} <= members:
            yield _("Series %(series)s was recorded by a member who is not in the file.") % series
        expected: Json = {name: getattr(one.series, name) for name in _COMPARED_FIELDS}
        expected["players"] = [player.pk for player in one.rebuilt.state.players]
        expected["point_value"] = f"{one.series.point_value:.4f}"
        if unlike := [name for name, value in expected.items() if getattr(one.part, name) != value]:
            differs = _("Series %(series)s: the file does not match its events (%(fields)s).")
            yield differs % {**series, "fields": ", ".join(unlike)}
        if not _has_possible_notes(one.part):
            yield _("Series %(series)s: its place or its notes are not as Khata keeps them.") % series
        currency, entries = one.series.currency, by_source.pop(source_of(one.series), [])
        expected_entries = [
            (posted.version, posted.kind, currency, dict(posted.amounts)) for posted in one.rebuilt.entries
        ]
        if expected_entries != [
            (entry.source_version, entry.kind, entry.currency, entry.postings) for entry in entries
        ]:
            yield _("Series %(series)s: the books do not match its hands.") % series
    unknown_source = [entry for entries in by_source.values() for entry in entries]
    sources = {source_of(one.series) for one in all_series} | {""}
    payments = (entry for entry in file.entries if entry.source_version is None)
    for entry in (*unknown_source, *(payment for payment in payments if payment.source not in sources)):
        missing = _("Entry %(number)s is of a series that is not in this file: %(series)s.")
        yield missing % {"number": entry.number, "series": entry.source.removeprefix(SOURCE)}


def _has_possible_notes(part: SeriesPart) -> bool:
    """Return whether the services would store the place and the notes. A recorded hand has at most one note."""
    notes = [part.note, *(written.note for written in part.hand_notes)]
    numbers = [written.number for written in part.hand_notes]
    return (
        tidy_place(part.place) == part.place
        and all(tidy_text(note) == note for note in notes)
        and all(is_storable(text) for text in (part.place, *notes))
        and numbers == sorted(set(numbers))
        and set(numbers) <= {event.hand_number for event in part.events}
    )
