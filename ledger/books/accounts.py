"""Data of the pages about money: the players, their balances in each currency, and the payments that settle these."""

from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Circle, Member, Player
from ledger.lib import formatting
from ledger.money import selectors


@dataclass(frozen=True)
class Person:
    """A player of the circle, as shown to one member."""

    id: str
    name: str
    face: int
    plays: bool  # a player who has left can still owe money
    is_me: bool


@dataclass(frozen=True)
class CurrencyAccount:
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


def reminder_text(circle: Circle, account: CurrencyAccount, address: str) -> str:
    """Return who owes whom how much as a few lines of plain text, to send to the players."""
    lines = [_("%(circle)s: who still owes whom") % {"circle": circle.name}]
    for payment in account.plan.payments:
        words = {
            "payer": formatting.isolated(payment.payer.name),
            "receiver": formatting.isolated(payment.payee.name),
            "money": formatting.money(payment.amount_minor, account.currency),
        }
        lines.append(_("%(payer)s owes %(receiver)s %(money)s") % words)
    return "\n".join([*lines, "", address])


def people_of(me: Member) -> dict[str, Person]:
    """Return the players by id, oldest first. Players who have left the circle come last."""
    players = Player.objects.filter(circle=me.circle_id)
    in_order = players.order_by(F("hidden_at").asc(nulls_first=True), "created_at", "pk")
    return {
        player.pk: Person(player.pk, player.name, player.face, player.hidden_at is None, player.claimed_by_id == me.pk)
        for player in in_order
    }


def accounts(circle: Circle) -> list[CurrencyAccount]:
    """Return an account for each currency."""
    return [
        CurrencyAccount(owed.currency, owed.rows, selectors.settling_up(owed)) for owed in selectors.balances(circle)
    ]
