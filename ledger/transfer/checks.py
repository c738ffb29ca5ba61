"""Checks whether the parts of a circle's file fit together, and can be stored on this site.

The functions that find problems yield a sentence for each problem.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.registry import BY_SLUG
from ledger.circles.models import Member, Player
from ledger.circles.names import clean_name, name_key
from ledger.lib import currencies
from ledger.lib.hash_chain import faults
from ledger.lib.typed import is_storable
from ledger.money.chain import entry_hash
from ledger.money.models import Entry, EntryKind
from ledger.series.house_rules import named_rules
from ledger.series.models import Series, Status
from ledger.standings.models import Season
from ledger.standings.seasons.points import read_table, write_table
from ledger.transfer.file_format import CircleFile, EntryPart, FinalTablePart, SeasonPart
from ledger.transfer.imported_series import ImportedSeries, series_problems


def file_problems(file: CircleFile, series: Sequence[ImportedSeries]) -> Iterator[str]:
    """Yield the problems of the whole file.

    `series` has the series that could be rebuilt from their events. If one could not be rebuilt, the others are not
    compared with the rest of the file, because its entries would seem to belong to no series.
    """
    yield from people_problems(file)
    yield from book_problems(file)
    yield from _repeated(part.id for part in file.series)
    if len(series) == len(file.series):
        yield from _repeated(key for one in series if (key := one.events[0].key))
        yield from series_problems(series, file)
        for one in series:
            yield from _repeated(f"{one.part.id}, {event.key}" for event in one.part.events if event.key)
            yield from _repeated(f"{one.part.id}, {verdict.key}" for verdict in one.part.verdicts if verdict.key)
    for rules in file.house_rules:
        if rules.game not in BY_SLUG:
            yield _("There is no game called %(game)s here.") % {"game": rules.game[:40]}
            continue
        try:
            named_rules(BY_SLUG[rules.game], rules.rules, clean_name(rules.name, is_new=False))
        except ValidationError as error:
            yield from (f"{rules.name[:80]}: {message}" for message in error.messages)
    yield from season_problems(file)
    # No id in the file may be in use on this site: the import would mix its rows with those of another circle.
    for rows, parts in (
        (Member.objects, file.members),
        (Player.objects, file.players),
        (Series.with_discarded, file.series),
        (Entry.objects, file.entries),
        (Season.objects, file.seasons),
    ):
        for taken in rows.in_bulk([part.id for part in parts]):
            yield _("The id %(id)s is already in use here.") % {"id": taken}


def _repeated(ids: Iterable[str]) -> Iterator[str]:
    for id_, count in Counter(ids).items():
        if count > 1:
            yield _("%(what)s is in this file twice.") % {"what": id_}


def _name_problems(name: str) -> Iterator[str]:
    try:
        is_clean = clean_name(name, is_new=False) == name
    except ValidationError:
        is_clean = False
    if not is_clean:
        yield _("“%(name)s” cannot be a name here.") % {"name": name[:40]}


def people_problems(file: CircleFile) -> Iterator[str]:
    """Yield the problems of the circle, its members and its players."""
    circle, members, players = file.circle, file.members, file.players
    if not currencies.is_known(circle.currency):
        yield _("There is no currency called %(currency)s.") % {"currency": circle.currency}
    if circle.language not in dict(settings.LANGUAGES):
        yield _("There is no language called %(language)s here.") % {"language": circle.language[:10]}
    switches = file.points_only_switches
    if circle.points_only != (bool(switches) and switches[-1].points_only):
        yield _("Nobody has switched the circle to points only, or to money, as this file says that it is.")
    if circle.points_only and any(part.status == Status.OPEN and float(part.point_value) for part in file.series):
        yield _("The circle plays for points only, and a series for money is open in it.")
    for name in (circle.name, *(member.name for member in members), *(player.name for player in players)):
        yield from _name_problems(name)
    yield from _repeated(member.id for member in members)
    yield from _repeated(player.id for player in players)
    yield from _repeated(player.member for player in players if player.member)
    for key, count in Counter(name_key(player.name) for player in players if not player.hidden_at).items():
        if count > 1:
            yield _("There are two players called %(name)s.") % {"name": key}
    known = {member.id for member in members}
    for player in players:
        if player.member and player.member not in known:
            yield _("%(player)s is linked to a member who is not in the file.") % {"player": player.name}


# --- The seasons -----------------------------------------------------------------------------------------------------


def season_row(part: SeasonPart, circle_id: str) -> Season:
    final_table = part.kept and write_table(read_table(part.kept.model_dump(mode="json")))
    return Season(
        circle_id=circle_id, name_key=name_key(part.name), kept=final_table, **part.model_dump(exclude={"kept"})
    )


def season_problems(file: CircleFile) -> Iterator[str]:
    """Yield the problems of the seasons.

    Whether a final table follows from the series is checked later, when the series are in the database.
    """
    players, series = {player.id for player in file.players}, {part.id for part in file.series}
    yield from _repeated(season.id for season in file.seasons)
    yield from _repeated(name_key(season.name) for season in file.seasons)
    for season in file.seasons:
        name = {"name": season.name[:40]}
        yield from _name_problems(season.name)
        if season.game not in BY_SLUG:
            yield _("There is no game called %(game)s here.") % {"game": season.game[:40]}
        if season.until < season.since or (season.closed_at is None) != (season.kept is None):
            yield _("The season “%(name)s” is not one that could have been made here.") % name
        if season.kept and not is_complete(season.kept, players, series):
            yield _("The table of the season “%(name)s” does not fit to the players and series of the file.") % name
        if not is_storable(season.title) or not is_storable(season.closed_by_name):
            yield _("There are characters in this file that cannot be kept.")


def is_complete(table: FinalTablePart, players: set[str], series: set[str]) -> bool:
    """Return whether the final table names only players and series of the file, each once, and has no gap."""
    in_rows, made_from = [row.player for row in table.rows], [series_id for series_id, _hash in table.made_from]
    return (
        players.issuperset(in_rows)
        and series.issuperset(made_from)
        and set(made_from).issuperset(step.series for step in table.steps)
        and len(set(in_rows)) == len(in_rows)
        and len(set(made_from)) == len(made_from)
        and all(len(row.course) == len(table.steps) for row in table.rows)
        and (not table.currency or currencies.is_known(table.currency))
    )


# --- The books -------------------------------------------------------------------------------------------------------


def entry_row(entry: EntryPart, circle_id: str) -> Entry:
    """Return the entry as a row, without the user who recorded it."""
    return Entry(
        circle_id=circle_id,
        reverses_id=entry.reverses,
        **entry.model_dump(exclude={"reverses", "by", "postings"}),
    )


def book_problems(file: CircleFile) -> Iterator[str]:
    """Yield the problems of the book: a broken chain, and entries that the services could not have made."""
    entries = file.entries
    rows = [entry_row(entry, file.circle.id) for entry in entries]
    amounts = {entry.id: entry.postings for entry in entries}
    ends_with = (rows[-1].number, rows[-1].hash) if rows else (0, "")
    if ends_with != (file.book.version, file.book.latest_hash):
        incomplete = _("The books in this file should end with entry %(number)s: entries were cut off or changed.")
        yield incomplete % {"number": file.book.version}
    for fault in faults(rows, lambda row: entry_hash(row, amounts[row.pk])):
        changed = _("Entry %(number)s does not fit into the chain: it or the one before it was changed or taken out.")
        yield changed % {"number": fault.link.number}
    yield from _repeated(entry.id for entry in entries)
    yield from _repeated(entry.key for entry in entries if entry.key)
    yield from _repeated(entry.reverses for entry in entries if entry.reverses)
    members, players = {member.id for member in file.members}, {player.id for player in file.players}
    earlier: dict[str, EntryPart] = {}
    for entry in entries:
        number = {"number": entry.number}
        if sum(entry.postings.values()):
            yield _("Entry %(number)s: its postings do not sum to zero.") % number
        if not set(entry.postings) <= players:
            yield _("Entry %(number)s names a player who is not in the file.") % number
        if entry.by and entry.by not in members:
            yield _("Entry %(number)s was recorded by a member who is not in the file.") % number
        if not currencies.is_known(entry.currency):
            yield _("There is no currency called %(currency)s.") % {"currency": entry.currency}
        if not is_storable(entry.note):
            yield _("Entry %(number)s: there are characters in its note that cannot be kept.") % number
        if not _is_possible(entry, earlier.get(entry.reverses or "")):
            yield _("Entry %(number)s is not an entry that the books can contain.") % number
        earlier[entry.id] = entry


def _is_possible(entry: EntryPart, reversed_: EntryPart | None) -> bool:
    """Return whether a service could have made the entry. `reversed_` is the earlier entry that it reverses, if any."""
    if not all(entry.postings.values()):
        return False
    has_version = entry.source_version is not None
    match entry.kind:
        case EntryKind.SETTLEMENT:
            return bool(entry.source) and has_version and not entry.reverses
        case EntryKind.PAYMENT:  # a payment may have a source, the series that it belongs to
            return not has_version and not entry.reverses and len(entry.postings) == len(("payer", "payee"))
        case _:
            return (
                reversed_ is not None
                and reversed_.kind != EntryKind.REVERSAL
                and has_version == (reversed_.kind == EntryKind.SETTLEMENT)
                and (entry.currency, entry.source) == (reversed_.currency, reversed_.source)
                and entry.postings == {player: -amount for player, amount in reversed_.postings.items()}
            )
