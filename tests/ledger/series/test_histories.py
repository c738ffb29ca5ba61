"""Random histories: after every step the books balance and match the recorded hands and payments."""

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle, make_circle
from ledger.circles.services.players import add_player, remove_player
from ledger.lib.refusals import OutOfDate, Refused
from ledger.money import services as money
from ledger.money.models import Entry
from ledger.money.selectors import balances, book_of, settling_up
from ledger.money.source_accounts import PaymentState
from ledger.series import services, starting
from ledger.series.audit.differences import differences
from ledger.series.models import Series
from ledger.series.settling import account_of_series, pay
from ledger.series.state import series_state
from tests.ledger.conftest import join, make_user
from tests.ledger.series.conftest import GAME
from tests.needs import THOROUGH

# Possible hands; with the first three of them a series soon reaches its end.
HANDS = [(40, 0, 0, 0), (27, 6, 4, 3), (20, 10, 10, 0), (16, 8.5, 8.5, 7), (14, 11.5, 8, 6.5), (10, 10, 10, 10)]

records = st.sampled_from(HANDS).flatmap(st.permutations).map(lambda points: {"points_won": points})
a_series = st.integers(0, 1)
a_seat = st.integers(0, 3)
once_in_a_while = st.integers(0, 9).map(lambda number: number == 0)


