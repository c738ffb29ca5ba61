"""A key that is sent again gives the first answer again, and the work is done once."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.api.idempotency import KEPT_FOR
from ledger.api.models import Receipt
from ledger.circles.models import Member, Player
from ledger.operations.tidy import delete_old_receipts
from ledger.series.models import Series
from ledger.series.services import Submit, join_series, record_hand
from tests.ledger.api.conftest import J40, Program, key
from tests.ledger.threads import run_together

pytestmark = pytest.mark.django_db


def test_every_post_can_be_repeated(alices, started, circle):
    seats, at = [player["id"] for player in started["players"]], f"series/{started['id']}"
    posts = [
        ("games/jaago-chalis/judge", {"seats": 4, "record": J40[2]}),
        ("circles", {"name": "Another"}),
        (f"circles/{circle.pk}/players", {"name": "E"}),
        (f"circles/{circle.pk}/series", {"game": "jaago-chalis", "players": seats}),
        (f"{at}/hands", {"record": J40[2], "base_version": 1}),
        (f"{at}/hands/1/corrections", {"record": J40[3], "base_version": 2, "reason": "slip"}),
        (f"{at}/dealer", {"seat": 3, "base_version": 3}),
        (f"{at}/undo", {"base_version": 4}),
        (f"{at}/stop", {"base_version": 5, "with_standard": True}),
        (f"{at}/reopen", {"base_version": 6, "reason": "on"}),
        (f"{at}/links", {"label": "For Grandmother"}),
        (f"circles/{circle.pk}/payments", {"from": seats[0], "to": seats[1], "amount": "5"}),
    ]
    for number, (path, body) in enumerate(posts):
        first, again = (alices.post(path, body, **key(f"k{number}")) for _ in range(2))
        assert first.status_code in (200, 201), first.content
        assert (again.status_code, again.json()) == (first.status_code, first.json())
        assert "Idempotent-Replayed" not in first.headers
        assert again.headers["Idempotent-Replayed"] == "true"
        refused(alices.post(path, {**body, "more": 1}, **key(f"k{number}")), "key_reused")


def refused(answer: HttpResponse, code: str) -> None:
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, code)


def test_a_repeated_answer_waits_for_the_replicas_of_postgresql(alices, started, at):
    """Locking a row counts as a write, so the commit waits for replicas. SQLite has no such lock and no replicas."""
    hand = {"record": J40[2], "base_version": 1}
    start = {"game": "jaago-chalis", "players": [player["id"] for player in started["players"]]}
    for path, body, table in (
        ("circles", {"name": "x"}, "api_receipt"),
        (f"{at}/hands", hand, "series_series"),
        (f"circles/{started['circle']}/series", start, "series_series"),
    ):
        alices.post(path, body, **key(f"k-{table}"))
        with CaptureQueriesContext(connection) as queries:
            again = alices.post(path, body, **key(f"k-{table}"))
        assert again.headers["Idempotent-Replayed"] == "true"
        sql = [query["sql"] for query in queries]
        locks = [each for each in sql if f'FROM "{table}"' in each and re.search("FOR (NO KEY )?UPDATE", each)]
        assert len(locks) == (1 if connection.features.has_select_for_update else 0)


# --- A key of the chain ----------------------------------------------------------------------------------------------


def test_one_key_is_one_change_of_a_series(alices, bobs, at):
    """A repeat may name another version. Another caller, kind, hand or record under the same key is refused."""
    first = bobs.post(f"{at}/hands", {"record": J40[0], "base_version": 1}, **key("1"))
    bobs.post(f"{at}/hands", {"record": J40[1], "base_version": 2}, **key("2"))
    again = bobs.post(f"{at}/hands", {"record": J40[0], "base_version": 3}, **key("1"))
    assert (again.status_code, again.headers["Idempotent-Replayed"], again.json()) == (201, "true", first.json())
    slip = {"record": J40[2], "base_version": 3, "reason": "slip"}
    bobs.post(f"{at}/hands/1/corrections", slip, **key("3"))
    refused(alices.post(f"{at}/hands", {"record": J40[0], "base_version": 1}, **key("1")), "key_reused")
    refused(bobs.post(f"{at}/hands", {"record": J40[1], "base_version": 4}, **key("1")), "key_reused")
    refused(bobs.post(f"{at}/hands", {"record": None, "base_version": 4}, **key("1")), "key_reused")
    refused(bobs.post(f"{at}/undo", {"base_version": 4}, **key("1")), "key_reused")
    refused(bobs.post(f"{at}/hands/2/corrections", slip, **key("3")), "key_reused")
    assert bobs.get(at).json()["version"] == 4


def test_the_key_of_a_form_is_known_to_the_api(bobs, scorer, started):
    at = f"series/{started['id']}/hands"
    record_hand(series=Series.objects.get(), submit=Submit(scorer, 1, "pressed"), record=J40[0])
    again = bobs.post(at, {"record": J40[0], "base_version": 1}, **key("pressed"))
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    refused(bobs.post(at, {"record": J40[1], "base_version": 2}, **key("pressed")), "key_reused")


def test_events_keep_their_keys_for_good(bobs, started):
    at, body = f"series/{started['id']}/hands", {"record": J40[0], "base_version": 1}
    bobs.post(at, body, **key("k"))
    assert not Receipt.objects.exists()
    assert bobs.post(at, body, **key("k")).headers["Idempotent-Replayed"] == "true"


def test_one_key_starts_one_series(alices, bobs, circle, players):
    at, seats = f"circles/{circle.pk}/series", [player.pk for player in players]
    body = {"game": "jaago-chalis", "players": seats, "point_value": "1"}
    first = bobs.post(at, body, **key("k"))
    bobs.post(f"series/{first.json()['id']}/hands", {"record": J40[0], "base_version": 1})
    players[0].hidden_at = timezone.now()
    players[0].save()
    again = bobs.post(at, body | {"point_value": "1.0"}, **key("k"))
    assert (again.status_code, again.headers["Idempotent-Replayed"], again.json()) == (201, "true", first.json())
    refused(bobs.post(at, body | {"players": seats[::-1]}, **key("k")), "key_reused")
    refused(bobs.post(at, body | {"players": seats[:2]}, **key("k")), "key_reused")
    refused(alices.post(at, body, **key("k")), "key_reused")
    assert Series.objects.count() == 1


def test_a_refusal_uses_up_no_key(bobs, started):
    at = f"series/{started['id']}/hands"
    late = bobs.post(at, {"record": J40[2], "base_version": 0}, **key("k"))
    assert (late.status_code, late.json()["current"]["version"]) == (409, 1)
    refused(bobs.post(at, {"record": {"points_won": [10, 10, 10, 9]}, "base_version": 1}, **key("k")), "wrong_sum")
    done = bobs.post(at, {"record": J40[2], "base_version": 1}, **key("k"))
    assert (done.status_code, "Idempotent-Replayed" in done.headers) == (201, False)


@pytest.mark.parametrize("path", ["circles", "circles/{circle}/players"])
def test_an_error_of_ours_uses_up_no_key(alices, circle, monkeypatch, path):
    at = path.format(circle=circle.pk)
    with monkeypatch.context() as broken:
        for name in ("make_circle", "add_player"):
            broken.setattr(f"ledger.api.views.circles.{name}", lambda **_more: 1 / 0)
        alices.client.raise_request_exception = False
        assert alices.post(at, {"name": "x"}, **key("k")).status_code == 500
    done = alices.post(at, {"name": "x"}, **key("k"))
    assert (done.status_code, "Idempotent-Replayed" in done.headers) == (201, False)


def test_a_hand_whose_answer_cannot_be_made_is_not_recorded(bobs, at, monkeypatch):
    body = {"record": J40[2], "base_version": 1}
    with monkeypatch.context() as broken:
        broken.setattr("ledger.api.schemas.series.Series.of", lambda *_: 1 / 0)
        bobs.client.raise_request_exception = False
        assert bobs.post(f"{at}/hands", body, **key("k")).status_code == 500
    assert bobs.get(at).json()["version"] == 1
    assert bobs.post(f"{at}/hands", body, **key("k")).status_code == 201


# --- Keys that are allowed and refused -------------------------------------------------------------------------------


@pytest.mark.parametrize("good", ["k", "k" * 200, "!~", "7f9c2ba4-e88f-4d3c-9b1e-2c3a5d6e7f80"])
def test_a_key_has_1_to_200_visible_characters(alices, good):
    assert alices.post("circles", {"name": "x"}, **key(good)).status_code == 201
    assert alices.post("circles", {"name": "x"}, **key(good)).headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize("bad", ["", " ", "k" * 201, "a b", "a\tb", "\u00e9"])
def test_any_other_key_is_refused_and_nothing_is_written(alices, bad):
    refused = alices.post("circles", {"name": "x"}, **key(bad))
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "bad_key")
    assert alices.get("circles").json() == []


def test_requests_without_a_key_are_not_repeats(alices):
    for _ in range(2):
        assert alices.post("circles", {"name": "x"}).status_code == 201
    assert len(alices.get("circles").json()) == 2


def test_a_key_belongs_to_one_caller_and_one_path(alices, bobs, circle):
    assert alices.post("circles", {"name": "x"}, **key("k")).status_code == 201
    assert "Idempotent-Replayed" not in bobs.post("circles", {"name": "x"}, **key("k")).headers
    assert "Idempotent-Replayed" not in alices.post(f"circles/{circle.pk}/players", {"name": "x"}, **key("k")).headers


# --- At the same moment ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_second_body_under_one_key_is_refused(scorer, circle, players):
    programs = [Program(scorer.user) for _ in range(2)]
    at, ends = f"circles/{circle.pk}/payments", {"from": players[0].pk, "to": players[1].pk}
    answers = run_together(
        *(
            lambda one=one, amount=amount: one.post(at, {**ends, "amount": amount}, **key("k"))
            for one, amount in zip(programs, ("5", "6"), strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [201, 422]
    assert len(programs[0].get(f"circles/{circle.pk}/entries").json()["results"]) == 2  # one entry, two postings


# --- How long receipts are kept --------------------------------------------------------------------------------------


def age(answer: Receipt, days: float) -> None:
    Receipt.objects.filter(pk=answer.pk).update(made_at=timezone.now() - timedelta(days=days))


def test_a_receipt_is_kept_for_more_than_a_week(alices, alice):
    assert timedelta(days=7) < KEPT_FOR
    alices.post("circles", {"name": "x"}, **key("k"))
    age(Receipt.objects.get(), 7.5)
    assert delete_old_receipts() == 0
    assert alices.post("circles", {"name": "x"}, **key("k")).headers["Idempotent-Replayed"] == "true"
    age(Receipt.objects.get(), 8.5)
    assert delete_old_receipts() == 1
    assert "Idempotent-Replayed" not in alices.post("circles", {"name": "x"}, **key("k")).headers


def test_the_test_database_has_real_locks(db):
    """Else the test with threads proves nothing."""
    assert connection.vendor == "postgresql" or "mode=memory" not in str(connection.settings_dict["NAME"])


# --- Rebuilt from the chain ------------------------------------------------------------------------------------------


def test_the_first_answer_is_rebuilt_after_the_series_has_moved_on(alices, bobs, at):
    """Between the answers there is every kind of event: hands, a correction, an undo, the end and its reopening."""
    steps = [
        (bobs, f"{at}/hands", {"record": J40[0]}),
        (bobs, f"{at}/hands", {"record": J40[2]}),
        (bobs, f"{at}/hands/1/corrections", {"record": J40[1], "reason": "slip"}),
        (bobs, f"{at}/undo", {}),
        (bobs, f"{at}/hands", {"record": J40[3]}),
        (bobs, f"{at}/stop", {"with_standard": False}),
        (alices, f"{at}/reopen", {"reason": "on"}),
        (bobs, f"{at}/undo", {}),
    ]
    sent = []
    for version, (program, path, body) in enumerate(steps, start=1):
        sent_body = {**body, "base_version": version}
        first = program.post(path, sent_body, **key(f"step-{version}"))
        assert first.status_code in (200, 201), first.content
        sent.append((program, path, sent_body, first))
    for version, (program, path, body, first) in enumerate(sent, start=1):
        again = program.post(path, body, **key(f"step-{version}"))
        assert again.headers["Idempotent-Replayed"] == "true"
        assert (again.status_code, again.json()) == (first.status_code, first.json()), path


def test_a_repeated_answer_has_the_seats_of_its_version(alices, circle, alice):
    players = [alices.post(f"circles/{circle.pk}/players", {"name": name}).json()["id"] for name in "ABCD"]
    path, body = f"circles/{circle.pk}/series", {"game": "jewel", "players": players[:3]}
    first = alices.post(path, body, **key("k"))
    assert first.status_code == 201, first.content
    series = Series.objects.get(pk=first.json()["id"])
    me = Member.objects.get(circle=circle, user=alice)
    join_series(series=series, submit=Submit(me, 1), player=Player.objects.get(pk=players[3]))
    again = alices.post(path, body, **key("k"))
    assert (again.status_code, again.json()) == (201, first.json())


def test_a_repeated_answer_has_current_names(alices, circle):
    path = f"circles/{circle.pk}/players"
    first = alices.post(path, {"name": "Anil"}, **key("k")).json()
    Player.objects.filter(pk=first["id"]).update(name="Anil K.")
    assert alices.post(path, {"name": "Anil"}, **key("k")).json() == first | {"name": "Anil K."}


def test_a_caller_who_has_left_the_circle_gets_no_repeated_answer(bobs, scorer, started):
    at, body = f"series/{started['id']}/hands", {"record": J40[2], "base_version": 1}
    assert bobs.post(at, body, **key("k")).status_code == 201
    scorer.delete()
    assert bobs.post(at, body, **key("k")).status_code == 404
