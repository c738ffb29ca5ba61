"""The table says who deals the next hand."""

import json

import pytest

from ledger.lib.refusals import OutOfDate, Refused
from ledger.series import state as states
from ledger.series.audit.rebuilding import state_at
from ledger.series.descriptions import describe_event
from ledger.series.models import Event, Series
from ledger.series.selectors import latest_event
from ledger.series.services import Submit, name_dealer
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.transfer.circle_files import as_bytes, empty_the_database, export, forge


def name(scorer: Scorer, seat: int, key: str | None = None) -> int | None:
    done = name_dealer(series=scorer.series, submit=scorer.submit(key), seat=seat)
    return done.state.play.standing.dealer


def dealer(scorer: Scorer) -> int | None:
    """The dealer as another process works it out, without the cached state."""
    states._REPLAYS.clear()
    return scorer.state().play.standing.dealer


def test_the_named_player_deals_and_the_deal_goes_on_from_there(bob_scores, players):
    bob_scores.record(*J40[:2])
    usual = dealer(bob_scores)
    other = (usual or 0) + 1 if usual != 3 else 0
    assert name(bob_scores, other) == other
    assert dealer(bob_scores) == other
    event = latest_event(bob_scores.state().series)
    assert event.content == {"player": players[other].pk, "name": players[other].name, "seat": other, "hand": 3}
    assert describe_event(event) == f"Bob said that {players[other].name} deals hand 3."
    bob_scores.record({"thrown_in": True, "reason": "a card lay face up"})
    assert dealer(bob_scores) == other, "the same player deals again"
    bob_scores.record(J40[2] | {"last_trick": 1})
    assert dealer(bob_scores) == 1
    assert run_audit()[1] == 0


def test_the_first_dealer_may_be_said_after_the_start(bob_scores):
    assert dealer(bob_scores) is None
    assert name(bob_scores, 3) == 3
    assert name(bob_scores, 2) == 2, "the player who was named last deals"
    assert bob_scores.state().series.named_dealers == [[1, 2]]
    assert run_audit()[1] == 0


def test_it_holds_for_its_hand_when_the_one_before_is_entered_again(bob_scores):
    bob_scores.record(J40[2] | {"last_trick": 1})
    name(bob_scores, 3)
    bob_scores.correct(1, J40[3] | {"last_trick": 0}, "x")
    assert dealer(bob_scores) == 3
    bob_scores.undo()
    assert dealer(bob_scores) is None
    bob_scores.record(J40[2] | {"last_trick": 1})
    assert dealer(bob_scores) == 3
    assert run_audit()[1] == 0


@pytest.mark.parametrize(("seat", "code"), [(4, "no_such_seat"), (-1, "no_such_seat")])
def test_a_seat_that_is_not_there_is_refused(bob_scores, seat, code):
    with refuses(code):
        name(bob_scores, seat)
    assert bob_scores.state().series.version == 1


@pytest.mark.parametrize("records", [J40, J40[:1]], ids=["finished", "stopped"])
def test_nobody_deals_after_the_end(bob_scores, records):
    if bob_scores.record(*records).series.is_open:
        bob_scores.stop(with_standard=False)
    with pytest.raises(Refused):
        name(bob_scores, 1)


def test_a_repeat_is_one_event_and_a_late_one_is_refused(bob_scores):
    submit = bob_scores.submit("one press")
    for _press in range(2):
        name_dealer(series=bob_scores.series, submit=submit, seat=1)
    assert Event.objects.filter(series=bob_scores.series).count() == 2
    with pytest.raises(OutOfDate):
        name_dealer(series=bob_scores.series, submit=Submit(bob_scores.me, 1, "another"), seat=2)


def test_an_earlier_version_has_its_own_dealer(bob_scores):
    bob_scores.record(J40[2] | {"last_trick": 1})
    name(bob_scores, 3)
    bob_scores.record(J40[3] | {"last_trick": 0})
    series = bob_scores.state().series
    assert [state_at(series, version).play.standing.dealer for version in (1, 2, 3, 4)] == [None, 1, 3, 0]


def test_the_audit_finds_a_changed_list(bob_scores):
    name(bob_scores, 3)
    Series.objects.update(named_dealers=[[1, 2]])
    lines, code = run_audit()
    assert code
    assert any("its list of named dealers is stored as [[1, 2]], and should be [[1, 3]]." in line for line in lines)


def test_it_is_exported_and_imported(bob_scores):
    bob_scores.record(J40[2] | {"last_trick": 1})
    name(bob_scores, 3)
    text, pk = export(bob_scores.me.circle), bob_scores.series.pk
    empty_the_database()
    assert export(import_circle(check_file(text.encode()), None)) == text
    states._REPLAYS.clear()
    assert states.series_state(Series.objects.get(pk=pk)).play.standing.dealer == 3
    assert run_audit()[1] == 0


@pytest.mark.parametrize(
    "change",
    [{"seat": 4}, {"seat": 1}, {"hand": 3}, {"hand": 1}, {"seat": None}, {"player": "a" * 12}, {"colour": "red"}],
)
def test_a_forged_dealer_is_refused(bob_scores, change):
    bob_scores.record(J40[2] | {"last_trick": 1})
    name(bob_scores, 3)
    whole = json.loads(export(bob_scores.me.circle))
    empty_the_database()
    whole["series"][0]["events"][2]["content"].update(change)
    forge(whole)
    with pytest.raises(Refused) as refused:
        check_file(as_bytes(whole))
    assert [str(problem.message) for problem in refused.value.problems] == [
        f"Series {whole['series'][0]['id']}: event 3 could not have happened."
    ]
