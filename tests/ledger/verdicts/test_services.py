"""Giving verdicts and waivers: who may speak for whom, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from ledger.circles.models import Verdicts
from ledger.circles.services.players import claim_player, release_player
from ledger.lib.refusals import InTheWay, KeyReused, OutOfDate
from ledger.live.links import make_link, revoke_link
from ledger.series.models import Series, SeriesLink
from ledger.series.starting import start_series
from ledger.verdicts.audit import verdict_differences
from ledger.verdicts.models import VerdictEntry
from ledger.verdicts.services import (
    MOST_VERDICTS,
    Speaker,
    give_verdict,
    take_back_verdicts_by,
    verdicts_by,
    waive,
)
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40


@pytest.fixture
def link(scorer, series) -> SeriesLink:
    return make_link(me=scorer, series=series, may_agree=True)


def test_a_player_speaks_for_themself(table, vera_is_b):
    table.record(J40[0])
    entry = table.says(vera_is_b, 1, 1, "agreed", key="one tap").entry
    assert entry
    assert (entry.number, entry.by_name, entry.by_proxy, entry.by_link, entry.revision) == (1, "Vera", False, False, 1)
    # The J-40 document's first hand: B wins 8½, which are entered as −1½.
    assert entry.shown == {"points_won": "17/2", "points_entered": "-3/2", "bonuses": []}
    assert entry.event_hash == table.state().events[0].hash


def test_a_scorer_speaks_for_others_as_such(table):
    table.record(J40[0])
    entry = table.says(table.me, 2, 1, "agreed").entry
    assert entry
    assert (entry.by_name, entry.by_proxy) == ("Bob", True)


def test_a_scorer_who_plays_speaks_for_themself(table, players):
    claim_player(player=players[0], member=table.me)
    table.record(J40[0])
    entry = table.says(table.me, 0, 1, "agreed").entry
    assert entry
    assert not entry.by_proxy


def test_a_holder_of_a_link_speaks_for_the_chosen_seat(table, link):
    table.record(J40[0])
    entry = table.says(Speaker(link=link, seat=3), 3, 1, "agreed").entry
    assert entry
    assert (entry.by_id, entry.by_name, entry.by_link, entry.by_proxy) == (None, "D", True, False)


def test_nobody_else_speaks(table, vera_is_b, link, owner):
    table.record(J40[0])
    reader = make_link(me=owner, series=table.series, may_agree=False)
    revoked = make_link(me=owner, series=table.series, label="Old", may_agree=True)
    revoke_link(link=revoked)
    revoked.refresh_from_db()
    speakers = [Speaker(vera_is_b), Speaker(link=link, seat=2), Speaker(link=link)]
    for speaker in (*speakers, Speaker(link=reader, seat=0), Speaker(link=revoked, seat=0), Speaker(seat=0)):
        with pytest.raises(PermissionDenied):
            table.says(speaker, 0, 1, "agreed")
    assert not VerdictEntry.objects.exists()


def test_who_loses_the_claim_speaks_no_more(table, vera_is_b, players):
    table.record(J40[0])
    table.says(vera_is_b, 1, 1, "disputed")
    release_player(player=players[1])
    with pytest.raises(PermissionDenied):
        table.says(vera_is_b, 1, 1, "none")
    with pytest.raises(InTheWay):  # what the player said stays
        table.says(table.me, 1, 1, "agreed")


def test_nobody_speaks_over_the_player(table, vera_is_b, link):
    table.record(J40[0])
    for_b = Speaker(link=link, seat=1)
    table.says(table.me, 1, 1, "agreed")
    table.says(for_b, 1, 1, "disputed")
    for verdict in ("agreed", "disputed", "none"):
        with refuses("has_spoken", by=InTheWay):
            table.says(table.me, 1, 1, verdict)
    table.says(vera_is_b, 1, 1, "agreed")
    for speaker in (Speaker(table.me), for_b):
        with pytest.raises(InTheWay):
            table.says(speaker, 1, 1, "agreed")
    table.says(vera_is_b, 1, 1, "none")
    table.says(table.me, 1, 1, "agreed")  # nobody has spoken now
    assert table.given(1) == [(1, "agreed")]


def test_a_scorer_who_has_asked_again_speaks_over_a_link(table, vera_is_b, link):
    """The user of the link may not have been the player. After that, only the player speaks over the scorer."""
    table.record(J40[0])
    by_link = Speaker(link=link, seat=1)
    table.says(by_link, 1, 1, "disputed")
    table.says(table.me, 1, 1, "agreed", anyway=True)
    assert table.given(1) == [(1, "agreed")]
    for verdict in ("agreed", "disputed", "none"):
        with pytest.raises(InTheWay, match="asked B again"):
            table.says(by_link, 1, 1, verdict)
    table.says(table.me, 1, 1, "disputed")  # it is the scorer's word by now
    table.says(vera_is_b, 1, 1, "agreed")
    with pytest.raises(InTheWay, match="Only B can change it"):
        table.says(table.me, 1, 1, "none", anyway=True)


def test_after_a_correction_the_link_may_answer_again(table, link):
    table.record(J40[0])
    table.says(Speaker(link=link, seat=2), 2, 1, "disputed")
    table.says(table.me, 2, 1, "agreed", anyway=True)
    table.correct(1, {"points_won": [5, 8.5, 17, 9.5]})
    table.says(Speaker(link=link, seat=2), 2, 1, "agreed")
    assert table.given(1) == [(2, "agreed")]


def test_what_was_said_by_a_link_is_taken_back(table, link, owner):
    """What another link, a scorer and the player have said stays."""
    other = make_link(me=owner, series=table.series, label="Other", may_agree=True)
    table.record(*J40)
    table.says(Speaker(link=link, seat=0), 0, 1, "disputed")
    table.says(Speaker(link=link, seat=0), 0, None, "agreed")
    table.says(Speaker(link=link, seat=1), 1, 1, "agreed")
    table.says(table.me, 1, 1, "agreed", anyway=True)
    table.says(Speaker(link=other, seat=2), 2, 1, "agreed")
    assert [(number, verdict.seat) for _state, number, verdict in verdicts_by(link)] == [(1, 0), (None, 0)]
    take_back_verdicts_by(link, table.me)
    assert (table.given(1), table.given(None)) == ([(1, "agreed"), (2, "agreed")], [])
    assert verdicts_by(link) == []
    assert list(verdict_differences(table.series.circle)) == []


def test_a_scorer_takes_back_what_a_scorer_said(table):
    table.record(J40[0])
    table.says(table.me, 0, 1, "agreed")
    table.says(table.me, 0, 1, "none")
    assert not table.given(1)


def test_the_same_again_writes_nothing(table, vera_is_b):
    table.record(J40[0])
    assert not table.says(vera_is_b, 1, 1, "none").entry
    table.says(table.me, 1, 1, "agreed")
    assert table.says(vera_is_b, 1, 1, "agreed").entry, "B's own verdict replaces the one by proxy"
    table.correct(1, J40[0])
    assert not table.says(vera_is_b, 1, 1, "agreed").entry, "B's verdict still holds"
    assert table.says(vera_is_b, 1, 1, "disputed").entry
    assert not table.says(vera_is_b, 1, 1, "disputed").entry
    assert table.says(vera_is_b, 1, 1, "disputed", reason="card", note=" The seven. ").entry
    assert not table.says(vera_is_b, 1, 1, "disputed", reason="card", note="The seven.").entry


def test_another_revision_is_out_of_date(table, vera_is_b):
    table.record(J40[2])
    table.correct(1, J40[3])
    with pytest.raises(OutOfDate) as late:
        table.says(vera_is_b, 1, 1, "agreed", seen=1)
    assert late.value.state.series.version == 3
    table.undo()
    with pytest.raises(OutOfDate):
        table.says(vera_is_b, 1, 1, "agreed", seen=3)
    with refuses("no_such_hand"):
        table.says(vera_is_b, 1, 2, "agreed", seen=1)


def test_the_end_of_another_version_is_out_of_date(table, vera_is_b, owner):
    table.record(J40[2])
    with refuses("not_over", by=InTheWay):
        table.says(vera_is_b, 1, None, "agreed")
    with pytest.raises(InTheWay):
        waive(me=owner, series=table.series, version=2, reason="Gone.")
    table.stop()
    for version in (2, 4):
        with pytest.raises(OutOfDate):
            table.says(vera_is_b, 1, None, "agreed", seen=version)
        with pytest.raises(OutOfDate):
            waive(me=owner, series=table.state().series, version=version, reason="Gone.")


def test_verdicts_that_are_off(table, scorer, agreed, owner):
    table.series = start_series(me=scorer, agreed=agreed)
    table.record(J40[0])
    with refuses("verdicts_off"):
        table.says(table.me, 0, 1, "agreed")
    with refuses("verdicts_off"):
        waive(me=owner, series=table.series, version=2, reason="Gone.")


@pytest.mark.parametrize(
    ("verdict", "more", "code"),
    [
        ("right", {}, "unknown_verdict"),
        ("disputed", {"reason": ""}, "missing"),
        ("disputed", {"reason": "points"}, "missing"),
        ("agreed", {"reason": "card"}, "not_disputed"),
        ("disputed", {"note": "x" * 301}, "too_long"),
        ("disputed", {"note": "a\x00b"}, "unfit_text"),
    ],
)
def test_what_cannot_be_said(table, vera_is_b, verdict, more, code):
    table.record(J40[0])
    with refuses(code):
        table.says(vera_is_b, 1, 1, verdict, **more)


def test_a_key_is_good_for_one_request(table, vera_is_b):
    table.record(J40[0])
    first = table.says(vera_is_b, 1, 1, "agreed", key="k").entry
    table.says(vera_is_b, 1, 1, "disputed")
    table.correct(1, J40[1])
    again = table.says(vera_is_b, 1, 1, "agreed", key="k")
    assert (again.entry, again.repeated) == (first, True)
    others: list[tuple[Any, int, int, str]] = [
        (vera_is_b, 1, 1, "none"),
        (table.me, 1, 1, "agreed"),
        (table.me, 0, 1, "agreed"),
    ]
    for other in others:
        with pytest.raises(KeyReused):
            table.says(*other, key="k")
    assert VerdictEntry.objects.count() == 2


def test_nobody_fills_the_chain(table, vera_is_b, link):
    table.record(J40[0])
    for _time in range(MOST_VERDICTS // 2):
        table.says(Speaker(link=link, seat=1), 1, 1, "agreed")
        table.says(Speaker(link=link, seat=1), 1, 1, "none")
    with refuses("too_many_verdicts"):
        table.says(Speaker(link=link, seat=1), 1, 1, "agreed")
    assert table.says(vera_is_b, 1, 1, "agreed").entry, "the player can still speak"


def test_only_an_owner_waives(table, scorer, owner):
    table.record(J40[0])
    table.stop()
    version = table.state().series.version
    with pytest.raises(PermissionDenied):
        waive(me=scorer, series=table.series, version=version, reason="Gone.")
    with refuses("missing"):
        waive(me=owner, series=table.series, version=version, reason=" ")
    assert waive(me=owner, series=table.series, version=version, reason="Gone.").entry
    assert not waive(me=owner, series=table.series, version=version, reason="Gone.").entry


def test_a_series_has_the_setting_of_its_circle(scorer, agreed):
    scorer.circle.verdicts = Verdicts.REQUIRED
    scorer.circle.save()
    series = start_series(me=scorer, agreed=agreed, key="k")
    assert series.verdicts == "required"
    assert series.events.get().content["rules_of_record"] == {"verdicts": "required"}
    scorer.circle.verdicts = Verdicts.OFF
    assert start_series(me=scorer, agreed=agreed, key="k") == series, "a repeat, whatever the circle's setting is now"
    off = start_series(me=scorer, agreed=replace(agreed, verdicts=Verdicts.OFF), key="off")
    assert "rules_of_record" not in off.events.get().content
    for key, verdicts in (("k", Verdicts.OFF), ("off", Verdicts.OFFERED)):
        with pytest.raises(KeyReused):
            start_series(me=scorer, agreed=replace(agreed, verdicts=verdicts), key=key)


def test_a_tap_that_waited_while_a_correction_landed_is_out_of_date(table, vera_is_b):
    table.record(J40[2])
    as_loaded = Series.objects.get(pk=table.series.pk)  # at the start of a request that then waits for the lock
    table.correct(1, J40[3])
    tap = {"series": as_loaded, "number": 1, "player_id": table.players[1].pk, "seen": 1}
    with pytest.raises(OutOfDate):
        give_verdict(speaker=Speaker(vera_is_b), verdict="disputed", reason="card", **tap)
