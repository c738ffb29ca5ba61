"""Entries of the books in words, with links to their pages, and reminders of what is owed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.books.balances import ShownBalances
from ledger.circles.models import Circle, Player, PointsOnlySwitch
from ledger.lib import formatting
from ledger.money.models import Entry, EntryKind
from ledger.series.descriptions import series_name
from ledger.series.settling import causes_of


@dataclass(frozen=True)
class PaymentWords:
    """A payment in words, or of a reversal the payment that it takes back.

    Messages for the next page name no amount: when a message is shown, the circle may play for points only.
    """

    payer: Player
    payee: Player
    amount_minor: int
    currency: str

    def __str__(self) -> str:
        return _("%(payer)s paid %(payee)s %(amount)s") % {
            "payer": self.payer.name,
            "payee": self.payee.name,
            "amount": formatting.money(self.amount_minor, self.currency),
        }

    @property
    def recorded_message(self) -> str:
        return _("Recorded: %(payer)s paid %(payee)s.") % {"payer": self.payer.name, "payee": self.payee.name}

    @property
    def taken_back_message(self) -> str:
        return _("Taken back: %(payer)s paid %(payee)s.") % {"payer": self.payer.name, "payee": self.payee.name}


def payment_words(entry: Entry) -> PaymentWords:
    # A payment gives to the balance of the payer and takes from that of the payee. A reversal does the opposite.
    sign = -1 if entry.kind == EntryKind.REVERSAL else 1
    payee, payer = sorted(entry.postings.all(), key=lambda posting: sign * posting.amount_minor)
    return PaymentWords(payer.player, payee.player, abs(payer.amount_minor), entry.currency)


@dataclass(frozen=True)
class DescribedEntry:
    entry: Entry
    title: str
    remark: str  # by the person who made the entry; for a settlement taken back, by who changed the series
    href: str

    @property
    def is_taken_back(self) -> bool:
        return hasattr(self.entry, "reversed_by")


def describe_entries(entries: Iterable[Entry]) -> list[DescribedEntry]:
    """Describe entries that `with_postings` has loaded, with one query."""
    entries = list(entries)
    causes = causes_of(entries)
    described = []
    for entry in entries:
        cause = causes.get(entry.pk)  # the event of a settlement; None for a payment
        is_reversal = entry.kind == EntryKind.REVERSAL
        if cause is None:
            payment = str(payment_words(entry))
            title = _("Taken back: %(payment)s") % {"payment": payment} if is_reversal else payment
            href = reverse("payment", args=[entry.circle_id, entry.reverses_id or entry.pk])
            described.append(DescribedEntry(entry, title, entry.note, href))
        elif is_reversal:
            title = _("Settlement taken back: %(series)s") % {"series": series_name(cause.series)}
            href = reverse("series:history", args=[cause.series.pk])
            described.append(DescribedEntry(entry, title, cause.reason, href))
        else:
            title = _("Settlement: %(series)s") % {"series": series_name(cause.series)}
            described.append(DescribedEntry(entry, title, "", reverse("series:settlement", args=[cause.series.pk])))
    return described


def reminder_text(circle: Circle, owed: ShownBalances, address: str) -> str:
    """Return who owes whom how much as a few lines of plain text, to send to the players."""
    lines = [_("%(circle)s: who still owes whom") % {"circle": circle.name}]
    for payment in owed.plan.payments:
        words = {
            "payer": formatting.isolated(payment.payer.name),
            "receiver": formatting.isolated(payment.payee.name),
            "money": formatting.money(payment.amount_minor, owed.currency),
        }
        lines.append(_("%(payer)s owes %(receiver)s %(money)s") % words)
    return "\n".join([*lines, "", address])


def describe_switch(switch: PointsOnlySwitch) -> str:
    sentence = _("Points only since %(moment)s, by %(who)s")
    if not switch.points_only:
        sentence = _("For money too since %(moment)s, by %(who)s")
    return sentence % {"moment": formatting.day_and_time(switch.at), "who": switch.by_name}
