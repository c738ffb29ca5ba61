"""A player's own account, month by month: every posting, and what each month came to by series and by payments."""

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
class Line:
    """What an entry gave the player, and the balance in its currency after it, whatever else is shown."""

    entry: str
    day: date
    currency: str
    amount_minor: int
    balance_minor: int
    is_payment: bool  # or the reversal of one


@dataclass(frozen=True)
class Month:
    """Sums by currency: of all entries that are shown, also of those on other pages."""

    name: str
    of_series: dict[str, int]
    of_payments: dict[str, int]
    lines: Sequence[tuple[Line, DescribedEntry]]


def statement(player: Player, period: Period, played: Played | None) -> list[Line]:
    """The latest first, of a time and of a game with what was paid for its series. Two queries at most."""
    kind = Coalesce("entry__reverses__kind", "entry__kind")
    rows = selectors.ledger_of(player).values_list(
        "entry", "entry__at", "entry__currency", "amount_minor", "balance_minor", kind, "entry__source"
    )
    sources = None if played is None else sources_of(player, played)
    return [
        Line(entry, day, currency, amount_minor, balance_minor, kind == EntryKind.PAYMENT)
        for entry, at, currency, amount_minor, balance_minor, kind, source in rows
        if (day := localdate(at)) in period and (sources is None or source in sources)
    ]


def sources_of(player: Player, played: Played) -> Collection[str]:
    found = series_matching(player.circle, game=played.game, title=played.title).prefetch_related(None)
    return {f"{SOURCE}{pk}" for pk in found.values_list("pk", flat=True)}


def months(lines: Sequence[Line], shown: Sequence[Line]) -> Iterator[Month]:
    """Of the lines of one page, with the sums of all."""
    sums: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    name_of = cache(formatting.month)  # of a day: there are fewer days than lines
    for line in lines:
        sums[name_of(line.day), line.is_payment][line.currency] += line.amount_minor
    entries = selectors.with_postings(Entry.objects.filter(pk__in=[line.entry for line in shown]))
    described = {each.entry.pk: each for each in describe_entries(entries)}
    for name, in_month in groupby(shown, key=lambda line: name_of(line.day)):
        rows = [(line, described[line.entry]) for line in in_month]
        yield Month(name, dict(sums[name, False]), dict(sums[name, True]), rows)
