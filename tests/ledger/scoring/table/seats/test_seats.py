"""Players join a series between two hands: the events, the refusals, and the books."""

import pytest

from ledger.circles.models import Player
from ledger.circles.services.players import add_player
from ledger.lib.refusals import OutOfDate
from ledger.money.selectors import balances
from ledger.series.changes import Joined
from ledger.series.models import Event, HandPoints
from ledger.series.services import Submit, join_series, record_hand, unseat_last
from tests.ledger.conftest import refuses
from tests.ledger.scoring.table.seats.conftest import AFTER, BEFORE, PLAYED, join, take_back
from tests.ledger.series.conftest import start_game
from tests.ledger.series.evening import run_audit

# --- What is written -------------------------------------------------------------------------------------------------


def test_new_player_starts_at_0_and_earlier_hands_do_not_change(joined):
    state = joined.state()
    assert state.names == ("A", "B", "C", "Esha")
    assert [list(hand.score.points_entered) for hand in state.play.hands] == [[6, -3, -3, 0], [-2, -2, 0, 4]]
    assert [list(hand.cumulative) for hand in state.play.hands] == [[6, -3, -3, 0], [4, -5, -3, 4]]
    assert [list(hand.score.seats) for hand in state.play.hands] == [[0, 1, 2], [0, 1, 3]]


@pytest.mark.usefixtures("joined")
def test_points_are_stored_for_sitting_players_only():
    rows = HandPoints.objects.order_by("hand__number", "seat").values_list("hand__number", "seat", "entered")
    assert list(rows) == [(1, 0, 6), (1, 1, -3), (1, 2, -3), (2, 0, -2), (2, 1, -2), (2, 3, 4)]


def test_joining_is_in_the_chain(bob_scores, esha, scorer):
    state = join(bob_scores, esha).state
    event = Event.objects.get(number=2)
    assert (event.kind, event.content) == (Joined.kind, {"player": esha.pk, "name": "Esha", "seat": 3})
    assert (event.by_name, event.hand_number) == (scorer.name, None)
    assert (state.series.version, state.series.latest_hash) == (2, event.hash)
    assert run_audit()[1] == 0


def test_settlement_includes_players_who_joined(joined, circle):
    joined.stop(with_standard=True)
    (owed,) = balances(circle)
    # 4, −5, −3 and 4 points at a quarter.
    assert {row.player.name: row.amount_minor for row in owed.rows} == {"A": 100, "B": -125, "C": -75, "Esha": 100}
    assert run_audit()[1] == 0


def test_earlier_hand_can_be_corrected_with_or_without_the_new_player(bob_scores, esha):
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    for record in (
        {"players": [{"ended": "declared", "bonus": 4}, PLAYED, PLAYED]},
        {"players": [{"ended": "declared", "bonus": 4}, PLAYED, PLAYED, PLAYED]},  # she had been forgotten
    ):
        bob_scores.correct(1, record, "a set overlooked")
        assert run_audit()[1] == 0
    assert list(bob_scores.state().play.standing.cumulative) == [12, -4, -4, -4]


def test_hand_before_the_joining_can_be_undone(bob_scores, esha):
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.undo()
    state = bob_scores.record({"players": [PLAYED, PLAYED, None, {"ended": "declared", "bonus": 1}]})
    assert list(state.play.standing.cumulative) == [-1, -1, 0, 2]
    assert run_audit()[1] == 0


def test_double_submit_takes_one_seat(bob_scores, esha, scorer):
    submit = Submit(scorer, base_version=1, key="one press")
    answers = [join_series(series=bob_scores.series, submit=submit, player=esha) for _ in range(2)]
    assert [answer.repeated for answer in answers] == [False, True]
    assert bob_scores.state().names == ("A", "B", "C", "Esha")


def test_second_scorer_is_out_of_date(bob_scores, esha):
    seen = bob_scores.submit()
    join(bob_scores, esha)
    with pytest.raises(OutOfDate):
        record_hand(series=bob_scores.series, submit=seen, record=BEFORE)


# --- Taken back ------------------------------------------------------------------------------------------------------


def test_taken_back_joining_is_kept_in_the_history(bob_scores, esha):
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    take_back(bob_scores)
    assert bob_scores.state().names == ("A", "B", "C")
    assert [event.kind for event in Event.objects.order_by("number")] == ["started", "recorded", "joined", "unseated"]
    assert run_audit()[1] == 0
    join(bob_scores, esha)
    assert bob_scores.record(AFTER).names[-1] == "Esha"
    assert run_audit()[1] == 0


def test_double_submit_takes_back_one_joining(bob_scores, circle, scorer):
    for name in ("D", "E"):
        join(bob_scores, add_player(circle=circle, name=name))
    submit = Submit(scorer, base_version=3, key="one press")
    answers = [unseat_last(series=bob_scores.series, submit=submit) for _ in range(2)]
    assert [answer.repeated for answer in answers] == [False, True]
    assert bob_scores.state().names == ("A", "B", "C", "D")


def test_a_joining_is_not_taken_back_from_a_series_that_is_over(bob_scores, esha):
    join(bob_scores, esha)
    bob_scores.stop(with_standard=True)
    with refuses("series_closed"):
        take_back(bob_scores)
    assert bob_scores.state().names == ("A", "B", "C", "Esha")


def test_only_joinings_can_be_taken_back(bob_scores, circle):
    for name in ("D", "E"):
        join(bob_scores, add_player(circle=circle, name=name))
    take_back(bob_scores)
    take_back(bob_scores)
    with refuses("nobody_joined"):
        take_back(bob_scores)
    assert bob_scores.state().names == ("A", "B", "C")


def test_joining_cannot_be_taken_back_after_a_hand(bob_scores, esha):
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    bob_scores.undo()
    with refuses("nobody_joined"):
        take_back(bob_scores)


# --- What is refused -------------------------------------------------------------------------------------------------


def test_player_cannot_be_seated_twice(bob_scores, three):
    with refuses("seated_twice"):
        join(bob_scores, three[0])


def test_player_of_another_circle_or_hidden_player_is_refused(bob_scores, esha):
    esha.hidden_at = bob_scores.series.started_at
    esha.save()
    for player in (esha, Player(name="X", circle_id="elsewhere")):
        with refuses("unknown_player"):
            join(bob_scores, player)


def test_full_table_takes_no_player(bob_scores, circle):
    for name in "DEFGHI":
        join(bob_scores, add_player(circle=circle, name=name))
    with refuses("table_full"):
        join(bob_scores, add_player(circle=circle, name="J"))


def test_finished_series_takes_no_player(bob_scores, esha):
    bob_scores.record(BEFORE)
    bob_scores.stop(with_standard=True)
    with refuses("series_closed"):
        join(bob_scores, esha)


def test_game_without_joining_takes_no_player(scorer, three, esha):
    bob = start_game(scorer, "jaago-chalis", [*three, add_player(circle=scorer.circle, name="Dipa")])
    with refuses("closed_table"):
        join(bob, esha)
