"""Changes that wait in a phone are sent through the API, each twice. Then the site has what the phone had."""

from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db.models import F

from games.registry import GAMES
from ledger.circles.models import Verdicts
from ledger.circles.services.circles import change_circle
from ledger.pocket.phone.waiting import waiting
from ledger.series.bids import note_bids
from ledger.series.changes import CHANGES, Discarded
from ledger.series.models import Event, Hand, Series
from ledger.series.services import Submit, discard_series
from ledger.series.starting import Agreement, start_once, start_series
from tests.ledger.api.conftest import Program
from tests.ledger.pocket.evenings import begin, changes_in_phone, in_phone, send, shown_of, taken_along
from tests.ledger.series.conftest import J40, Scorer
from tests.needs import daily

pytestmark = pytest.mark.django_db


def send_all(program: Program, changes: list[dict[str, Any]]) -> None:
    for change in changes:
        for attempt in ("first", "second"):
            answer = send(program, change)
            assert answer.status_code < 300, (change, answer.json())
            if "number" in change:
                assert (answer.headers.get("Idempotent-Replayed") == "true") == (attempt == "second")


@pytest.mark.parametrize("game", daily([game.slug for game in GAMES], 3))
@pytest.mark.parametrize("seed", daily(range(8)))
def test_an_evening_in_the_phone_is_the_same_at_the_site(owner, game, seed):
    program = Program(owner.user)
    evening = begin(owner, game, seed, steps=5)
    site = {evening.series.pk: taken_along(owner, evening.series)}

    def act() -> Series:
        for _step in range(25):
            evening.do_something()
        return evening.series

    found, shown = in_phone(site, program, act)
    assert len(found["changes"]) > 5
    send_all(program, found["changes"])
    assert shown_of(program, evening.series) == shown
    assert waiting({evening.series.pk: taken_along(owner, evening.series)})["changes"] == []


def test_every_kind_of_change_is_in_the_evenings(owner):
    """Starts, discarded series and bids have tests of their own."""
    for seed in range(3):
        begin(owner, "jewel", seed, steps=60)
    evening = begin(owner, "jewel", 3, steps=0)
    evening.join()
    evening.unseat()
    kinds = {change["kind"] for change in waiting({})["changes"]}
    assert kinds >= set(CHANGES) - {Discarded.kind} | {"hand"}


@pytest.mark.parametrize("with_standard", [True, False])
def test_a_stop_is_sent_with_its_choice(bob_scores, with_standard):
    stop = partial(bob_scores.stop, with_standard=with_standard)
    (change,) = changes_in_phone(bob_scores.me, bob_scores.series, stop)
    assert change["request"][2]["with_standard"] is with_standard


def test_what_waits_has_words_and_figures_of_its_own(bob_scores):
    """So it can be shown after the rows of its series have left the phone. Each record has its own figures."""

    def act() -> None:
        bob_scores.record({"points_won": [18, 4, 9, 9]})
        bob_scores.correct(1, {"points_won": [8.5, 13.5, 9, 9]}, "Mistyped")

    changes = changes_in_phone(bob_scores.me, bob_scores.series, act)
    assert [change["sentence"] for change in changes] == ["Bob recorded hand 1.", "Bob corrected hand 1."]
    assert [[figure for _name, figure in change["figures"]] for change in changes] == [
        ["18", "4", "9", "9"],
        ["8½", "13½", "9", "9"],
    ]
    assert [change["text"] for change in changes] == ["", "Mistyped"]


def test_what_is_damaged_is_shown_as_far_as_it_can_be_read(bob_scores):
    bob_scores.record({"points_won": [18, 4, 9, 9]})
    Event.objects.filter(kind="recorded").update(hash="0" * 64)
    damaged = waiting({})["changes"][-1]
    assert damaged["damaged"]
    assert (damaged["sentence"], damaged["figures"][0][1]) == ("Bob recorded hand 1.", "18")


def test_bids_for_the_next_hand(owner):
    evening = begin(owner, "call-break", 1, steps=0)
    series, program = evening.series, Program(owner.user)
    site, calls = {series.pk: taken_along(owner, series)}, [2, 3, 1, 4, 2][: series.seats.count()]

    def act() -> Series:
        note_bids(**evening.submit(), bids=calls)
        return series

    found, shown = in_phone(site, program, act)
    assert [change["kind"] for change in found["changes"]] == ["bids"]
    send_all(program, found["changes"])
    assert shown_of(program, series) == shown
    assert shown["bids"] == calls
    assert waiting({series.pk: taken_along(owner, series)})["changes"] == []


