"""The paid, open and covered payments of a source, such as a series: by hand, and over random histories."""

from collections import Counter
from decimal import Decimal
from functools import partial

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.lib.refusals import Refused
from ledger.money.models import Entry
from ledger.money.selectors import currencies_of
from ledger.money.services import Covered, PlannedAmount, pay_source
from ledger.money.settle_up import settle_up
from ledger.money.source_accounts import PaymentState, SourceAccount, account_of
from tests.ledger.conftest import join, make_user
from tests.ledger.money.conftest import Bookkeeper
from tests.needs import THOROUGH

pytestmark = pytest.mark.django_db

OPEN, PAID, COVERED = PaymentState.OPEN, PaymentState.PAID, PaymentState.COVERED


@pytest.fixture
def asha(circle) -> Player:
    return add_player(circle=circle, name="Asha")


def account(source: str, *players: Player, open_sources: tuple[str, ...] = ()) -> SourceAccount:
    return account_of(source, players[0].circle.currency, players, open_sources)


def parts(source: str, *players: Player) -> list[tuple[str, str, int, str]]:
    found = account(source, *players).parts
    return [(part.payer.name, part.payee.name, part.amount_minor, part.state) for part in found]


def mark(
    books: Bookkeeper,
    players: tuple[Player, ...],
    payer: Player,
    payee: Player,
    amount_minor: int,
    source: str = "game:1",
    *,
    anyway: bool = False,
) -> Entry:
    return pay_source(
        me=books.me,
        source=source,
        currency=books.me.circle.currency,
        players=players,
        open_sources=(),
        payment=PlannedAmount(payer.pk, payee.pk, amount_minor),
        anyway=anyway,
    )


# --- By hand ---------------------------------------------------------------------------------------------------------


def test_what_was_settled_on_the_balances_is_not_asked_for_after_the_next_series(bob_books, asha, bina):
    bob_books.settle(1, {asha: 5000, bina: -5000}, "game:1")
    settled = bob_books.pay(bina, asha, "50").entry
    bob_books.settle(1, {asha: 2000, bina: -2000}, "game:2")
    assert parts("game:1", asha, bina) == [("Bina", "Asha", 5000, COVERED)]
    assert account("game:1", asha, bina).parts[0].settled_at == settled.at
    assert parts("game:2", asha, bina) == [("Bina", "Asha", 2000, OPEN)]


def test_after_a_payment_of_20_outside_on_the_only_debt_of_50_30_are_open(bob_books, asha, bina):
    bob_books.settle(1, {asha: 5000, bina: -5000})
    bob_books.pay(bina, asha, "20")
    assert parts("game:1", asha, bina) == [("Bina", "Asha", 3000, OPEN), ("Bina", "Asha", 2000, COVERED)]


def test_a_part_that_was_marked_is_paid_and_the_rest_open(bob_books, asha, bina):
    bob_books.settle(1, {asha: 5000, bina: -5000})
    mark(bob_books, (asha, bina), bina, asha, 1000)
    mark(bob_books, (asha, bina), bina, asha, 500)
    bob_books.pay(bina, asha, "20")
    assert parts("game:1", asha, bina) == [
        ("Bina", "Asha", 1500, PAID),
        ("Bina", "Asha", 1500, OPEN),
        ("Bina", "Asha", 2000, COVERED),
    ]


def test_two_debts_in_opposite_directions_cover_each_other(bob_books, asha, bina):
    bob_books.settle(1, {asha: 5000, bina: -5000}, "game:1")
    bob_books.settle(1, {asha: -5000, bina: 5000}, "game:2")
    assert parts("game:1", asha, bina) == [("Bina", "Asha", 5000, COVERED)]
    assert parts("game:2", asha, bina) == [("Asha", "Bina", 5000, COVERED)]
    (covered,) = account("game:1", asha, bina).parts
    assert (covered.settled_at, covered.set_against) == (None, bina)


