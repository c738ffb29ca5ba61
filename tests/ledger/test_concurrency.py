"""Two requests at the same moment: one is done, the other is refused, and the data stays consistent.

Each case is played several times, because faults between two threads show only now and then. The tests use the
database of the test run.
"""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from functools import partial
from io import StringIO
from time import sleep
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Invite, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest, move_guest
from ledger.circles.services.invites import accept_invite, make_invite
from ledger.circles.services.members import remove_member
from ledger.circles.services.players import add_player, claim_player
from ledger.lib.refusals import OutOfDate, Refused
from ledger.live.links import link_to_share, shared_link
from ledger.money import services as money
from ledger.money.models import Entry, EntryKind
from ledger.money.services import Payment, record_payment, reverse_payment
from ledger.series.again import start_again
from ledger.series.models import Event, Hand, Series, SeriesLink, Status
from ledger.series.services import Done, Submit, correct_hand, record_hand, reopen_series, stop_series, undo
from ledger.series.settling import source_of
from ledger.series.starting import Agreement, start_series
from ledger.series.state import series_state
from ledger.sheets import cache
from ledger.sheets.printer import Printer
from ledger.standings.models import Season
from ledger.standings.seasons.services import Terms, close_season, make_season
from ledger.standings.seasons.table import season_table
from tests.ledger.api.conftest import Program
from tests.ledger.conftest import join, make_user
from tests.ledger.threads import run_together
from tests.needs import THOROUGH

TIMES = 5 if THOROUGH else 2
GAME = BY_SLUG["jaago-chalis"]
assert GAME.example is not None
J40 = list(GAME.example.records)
MINE = {"points_won": [14, 11.5, 8, 6.5]}
HERS = {"points_won": [12, 12, 8, 8]}
LAST = J40[3]  # after the first three hands, this one or ALSO_LAST ends the series
ALSO_LAST = {"points_won": [16, 12, 2, 10]}

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Table:
    """Alice's circle: four players, and Bob and Carla, who both keep score."""

    def __init__(self) -> None:
        self.alice = make_circle(owner=make_user("Alice"), name="Friday table", currency="NPR", language="en")
        self.circle = self.alice.circle
        self.bob = join(self.circle, make_user("Bob"), Role.SCORER)
        self.carla = join(self.circle, make_user("Carla"), Role.SCORER)
        self.players = [add_player(circle=self.circle, name=name) for name in "ABCD"]

    def agreed(self) -> Agreement:
        preset = GAME.default_preset
        return Agreement(GAME, self.players, preset.rules, Decimal("0.25"), preset.slug)

    def series(self, *records: Any) -> Series:
        series = start_series(me=self.bob, agreed=self.agreed())
        for number, record in enumerate(records, start=1):
            record_hand(series=series, submit=Submit(self.bob, number), record=record)
        series.refresh_from_db()
        return series

    def pay(self, me: Member, amount: int, **seen: Any) -> Entry:
        payment = Payment(self.players[0], self.players[1], Decimal(amount))
        return record_payment(me=me, payment=payment, **seen).entry


@pytest.fixture
def table(transactional_db) -> Iterator[Table]:
    yield Table()
    call_command("audit", stdout=StringIO())


def verbs(table: Table, series: Series) -> dict[str, Callable[[], Any]]:
    """Return actions on a series, all with the same version."""
    bobs, carlas = (Submit(me, series.version) for me in (table.bob, table.carla))
    return {
        "record": partial(record_hand, series=series, submit=bobs, record=MINE),
        "record hers": partial(record_hand, series=series, submit=carlas, record=HERS),
        "undo": partial(undo, series=series, submit=carlas),
        "correct": partial(correct_hand, series=series, submit=carlas, number=1, record=HERS, reason="two piles"),
        "stop": partial(stop_series, series=series, submit=carlas, with_standard=True),
    }


# --- Hands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [("record", "record hers"), ("record", "undo"), ("record", "correct"), ("undo", "correct"), ("record", "stop")],
    ids=["record-record", "record-undo", "record-correct", "undo-correct", "record-stop"],
)
def test_one_of_two_simultaneous_writes_is_out_of_date(table, first, second):
    for _time in range(TIMES):
        series = table.series(J40[0])
        pressed = verbs(table, series)
        outcomes = run_together(pressed[first], pressed[second])
        (done,) = [one for one in outcomes if isinstance(one, Done)]
        (late,) = [one for one in outcomes if isinstance(one, OutOfDate)]
        now = Series.objects.get(pk=series.pk)
        assert now.version == done.state.series.version == late.state.series.version == series.version + 1
        assert late.state.records() == done.state.records() == series_state(now).records()
        assert Event.objects.filter(series=series).count() == now.version


def test_the_same_submit_sent_four_times_is_one_hand(table):
    for _time in range(TIMES):
        series = table.series()
        submit = Submit(table.bob, series.version, key="one press")
        outcomes = run_together(*[partial(record_hand, series=series, submit=submit, record=MINE)] * 4)
        assert sorted(done.repeated for done in outcomes) == [False, True, True, True]
        assert Hand.objects.filter(series=series).count() == 1


