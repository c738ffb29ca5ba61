"""Changes that a phone has kept while it had no signal: when they were entered, and the id of a series."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from ledger.circles.services.players import add_player
from ledger.series.models import Event, Series
from tests.ledger.api.conftest import Program, problems_of
from tests.ledger.threads import run_together

pytestmark = pytest.mark.django_db

ID = "abcdefghijkm"


@pytest.fixture
def began() -> datetime:
    return timezone.now() - timedelta(hours=3)


@pytest.fixture
def start(players, began) -> dict[str, Any]:
    """What a phone sends to start a series of Jewel, which players may join later."""
    seats = [player.pk for player in players[:3]]
    return {"game": "jewel", "players": seats, "id": ID, "played_at": began.isoformat()}


@pytest.fixture
def sent(bobs, circle, start) -> dict[str, Any]:
    answer = bobs.post(f"circles/{circle.pk}/series", start, **{"Idempotency-Key": "start"})
    assert answer.status_code == 201, answer.content
    return answer.json()


HAND = {"players": [{"ended": "declared", "bonus": 3}, {"ended": "played"}, {"ended": "played"}]}
OTHER_HAND = {"players": [{"ended": "declared", "bonus": 2}, {"ended": "played"}, {"ended": "played"}]}


def test_every_change_of_a_series_takes_the_time(alices, bobs, sent, began, players):
    def at(minutes: int) -> dict[str, str]:
        return {"played_at": (began + timedelta(minutes=minutes)).isoformat()}

    series = f"series/{ID}"
    answers = [
        bobs.post(f"{series}/hands", {"record": HAND, "base_version": 1} | at(1)),
        bobs.post(
            f"{series}/hands/1/corrections", {"record": OTHER_HAND, "reason": "Mistyped", "base_version": 2} | at(2)
        ),
        bobs.post(f"{series}/dealer", {"seat": 2, "base_version": 3} | at(3)),
        bobs.post(f"{series}/seats", {"player": players[3].pk, "base_version": 4} | at(4)),
        bobs.delete(f"{series}/seats/last?{urlencode({'base_version': 5} | at(5))}"),
        bobs.post(f"{series}/undo", {"base_version": 6} | at(6)),
        bobs.post(f"{series}/stop", {"with_standard": False, "base_version": 7} | at(7)),
        alices.post(f"{series}/reopen", {"reason": "One more", "base_version": 8} | at(8)),
        bobs.delete(f"{series}?{urlencode({'base_version': 9} | at(9))}"),
    ]
    assert [answer.status_code for answer in answers] == [201, 200, 200, 201, 200, 200, 200, 200, 409]
    events = Event.objects.order_by("number")
    assert [event.played_at for event in events] == [began + timedelta(minutes=minutes) for minutes in range(9)]
    assert not events.filter(clock_corrected=True).exists()


def test_a_hand_shows_both_times(bobs, sent, began):
    later = began + timedelta(minutes=5)
    times = [later.isoformat(), began.isoformat(), "2999-01-01T00:00:00Z", None]
    for version, played_at in enumerate(times, start=1):
        body = {"record": HAND, "base_version": version, "played_at": played_at}
        answer = bobs.post(f"series/{ID}/hands", body)
        assert answer.status_code == 201, answer.content
    hands = answer.json()["hands"]
    shown = [(hand["played_at"], hand["clock_corrected"]) for hand in hands]
    assert shown == [(later.isoformat(), False), (later.isoformat(), True), (None, True), (None, False)]
    recorded = [datetime.fromisoformat(hand["recorded_at"]) for hand in hands]
    assert recorded == [event.at for event in Event.objects.order_by("number")[1:]]
    (revision,) = bobs.get(f"series/{ID}/hands/2/revisions").json()
    assert {name: revision[name] for name in ("recorded_at", "played_at", "clock_corrected")} == {
        name: hands[1][name] for name in ("recorded_at", "played_at", "clock_corrected")
    }


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00+14:00",
        "1969-12-31T23:59:59.999999Z",
        "9999-12-31T23:59:59.999999-14:00",
        "20041020T183000+0545",
        "2004-10-20T18:30:00.123456789+05:45",
    ],
)
def test_no_clock_refuses_a_hand_or_a_start(bobs, circle, sent, start, text):
    hand = bobs.post(f"series/{ID}/hands", {"record": HAND, "base_version": 1, "played_at": text})
    assert (hand.status_code, hand.json()["hands"][0]["clock_corrected"]) == (201, True)
    other = bobs.post(f"circles/{circle.pk}/series", start | {"id": None, "played_at": text})
    assert other.status_code == 201
    assert other.json()["started_at"] > "2004-10-20T12:45"


@pytest.mark.parametrize(
    "nonsense",
    [
        "2004-10-20T18:30:00",
        "2004-10-20",
        "yesterday",
        "",
        "10000-01-01T00:00:00Z",
        "2004-02-30T00:00:00Z",
        7,
        True,
        [],
    ],
)
def test_what_is_no_moment_is_refused_and_nothing_is_written(bobs, circle, sent, start, nonsense):
    for path, body in (
        (f"series/{ID}/hands", {"record": HAND, "base_version": 1}),
        (f"circles/{circle.pk}/series", start | {"id": None}),
    ):
        refused = bobs.post(path, body | {"played_at": nonsense})
        assert refused.status_code == 422
        assert problems_of(refused) == [("played_at", "not_a_moment")]
    assert Event.objects.count() == 1


def test_bids_and_notes_have_no_time(bobs, sent):
    for answer in (
        bobs.post(f"series/{ID}/bids", {"bids": [1], "base_version": 1, "played_at": "2004-10-20T18:30:00Z"}),
        bobs.patch(f"series/{ID}", {"note": "Rain", "played_at": "2004-10-20T18:30:00Z"}),
    ):
        assert [each["code"] for each in answer.json()["problems"]] == ["unknown_field"]


# --- Sent again ------------------------------------------------------------------------------------------------------


def test_a_change_that_is_sent_again_at_another_time_is_the_same(bobs, circle, sent, start, began):
    body = {"record": HAND, "base_version": 1, "played_at": began.isoformat()}
    first = bobs.post(f"series/{ID}/hands", body, **{"Idempotency-Key": "hand"})
    for played_at in (None, "2999-01-01T00:00:00Z"):
        again = bobs.post(f"series/{ID}/hands", body | {"played_at": played_at}, **{"Idempotency-Key": "hand"})
        assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
        assert again.json() == first.json()
        again = bobs.post(
            f"circles/{circle.pk}/series", start | {"played_at": played_at}, **{"Idempotency-Key": "start"}
        )
        assert (again.status_code, again.json()) == (201, sent)
    assert Event.objects.count() == 2


def test_a_seat_that_is_taken_back_twice_is_taken_back_once(bobs, sent, players):
    bobs.post(f"series/{ID}/seats", {"player": players[3].pk, "base_version": 1})
    answers = [
        bobs.delete(f"series/{ID}/seats/last?base_version=2", **{"Idempotency-Key": "leave"}) for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].headers["Idempotent-Replayed"] == "true"
    assert answers[0].json() == answers[1].json()
    other = bobs.delete(f"series/{ID}/seats/last?base_version=3", **{"Idempotency-Key": "start"})
    assert [each["code"] for each in other.json()["problems"]] == ["key_reused"]


# --- The id ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["abc", "abcdefghijkl", "abcdefghijkm\n", "ABCDEFGHIJKM", "", 7, "a" * 13, []])
def test_an_id_is_twelve_letters_of_ours(bobs, circle, start, bad):
    refused = bobs.post(f"circles/{circle.pk}/series", start | {"id": bad})
    assert refused.status_code == 422
    assert problems_of(refused) == [("id", "not_an_id")]
    assert not Series.objects.exists()


def test_an_id_that_is_taken_is_409_also_in_another_circle(bobs, charlies, circle, elsewhere, sent, start):
    seats = [add_player(circle=elsewhere.circle, name=name).pk for name in "ABC"]
    for answer in (
        bobs.post(f"circles/{circle.pk}/series", start),
        bobs.post(f"circles/{circle.pk}/series", start, **{"Idempotency-Key": "another"}),
        charlies.post(f"circles/{elsewhere.circle_id}/series", start | {"players": seats}),
    ):
        assert (answer.status_code, answer.json()["type"]) == (409, "urn:khata:problem:in-the-way")
        assert problems_of(answer) == [("id", "id_taken")]
    assert bobs.delete(f"series/{ID}?base_version=1").status_code == 204
    assert bobs.post(f"circles/{circle.pk}/series", start).status_code == 409
    assert Series.with_discarded.count() == 1


def test_a_key_of_another_series_is_refused(bobs, circle, sent, start):
    other = bobs.post(f"circles/{circle.pk}/series", start | {"id": "mkjihgfedcba"}, **{"Idempotency-Key": "start"})
    assert [each["code"] for each in other.json()["problems"]] == ["key_reused"]
    same = bobs.post(f"circles/{circle.pk}/series", start | {"id": None}, **{"Idempotency-Key": "start"})
    assert (same.status_code, same.json()["id"]) == (201, ID)


@pytest.mark.django_db(transaction=True)
def test_one_id_at_the_same_moment_starts_one_series(scorer, circle, start):
    programs = [Program(scorer.user) for _ in range(4)]
    answers = run_together(
        *(
            lambda one=one, key=key: one.post(f"circles/{circle.pk}/series", start, **{"Idempotency-Key": f"key-{key}"})
            for key, one in enumerate(programs)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert Series.objects.count() == 1


# --- Figures that go by the time at which the site learnt of a change ------------------------------------------------


def test_the_standings_go_by_the_day_on_which_the_site_learnt_the_end(bobs, circle, start):
    long_ago = datetime(2020, 5, 1, 20, tzinfo=UTC).isoformat()
    bobs.post(f"circles/{circle.pk}/series", start | {"played_at": long_ago})
    bobs.post(f"series/{ID}/hands", {"record": HAND, "base_version": 1, "played_at": long_ago})
    bobs.post(f"series/{ID}/stop", {"with_standard": False, "base_version": 2, "played_at": long_ago})

    def counted(to: str) -> int:
        answer = bobs.get(f"circles/{circle.pk}/standings?game=jewel&to={to}")
        return len(answer.json()["rows"])

    assert counted("2020-12-31") == 0
    assert counted((timezone.localdate() + timedelta(days=1)).isoformat()) == 3
    listed = bobs.get(f"circles/{circle.pk}/series?to=2020-12-31").json()["results"]
    assert [series["id"] for series in listed] == [ID]
