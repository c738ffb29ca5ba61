"""Reading the books. Each answers with a constant number of queries, however many rows there are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum, Window

from ledger.circles.models import Circle, Player
from ledger.lib.prepared import Prepared
from ledger.money import settle_up
from ledger.money.models import Book, Entry, EntryKind, Posting


@dataclass(frozen=True)
class Balance:
    """What a player is owed; negative is what the player owes."""

    player: Player
    amount_minor: int


@dataclass(frozen=True)
class Balances:
    """All who ever had money in the books in this currency, whoever is owed most first. The amounts sum to zero."""

    currency: str
    rows: tuple[Balance, ...]

    @property
    def settled(self) -> bool:
        return not any(row.amount_minor for row in self.rows)


def balances(circle: Circle) -> list[Balances]:
    """One for each currency, the circle's own first even if it has no entries yet. Currencies are never added up."""
    sums = list(_sums(circle))
    players = Player.objects.in_bulk({player for _currency, player, _amount in sums})
    rows: dict[str, list[Balance]] = {circle.currency: []}
    for currency, player, amount in sums:
        rows.setdefault(currency, []).append(Balance(players[player], amount))
    return [Balances(currency, _in_order(found)) for currency, found in rows.items()]


def with_everybody(owed: Balances, circle: Circle) -> Balances:
    """Whoever plays here and never had money in these books stands there too, with nothing."""
    others = Player.objects.filter(circle=circle, hidden_at=None).exclude(pk__in=[row.player.pk for row in owed.rows])
    return Balances(owed.currency, _in_order([*owed.rows, *(Balance(player, 0) for player in others)]))


def _in_order(rows: Iterable[Balance]) -> tuple[Balance, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.amount_minor, row.player.name_key, row.player.pk)))


def _sums(circle: Circle) -> QuerySet[Posting, tuple[str, str, int]]:
    postings = Posting.objects.filter(entry__circle=circle)
    by_player = postings.values("entry__currency", "player").annotate(sum=Sum("amount_minor"))
    return by_player.order_by("entry__currency").values_list("entry__currency", "player", "sum")


@dataclass(frozen=True)
class Suggestion:
    payer: Player
    payee: Player
    amount_minor: int


@dataclass(frozen=True)
class SettlingUp:
    currency: str
    transfers: tuple[Suggestion, ...]
    exact: bool  # certainly the fewest


def settling_up(owed: Balances) -> SettlingUp:
    """The fewest transfers that clear all balances of one currency."""
    plan = settle_up.settle_up([row.amount_minor for row in owed.rows])
    players = [row.player for row in owed.rows]
    transfers = (Suggestion(players[paid.payer], players[paid.payee], paid.amount_minor) for paid in plan.transfers)
    return SettlingUp(owed.currency, tuple(transfers), plan.exact)


@dataclass(frozen=True)
class LedgerLine:
    """One entry as one player sees it."""

    entry: Entry
    amount_minor: int
    balance_minor: int  # in the entry's currency, after this entry


def ledger_of(player: Player) -> QuerySet[Posting]:
    """Every posting of the player, newest first: to be cut into pages, and read as `ledger_lines`."""
    running = Window(Sum("amount_minor"), partition_by="entry__currency", order_by="entry__number")
    found = Posting.objects.filter(player=player).annotate(balance_minor=running)
    with_entry = found.select_related("entry__reverses", "entry__reversed_by")
    return with_entry.prefetch_related("entry__postings__player").order_by("-entry__number")


def ledger_lines(postings: Iterable[Posting]) -> list[LedgerLine]:
    return [
        LedgerLine(posting.entry, posting.amount_minor, posting.balance_minor)  # type: ignore[attr-defined]
        for posting in postings
    ]


def balances_of(player: Player) -> dict[str, int]:
    """By currency, wherever the player ever had money in the books."""
    sums = Posting.objects.filter(player=player).values("entry__currency").annotate(sum=Sum("amount_minor"))
    return dict(sums.order_by("entry__currency").values_list("entry__currency", "sum"))


def entries(circle: Circle) -> QuerySet[Entry]:
    """All of them, newest first, with their postings, and with what reverses them or what they reverse."""
    return with_everything(Entry.objects.filter(circle=circle)).order_by("-number")


def entries_since(circle: Circle, version: int) -> QuerySet[Entry]:
    """What has happened since somebody looked, oldest first."""
    return entries(circle).filter(number__gt=version).order_by("number")


def payments(circle: Circle) -> QuerySet[Entry]:
    """Newest first, those that were taken back too."""
    return entries(circle).filter(kind=EntryKind.PAYMENT)


def with_everything(found: QuerySet[Entry]) -> QuerySet[Entry]:
    return found.select_related("reverses", "reversed_by").prefetch_related("postings__player")


def amounts_of(entry: Entry) -> dict[str, int]:
    """By player, in minor units."""
    return {posting.player_id: posting.amount_minor for posting in entry.postings.all()}


def standing_settlement(source: str) -> Entry | None:
    """What the books say of a source: the settlement of it that has not been reversed."""
    return Entry.objects.filter(kind=EntryKind.SETTLEMENT, source=source, reversed_by__isnull=True).first()


def entries_of(source: str) -> QuerySet[Entry]:
    """All that the books ever said of a source, newest first."""
    return with_everything(Entry.objects.filter(source=source)).order_by("-number")


def currencies_of(circle: Circle) -> Sequence[str]:
    """In which payments can be made: the circle's own, and any other in which there is something in the books."""
    others = Entry.objects.filter(circle=circle).exclude(currency=circle.currency).order_by("currency")
    return [circle.currency, *others.values_list("currency", flat=True).distinct()]


def book_of(circle: Circle) -> Book:
    """Its version is the number of the latest entry, which a writer says to have seen. Before the first it is empty."""
    return _BOOK.first(circle=circle.pk) or Book(circle=circle)


_BOOK = Prepared(lambda circle: Book.objects.filter(circle=circle))