def test_the_same_request_of_four_programs_is_done_once(table):
    programs = [Program(table.bob.user) for _ in range(4)]
    for _time in range(TIMES):
        series = table.series()
        body = {"record": MINE, "base_version": series.version}
        path = f"series/{series.pk}/hands"
        answers = run_together(
            *[partial(program.post, path, body, **{"Idempotency-Key": "one-press"}) for program in programs]
        )
        assert [answer.status_code for answer in answers] == [201] * 4
        assert all(answer.json() == answers[0].json() for answer in answers)
        assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 3
        assert Hand.objects.filter(series=series).count() == 1


def test_different_hands_of_two_programs_are_one_hand_and_one_conflict(table):
    bobs, carlas = Program(table.bob.user), Program(table.carla.user)
    for _time in range(TIMES):
        series = table.series()
        path, seen = f"series/{series.pk}/hands", {"base_version": series.version}
        answers = run_together(
            partial(bobs.post, path, {"record": MINE, **seen}), partial(carlas.post, path, {"record": HERS, **seen})
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        (late,) = [answer for answer in answers if answer.status_code == 409]
        assert late.json()["current"]["version"] == series.version + 1
        assert Hand.objects.filter(series=series).count() == 1


def test_the_same_start_is_one_series(table):
    for time in range(TIMES):
        start = partial(start_series, me=table.bob, agreed=table.agreed(), key=f"form {time}")
        assert len({series.pk for series in run_together(*[start] * 4)}) == 1
    assert Series.objects.count() == TIMES


def test_two_scorers_who_play_again_start_one_series(table):
    last = table.series(J40[0])
    for time in range(1, TIMES + 1):
        stop_series(series=last, submit=Submit(table.bob, series_state(last).series.version), with_standard=False)
        again = [partial(start_again, me=me, last=last) for me in (table.bob, table.carla, table.bob)]
        assert len({series.pk for series in run_together(*again)}) == 1
        assert Series.objects.count() == 1 + time
        last = Series.objects.get(status=Status.OPEN)


def test_phones_that_share_at_once_get_one_link(table, monkeypatch):
    """Each phone looks for the link, and waits a little before it makes one."""

    def look_and_wait(series: Series) -> SeriesLink | None:
        found = shared_link(series)
        sleep(0.05)
        return found

    monkeypatch.setattr("ledger.live.links.shared_link", look_and_wait)
    series = table.series()
    share = [partial(link_to_share, me=me, series=series) for me in (table.bob, table.carla, table.bob)]
    assert len({link.pk for link in run_together(*share)}) == 1


# --- Seasons ---------------------------------------------------------------------------------------------------------


def test_one_of_two_owners_closes_a_season(table):
    """The other owner is told who was first, and the kept table is that of the first."""
    dora = join(table.circle, make_user("Dora"), Role.OWNER)
    finished = table.series(*J40[:3])
    record_hand(series=finished, submit=Submit(table.bob, 4), record=LAST)
    terms = Terms("Winter", GAME.slug, "", date(2000, 1, 1), date(2099, 12, 31), "place")
    season = make_season(me=dora, terms=terms)
    seen = season_table(dora, season).seen
    outcomes = run_together(
        *(partial(close_season, me=me, season=Season.objects.get(), seen=seen) for me in (table.alice, dora))
    )
    (closed,) = (outcome for outcome in outcomes if isinstance(outcome, Season))
    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, Refused))
    assert str(refused).startswith(f"{closed.closed_by_name} has closed this season already")
    assert Season.objects.get().kept == closed.kept


# --- The end, and money ----------------------------------------------------------------------------------------------


def test_two_last_hands_are_settled_once(table):
    for _time in range(TIMES):
        series = table.series(*J40[:3])
        record = [
            partial(record_hand, series=series, submit=Submit(me, series.version), record=last)
            for me, last in ((table.bob, LAST), (table.carla, ALSO_LAST))
        ]
        outcomes = run_together(*record)
        assert {type(one) for one in outcomes} == {Done, OutOfDate}
        assert Series.objects.get(pk=series.pk).status == Status.FINISHED
        assert Entry.objects.filter(source=source_of(series)).count() == 1


def test_a_series_is_reopened_once_and_its_settlement_taken_back_once(table):
    for _time in range(TIMES):
        series = table.series(*J40)
        reopen = partial(
            reopen_series, series=series, submit=Submit(table.alice, series.version), reason="to count again"
        )
        outcomes = run_together(reopen, reopen)
        assert {type(one) for one in outcomes} == {Done, OutOfDate}
        kinds = Entry.objects.filter(source=source_of(series)).order_by("number").values_list("kind", flat=True)
        assert list(kinds) == [EntryKind.SETTLEMENT, EntryKind.REVERSAL]