class Histories(RuleBasedStateMachine):
    """A table with random actions. It counts the payments itself, without the books."""

    def __init__(self) -> None:
        super().__init__()
        self.rolled_back_at_the_end = transaction.atomic()
        self.rolled_back_at_the_end.__enter__()
        self.paid: Counter[tuple[str, str]] = Counter()  # by currency and player
        self.payments: list[Entry] = []

    @initialize(coin_minor=st.sampled_from([1, 5, 100]), point_value=st.sampled_from(["0.25", "0.3333", "7"]))
    def sit_down(self, coin_minor: int, point_value: str) -> None:
        owner = make_circle(owner=make_user("Alice"), name="Table", currency="NPR", language="en")
        self.circle, self.me = owner.circle, join(owner.circle, make_user("Bob"), Role.SCORER)
        self.players = [add_player(circle=self.circle, name=name) for name in "ABCD"]
        self.series = [self.start(coin_minor, Decimal(point_value)), self.start(1, Decimal("0.25"))]

    def start(self, coin_minor: int, point_value: Decimal) -> Series:
        self.count_in(self.circle.currency, coin_minor)
        agreed = starting.Agreement(GAME, self.players, GAME.default_preset.rules, point_value)
        return starting.start_series(me=self.me, agreed=agreed)

    def count_in(self, currency: str, coin_minor: int) -> None:
        self.circle = change_circle(
            circle=self.circle, name="Table", currency=currency, coin_minor=coin_minor, language="en"
        )
        self.me.circle = self.circle

    # --- At the table ------------------------------------------------------------------------------------------------

    def do(self, verb: Callable[..., Any], which: int, *, late: bool, **details: Any) -> None:
        """Try an action twice: a refusal must change nothing, and a repeat must count once."""
        series = self.series[which]
        series.refresh_from_db()
        submit = services.Submit(self.me, series.version - late, f"press {series.version}")
        before = series.version, book_of(self.circle).version
        try:
            verb(series=series, submit=submit, **details)
        except (Refused, OutOfDate):
            series.refresh_from_db()
            assert (series.version, book_of(self.circle).version) == before
        else:
            assert not late
            after = book_of(self.circle).version
            assert verb(series=series, submit=submit, **details).repeated
            assert book_of(self.circle).version == after

    @rule(number=a_series, record=records, late=once_in_a_while)
    def record(self, number: int, record: dict[str, Any], late: bool) -> None:
        self.do(services.record_hand, number, late=late, record=record)

    @rule(number=a_series, hand=st.integers(1, 3), record=records, late=once_in_a_while)
    def correct(self, number: int, hand: int, record: dict[str, Any], late: bool) -> None:
        self.do(services.correct_hand, number, late=late, number=hand, record=record, reason="mistyped")

    @rule(number=a_series, late=once_in_a_while)
    def undo(self, number: int, late: bool) -> None:
        self.do(services.undo, number, late=late)

    @rule(number=a_series, with_standard=st.booleans(), late=once_in_a_while)
    def stop(self, number: int, with_standard: bool, late: bool) -> None:
        self.do(services.stop_series, number, late=late, with_standard=with_standard)

    @rule(number=a_series, late=once_in_a_while)
    def reopen(self, number: int, late: bool) -> None:
        self.do(services.reopen_series, number, late=late, reason="to look again")

    # --- At the books ------------------------------------------------------------------------------------------------

    @rule(payer=a_seat, payee=a_seat, amount=st.decimals(-1, 50, places=2), late=once_in_a_while)
    def pay(self, payer: int, payee: int, amount: Decimal, late: bool) -> None:
        one, other = self.players[payer], self.players[payee]
        payment, version = money.Payment(one, other, amount), book_of(self.circle).version
        if self.write(money.record_payment, payment=payment, base_version=version + late):
            assert not late
            assert one != other
            assert amount > 0
            minor, currency = int(amount * 100), self.circle.currency
            self.paid[currency, one.pk] += minor
            self.paid[currency, other.pk] -= minor

    @rule(choice=st.integers(0, 9))
    def take_back(self, choice: int) -> None:
        if choice < len(self.payments):
            entry = self.payments[choice]
            if self.write(money.reverse_payment, entry=entry):
                for posting in entry.postings.all():
                    self.paid[entry.currency, posting.player_id] -= posting.amount_minor

    def write(self, verb: Callable[..., money.PostedEntry], **details: Any) -> bool:
        version = book_of(self.circle).version
        sent = details | {"me": self.me, "key": f"press {version}"}
        try:
            done = verb(**sent)
        except (Refused, OutOfDate, money.BookOutOfDate):
            assert book_of(self.circle).version == version
            return False
        assert verb(**sent).repeated
        assert book_of(self.circle).version == version + 1
        self.payments.append(done.entry)
        return True

    @rule(number=a_series, choice=st.integers(0, 3), divisor=st.sampled_from([1, 1, 2]), anyway=st.booleans())
    def mark_as_paid(self, number: int, choice: int, divisor: int, anyway: bool) -> None:
        """Mark a payment that the end of a series shows, or half of it, as paid. A covered one needs `anyway`."""
        series = Series.objects.get(pk=self.series[number].pk)
        state = series_state(series)
        account = account_of_series(series, state.players)
        unpaid = account.in_state(PaymentState.OPEN, PaymentState.COVERED) if account else []
        if choice >= len(unpaid):
            return
        part, version = unpaid[choice], book_of(self.circle).version
        amount = -(-part.amount_minor // divisor)
        planned = money.PlannedAmount(part.payer.pk, part.payee.pk, amount)
        try:
            entry = pay(state, self.me, planned, anyway=anyway)
        except money.Covered:
            assert not anyway
            assert amount > account.amount(part.payer.pk, part.payee.pk, PaymentState.OPEN)
            assert book_of(self.circle).version == version
        else:
            self.payments.append(entry)
            self.paid[series.currency, part.payer.pk] += amount
            self.paid[series.currency, part.payee.pk] -= amount

    @rule()
    def settle_up(self) -> None:
        """Make all suggested payments, after which every balance is zero."""
        for owed in balances(self.circle):
            for transfer in settling_up(owed).payments:
                amount = Decimal(transfer.amount_minor) / 100
                payment = money.Payment(transfer.payer, transfer.payee, amount, owed.currency)
                assert self.write(money.record_payment, payment=payment, base_version=book_of(self.circle).version)
                self.paid[owed.currency, transfer.payer.pk] += transfer.amount_minor
                self.paid[owed.currency, transfer.payee.pk] -= transfer.amount_minor
        assert not any(balance.amount_minor for owed in balances(self.circle) for balance in owed.rows)

    # --- And meanwhile -----------------------------------------------------------------------------------------------

    @precondition(lambda self: not any(player.hidden_at for player in self.players))
    @rule(currency=st.sampled_from(["NPR", "CHF"]), number=a_series)
    def start_another(self, currency: str, number: int) -> None:
        self.count_in(currency, 5)
        self.series[number] = self.start(5, Decimal("0.25"))

    @rule(seat=a_seat)
    def leave(self, seat: int) -> None:
        assert not remove_player(player=self.players[seat])

    # --- What always holds -------------------------------------------------------------------------------------------

    @invariant()
    def books_balance(self) -> None:
        for owed in balances(self.circle):
            assert sum(row.amount_minor for row in owed.rows) == 0

    @invariant()
    def balances_match_hands_and_payments(self) -> None:
        expected = Counter(self.paid)
        for series in Series.objects.filter(circle=self.circle):
            expected.update(played(series))
        stored = {
            (owed.currency, row.player.pk): row.amount_minor for owed in balances(self.circle) for row in owed.rows
        }
        assert {key: sum_ for key, sum_ in stored.items() if sum_} == {
            key: sum_ for key, sum_ in expected.items() if sum_
        }

    def teardown(self) -> None:
        try:
            found = list(differences(self.circle)) if hasattr(self, "circle") else []
            assert found == []
        finally:
            transaction.set_rollback(True)
            self.rolled_back_at_the_end.__exit__(None, None, None)


def played(series: Series) -> dict[tuple[str, str], int]:
    """The result of a series from its hands, without the books."""
    state = series_state(series)
    if series.is_open:
        return {}
    amounts = zip(state.players, state.outcome.money.amounts_minor, strict=True)
    return {(series.currency, player.pk): amount for player, amount in amounts}


@pytest.mark.django_db
@pytest.mark.slow
def test_random_histories_balance_and_audit_clean():
    few = settings(max_examples=25 if THOROUGH else 2, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(Histories, settings=few)