def test_who_owes_less_by_now_is_asked_for_the_newest(bob_books, asha, bina, chandra):
    """Bina owes Asha 50, then wins 30 from Chandra. She owes 20 in all: 20 of the 50 are open, and none of the 30."""
    bob_books.settle(1, {asha: 5000, bina: -5000}, "game:1")
    bob_books.settle(1, {bina: 3000, chandra: -3000}, "game:2")
    assert parts("game:1", asha, bina) == [("Bina", "Asha", 2000, OPEN), ("Bina", "Asha", 3000, COVERED)]
    assert parts("game:2", bina, chandra) == [("Chandra", "Bina", 3000, COVERED)]  # Bina owes, and is owed nothing
    assert account("game:2", bina, chandra).parts[0].set_against == bina


def test_a_payment_keeps_its_row_whatever_part_of_it_is_paid(bob_books, asha, bina, chandra, circle):
    """The plan of the series stays, although the rest alone could be paid in another way."""
    deepa = add_player(circle=circle, name="Deepa")
    players = (asha, bina, chandra, deepa)
    bob_books.settle(1, {asha: 2000, bina: 1000, chandra: -2000, deepa: -1000})
    mark(bob_books, players, chandra, asha, 1000)
    assert parts("game:1", *players) == [
        ("Chandra", "Asha", 1000, PAID),
        ("Chandra", "Asha", 1000, OPEN),
        ("Deepa", "Bina", 1000, OPEN),
    ]


def test_a_reopened_series_takes_no_part_of_a_balance(bob_books, asha, bina):
    """Bina owes 50, got 20 for a series that was reopened, and has paid 30. All of the 40 are owed for the first."""
    bob_books.settle(1, {asha: 5000, bina: -5000}, "game:1")
    bob_books.settle(1, {asha: -2000, bina: 2000}, "game:2")
    mark(bob_books, (asha, bina), asha, bina, 2000, "game:2", anyway=True)
    bob_books.settle(2, {}, "game:2")
    bob_books.pay(bina, asha, "30")
    found = account("game:1", asha, bina, open_sources=("game:2",)).parts
    assert [(part.amount_minor, part.state) for part in found] == [(4000, OPEN), (1000, COVERED)]


def test_more_than_is_open_is_refused_with_the_balances(bob_books, asha, bina):
    bob_books.settle(1, {asha: 5000, bina: -5000}, "game:1")
    bob_books.pay(bina, asha, "50")
    bob_books.settle(1, {asha: -14000, bina: 14000}, "game:2")
    with pytest.raises(Covered) as refused:
        mark(bob_books, (asha, bina), bina, asha, 5000)
    assert refused.value.balances == {bina.pk: 14000, asha.pk: -14000}
    mark(bob_books, (asha, bina), bina, asha, 5000, anyway=True)
    assert parts("game:1", asha, bina) == [("Bina", "Asha", 5000, PAID)]
    assert bob_books.balances() == {"Bina": 19000, "Asha": -19000}
    with pytest.raises(Refused, match="marked already"):
        mark(bob_books, (asha, bina), bina, asha, 5000, anyway=True)


def test_the_day_on_which_a_debt_was_settled(bob_books, asha, bina):
    """Payments of 20 and 30 settle a debt of 50 with the second one; a third payment does not count for it."""
    bob_books.settle(1, {asha: 5000, bina: -5000})
    bob_books.pay(bina, asha, "20")
    second = bob_books.pay(bina, asha, "30").entry
    bob_books.pay(bina, asha, "10")
    assert account("game:1", asha, bina).parts[0].settled_at == second.at


def test_money_paid_beforehand_is_set_against(bob_books, asha, bina):
    bob_books.pay(bina, asha, "50")
    bob_books.settle(1, {asha: 5000, bina: -5000})
    (covered,) = account("game:1", asha, bina).parts
    assert (covered.state, covered.settled_at, covered.set_against) == (COVERED, None, bina)


def test_currencies_are_kept_apart(bob_books, asha, bina):
    bob_books.settle(1, {asha: 5000, bina: -5000}, "game:1")
    bob_books.settle(1, {asha: -9000, bina: 9000}, "game:2", currency="EUR")
    assert parts("game:1", asha, bina) == [("Bina", "Asha", 5000, OPEN)]


