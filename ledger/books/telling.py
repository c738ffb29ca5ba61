"""Entries of the books as their readers are told of them: what each was, why, and where there is more to see."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.circles.models import Player
from ledger.lib import formatting
from ledger.money.models import Entry, EntryKind
from ledger.series.descriptions import series_name
from ledger.series.settling import Cause, causes_of


@dataclass(frozen=True)
class Paid:
    """What a payment says, or the payment that a reversal takes back."""

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


@dataclass(frozen=True)
class Told:
    entry: Entry
    title: str
    remark: str  # in the words of whoever did it
    href: str

    @property
    def is_taken_back(self) -> bool:
        return hasattr(self.entry, "reversed_by")


def tell(entries: Iterable[Entry]) -> list[Told]:
    """The entries come with everything. One query, however many there are."""
    entries = list(entries)
    causes = causes_of(entries)
    return [_of_series(entry, causes[entry.pk]) if entry.pk in causes else _of_payment(entry) for entry in entries]


def paid(entry: Entry) -> Paid:
    sign = -1 if entry.kind == EntryKind.REVERSAL else 1
    payee, payer = sorted(entry.postings.all(), key=lambda posting: sign * posting.amount_minor)
    return Paid(payer.player, payee.player, abs(payer.amount_minor), entry.currency)


def _of_series(entry: Entry, cause: Cause) -> Told:
    series = {"series": series_name(cause.series)}
    if entry.kind == EntryKind.REVERSAL:
        href = reverse("series:history", args=[cause.series.pk])
        return Told(entry, _("Settlement taken back: %(series)s") % series, cause.event.reason, href)
    href = reverse("series:settlement", args=[cause.series.pk])
    return Told(entry, _("Settlement: %(series)s") % series, "", href)


def _of_payment(entry: Entry) -> Told:
    href = reverse("payment", args=[entry.circle_id, entry.reverses_id or entry.pk])
    title = _("Taken back: %(payment)s") if entry.kind == EntryKind.REVERSAL else "%(payment)s"
    return Told(entry, title % {"payment": paid(entry)}, entry.note, href)
