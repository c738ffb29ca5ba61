"""What can be done to a circle's books. Each verb is one transaction that adds entries to the chain and changes none.

Whoever writes may say which version of the book they saw, so that two who mark the same debt as paid do not pay it
twice; and by its key a submit that was sent twice is one entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Member, Player
from ledger.lib.refusals import OutOfDate, Problem, Refused
from ledger.lib.texts import can_be_kept
from ledger.money.amounts import problem_with, to_minor
from ledger.money.chain import entry_hash
from ledger.money.models import MOST_NOTE, Book, Entry, EntryKind, Posting
from ledger.money.selectors import amounts_of, currencies_of, standing_settlement


@dataclass(frozen=True)
class Submit:
    """One press of a button: who, by which key a second sending is known, and having seen which version of the book."""

    me: Member
    key: str | None = None
    base_version: int | None = None


@dataclass(frozen=True)
class Done:
    entry: Entry
    replayed: bool = False


@dataclass(frozen=True)
class _Plan:
    """An entry before it has a place in the chain."""

    kind: EntryKind
    currency: str
    amounts: Mapping[str, int]  # by player
    note: str = ""
    source: str = ""
    source_version: int | None = None
    reverses: Entry | None = None


# --- Settlements -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settlement:
    """What something that was played comes to: nothing for nobody, as long as it has not come to its end."""

    source: str
    source_version: int
    currency: str
    amounts: Mapping[str, int]  # in minor units, by player


@transaction.atomic
def post_settlement(*, me: Member, settlement: Settlement) -> list[Entry]:
    """Let the books say what the source comes to now. What they said before is reversed, unless it was the same."""
    book = _open_book(me)
    amounts = {player: amount for player, amount in settlement.amounts.items() if amount}
    standing = standing_settlement(settlement.source)
    posted: list[Entry] = []
    if standing and (standing.currency, amounts_of(standing)) == (settlement.currency, amounts):
        return posted
    if standing:
        undone = replace(_reversal_of(standing), source_version=settlement.source_version)
        posted.append(_append(book, Submit(me), undone))
    if amounts:
        new = _Plan(
            EntryKind.SETTLEMENT,
            settlement.currency,
            amounts,
            source=settlement.source,
            source_version=settlement.source_version,
        )
        posted.append(_append(book, Submit(me), new))
    return posted


# --- Payments --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Payment:
    """Money that changed hands, in the currency's main unit. Without a currency it is the circle's."""

    payer: Player
    payee: Player
    amount: Decimal
    currency: str = ""
    note: str = ""


@transaction.atomic
def record_payment(*, submit: Submit, payment: Payment) -> Done:
    currency = payment.currency or submit.me.circle.currency
    problems = (
        *_people_problems(submit.me, payment),
        *_money_problems(submit.me, payment.amount, currency),
        *_note_problems(payment.note),
    )
    if problems:
        raise Refused(*problems)
    amount = to_minor(payment.amount, currency)
    amounts = {payment.payer.pk: amount, payment.payee.pk: -amount}
    return _post(submit, _Plan(EntryKind.PAYMENT, currency, amounts, payment.note.strip()))


@transaction.atomic
def reverse_payment(*, submit: Submit, entry: Entry, note: str = "") -> Done:
    """The payment stays in the books, and one more entry takes it back."""
    if entry.circle_id != submit.me.circle_id:
        raise Refused(Problem("", "unknown_entry", _("This is not an entry of this circle.")))
    if entry.kind != EntryKind.PAYMENT:
        message = _("Only a payment can be taken back here. A settlement is taken back by reopening what was settled.")
        raise Refused(Problem("", "not_a_payment", message))
    if problems := _note_problems(note):
        raise Refused(*problems)
    return _post(submit, replace(_reversal_of(entry), note=note.strip()))


def _people_problems(me: Member, payment: Payment) -> list[Problem]:
    problems = []
    if payment.payer.pk == payment.payee.pk:
        problems.append(Problem("payee", "oneself", _("Nobody can pay themselves. Please choose two players.")))
    for field, player in (("payer", payment.payer), ("payee", payment.payee)):
        if player.circle_id != me.circle_id:
            problems.append(Problem(field, "unknown_player", _("This is not a player of this circle.")))
    return problems


def _money_problems(me: Member, amount: Decimal, currency: str) -> list[Problem]:
    if currency not in currencies_of(me.circle):
        message = _("This circle does not count in %(currency)s.") % {"currency": currency}
        return [Problem("currency", "other_currency", message)]
    problem = problem_with(amount, currency)
    return [problem] if problem else []


def _note_problems(note: str) -> list[Problem]:
    problems = []
    if len(note.strip()) > MOST_NOTE:
        problems.append(Problem("note", "too_long", _("This text is too long.")))
    if not can_be_kept(note):
        problems.append(Problem("note", "unfit_text", _("There are characters in this text that cannot be kept.")))
    return problems


def _post(submit: Submit, plan: _Plan) -> Done:
    book = _open_book(submit.me)
    if earlier := _sent_before(submit, plan):
        return Done(earlier, replayed=True)
    if submit.base_version not in (None, book.version):
        raise OutOfDate(book.version)
    if plan.reverses and Entry.objects.filter(reverses=plan.reverses).exists():
        raise Refused(Problem("", "already_reversed", _("This has been taken back already.")))
    return Done(_append(book, submit, plan))


def _sent_before(submit: Submit, plan: _Plan) -> Entry | None:
    if not submit.key:
        return None
    found = Entry.objects.filter(circle=submit.me.circle_id, key=submit.key).first()
    if found and _says(found) != _says(plan):
        raise Refused(Problem("", "key_used", _("This form has been sent before, with something else in it.")))
    return found


def _says(entry: Entry | _Plan) -> tuple[object, ...]:
    amounts = amounts_of(entry) if isinstance(entry, Entry) else dict(entry.amounts)
    return entry.kind, entry.currency, amounts, entry.note, entry.reverses


# --- The chain -------------------------------------------------------------------------------------------------------


def _open_book(me: Member) -> Book:
    """Lock the circle's book. Two writers meet here, and the second one waits."""
    Book.objects.get_or_create(circle=me.circle)
    return Book.objects.select_for_update().get(circle=me.circle)


def _reversal_of(entry: Entry) -> _Plan:
    amounts = {player: -amount for player, amount in amounts_of(entry).items()}
    return _Plan(EntryKind.REVERSAL, entry.currency, amounts, source=entry.source, reverses=entry)


def _append(book: Book, submit: Submit, plan: _Plan) -> Entry:
    assert plan.amounts, "an entry moves money"
    assert sum(plan.amounts.values()) == 0, f"an entry does not sum to zero: {plan}"
    entry = Entry(
        circle=submit.me.circle,
        number=book.version + 1,
        kind=plan.kind,
        currency=plan.currency,
        source=plan.source,
        source_version=plan.source_version,
        reverses=plan.reverses,
        note=plan.note,
        by_id=submit.me.user_id,
        by_name=submit.me.name,
        at=timezone.now(),
        key=submit.key,
        previous_hash=book.latest_hash,
    )
    entry.hash = entry_hash(entry, plan.amounts)
    entry.save(force_insert=True)
    Posting.objects.bulk_create(
        Posting(entry=entry, player_id=player, amount_minor=amount) for player, amount in plan.amounts.items()
    )
    book.version, book.latest_hash = entry.number, entry.hash
    book.save(update_fields=["version", "latest_hash"])
    return entry