@pytest.mark.parametrize("others", [0, 30])
def test_the_number_of_queries_does_not_grow(others, bob_books, asha, bina, django_assert_max_num_queries):
    bob_books.settle(1, {asha: 5000, bina: -5000})
    for number in range(others):
        bob_books.settle(1, {asha: 100, bina: -100}, f"game:{number + 2}")
    bob_books.pay(bina, asha, "20")
    with django_assert_max_num_queries(4):
        assert len(account("game:1", asha, bina).parts) == 2


# --- Random histories ------------------------------------------------------------------------------------------------

SOURCES = {"game:1": "NPR", "game:2": "NPR", "game:3": "NPR", "game:4": "EUR"}
a_source = st.sampled_from(sorted(SOURCES))
a_player = st.integers(0, 3)
nets_of_four = st.lists(st.integers(-9, 9), min_size=3, max_size=3).map(lambda nets: [*nets, -sum(nets)])
ends = st.tuples(st.just("end"), a_source, nets_of_four)
steps = st.one_of(
    ends,
    ends,
    st.tuples(st.just("reopen"), a_source),
    st.tuples(st.just("pay"), a_player, a_player, st.integers(1, 12), st.sampled_from(["NPR", "EUR"])),
    st.tuples(st.just("mark"), a_source, st.integers(0, 3), st.integers(1, 12), st.booleans()),
    st.tuples(st.just("take back"), st.integers(0, 3)),
)


