"""Find changes that were made to a circle's books outside the app, each as a sentence for the operator of the site."""

from collections.abc import Iterator, Sequence

from ledger.circles.models import Circle
from ledger.lib import formatting
from ledger.lib.hash_chain import faults, head_fault
from ledger.money.chain import entry_hash
from ledger.money.models import Book, Entry
from ledger.money.selectors import amounts_of


def book_differences(circle: Circle, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the differences. `entries` are all entries of the circle, oldest first, from `with_postings`."""
    for fault in faults(entries, lambda entry: entry_hash(entry, amounts_of(entry))):
        yield f"entry {fault.link.number} {fault.what}."
    book = Book.objects.filter(circle=circle).first() or Book()
    if head := head_fault(book.version, book.latest_hash, entries[-1] if entries else None):
        yield f"the book {head}."
    by_id = {entry.pk: entry for entry in entries}
    for entry in entries:
        amounts = amounts_of(entry)
        if not amounts:
            yield f"entry {entry.number} has no postings."
        if sum(amounts.values()):
            total = formatting.money(sum(amounts.values()), entry.currency)
            yield f"entry {entry.number}: its postings sum to {total}, and should to nothing."
        for posting in entry.postings.all():
            if posting.player.circle_id != entry.circle_id:
                yield f"entry {entry.number}: {posting.player.name} is not a player of this circle."
        if not entry.reverses_id:
            continue
        reversed_ = by_id.get(entry.reverses_id)
        if reversed_ is None:
            yield f"entry {entry.number} reverses an entry of another book."
            continue
        opposite = {player: -amount for player, amount in amounts_of(reversed_).items()}
        if (reversed_.currency, opposite) != (entry.currency, amounts):
            yield f"entry {entry.number} reverses entry {reversed_.number}, but is not its opposite."
