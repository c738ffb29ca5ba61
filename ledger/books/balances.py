"""Balances as pages show them: of a circle, with the payments that settle them; of a member, in sentences."""

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
    """The oldest first. Players who have left can still owe money, and come last."""
    return circle.players.order_by(F("hidden_at").asc(nulls_first=True), "created_at", "pk")


# --- What a member owes, or is owed ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnBalances:
    """What a user owes and is owed, in each circle and in all."""

    by_member: Mapping[str, Mapping[str, int]]

    @property
    def sentences(self) -> list[str]:
        """ "You owe NPR 23.50 in all.", "You are owed €5.00 in all."; empty if one circle alone has such a sum.

        What is owed in one circle is not set against what another circle owes: these are other people.
        """
        return _sentences(self.by_member.values()) if len(self.by_member) > 1 else []

    def of(self, me: Member) -> str:
        return " ".join(_sentences([self.by_member.get(me.pk, {})]))


def read_own_balances(memberships: Sequence[Member]) -> OwnBalances:
    """Return the balances with one query. Load the circles."""
    return OwnBalances(selectors.own_balances(memberships))


def _sentences(balances: Iterable[Mapping[str, int]]) -> list[str]:
    owes: Counter[str] = Counter()
    owed: Counter[str] = Counter()
    for by_currency in balances:
        for currency, amount_minor in by_currency.items():
            (owed if amount_minor > 0 else owes)[currency] += abs(amount_minor)
    found = []
    if owes:
        found.append(_("You owe %(amounts)s in all.") % {"amounts": _amounts(owes)})
    if owed:
        found.append(_("You are owed %(amounts)s in all.") % {"amounts": _amounts(owed)})
    return found


def _amounts(sums: Mapping[str, int]) -> str:
    return formatting.in_a_row([formatting.money(amount, currency) for currency, amount in sorted(sums.items())])
