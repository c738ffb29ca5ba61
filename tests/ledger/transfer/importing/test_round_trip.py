"""A circle is exported, imported into an empty database, and is the same."""

import json
from datetime import datetime
from decimal import Decimal
from itertools import product
from unittest import mock

import pytest
from django.utils import translation

from games.registry import GAMES
from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.guests import make_guest
from ledger.circles.services.players import add_player, remove_player
from ledger.money.services import Payment, PlannedAmount, record_payment, reverse_payment
from ledger.series.models import Event, Series
from ledger.series.services import join_series, unseat_last
from ledger.series.settling import account_of_series, pay
from ledger.series.starting import Agreement, start_series
from ledger.series.state import seated_players
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.conftest import join, make_user
from tests.ledger.following.settlement.test_every_game import each_evening, play
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.sheets.tables import Table
from tests.ledger.transfer.circle_files import NAMES, empty_the_database, export, forge, moved
from tests.ledger.transfer.importing.conftest import IMPOSSIBLE, problems_with, run_import

pytestmark = pytest.mark.django_db


def test_export_import_export_is_the_same_and_audits_clean(text, path):
    whole = json.loads(text)
    assert [series["status"] for series in whole["series"]] == ["finished", "stopped", "open", "finished", "open"]
    assert {event["kind"] for series in whole["series"] for event in series["events"]} == {
        "started",
        "recorded",
        "corrected",
        "withdrawn",
        "stopped",
        "reopened",
    }
    assert {entry["currency"] for entry in whole["entries"]} == {"NPR", "CHF"}
    assert {entry["kind"] for entry in whole["entries"]} == {"settlement", "payment", "reversal"}
    printed = run_import(path)
    assert "शुक्रबारको मण्डली" in printed
    assert "with 5 series, 10 hands, 12 entries." in printed
    assert export(whole["circle"]["id"]) == text
    assert run_audit() == (["Everything is as it was written: 1 circles, 5 series, 12 entries."], 0)


def test_the_payments_of_a_series_come_back(bob_scores, tmp_path):
    bob_scores.record(*J40)
    ids = [player.pk for player in bob_scores.state().players]
    for payer, amount in ((1, 400), (2, 1850)):
        entry = pay(bob_scores.state(), bob_scores.me, PlannedAmount(ids[payer], ids[0], amount))
        assert entry
    reverse_payment(me=bob_scores.me, entry=entry)
    circle, path = bob_scores.me.circle_id, tmp_path / "circle.json"
    path.write_text(export(circle), encoding="utf-8")
    empty_the_database()
    run_import(path)
    assert export(circle) == path.read_text(encoding="utf-8")
    series = Series.objects.get()
    again = account_of_series(series, seated_players(series))
    assert again
    assert [(part.amount_minor, part.state) for part in again.parts] == [(2350, "open"), (1850, "open"), (400, "paid")]
    assert run_audit()[1] == 0


@pytest.mark.parametrize("clock", ["1970-01-01", "1999-12-31", "2036-02-07", "2106-02-07"])
def test_a_circle_recorded_with_a_wrong_clock_is_imported_with_a_warning(clock, owner, tmp_path, client):
    path, warning = tmp_path / "circle.json", "Some hands carry a date before 2000 or in the future."
    with mock.patch("django.utils.timezone.now", return_value=datetime.fromisoformat(f"{clock}T18:00:00+00:00")):
        play(owner, Table())
    path.write_text(export(owner.circle), encoding="utf-8")
    empty_the_database()
    with path.open("rb") as file:
        assert warning in client.post("/start/file/", {"file": file}).content.decode()
    assert warning in run_import(path)
    assert export(owner.circle_id) == path.read_text(encoding="utf-8")
    assert run_audit()[1] == 0
    circle = Circle.objects.get()
    client.force_login(join(circle, make_user("Dora"), Role.OWNER).user)
    pages = (f"/circles/{circle.pk}/", f"/series/{Series.objects.get().pk}/")
    with translation.override("en"):
        for page, language in product(pages, ("en", "ne")):
            assert client.get(page, headers={"accept-language": language}).status_code == 200


