"""Verdicts, waivers and disputes over the API."""

from typing import Any

import pytest

from ledger.circles.models import Player, Verdicts
from ledger.circles.services.players import claim_player
from ledger.series.models import Series
from tests.ledger.api.conftest import J40, Program, key, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def series(bobs, circle, players) -> str:
    """A series with one hand, in which B's points were mistyped. Vera is B."""
    path = start(bobs, circle, players, rules_of_record={"verdicts": "offered"})
    assert bobs.post(f"{path}/hands", {"record": J40[2], "base_version": 1}).status_code == 201
    return path


@pytest.fixture
def vera_is_b(veras, vera, players, circle) -> Player:
    return claim_player(player=players[1], member=circle.members.get(user=vera))


def verdict(player: Player, verdict: str = "agreed", **more: Any) -> dict[str, Any]:
    if verdict == "disputed":
        more.setdefault("reason", "my_points")
    return {"player": player.pk, "verdict": verdict, "revision": 1} | more


def codes(answer: Any) -> tuple[int, list[str]]:
    return answer.status_code, [problem["code"] for problem in answer.json()["problems"]]


def test_a_viewer_agrees_for_their_own_player(veras, series, vera_is_b):
    before = veras.get(series)
    answer = veras.post(f"{series}/hands/1/verdicts", verdict(vera_is_b))
    assert answer.status_code == 201
    (held,) = answer.json()["hands"][0]["verdicts"]
    assert held.pop("at").endswith("+00:00")
    assert held == {
        "player": vera_is_b.pk,
        "verdict": "agreed",
        "reason": None,
        "note": "",
        "by": "Vera",
        "revision": 1,
        "by_proxy": False,
        "by_link": False,
    }
    after = veras.get(series)
    assert after.json()["version"] == before.json()["version"]
    assert after.headers["ETag"] != before.headers["ETag"]
    assert veras.get(series, **{"If-None-Match": after.headers["ETag"]}).status_code == 304


def test_nobody_agrees_for_another(veras, charlies, series, vera_is_b, players, vera):
    path = f"{series}/hands/1/verdicts"
    assert veras.post(path, verdict(players[0])).status_code == 403
    assert charlies.post(path, verdict(vera_is_b)).status_code == 404
    assert Program(vera, read_only=True).post(path, verdict(vera_is_b)).status_code == 403
    assert veras.post(path, {**verdict(vera_is_b), "player": "a" * 12}).status_code == 422


def test_a_scorer_does_not_speak_over_the_player(bobs, veras, series, vera_is_b):
    path = f"{series}/hands/1/verdicts"
    veras.post(path, verdict(vera_is_b, "disputed"))
    assert codes(bobs.post(path, verdict(vera_is_b))) == (409, ["has_spoken"])
    assert veras.post(path, verdict(vera_is_b, "none")).json()["hands"][0]["verdicts"] == []
    (held,) = bobs.post(path, verdict(vera_is_b)).json()["hands"][0]["verdicts"]
    assert held["by_proxy"]


def test_a_correction_between_reading_and_tapping(bobs, veras, series, vera_is_b):
    bobs.post(f"{series}/hands/1/corrections", {"record": J40[3], "base_version": 2, "reason": "The wrong line."})
    late = veras.post(f"{series}/hands/1/verdicts", verdict(vera_is_b))
    assert (late.status_code, late.json()["current"]["hands"][0]["revision"]) == (409, 2)
    assert veras.post(f"{series}/hands/2/verdicts", verdict(vera_is_b)).status_code == 404


def test_a_key_is_kept_as_those_of_hands_are(bobs, veras, series, vera_is_b):
    path = f"{series}/hands/1/verdicts"
    first = veras.post(path, verdict(vera_is_b, "disputed", note="It was 9."), **key("k"))
    veras.post(path, verdict(vera_is_b))
    bobs.post(f"{series}/hands", {"record": J40[3], "base_version": 2})
    again = veras.post(path, verdict(vera_is_b, "disputed", note="It was 9."), **key("k"))
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert again.json() == first.json()
    for program, body in ((veras, verdict(vera_is_b, "disputed")), (bobs, verdict(vera_is_b)), (veras, {})):
        assert codes(program.post(path, body, **key("k"))) == (422, ["key_reused"])


def test_a_verdict_whose_answer_cannot_be_made_is_not_given(veras, series, vera_is_b, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr("ledger.api.schemas.series.Series.of", lambda *_: 1 / 0)
        veras.client.raise_request_exception = False
        assert veras.post(f"{series}/hands/1/verdicts", verdict(vera_is_b)).status_code == 500
    assert veras.get(series).json()["hands"][0]["verdicts"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"verdict": "right"},
        {"verdict": "disputed", "reason": "points"},
        {"verdict": "disputed", "reason": None},
        {"revision": "1"},
        {"revision": 0},
        {"note": "x" * 301, "verdict": "disputed", "reason": "other"},
        {"seat": 1},
    ],
)
def test_what_cannot_be_said(veras, series, vera_is_b, body):
    assert veras.post(f"{series}/hands/1/verdicts", verdict(vera_is_b) | body).status_code == 422


