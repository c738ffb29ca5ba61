"""Balances as pages show them: those of a circle with the payments that settle them, and a member's in sentences."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Circle, Member, Player
from ledger.lib import formatting
from ledger.money import selectors


@dataclass(frozen=True)
class ShownBalances:
    """The balances in one currency, and the fewest payments that settle them."""

    currency: str
    rows: tuple[selectors.Balance, ...]
    plan: selectors.SettlingUp

    @property
    def name(self) -> str:
        return formatting.currency_name(self.currency)

    @property
    def summary(self) -> str:
        """How many payments settle the balances, and whether there can be fewer."""
        count = len(self.plan.payments)
        settles = ngettext("%(count)s payment settles everything.", "%(count)s payments settle everything.", count)
        fewest = _("There is no way with fewer.")
        if not self.plan.exact:
            fewest = _("With so many open balances there may be a way with fewer.")
        return f"{settles % {'count': formatting.digits(count)}} {fewest}"


def shown_balances(circle: Circle) -> list[ShownBalances]:
    """Return the balances of each currency."""
    return [ShownBalances(owed.currency, owed.rows, selectors.settling_up(owed)) for owed in selectors.balances(circle)]


def all_players(circle: Circle) -> QuerySet[Player]:
    """Return the players in the order in which they were added. Those who have left come last: they may owe money."""
    return circle.players.order_by(F("hidden_at").asc(nulls_first=True), "created_at", "pk")


# --- What a member owes, or is owed ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnBalances:
    """What a user owes and is owed, in each circle and in all."""

    by_member: Mapping[str, Mapping[str, int]]  # in minor units, by the id of the membership, then by currency

    @property
    def sentences(self) -> list[str]:
        """Return sentences on all circles together, such as "You owe NPR 23.50 in all.".

        There are none unless the user has a balance in several circles. What the user owes in one circle is not
        subtracted from what the user is owed in another, because these are other people.
        """
        return _sentences(self.by_member.values()) if len(self.by_member) > 1 else []

    def of(self, me: Member) -> str:
        """Return the sentences on one circle, joined; empty without a balance."""
        return " ".join(_sentences([self.by_member.get(me.pk, {})]))


def read_own_balances(memberships: Sequence[Member]) -> OwnBalances:
    """Return the balances of a user in these circles, with one query. Load the `circle` of each membership first."""
    return OwnBalances(selectors.own_balances(memberships))


def _sentences(balances: Iterable[Mapping[str, int]]) -> list[str]:
    owes: Counter[str] = Counter()
    owed: Counter[str] = Counter()
    for by_currency in balances:
        for currency, amount_minor in by_currency.items():
            (owed if amount_minor > 0 else owes)[currency] += abs(amount_minor)
    sentences = []
    if owes:
        sentences.append(_("You owe %(amounts)s in all.") % {"amounts": _amounts(owes)})
    if owed:
        sentences.append(_("You are owed %(amounts)s in all.") % {"amounts": _amounts(owed)})
    return sentences


def _amounts(sums: Mapping[str, int]) -> str:
    return formatting.in_a_row([formatting.money(amount, currency) for currency, amount in sorted(sums.items())])
