"""The entries that a series has made in the books, beside those that its events should have made."""

from collections.abc import Iterator, Mapping, Sequence

from ledger.lib import formatting
from ledger.money.models import Entry
from ledger.money.selectors import amounts_of
from ledger.series.audit.retelling import Retelling
from ledger.series.audit.rows import Names


def entry_differences(entries: Sequence[Entry], told: Retelling, names: Names) -> Iterator[str]:
    currency = told.state.series.currency
    stored = {(entry.source_version, entry.kind): entry for entry in entries}
    for posted in told.posted:
        entry = stored.pop((posted.version, posted.kind), None)
        if entry is None:
            owed = ", ".join(
                f"{names.get(who, who)} {formatting.money(n, currency)}" for who, n in posted.amounts.items()
            )
            yield f"the books lack the {posted.kind} that event {posted.version} made: {owed}."
        else:
            yield from _content_differences(entry, currency, posted.amounts, names)
    for entry in stored.values():
        yield f"entry {entry.number} is a {entry.kind} of event {entry.source_version}, which made none."


def _content_differences(entry: Entry, currency: str, amounts: Mapping[str, int], names: Names) -> Iterator[str]:
    if entry.currency != currency:
        yield f"entry {entry.number} is in {entry.currency}, and should be in {currency}."
    stored = amounts_of(entry)
    for player in sorted(stored.keys() | amounts.keys(), key=lambda player: names.get(player, player)):
        has, should = stored.get(player, 0), amounts.get(player, 0)
        if has != should:
            is_, should_be = formatting.money(has, currency), formatting.money(should, currency)
            yield f"entry {entry.number} gives {names.get(player, player)} {is_}, and should give {should_be}."