def test_a_series_that_was_started_in_the_phone(owner, agreed):
    program = Program(owner.user)

    def act() -> Series:
        named = Agreement(agreed.game, agreed.players, agreed.rules, Decimal("0.5"), agreed.preset, 2, "Patan", "Rain")
        series = start_once(me=owner, agreed=named, key="k0", series_id="k7m2pqr9stuv").state.series
        Scorer(owner, series).record(J40[0])
        return series

    found, shown = in_phone({}, program, act)
    assert [change["kind"] for change in found["changes"]] == ["started", "recorded"]
    found["changes"][1]["key"] = "k1"
    send_all(program, found["changes"])
    assert (shown["place"], shown["id"]) == ("Patan", "k7m2pqr9stuv")
    assert shown_of(program, Series.objects.get(pk="k7m2pqr9stuv")) == shown


@pytest.mark.parametrize("verdicts", list(Verdicts))
def test_a_series_that_was_started_in_the_phone_keeps_its_rules_of_record(owner, agreed, verdicts):
    """Whatever setting the circle has when the series arrives."""
    asked = replace(agreed, verdicts=verdicts)
    found, shown = in_phone({}, Program(owner.user), lambda: start_series(me=owner, agreed=asked, key="k0"))
    change_circle(circle=owner.circle, verdicts=Verdicts.REQUIRED)
    send_all(Program(owner.user), found["changes"])
    assert Series.objects.get().verdicts == shown["rules_of_record"]["verdicts"] == verdicts


def test_a_note_that_is_changed_after_the_start_was_sent_waits(owner, agreed):
    series = start_series(me=owner, agreed=agreed, key="k0")
    Series.objects.filter(pk=series.pk).update(place="Thimi")
    told = {"sent": ["k0"], "texts": {"place": "Patan", "note": ""}}
    [change] = waiting({series.pk: told})["changes"]
    assert (change["kind"], change["request"][2]) == ("place", {"place": "Thimi"})
    assert waiting({series.pk: told | {"texts": {"place": "Thimi", "note": ""}}})["changes"] == []


def test_a_series_that_was_discarded_in_the_phone(owner, agreed):
    series = start_series(me=owner, agreed=agreed)
    program, site = Program(owner.user), {series.pk: taken_along(owner, series)}

    def act() -> Series:
        discard_series(series=series, submit=Submit(owner, 1, "k1"))
        return series

    found, _shown = in_phone(site, program, act)
    assert [change["kind"] for change in found["changes"]] == ["discarded"]
    send_all(program, found["changes"])
    assert program.get(f"series/{series.pk}").status_code == 404


def test_a_hand_that_is_written_down_card_by_card_is_no_change(bob_scores):
    series = bob_scores.series
    site = taken_along(bob_scores.me, series)
    from tests.browser.table import write_down

    write_down(bob_scores.me, series, J40[0], 5)
    assert waiting({series.pk: site}) == {"changes": [], "drafting": True}
    assert not waiting({series.pk: taken_along(bob_scores.me, series)})["drafting"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda: Event.objects.filter(number=4).update(content={"points_won": [40, 0, 0, 0]}),
        lambda: Event.objects.filter(number=4).update(by_name="Vera"),
        lambda: Event.objects.filter(number=4).update(hash="0" * 64),
        lambda: Event.objects.filter(number=2).update(content={"points_won": [40, 0, 0, 0]}),
        lambda: (Hand.objects.filter(event__number=4).delete(), Event.objects.filter(number=4).delete()),
        lambda: Series.objects.update(version=F("version") - 1),
    ],
)
def test_what_is_damaged_is_said_and_not_sent(bob_scores, agreed, damage):
    bob_scores.record(J40[0], J40[1])
    series = bob_scores.series
    site = {series.pk: taken_along(bob_scores.me, series)}
    bob_scores.record(*J40[2:4])
    found = waiting(site)
    assert [change["number"] for change in found["changes"]] == [4, 5]
    damage()
    found = waiting(site)["changes"]
    assert {(bool(change["damaged"]), change["request"]) for change in found} == {(True, None)}
    assert len(found) >= 4  # all that is there is kept, for the file


def test_rows_of_another_chain_are_noticed(bob_scores):
    bob_scores.record(J40[0])
    site = taken_along(bob_scores.me, bob_scores.series)
    bob_scores.record(J40[1])
    changes = waiting({bob_scores.series.pk: site | {"hash": "0" * 64}})["changes"]
    assert {change["damaged"] for change in changes} == {"does not go on from the site's version 2"}
