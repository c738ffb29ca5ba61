"""Reading the books. Each function takes a constant number of queries, however many rows there are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet, Sum, Window

from ledger.circles.models import Circle, Member, Player
from ledger.money import settle_up
from ledger.money.models import Book, Entry, EntryKind, Posting

# --- Balances --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Balance:
    """What a player is owed, or owes if negative."""

    player: Player
    amount_minor: int


@dataclass(frozen=True)
class CurrencyBalances:
    """The balances of all players with entries in this currency, the highest first. They sum to zero."""

    currency: str
    rows: tuple[Balance, ...]


def balances(circle: Circle) -> list[CurrencyBalances]:
    """Return the balances by currency: first the circle's own, even without entries, then the others with entries."""
    postings = Posting.objects.filter(entry__circle=circle)
    by_player = postings.values("entry__currency", "player").annotate(sum=Sum("amount_minor"))
    sums = list(by_player.order_by("entry__currency").values_list("entry__currency", "player", "sum"))
    players = Player.objects.in_bulk({player for _currency, player, _amount in sums})
    rows: dict[str, list[Balance]] = {circle.currency: []}
    for currency, player, amount in sums:
        rows.setdefault(currency, []).append(Balance(players[player], amount))
    return [CurrencyBalances(currency, _sorted(of_currency)) for currency, of_currency in rows.items()]


def with_all_players(owed: CurrencyBalances, circle: Circle) -> CurrencyBalances:
    """Add the circle's players without entries in this currency, with a balance of zero."""
    others = Player.objects.filter(circle=circle, hidden_at=None).exclude(pk__in=[row.player.pk for row in owed.rows])
    return CurrencyBalances(owed.currency, _sorted([*owed.rows, *(Balance(player, 0) for player in others)]))


def _sorted(rows: Iterable[Balance]) -> tuple[Balance, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.amount_minor, row.player.name_key, row.player.pk)))


@dataclass(frozen=True)
class SuggestedPayment:
    payer: Player
    payee: Player
    amount_minor: int


@dataclass(frozen=True)
class SettlingUp:
    currency: str
    payments: tuple[SuggestedPayment, ...]
    exact: bool  # False if fewer payments may do: there were too many balances to search all plans


def settling_up(owed: CurrencyBalances) -> SettlingUp:
    """Return the fewest payments that settle all balances of one currency, or a few if there are too many balances."""
    plan = settle_up.settle_up([row.amount_minor for row in owed.rows])
    players = [row.player for row in owed.rows]
    payments = (SuggestedPayment(players[each.payer], players[each.payee], each.amount_minor) for each in plan.payments)
    return SettlingUp(owed.currency, tuple(payments), plan.exact)


# --- One player ------------------------------------------------------------------------------------------------------


def ledger_of(player: Player) -> QuerySet[Posting]:
    """Return the player's postings, newest first, each with `balance_minor`, the balance after the posting."""
    running = Window(Sum("amount_minor"), partition_by="entry__currency", order_by="entry__number")
    return Posting.objects.filter(player=player).annotate(balance_minor=running).order_by("-entry__number")


def balances_of(player: Player | str) -> dict[str, int]:
    """Return the player's balances by currency, for each currency in which the player has entries."""
    sums = Posting.objects.filter(player=player).values("entry__currency").annotate(sum=Sum("amount_minor"))
    return dict(sums.order_by("entry__currency").values_list("entry__currency", "sum"))


def own_balances(memberships: Iterable[Member]) -> dict[str, dict[str, int]]:
    """Return by membership the balances of the player whom the member has claimed, by currency.

    Balances of zero and circles for points only are left out.
    """
    postings = Posting.objects.filter(player__claimed_by__in=[me.pk for me in memberships if not me.circle.points_only])
    sums = postings.values("player__claimed_by", "entry__currency").annotate(sum=Sum("amount_minor")).exclude(sum=0)
    by_member: dict[str, dict[str, int]] = {}
    in_order = sums.order_by("entry__currency").values_list("player__claimed_by", "entry__currency", "sum")
    for member, currency, amount_minor in in_order:
        by_member.setdefault(member, {})[currency] = amount_minor
    return by_member


# --- Entries ---------------------------------------------------------------------------------------------------------


def with_postings(found: QuerySet[Entry]) -> QuerySet[Entry]:
    """Load with each entry its postings, their players, the entry that it reverses and the entry that reverses it."""
    return found.select_related("circle", "reverses", "reversed_by").prefetch_related("postings__player")


def entries(circle: Circle) -> QuerySet[Entry]:
    """Return all entries, newest first."""
    return with_postings(Entry.objects.filter(circle=circle)).order_by("-number")


def postings(circle: Circle) -> QuerySet[Posting]:
    """Return all postings, each with its entry and the entry's number."""
    of_circle = Posting.objects.filter(entry__circle=circle)
    return of_circle.select_related("entry__circle").annotate(number=F("entry__number"))


def entries_since(circle: Circle, version: int) -> QuerySet[Entry]:
    """Return the entries after this version of the book, oldest first."""
    return entries(circle).filter(number__gt=version).order_by("number")


def payments(circle: Circle) -> QuerySet[Entry]:
    """Return the payments, newest first, reversed payments included."""
    return entries(circle).filter(kind=EntryKind.PAYMENT)


def unreversed_settlement(source: str) -> Entry | None:
    """Return the settlement of the source that has not been reversed, or None."""
    return Entry.objects.filter(kind=EntryKind.SETTLEMENT, source=source, reversed_by__isnull=True).first()


def amounts_of(entry: Entry) -> dict[str, int]:
    """Return the postings of an entry by player, in minor units."""
    return {posting.player_id: posting.amount_minor for posting in entry.postings.all()}


def currencies_of(circle: Circle) -> Sequence[str]:
    """Return the currencies in which a payment can be recorded: the circle's own, and the others with entries."""
    others = Entry.objects.filter(circle=circle).exclude(currency=circle.currency).order_by("currency")
    return [circle.currency, *others.values_list("currency", flat=True).distinct()]


def book_of(circle: Circle) -> Book:
    """Return the circle's book; before the first entry an unsaved book of version 0."""
    return Book.objects.filter(circle=circle).first() or Book(circle=circle)