def test_all_agree_to_the_end(bobs, alices, series, players):
    end = {"verdict": "agreed", "version": 3}
    assert codes(bobs.post(f"{series}/verdicts", end | {"player": players[0].pk, "version": 2})) == (409, ["not_over"])
    stopped = bobs.post(f"{series}/stop", {"base_version": 2, "with_standard": True}).json()
    assert (stopped["agreed"], stopped["verdicts"], stopped["waived"]) == (False, [], None)
    for player in players:
        bobs.post(f"{series}/hands/1/verdicts", verdict(player))
        said = bobs.post(f"{series}/verdicts", end | {"player": player.pk}).json()
        assert said["agreed"] == (player == players[-1])
    assert len(said["verdicts"]) == 4
    late = bobs.post(f"{series}/verdicts", end | {"player": players[0].pk, "version": 2, "verdict": "none"})
    assert (late.status_code, late.json()["current"]["version"]) == (409, 3)


def test_an_owner_waives_what_is_missing(bobs, alices, series):
    waiver = {"version": 3, "reason": "Everybody has gone home."}
    assert codes(alices.post(f"{series}/waivers", waiver | {"version": 2})) == (409, ["not_over"])
    bobs.post(f"{series}/stop", {"base_version": 2, "with_standard": True})
    assert bobs.post(f"{series}/waivers", waiver).status_code == 403
    assert codes(alices.post(f"{series}/waivers", waiver | {"reason": " "})) == (422, ["missing"])
    waived = alices.post(f"{series}/waivers", waiver, **key("k"))
    assert (waived.status_code, waived.json()["agreed"]) == (201, True)
    assert {name: waived.json()["waived"][name] for name in ("by", "reason")} == {
        "by": "Alice",
        "reason": "Everybody has gone home.",
    }
    assert alices.post(f"{series}/waivers", waiver, **key("k")).json() == waived.json()
    reopened = alices.post(f"{series}/reopen", {"base_version": 3, "reason": "One more."}).json()
    assert (reopened["agreed"], reopened["waived"]) == (False, None)


def test_open_disputes_are_listed(bobs, veras, charlies, circle, series, vera_is_b, players):
    path = f"circles/{circle.pk}/disputes"
    assert veras.get(path).json() == []
    veras.post(f"{series}/hands/1/verdicts", verdict(vera_is_b, "disputed", note="It was 9."))
    bobs.post(f"{series}/hands/1/verdicts", verdict(players[0], "disputed", reason="card"))
    bobs.post(f"{series}/hands/1/verdicts", verdict(players[2]))
    bobs.post(f"{series}/hands/1/verdicts", verdict(players[0], "none"))
    (dispute,) = veras.get(path).json()
    assert {name: dispute[name] for name in ("series", "number", "player", "reason", "note", "by")} == {
        "series": series.removeprefix("series/"),
        "number": 1,
        "player": vera_is_b.pk,
        "reason": "my_points",
        "note": "It was 9.",
        "by": "Vera",
    }
    bobs.post(f"{series}/hands/1/corrections", {"record": J40[3], "base_version": 2, "reason": "As Vera says."})
    assert veras.get(path).json() == []
    bobs.post(f"{series}/stop", {"base_version": 3, "with_standard": True})
    end = {"player": vera_is_b.pk, "verdict": "disputed", "version": 4, "reason": "other"}
    assert veras.post(f"{series}/verdicts", end).status_code == 201
    assert [(each["number"], each["reason"]) for each in veras.get(path).json()] == [(None, "other")]
    assert charlies.get(path).status_code == 404


def test_the_setting_of_the_circle_is_where_a_series_begins(alices, bobs, circle, players):
    required, off = {"verdicts": "required"}, {"verdicts": "off"}
    at = f"circles/{circle.pk}"
    assert alices.get(at).json()["rules_of_record"] == off
    assert bobs.patch(at, {"rules_of_record": required}).status_code == 403
    assert alices.patch(at, {"rules_of_record": required}).json()["rules_of_record"] == required
    assert alices.patch(at, {"name": "Saturday"}).json()["rules_of_record"] == required
    for wrong in ({}, {"verdicts": "on"}, {"verdicts": None}, "off"):
        assert alices.patch(at, {"rules_of_record": wrong}).status_code == 422
    new = {"game": "jaago-chalis", "players": [player.pk for player in players]}
    assert bobs.post(f"{at}/series", new).json()["rules_of_record"] == required
    without = bobs.post(f"{at}/series", new | {"rules_of_record": off}, **key("k"))
    assert without.json()["rules_of_record"] == off
    assert codes(bobs.post(f"{at}/series", new | {"rules_of_record": required}, **key("k"))) == (422, ["key_reused"])
    player = {"player": players[0].pk, "verdict": "agreed", "revision": 1}
    series = f"series/{without.json()['id']}"
    bobs.post(f"{series}/hands", {"record": J40[2], "base_version": 1})
    assert codes(bobs.post(f"{series}/hands/1/verdicts", player)) == (422, ["verdicts_off"])
    made = alices.post("circles", {"name": "Sunday", "rules_of_record": required}).json()
    assert made["rules_of_record"] == required


def test_a_link_may_agree(bobs, series):
    link = bobs.post(f"{series}/links", {"may_agree": True}).json()
    assert link["may_agree"]
    assert not bobs.patch(f"{series}/links/{link['id']}", {"may_agree": False}).json()["may_agree"]
    assert bobs.post(f"{series}/links", {}).json()["may_agree"], "the series asks for verdicts"
    Series.objects.update(verdicts=Verdicts.OFF)
    assert not bobs.post(f"{series}/links", {}).json()["may_agree"]
    assert bobs.post(f"{series}/links", {"may_agree": 1}).status_code == 422