class Histories:
    """A table's books, once in the database and once as plain lists."""

    def __init__(self, me: Member) -> None:
        self.books = Bookkeeper(me)
        self.players = [add_player(circle=me.circle, name=name) for name in ("Asha", "Bina", "Chandra", "Deepa")]
        self.settled: dict[str, list[int]] = {}  # by source, of those that are over; the newest settlement last
        self.versions: Counter[str] = Counter()
        self.payments: list[tuple[Entry, str, str, int, int, int]] = []  # source, currency, payer, payee, amount

    def end(self, source: str, nets: list[int]) -> None:
        if self.settled.get(source) != nets:
            self.settled.pop(source, None)
            self._post(source, nets)
        self.settled[source] = nets

    def reopen(self, source: str) -> None:
        self.settled.pop(source, None)
        self._post(source, [])

    def _post(self, source: str, nets: list[int]) -> None:
        self.versions[source] += 1
        amounts = dict(zip(self.players, nets, strict=False))
        self.books.settle(self.versions[source], amounts, source, SOURCES[source])

    def pay(self, payer: int, payee: int, amount: int, currency: str) -> None:
        if payer != payee and currency in currencies_of(self.books.me.circle):
            paid = Decimal(amount).scaleb(-2)
            entry = self.books.pay(self.players[payer], self.players[payee], str(paid), currency=currency).entry
            self.payments.append((entry, "", currency, payer, payee, amount))

    def mark(self, source: str, choice: int, amount: int, anyway: bool) -> None:
        unpaid = [part for part in self.account(source).parts if part.state != PAID] if source in self.settled else []
        if choice >= len(unpaid):
            return
        part = unpaid[choice]
        ends = self.players.index(part.payer), self.players.index(part.payee)
        available = {
            state: sum(each[2] for each in self.expected(source) if (*each[:2], each[3]) == (*ends, state))
            for state in (OPEN, COVERED)
        }
        planned = PlannedAmount(part.payer.pk, part.payee.pk, amount)
        most = available[OPEN] + available[COVERED] * anyway
        pay = partial(
            pay_source,
            me=self.books.me,
            source=source,
            currency=SOURCES[source],
            players=self.players,
            open_sources=self.open_sources,
            payment=planned,
            anyway=anyway,
        )
        if amount > most:
            with pytest.raises(Refused if anyway else Covered):
                pay()
        else:
            self.payments.append((pay(), source, SOURCES[source], *ends, amount))

    def take_back(self, choice: int) -> None:
        if choice < len(self.payments):
            self.books.reverse(self.payments.pop(choice)[0])

    # --- Expected figures ---

    @property
    def open_sources(self) -> list[str]:
        return [source for source in SOURCES if source not in self.settled]

    def account(self, source: str) -> SourceAccount:
        return account_of(source, SOURCES[source], self.players, self.open_sources)

    def shown(self, source: str) -> list[tuple[int, int, int, str]]:
        index = self.players.index
        return [
            (index(each.payer), index(each.payee), each.amount_minor, each.state) for each in self.account(source).parts
        ]

    def balances(self, currency: str) -> list[int]:
        sums = [
            sum(nets[player] for source, nets in self.settled.items() if SOURCES[source] == currency)
            for player in range(4)
        ]
        for _entry, _source, paid_in, payer, payee, amount in self.payments:
            if paid_in == currency:
                sums[payer] += amount
                sums[payee] -= amount
        return sums

    def nets(self, source: str) -> list[int]:
        nets = list(self.settled[source])
        for _entry, paid_for, _currency, payer, payee, amount in self.payments:
            if paid_for == source:
                nets[payer] += amount
                nets[payee] -= amount
        return nets

    def share(self, source: str, player: int) -> int:
        """The part of the player's balance that comes from this source, after newer settlements have taken theirs."""
        left = self.balances(SOURCES[source])[player]
        for newer in reversed(self.settled):
            if SOURCES[newer] == SOURCES[source]:
                net = self.nets(newer)[player]
                taken = max(0, min(net, left)) if left > 0 else min(0, max(net, left))
                if newer == source:
                    return taken
                left -= taken
        raise AssertionError("this source is not over")

    def expected(self, source: str) -> list[tuple[int, int, int, str]]:
        paid: Counter[tuple[int, int]] = Counter()
        for _entry, paid_for, _currency, payer, payee, amount in self.payments:
            if paid_for == source:
                paid[payer, payee] += amount
        plan = {(each.payer, each.payee): each.amount_minor for each in settle_up(self.settled[source]).payments}
        rest = {pair: amount - paid[pair] for pair, amount in plan.items()}
        if any(amount > plan.get(pair, 0) for pair, amount in paid.items()):
            rest = {(each.payer, each.payee): each.amount_minor for each in settle_up(self.nets(source)).payments}
            plan = rest
        shares = [self.share(source, player) for player in range(4)]
        rows = []
        for payer, payee in [*plan, *(pair for pair in paid if pair not in plan)]:
            is_open = min(rest.get((payer, payee), 0), -min(0, shares[payer]), max(0, shares[payee]))
            shares[payer] += is_open
            shares[payee] -= is_open
            states = {PAID: paid[payer, payee], OPEN: is_open, COVERED: rest.get((payer, payee), 0) - is_open}
            rows += [(payer, payee, amount, state) for state, amount in states.items() if amount]
        return rows

    def check(self) -> None:
        for currency in ("NPR", "EUR"):
            balances, open_of = self.balances(currency), [0] * 4
            for source in (each for each in self.settled if SOURCES[each] == currency):
                rows = self.shown(source)
                assert rows == self.expected(source)
                for payer, payee, amount, state in rows:
                    if state == OPEN:
                        open_of[payer] -= amount
                        open_of[payee] += amount
            for asked, balance in zip(open_of, balances, strict=True):
                assert 0 <= asked <= balance or balance <= asked <= 0, "more is asked for than is owed"


@settings(max_examples=600 if THOROUGH else 30)
@given(first=st.lists(ends, min_size=2, max_size=3), then=st.lists(steps, min_size=3, max_size=9))
def test_random_histories(first, then):
    with transaction.atomic():
        circle = make_circle(owner=make_user("Alice"), name="Table", currency="NPR", language="en").circle
        table = Histories(join(circle, make_user("Bob"), Role.SCORER))
        for verb, *details in first + then:
            getattr(table, verb.replace(" ", "_"))(*details)
            table.check()
        transaction.set_rollback(True)
