"""A player's statement: all postings, month by month, with sums of each month for series and for payments."""

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
from ledger.standings.counted import Period, PlayedGame


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A posting of the player, and the player's balance in this currency after the entry.

    The balance counts all earlier entries, also those that the reader has filtered out.
    """

    entry: str  # the id of the entry
    day: date
    currency: str
    amount_minor: int
    balance_minor: int
    is_payment: bool  # or the reversal of a payment


@dataclass(frozen=True)
class Month:
    """A month with its lines on one page. The sums, by currency, are over all its lines, also those on other pages."""

    name: str
    of_series: dict[str, int]
    of_payments: dict[str, int]
    lines: Sequence[tuple[StatementLine, DescribedEntry]]


def statement(player: Player, period: Period, game: PlayedGame | None) -> list[StatementLine]:
    """Return the lines of a period, latest first. Two queries at most.

    With `game`, return only the lines of series of this game, and of payments for these series.
    """
    kind_or_reversed = Coalesce("entry__reverses__kind", "entry__kind")
    rows = selectors.ledger_of(player).values_list(
        "entry", "entry__at", "entry__currency", "amount_minor", "balance_minor", kind_or_reversed, "entry__source"
    )
    sources = None if game is None else sources_of(player, game)
    return [
        StatementLine(entry, day, currency, amount_minor, balance_minor, kind == EntryKind.PAYMENT)
        for entry, at, currency, amount_minor, balance_minor, kind, source in rows
        if (day := localdate(at)) in period and (sources is None or source in sources)
    ]


def sources_of(player: Player, game: PlayedGame) -> Collection[str]:
    """Return the sources of the entries that settle series of this game or pay for them."""
    of_game = series_matching(player.circle, game=game.game, title=game.title).prefetch_related(None)
    return {f"{SOURCE}{pk}" for pk in of_game.values_list("pk", flat=True)}


def months(lines: Sequence[StatementLine], shown: Sequence[StatementLine]) -> Iterator[Month]:
    """Yield the months of the lines on one page (`shown`), each with its sums over `lines`, which are on all pages."""
    sums: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    name_of = cache(formatting.month)  # many lines have the same day
    for line in lines:
        sums[name_of(line.day), line.is_payment][line.currency] += line.amount_minor
    entries = selectors.with_postings(Entry.objects.filter(pk__in=[line.entry for line in shown]))
    described = {words.entry.pk: words for words in describe_entries(entries)}
    for name, in_month in groupby(shown, key=lambda line: name_of(line.day)):
        rows = [(line, described[line.entry]) for line in in_month]
        yield Month(name, dict(sums[name, False]), dict(sums[name, True]), rows)
