"""What a member owes or is owed, in sentences for the first page and for the page of a circle."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.circles.models import Member
from ledger.lib import formatting
from ledger.money.selectors import own_balances


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
    return OwnBalances(own_balances(memberships))


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
