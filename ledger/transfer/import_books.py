"""The books of a circle, from a file to the database: checked as the services would have made them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated

from django.utils.translation import gettext as _
from pydantic import Field, Strict

from ledger.circles.models import Circle, User
from ledger.lib import currencies
from ledger.lib.hash_chain import faults
from ledger.lib.texts import can_be_kept
from ledger.money.chain import entry_hash
from ledger.money.models import MOST_NOTE, Book, Entry, EntryKind, Posting
from ledger.transfer.file_format import ByName, Currency, Hash, Id, Key, Moment, Number, Part, PreviousHash
from ledger.transfer.import_people import here_already, twice

Amount = Annotated[int, Field(ge=-(2**62), le=2**62)]


class EntryPart(Part):
    id: Id
    number: Number
    kind: Annotated[EntryKind, Strict(strict=False)]
    currency: Currency
    source: Annotated[str, Field(max_length=40)]
    source_version: Number | None
    reverses: Id | None
    note: Annotated[str, Field(max_length=MOST_NOTE)]
    by: Id | None
    by_name: ByName
    at: Moment
    key: Key | None
    postings: Annotated[dict[Id, Amount], Field(min_length=1)]
    previous_hash: PreviousHash
    hash: Hash


def book_problems(
    entries: Sequence[EntryPart], circle_id: str, members: Collection[str], players: Collection[str]
) -> Iterator[str]:
    rows = [_row(entry, circle_id) for entry in entries]
    amounts = {entry.id: entry.postings for entry in entries}
    for fault in faults(rows, lambda row: entry_hash(row, amounts[row.pk])):
        changed = _("Entry %(number)s does not fit into the chain: it or the one before it was changed or taken out.")
        yield changed % {"number": fault.link.number}
    yield from twice(entry.id for entry in entries)
    yield from twice(entry.key for entry in entries if entry.key)
    yield from twice(entry.reverses for entry in entries if entry.reverses)
    earlier: dict[str, EntryPart] = {}
    for entry in entries:
        yield from _entry_problems(entry, members, players)
        if not _is_of_its_kind(entry, earlier.get(entry.reverses or "")):
            yield _("Entry %(number)s is none that the books would have made.") % {"number": entry.number}
        earlier[entry.id] = entry


def _entry_problems(entry: EntryPart, members: Collection[str], players: Collection[str]) -> Iterator[str]:
    number = {"number": entry.number}
    if sum(entry.postings.values()):
        yield _("Entry %(number)s: its postings do not sum to zero.") % number
    if not set(entry.postings) <= set(players):
        yield _("Entry %(number)s is about somebody who is not among the players.") % number
    if entry.by and entry.by not in members:
        yield _("Entry %(number)s was recorded by somebody who is not among the members.") % number
    if not currencies.is_known(entry.currency):
        yield _("There is no currency called %(currency)s.") % {"currency": entry.currency}
    if not can_be_kept(entry.note):
        yield _("Entry %(number)s: there are characters in its note that cannot be kept.") % number


def _is_of_its_kind(entry: EntryPart, reversed_: EntryPart | None) -> bool:
    if not all(entry.postings.values()) or bool(entry.source) != bool(entry.source_version):
        return False
    match entry.kind:
        case EntryKind.SETTLEMENT:
            return bool(entry.source) and not entry.reverses
        case EntryKind.PAYMENT:
            return not entry.source and not entry.reverses and len(entry.postings) == len(("payer", "payee"))
        case _:
            return reversed_ is not None and _takes_back(entry, reversed_)


def _takes_back(entry: EntryPart, reversed_: EntryPart) -> bool:
    opposite = {player: -amount for player, amount in reversed_.postings.items()}
    same = (entry.currency, entry.source) == (reversed_.currency, reversed_.source)
    return same and entry.postings == opposite and reversed_.kind != EntryKind.REVERSAL


def entries_here_already(entries: Sequence[EntryPart]) -> Iterator[str]:
    return here_already(Entry.objects.in_bulk([entry.id for entry in entries]))


def write_book(entries: Sequence[EntryPart], circle: Circle, recorders: Mapping[str, User]) -> None:
    """The entries before the book that says how far they go: the database lets nothing be added to what is closed."""
    if not entries:
        return
    rows = [_row(entry, circle.pk, recorders) for entry in entries]
    Entry.objects.bulk_create(rows)
    Posting.objects.bulk_create(
        Posting(entry_id=entry.id, player_id=player, amount_minor=amount)
        for entry in entries
        for player, amount in entry.postings.items()
    )
    book = Book.objects.create(circle=circle)
    book.version, book.latest_hash = entries[-1].number, entries[-1].hash
    book.save(update_fields=["version", "latest_hash"])


def _row(entry: EntryPart, circle_id: str, recorders: Mapping[str, User] | None = None) -> Entry:
    details = entry.model_dump(exclude={"reverses", "by", "postings"})
    by = (recorders or {}).get(entry.by or "")
    return Entry(circle_id=circle_id, reverses_id=entry.reverses, by=by, **details)