def test_the_importer_owns_the_circle_and_no_other_account_has_access(text, path):
    dora = make_user("Dora")
    run_import(path, "--owner", "DORA")
    circle = Circle.objects.get()
    able = Member.objects.filter(circle=circle, user__is_active=True)
    assert [(member.user, member.role) for member in able] == [(dora, Role.OWNER)]
    for member in Member.objects.exclude(user=dora):
        assert member.user.is_guest
        assert not member.user.has_usable_password()
    whole, again = json.loads(text), json.loads(export(circle))
    added = [member for member in again["members"] if member not in whole["members"]]
    assert [(member["name"], member["role"]) for member in added] == [("Dora", "owner")]
    again["members"].remove(added[0])
    assert again == whole


def test_recorders_keep_their_names(text):
    import_circle(check_file(text.encode()), None)
    assert {event.by_name for event in Event.objects.all()} == {"Bob", "गीता"}
    assert {event.by.display_name for event in Event.objects.filter(by_name="Bob")} == {"Bob"}
    assert {event.by for event in Event.objects.filter(by_name="गीता")} == {None}, "गीता has left"
    assert Player.objects.get(claimed_by__user__display_name="Bob").name == NAMES[0]
    assert [player.name for player in Player.objects.exclude(hidden_at=None)] == [NAMES[3]]


def test_an_account_of_the_same_name_gets_no_access(text):
    bob, alice = make_user("Bob"), make_user("Alice")
    import_circle(check_file(text.encode()), None)
    assert not Member.objects.filter(user__in=[bob, alice]).exists()
    assert not Event.objects.filter(by__in=[bob, alice]).exists()
    assert User.objects.filter(display_name="Bob").count() == 2


@each_evening
def test_every_game_can_be_imported(owner, table):
    series = play(owner, table)
    text, again = moved(owner.circle)
    assert export(again) == text
    assert series.status in text
    assert run_audit()[1] == 0


def test_players_who_join_and_leave_are_imported(owner):
    game = next(game for game in GAMES if game.joining)
    players = [add_player(circle=owner.circle, name=name) for name in NAMES]
    agreed = Agreement(game, players, game.default_preset.rules, Decimal("0.25"))
    scorer = Scorer(owner, start_series(me=owner, agreed=agreed))
    for name in ("Joined", "Unseated"):
        newcomer = add_player(circle=owner.circle, name=name)
        join_series(series=scorer.series, submit=scorer.submit(), player=newcomer)
    unseat_last(series=scorer.series, submit=scorer.submit())
    remove_player(player=newcomer)
    text, again = moved(owner.circle)
    assert export(again) == text
    assert run_audit()[1] == 0
    whole = json.loads(text)
    assert [event["kind"] for event in whole["series"][0]["events"]][-3:] == ["joined", "joined", "unseated"]
    seated = whole["series"][0]["events"][-3]["content"]
    for strange in ({**seated, "player": whole["players"][0]["id"]}, {**seated, "seat": 7}, {"seat": 3}, {}):
        whole["series"][0]["events"][-3]["content"] = strange
        forge(whole)
        number = whole["series"][0]["version"] - 2
        assert IMPOSSIBLE.format(series=whole["series"][0]["id"], number=number) in problems_with(whole)


def test_an_empty_circle_can_be_imported(owner):
    text, again = moved(owner.circle)
    assert export(again) == text


def test_an_imported_series_can_be_continued(text, alice_again):
    """The open series takes its next hand, and a payment its place in the chain."""
    open_ = Series.objects.get(status="open", version__gt=1)
    Scorer(alice_again, open_).record(J40[0])
    payer, payee = list(Player.objects.filter(hidden_at=None))[:2]
    record_payment(me=alice_again, payment=Payment(payer, payee, Decimal(1)))
    assert run_audit() == (["Everything is as it was written: 1 circles, 5 series, 13 entries."], 0)


def test_a_byte_order_mark_is_ignored(text):
    check_file(b"\xef\xbb\xbf" + text.encode())


def test_a_guest_of_the_circle_is_imported(owner):
    """A guest who started a table moves it to another Khata."""
    guest = join(owner.circle, make_guest(name="Gus"), Role.SCORER)
    text = export(guest.circle)
    empty_the_database()
    circle = import_circle(check_file(text.encode()), make_guest(name="Gus"))
    assert Member.objects.filter(circle=circle, user__display_name="Gus").count() == 2
