"""A player's account, month by month: all postings, with sums of each month over series and over payments."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby

from django.db.models.functions import Coalesce
from django.utils.timezone import localdate

from ledger.books.wording import DescribedEntry, describe_entries
from ledger.circles.models import Player
from ledger.lib import formatting
from ledger.money import selectors
from ledger.money.models import Entry, EntryKind
from ledger.series.selectors import series_matching
from ledger.series.settling import SOURCE
from ledger.standings.counted import Period, Played


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A posting of the player, and the balance in its currency after the entry. The filter does not change balances."""

    entry: str
    day: date
    currency: str
    amount_minor: int
    balance_minor: int
    is_payment: bool  # or the reversal of a payment


@dataclass(frozen=True)
class Month:
    """The sums by currency are over all entries of the month that match the filter, also on other pages."""

    name: str
    of_series: dict[str, int]
    of_payments: dict[str, int]
    lines: Sequence[tuple[StatementLine, DescribedEntry]]


def statement(player: Player, period: Period, played: Played | None) -> list[StatementLine]:
    """Return the lines of a period and a game, latest first, payments for its series included. Two queries at most."""
    kind = Coalesce("entry__reverses__kind", "entry__kind")
    rows = selectors.ledger_of(player).values_list(
        "entry", "entry__at", "entry__currency", "amount_minor", "balance_minor", kind, "entry__source"
    )
    sources = None if played is None else sources_of(player, played)
    return [
        StatementLine(entry, day, currency, amount_minor, balance_minor, kind == EntryKind.PAYMENT)
        for entry, at, currency, amount_minor, balance_minor, kind, source in rows
        if (day := localdate(at)) in period and (sources is None or source in sources)
    ]


def sources_of(player: Player, played: Played) -> Collection[str]:
    found = series_matching(player.circle, game=played.game, title=played.title).prefetch_related(None)
    return {f"{SOURCE}{pk}" for pk in found.values_list("pk", flat=True)}


def months(lines: Sequence[StatementLine], shown: Sequence[StatementLine]) -> Iterator[Month]:
    """Return the months of one page of lines, each with its sums over all pages."""
    sums: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    name_of = cache(formatting.month)  # cached, because many lines have the same day
    for line in lines:
        sums[name_of(line.day), line.is_payment][line.currency] += line.amount_minor
    entries = selectors.with_postings(Entry.objects.filter(pk__in=[line.entry for line in shown]))
    described = {each.entry.pk: each for each in describe_entries(entries)}
    for name, in_month in groupby(shown, key=lambda line: name_of(line.day)):
        rows = [(line, described[line.entry]) for line in in_month]
        yield Month(name, dict(sums[name, False]), dict(sums[name, True]), rows)
