"""The planned payments of a source, such as a series, and which parts of the plan are paid, open and covered.

A player's balance is divided among the player's sources that are over, the newest settlement first. So the open parts
of all sources together never exceed the balances. A part of a planned payment is *covered* if it was paid outside of
the source, or set against other debts. No page asks for this part again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from django.db.models import QuerySet, Sum

from ledger.circles.models import Player
from ledger.money.models import Entry, EntryKind, Posting
from ledger.money.settle_up import settle_up

Pair: TypeAlias = tuple[str, str]  # the ids of payer and payee


class PaymentState(StrEnum):
    PAID = "paid"
    OPEN = "open"
    COVERED = "covered"


@dataclass(frozen=True)
class PlanPart:
    """A payment of the plan, or the part of a payment that has this state."""

    payer: Player
    payee: Player
    amount_minor: int
    state: PaymentState
    entries: tuple[Entry, ...] = ()  # of a paid part, oldest first
    settled_at: datetime | None = None  # of a covered part: when payments outside of the source had covered it
    set_against: Player | None = None  # of any other covered part: the player whose other debts or claims cover it


@dataclass(frozen=True)
class SourceAccount:
    """The planned payments of one source, in parts that are paid, open or covered."""

    parts: Sequence[PlanPart] = ()  # in the order of the plan
    latest_payment: PlanPart | None = None  # the payment that was last marked as paid

    def in_state(self, *states: PaymentState) -> list[PlanPart]:
        return [part for part in self.parts if part.state in states]

    @property
    def facts(self) -> list[str]:
        """Texts that change whenever a page about this account changes."""
        return [
            f"{part.payer.pk} {part.payee.pk} {part.amount_minor} {part.state} {part.settled_at}"
            f" {part.set_against and part.set_against.pk} {' '.join(entry.pk for entry in part.entries)}"
            for part in self.parts
        ]

    def amount(self, payer: str, payee: str, *states: PaymentState) -> int:
        """Return how much of the payment between these two players has one of the states."""
        of_pair = (part for part in self.in_state(*states) if (part.payer.pk, part.payee.pk) == (payer, payee))
        return sum(part.amount_minor for part in of_pair)


def account_of(source: str, currency: str, players: Sequence[Player], open_sources: Collection[str]) -> SourceAccount:
    """Return the account of a source that is over, with four queries at most.

    `players` are all players of the source. `open_sources` are the sources of the circle that are not over.
    """
    settlement, settlement_number, payments = _entries_of(source, currency, players)
    paid = {pair: sum(amount for _entry, amount in made) for pair, made in payments.items()}
    nets = dict(settlement)
    for (payer_id, payee_id), amount in paid.items():
        nets[payer_id] += amount
        nets[payee_id] -= amount
    planned = _plan(settlement)
    unpaid = {pair: amount - paid.get(pair, 0) for pair, amount in planned.items()}
    if not paid.keys() <= planned.keys() or min(unpaid.values(), default=0) < 0:
        planned = unpaid = _plan(nets)  # the payments do not fit the plan, as after a correction: plan what is unpaid

    of_players = Posting.objects.filter(player__in=players, entry__currency=currency)
    later = Entry.objects.filter(circle=players[0].circle_id, currency=currency, number__gt=settlement_number)
    newer_settlements = later.filter(source_version__isnull=False).exclude(source__in=open_sources)
    shares = _shares(nets, of_players, newer_settlements) if any(unpaid.values()) else {}
    other_payments = _OtherPayments(of_players.filter(entry__number__gt=settlement_number))
    by_id = {player.pk: player for player in players}
    parts, latest = [], None
    for pair in dict.fromkeys([*planned, *paid]):
        payer, payee = by_id[pair[0]], by_id[pair[1]]
        if entries := tuple(entry for entry, _amount in payments.get(pair, ())):
            parts.append(PlanPart(payer, payee, paid[pair], PaymentState.PAID, entries))
            if latest is None or entries[-1].number > latest.entries[0].number:
                latest = PlanPart(payer, payee, payments[pair][-1][1], PaymentState.PAID, entries[-1:])
        if not (unpaid_amount := unpaid.get(pair, 0)):
            continue
        owes, is_owed = -shares[payer.pk], shares[payee.pk]
        if open_amount := min(unpaid_amount, owes, is_owed):
            parts.append(PlanPart(payer, payee, open_amount, PaymentState.OPEN))
            shares[payer.pk] += open_amount
            shares[payee.pk] -= open_amount
        if covered_amount := unpaid_amount - open_amount:
            player = payer if owes <= is_owed else payee  # the one whose share is too small for this amount
            settled_at = other_payments.settled_at(player, covered_amount, paying=player == payer)
            against = None if settled_at else player
            parts.append(PlanPart(payer, payee, covered_amount, PaymentState.COVERED, (), settled_at, against))
    return SourceAccount(parts, latest)


def _entries_of(
    source: str, currency: str, players: Sequence[Player]
) -> tuple[dict[str, int], int, dict[Pair, list[tuple[Entry, int]]]]:
    """Return the settlement that holds, the number of its entry, and the payments not reversed, by payer and payee.

    The number is that of the reversal if no settlement holds, and 0 if none was ever posted.
    """
    found = Posting.objects.filter(entry__source=source, entry__currency=currency).select_related("entry")
    postings = list(found.order_by("entry__number", "amount_minor"))
    settlement, settlement_number = {player.pk: 0 for player in players}, 0
    for posting in postings:
        if posting.entry.source_version is not None:  # a settlement, or the reversal of one
            settlement[posting.player_id] += posting.amount_minor
            settlement_number = posting.entry.number
    reversed_ = {posting.entry.reverses_id for posting in postings}
    of_payments = [
        posting for posting in postings if posting.entry.kind == EntryKind.PAYMENT and posting.entry_id not in reversed_
    ]
    payments: dict[Pair, list[tuple[Entry, int]]] = {}
    # By the order of the query, the payee's posting of a payment, which is negative, comes before the payer's.
    for payee, payer in zip(of_payments[::2], of_payments[1::2], strict=True):
        made = payments.setdefault((payer.player_id, payee.player_id), [])
        made.append((payer.entry, payer.amount_minor))
    return settlement, settlement_number, payments


def _plan(amounts: Mapping[str, int]) -> dict[Pair, int]:
    """Return the fewest payments that settle these amounts, by payer and payee."""
    players = list(amounts)
    payments = settle_up(list(amounts.values())).payments
    return {(players[planned.payer], players[planned.payee]): planned.amount_minor for planned in payments}


def _shares(
    nets: Mapping[str, int], of_players: QuerySet[Posting], newer_settlements: QuerySet[Entry]
) -> dict[str, int]:
    """Return the share of a source in the balance of each player: what the sources with newer settlements leave of it.

    `nets` are the unpaid amounts of the source. The share is 0 if the player's balance and net have different signs.
    """
    shares = dict.fromkeys(nets, 0)
    for player, balance in of_players.values_list("player").annotate(Sum("amount_minor")):
        if balance * nets[player] > 0:
            shares[player] = balance
    if any(shares.values()):
        of_newer = of_players.filter(entry__source__in=newer_settlements.values("source"))
        for player, _source, net in of_newer.values_list("player", "entry__source").annotate(Sum("amount_minor")):
            if net * shares[player] > 0:
                shares[player] -= min(net, shares[player], key=abs)
    return shares


class _OtherPayments:
    """Payments after a settlement that belong to no source, and how much of them covers parts of the plan."""

    def __init__(self, later: QuerySet[Posting]) -> None:
        self._payments = later.filter(entry__kind=EntryKind.PAYMENT, entry__source="", entry__reversed_by=None)
        self._used: dict[str, int] = {}

    @cached_property
    def _postings(self) -> list[tuple[str, int, datetime]]:
        return list(self._payments.order_by("entry__number").values_list("player", "amount_minor", "entry__at"))

    def settled_at(self, player: Player, amount_minor: int, *, paying: bool) -> datetime | None:
        """Return when the player's payments had covered this amount, or None if they have not.

        The amounts of earlier calls for the same player are added, because the same money covers only one of them. With
        `paying`, the payments that the player made are counted, else those that the player received.
        """
        self._used[player.pk] = self._used.get(player.pk, 0) + amount_minor
        reached = 0
        for player_id, amount, at in self._postings:
            if player_id == player.pk and (amount > 0) == paying:
                reached += abs(amount)
                if reached >= self._used[player.pk]:
                    return at
        return None
