"""Writing to a circle's books. Each function is one transaction that adds entries to the chain and changes none.

The caller of `record_payment` may pass the version of the book that was on the screen. BookOutOfDate is raised if there
are later entries, so that two people who mark the same debt as paid do not record two payments. A request repeated with
its key adds no entry.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Member, Player
from ledger.lib.refusals import InTheWay, Reason, Refused
from ledger.lib.typed import is_storable
from ledger.money.amounts import problem_with, to_minor
from ledger.money.chain import entry_hash
from ledger.money.models import MOST_NOTE, Book, Entry, EntryKind, Posting
from ledger.money.selectors import amounts_of, balances_of, currencies_of, unreversed_settlement
from ledger.money.source_accounts import PaymentState, account_of

Amounts: TypeAlias = Mapping[str, int]  # in minor units, by player


class BookOutOfDate(Exception):
    """Another request has written to the book meanwhile. Nothing was written. `version` is the newer version."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__("another request has written meanwhile")


@dataclass(frozen=True)
class Payment:
    """Money that changed hands, in the currency's main unit. The default currency is the circle's."""

    payer: Player
    payee: Player
    amount: Decimal
    currency: str = ""
    note: str = ""


class Covered(InTheWay):
    """The amount is more than the open part of a planned payment. Nothing was written.

    `balances` are those of payer and payee, in minor units.
    """

    def __init__(self, reason: Reason, currency: str, balances: Amounts) -> None:
        self.currency, self.balances = currency, balances
        super().__init__(reason)


class PlannedAmount(NamedTuple):
    """A payment of a plan, or a part of one: the ids of the players, and the amount in minor units."""

    payer: str
    payee: str
    amount_minor: int


@dataclass(frozen=True)
class PostedEntry:
    entry: Entry
    repeated: bool = False  # the entry was added by an earlier request with the same key


@transaction.atomic
def post_settlement(*, me: Member, source: str, source_version: int, currency: str, amounts: Amounts) -> list[Entry]:
    """Post the settlement of a source, such as a series. Return the new entries.

    `amounts` are in minor units, by player, and empty while the source is open. A settlement of the source that was
    posted before is reversed first. If it is equal to the new one, nothing is posted.
    """
    book = _lock_book(me)
    amounts = {player: amount for player, amount in amounts.items() if amount}
    previous = unreversed_settlement(source)
    if previous and (previous.currency, amounts_of(previous)) == (currency, amounts):
        return []
    posted = []
    if previous:
        posted.append(_append(book, me, *_reversal_of(previous, source_version=source_version)))
    if amounts:
        new = Entry(kind=EntryKind.SETTLEMENT, currency=currency, source=source, source_version=source_version)
        posted.append(_append(book, me, new, amounts))
    return posted


@transaction.atomic
def record_payment(
    *, me: Member, payment: Payment, key: str | None = None, base_version: int | None = None
) -> PostedEntry:
    """Record a payment, which raises the payer's balance and lowers the payee's."""
    _refuse_in_points_only(me)  # first, because the messages below name currencies
    problems = []
    if payment.payer.pk == payment.payee.pk:
        problems.append(Reason("payee", "oneself", _("Payer and receiver must be two different players.")))
    for field, player in (("payer", payment.payer), ("payee", payment.payee)):
        if player.circle_id != me.circle_id:
            problems.append(Reason(field, "unknown_player", _("This is not a player of this circle.")))
    currency = payment.currency or me.circle.currency
    if currency not in currencies_of(me.circle):
        message = _("This circle does not count in %(currency)s.") % {"currency": currency}
        problems.append(Reason("currency", "other_currency", message))
    elif problem := problem_with(payment.amount, currency):
        problems.append(problem)
    problems += _note_problems(payment.note)
    if problems:
        raise Refused(*problems)
    amount = to_minor(payment.amount, currency)
    amounts = {payment.payer.pk: amount, payment.payee.pk: -amount}
    new = Entry(kind=EntryKind.PAYMENT, currency=currency, note=payment.note.strip())
    return _record_once(me, new, amounts, key, base_version)


