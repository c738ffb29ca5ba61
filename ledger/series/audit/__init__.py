"""Is all that is stored what the events come to? Every difference is one sentence, for whoever runs the site.

The events are the truth, as far as their chain is whole. From them follow the hands, the points, where a series stands,
its settlements, and with the payments every balance.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction

from ledger.circles.models import Circle, Player
from ledger.lib import formatting
from ledger.lib.hash_chain import faults, head_fault
from ledger.money.audit import book_differences
from ledger.money.models import Book, Entry
from ledger.money.selectors import amounts_of, balances, with_everything
from ledger.series.audit.entries import entry_differences
from ledger.series.audit.retelling import Retelling, UntellableError, retell
from ledger.series.audit.rows import Names, row_differences
from ledger.series.chain import event_hash
from ledger.series.models import Event, Series
from ledger.series.settling import source_of


def differences(circle: Circle) -> list[str]:
    """Its rows are locked meanwhile, in the order in which a writer locks them, so that nothing moves under the eye."""
    with transaction.atomic():
        series = Series.objects.filter(circle=circle).order_by("started_at", "pk").select_for_update()
        all_series = list(series.prefetch_related("events", "seats", "hands"))
        list(Book.objects.filter(circle=circle).select_for_update())
        return [f"{circle.name} ({circle.pk}), {sentence}" for sentence in _CircleAudit(circle).run(all_series)]


class _CircleAudit:
    def __init__(self, circle: Circle) -> None:
        self.circle = circle
        self.names: Names = dict(Player.objects.filter(circle=circle).values_list("pk", "name"))
        self.entries = list(with_everything(Entry.objects.filter(circle=circle)).order_by("number"))
        self.by_source: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            self.by_source[entry.source].append(entry)
        self.owed: dict[tuple[str, str], int] = defaultdict(int)  # by currency and player, as it should be

    def run(self, all_series: Sequence[Series]) -> Iterator[str]:
        yield from book_differences(self.circle, self.entries)
        for payment in self.by_source.pop("", []):  # or what reverses one
            self._owe(payment.currency, amounts_of(payment))
        all_told = True
        for series in all_series:
            told = _tell(series)
            all_told = all_told and isinstance(told, Retelling)
            yield from (f"series {series.pk}: {sentence}" for sentence in self._of_series(series, told))
        for source, entries in self.by_source.items():
            for entry in entries:
                yield f"entry {entry.number} comes from {source}, and there is no such series in this circle."
        if all_told:
            yield from self._balance_differences()

    def _of_series(self, series: Series, told: Retelling | UntellableError) -> Iterator[str]:
        yield from _chain_differences(series)
        entries = self.by_source.pop(source_of(series), [])
        if isinstance(told, UntellableError):
            yield str(told)
            return
        yield from row_differences(series, told, self.names)
        yield from entry_differences(entries, told, self.names)
        for posted in told.posted:
            self._owe(told.state.series.currency, posted.amounts)

    def _owe(self, currency: str, amounts: Mapping[str, int]) -> None:
        for player, amount in amounts.items():
            self.owed[currency, player] += amount

    def _balance_differences(self) -> Iterator[str]:
        stored = {(one.currency, row.player.pk): row.amount_minor for one in balances(self.circle) for row in one.rows}
        for currency, player in sorted(stored.keys() | self.owed.keys(), key=self._currency_and_name):
            has, should = stored.get((currency, player), 0), self.owed[currency, player]
            if has != should:
                name = self.names.get(player, player)
                is_, should_be = formatting.money(has, currency), formatting.money(should, currency)
                yield f"the balance of {name} is {is_}, and by the records it should be {should_be}."

    def _currency_and_name(self, key: tuple[str, str]) -> tuple[str, str]:
        currency, player = key
        return currency, self.names.get(player, player)


def _tell(series: Series) -> Retelling | UntellableError:
    try:
        return retell(series, list(series.events.all()))
    except UntellableError as untellable:
        return untellable


def _chain_differences(series: Series) -> Iterator[str]:
    events = list(series.events.all())
    for fault in faults(events, event_hash):
        yield f"{_named(fault.link)} {fault.what}."
    if head := head_fault(series.version, series.latest_hash, events[-1] if events else None):
        yield f"it {head}."


def _named(event: Event) -> str:
    hand = f" (hand {event.hand_number})" if event.hand_number else ""
    return f"event {event.number}{hand}"
