"""Are a circle's books what they were when they were written? Sentences for whoever runs the site."""

from collections.abc import Iterator, Sequence

from ledger.circles.models import Circle
from ledger.lib import formatting
from ledger.lib.hash_chain import faults, head_fault
from ledger.money.chain import entry_hash
from ledger.money.models import Book, Entry
from ledger.money.selectors import amounts_of


def book_differences(circle: Circle, entries: Sequence[Entry]) -> Iterator[str]:
    """`entries` are all of the circle, oldest first, with everything."""
    for fault in faults(entries, lambda entry: entry_hash(entry, amounts_of(entry))):
        yield f"entry {fault.link.number} {fault.what}."
    book = Book.objects.filter(circle=circle).first() or Book()
    if head := head_fault(book.version, book.latest_hash, entries[-1] if entries else None):
        yield f"the book {head}."
    by_id = {entry.pk: entry for entry in entries}
    for entry in entries:
        yield from _entry_differences(entry, by_id.get(entry.reverses_id or ""))


def _entry_differences(entry: Entry, reverses: Entry | None) -> Iterator[str]:
    amounts = amounts_of(entry)
    if not amounts:
        yield f"entry {entry.number} has no postings."
    if sum(amounts.values()):
        total = formatting.money(sum(amounts.values()), entry.currency)
        yield f"entry {entry.number}: its postings sum to {total}, and should to nothing."
    if entry.reverses_id and not reverses:
        yield f"entry {entry.number} reverses an entry of another book."
    if reverses and (reverses.currency, _opposite(reverses)) != (entry.currency, amounts):
        yield f"entry {entry.number} reverses entry {reverses.number}, but is not its opposite."
    for posting in entry.postings.all():
        if posting.player.circle_id != entry.circle_id:
            yield f"entry {entry.number}: {posting.player.name} is not a player of this circle."


def _opposite(entry: Entry) -> dict[str, int]:
    return {player: -amount for player, amount in amounts_of(entry).items()}