def test_hands_and_payments_of_a_circle_make_one_chain(table):
    """Two series end while two payments are made: none is refused, and every number is used once."""
    for _time in range(TIMES):
        before = Entry.objects.count()
        one, other = table.series(*J40[:3]), table.series(*J40[:3])
        outcomes = run_together(
            partial(record_hand, series=one, submit=Submit(table.bob, one.version), record=LAST),
            partial(record_hand, series=other, submit=Submit(table.carla, other.version), record=LAST),
            partial(table.pay, table.bob, 5),
            partial(table.pay, table.carla, 6),
        )
        assert [one for one in outcomes if isinstance(one, Exception)] == []
        numbers = list(Entry.objects.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, before + 5))


def test_a_debt_marked_as_paid_twice_is_paid_once(table):
    for time in range(TIMES):
        outcomes = run_together(*[partial(table.pay, me, 40, base_version=time) for me in (table.bob, table.carla)])
        assert {type(one) for one in outcomes} == {Entry, money.BookOutOfDate}
    assert Entry.objects.count() == TIMES


def test_the_same_payment_sent_four_times_is_recorded_once(table):
    made = run_together(*[partial(table.pay, table.bob, 40, key="one press", base_version=0)] * 4)
    assert len(set(made)) == Entry.objects.count() == 1


def test_a_payment_is_taken_back_once(table):
    for _time in range(TIMES):
        paid = table.pay(table.bob, 40)
        outcomes = run_together(*[partial(reverse_payment, me=me, entry=paid) for me in (table.bob, table.carla)])
        assert {type(one) for one in outcomes} == {money.PostedEntry, money.Refused}
        assert Entry.objects.filter(reverses=paid).count() == 1


# --- People ----------------------------------------------------------------------------------------------------------


def link(table: Table, role: Role = Role.VIEWER, **options: Any) -> Invite:
    return make_invite(actor=table.alice.user, circle=table.circle, role=role, **options)[0]


def test_a_link_for_one_admits_one(table):
    for time in range(TIMES):
        invite = link(table, max_uses=1)
        comers = [make_user(f"Comer{time}{letter}") for letter in "ab"]
        outcomes = run_together(*[partial(accept_invite, invite=invite, user=user) for user in comers])
        assert {type(one) for one in outcomes} == {Member, ValidationError}


def test_a_user_of_two_links_is_one_member_with_the_higher_role(table):
    for time in range(TIMES):
        dora = make_user(f"Dora{time}")
        links = [link(table, Role.VIEWER), link(table, Role.SCORER)]
        outcomes = run_together(*[partial(accept_invite, invite=invite, user=dora) for invite in links])
        assert [type(one) for one in outcomes] == [Member, Member]
        assert table.circle.members.get(user=dora).role == Role.SCORER


def test_a_guest_who_makes_an_account_joins_once(table):
    """The guest signs in on one phone and opens a link on another."""
    for time in range(TIMES):
        dora, guest = make_user(f"Dora{time}"), make_guest(name="Dora")
        join(table.circle, guest, Role.SCORER)
        outcomes = run_together(
            partial(move_guest, guest=guest, account=dora), partial(accept_invite, invite=link(table), user=dora)
        )
        assert [one for one in outcomes if isinstance(one, Exception)] == []
        assert table.circle.members.get(user=dora).role == Role.SCORER


def test_two_owners_cannot_both_leave(table):
    for time in range(TIMES):
        second = join(table.circle, make_user(f"Second{time}"), Role.OWNER)
        first = table.circle.members.filter(role=Role.OWNER).exclude(pk=second.pk).get()
        outcomes = run_together(*[partial(remove_member, member=member) for member in (first, second)])
        assert [refused.code for refused in outcomes if refused] == ["last_owner"]
        assert table.circle.members.filter(role=Role.OWNER).count() == 1


def test_a_member_claims_one_player_and_a_player_one_member(table):
    a, b = table.players[:2]
    for _time in range(TIMES):
        Player.objects.update(claimed_by=None)
        pressed = [(a, table.bob), (a, table.carla), (b, table.bob)]
        outcomes = run_together(*[partial(claim_player, player=player, member=member) for player, member in pressed])
        assert {type(one) for one in outcomes} <= {Player, ValidationError}
        claimed = list(Player.objects.exclude(claimed_by=None).values_list("claimed_by", flat=True))
        assert len(claimed) == len(set(claimed)) >= 1


# --- The sheet -------------------------------------------------------------------------------------------------------


def test_a_sheet_requested_three_times_is_made_once(table, monkeypatch):
    made: list[object] = []

    def print_job(job: object) -> bytes:
        made.append(job)
        return f"%PDF {len(made)}".encode()

    monkeypatch.setattr(cache, "printer", Printer())
    monkeypatch.setattr(cache.printer, "print", print_job)
    clients = [Client() for _ in range(3)]
    for client in clients:
        client.force_login(User.objects.get(username="bob"))
    for time in range(TIMES):
        path = reverse("series:sheet", args=[table.series(J40[0]).pk])
        answers = run_together(*[partial(client.get, path) for client in clients])
        contents = {answer.content for answer in answers if answer.status_code == 200}
        assert [content.partition(b"%khata")[0] for content in contents] == [f"%PDF {time + 1}".encode()]
        assert len(made) == time + 1
