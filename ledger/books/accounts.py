"""Where everybody stands, and what would clear it: one account for each currency, never added up."""

from dataclasses import dataclass

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ledger.books.people import Person
from ledger.circles.models import Circle
from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.money import selectors
from ledger.money.models import Book


@dataclass(frozen=True)
class Row:
    who: Person
    amount_minor: int


@dataclass(frozen=True)
class Transfer:
    payer: Person
    payee: Person
    amount_minor: int
    typed: str  # the amount as it stands in the form, to be changed where only part of it is paid


@dataclass(frozen=True)
class Account:
    currency: str
    rows: tuple[Row, ...]
    transfers: tuple[Transfer, ...]
    exact: bool  # certainly the fewest transfers

    @property
    def name(self) -> str:
        return formatting.currency_name(self.currency)

    @property
    def summary(self) -> str:
        """How many payments settle it, and whether there may be a way with fewer."""
        count = len(self.transfers)
        settles = ngettext("%(count)s payment settles everything.", "%(count)s payments settle everything.", count)
        fewest = _("There is no way with fewer.")
        if not self.exact:
            fewest = _("With so many open balances there may be a way with fewer.")
        return f"{settles % {'count': formatting.digits(count)}} {fewest}"


def accounts(book: Book, people: dict[str, Person]) -> tuple[Account, ...]:
    """Worked out once for each state of the book, as its hash says; and it may be newer than that, never older."""
    key = (book.circle_id, book.latest_hash, book.circle.currency, get_language(), *people.values())
    found = _ACCOUNTS.get(key)
    if found is None:
        found = _ACCOUNTS[key] = tuple(_account(owed, people) for owed in selectors.balances(book.circle))
    return found


_ACCOUNTS: LRUCache[tuple[Account, ...]] = LRUCache(most=200)


def _account(owed: selectors.Balances, people: dict[str, Person]) -> Account:
    plan = selectors.settling_up(owed)
    return Account(
        currency=owed.currency,
        rows=tuple(Row(people[row.player.pk], row.amount_minor) for row in owed.rows),
        transfers=tuple(
            Transfer(
                people[paid.payer.pk],
                people[paid.payee.pk],
                paid.amount_minor,
                formatting.typed_amount(paid.amount_minor, owed.currency),
            )
            for paid in plan.transfers
        ),
        exact=plan.exact,
    )


def in_one_line(circle: Circle) -> str:
    """For the circle's own page."""
    found = selectors.balances(circle)
    if not any(owed.rows for owed in found):
        return _("Nobody owes anybody anything yet")
    count = sum(len(selectors.settling_up(owed).transfers) for owed in found)
    if not count:
        return _("All balances are settled")
    sentence = ngettext(
        "%(count)s payment would settle everything", "%(count)s payments would settle everything", count
    )
    return sentence % {"count": formatting.digits(count)}