@transaction.atomic
def pay_source(
    *,
    me: Member,
    source: str,
    currency: str,
    players: Sequence[Player],
    open_sources: Collection[str],
    payment: PlannedAmount,
    anyway: bool = False,
) -> Entry:
    """Record a payment, or a part of a payment, that the plan of a source asks for.

    Raise Covered if the amount is more than the open part of the planned payment, unless `anyway` is true. Raise
    Refused if it is more than the open and covered parts together. So no payment is recorded twice. `players` and
    `open_sources` are as in `account_of`.
    """
    book = _lock_book(me)
    account = account_of(source, currency, players, open_sources)
    payer, payee, amount = payment
    if not anyway and amount > account.amount(payer, payee, PaymentState.OPEN):
        message = _("Not so much of this payment is open. The rest is paid, or covered by what was paid otherwise.")
        balances = {player: balances_of(player).get(currency, 0) for player in (payer, payee)}
        raise Covered(Reason("amount", "covered", message), currency, balances)
    if amount > account.amount(payer, payee, PaymentState.OPEN, PaymentState.COVERED):
        message = _("Nothing was recorded: this payment was marked already, or the debt has changed.")
        raise Refused(Reason("amount", "not_planned", message))
    new = Entry(kind=EntryKind.PAYMENT, currency=currency, source=source)
    return _append(book, me, new, {payer: amount, payee: -amount})


@transaction.atomic
def reverse_payment(*, me: Member, entry: Entry, note: str = "", key: str | None = None) -> PostedEntry:
    """Reverse a payment by one more entry. The payment stays in the books."""
    if entry.circle_id != me.circle_id:
        raise Refused(Reason("", "unknown_entry", _("This is not an entry of this circle.")))
    if entry.kind != EntryKind.PAYMENT:
        message = _("Only a payment can be taken back here. A settlement is taken back by reopening what was settled.")
        raise Refused(Reason("", "not_a_payment", message))
    if problems := _note_problems(note):
        raise Refused(*problems)
    return _record_once(me, *_reversal_of(entry, note=note.strip()), key)


def _note_problems(note: str) -> list[Reason]:
    problems = []
    if len(note.strip()) > MOST_NOTE:
        problems.append(Reason("note", "too_long", _("This text is too long.")))
    if not is_storable(note):
        problems.append(Reason("note", "unfit_text", _("There are characters in this text that cannot be kept.")))
    return problems


def _reversal_of(entry: Entry, **values: Any) -> tuple[Entry, Amounts]:
    """Return the reversal of an entry, not saved yet, and its amounts."""
    amounts = {player: -amount for player, amount in amounts_of(entry).items()}
    of_entry = {"currency": entry.currency, "source": entry.source, "reverses_id": entry.pk}
    return Entry(kind=EntryKind.REVERSAL, **of_entry, **values), amounts


def _record_once(
    me: Member, new: Entry, amounts: Amounts, key: str | None, base_version: int | None = None
) -> PostedEntry:
    """Append the entry, or return the entry of an earlier request with the same key."""
    book = _lock_book(me)
    if key and (earlier := Entry.objects.filter(circle=me.circle_id, key=key).first()):
        content = (new.kind, new.currency, amounts, new.note, new.reverses_id)
        if (earlier.kind, earlier.currency, amounts_of(earlier), earlier.note, earlier.reverses_id) != content:
            raise Refused(Reason("", "key_reused", _("This form has been sent before, with something else in it.")))
        return PostedEntry(earlier, repeated=True)
    if base_version not in (None, book.version):
        raise BookOutOfDate(book.version)
    if new.reverses_id and Entry.objects.filter(reverses=new.reverses_id).exists():
        raise Refused(Reason("", "already_reversed", _("This has been taken back already.")))
    return PostedEntry(_append(book, me, new, amounts, key or None))


def _refuse_in_points_only(me: Member) -> None:
    if me.circle.points_only:
        message = _("This circle plays for points only, so nothing is booked.")
        raise Refused(Reason("", "points_only", message))


def _lock_book(me: Member) -> Book:
    """Lock the circle's book, so that one transaction at a time writes to it."""
    Book.objects.get_or_create(circle=me.circle)
    return Book.objects.select_for_update().get(circle=me.circle)


def _append(book: Book, me: Member, entry: Entry, amounts: Amounts, key: str | None = None) -> Entry:
    """Add an entry to the end of the chain. `amounts` are in minor units, by player."""
    _refuse_in_points_only(me)
    assert amounts, "an entry moves money"
    assert sum(amounts.values()) == 0, f"an entry does not sum to zero: {amounts}"
    entry.circle, entry.number, entry.key = me.circle, book.version + 1, key
    entry.by_id, entry.by_name, entry.at = me.user_id, me.name, timezone.now()
    entry.previous_hash = book.latest_hash
    entry.hash = entry_hash(entry, amounts)
    entry.save(force_insert=True)
    Posting.objects.bulk_create(
        Posting(entry=entry, player_id=player, amount_minor=amount) for player, amount in amounts.items()
    )
    book.version, book.latest_hash = entry.number, entry.hash
    book.save(update_fields=["version", "latest_hash"])
    return entry
