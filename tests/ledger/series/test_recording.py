"""Recording hands: what is stored, what is refused, and two writes from the same version."""

from decimal import Decimal
from fractions import Fraction

import pytest

from ledger.circles.models import Player
from ledger.circles.services.players import add_player, remove_player
from ledger.lib.refusals import Refused
from ledger.series.models import Event, Hand, HandPoints, Series, Status
from ledger.series.starting import Agreement, start_series
from ledger.transfer.unfinished import delete_circle
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import GAME, J40

THIRD = J40[2]


def test_the_series_of_the_j40_document_ends_after_four_hands(bob_scores):
    state = bob_scores.record(*J40)
    assert [hand.cumulative for hand in state.play.hands] == [
        (-5, Fraction(-3, 2), 18, Fraction(-3, 2)),
        (9, 10, 16, -5),
        (25, Fraction(17, 2), Fraction(29, 2), -8),
        (41, Fraction(37, 2), Fraction(13, 2), 4),
    ]
    assert state.series.status == Status.FINISHED
    assert state.play.standing.ranking == ((0,), (1,), (2,), (3,))


def test_a_hand_stores_its_record_points_and_recorder(bob_scores, scorer):
    bob_scores.record(THIRD)
    event = Event.objects.get(hand_number=1)
    assert event.content == {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}
    assert (event.by, event.by_name) == (scorer.user, scorer.name)
    rows = HandPoints.objects.order_by("seat").values_list("won", "entered")
    assert list(rows) == [(16, 16), (Fraction(17, 2), Fraction(-3, 2)), (Fraction(17, 2), Fraction(-3, 2)), (7, -3)]


def test_illegal_plays_do_not_stop_a_hand_being_saved(bob_scores):
    state = bob_scores.record(J40[1])
    plays = state.play.hands[0].score.illegal_plays
    assert [(play.trick, play.seat, play.must) for play in plays] == [(1, 3, "beat 6S"), (1, 2, "beat 6S")]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"points_won": [16, 8.5, 8.5, 8]}, "wrong_sum"),
        ({"points_won": [38.5, 0.5, 0.5, 0.5]}, "impossible"),
        ({"points_won": "forty"}, "not_a_row"),
        ({**J40[0], "tricks": J40[0]["tricks"][:12]}, "unfinished"),
    ],
)
def test_an_impossible_or_unfinished_hand_is_refused_and_nothing_is_written(bob_scores, record, code):
    with pytest.raises(Refused) as refused:
        bob_scores.record(record)
    assert code in [problem.code for problem in refused.value.problems]
    assert not Hand.objects.exists()
    assert bob_scores.state().series.version == 1


def test_a_thrown_in_deal_is_kept_but_does_not_count(bob_scores):
    state = bob_scores.record({"thrown_in": True, "reason": "a card lay on the floor"}, THIRD)
    assert [hand.counts for hand in state.play.hands] == [False, True]
    assert state.play.standing.cumulative == (16, Fraction(-3, 2), Fraction(-3, 2), -3)


def test_no_hand_is_added_after_the_end(bob_scores):
    bob_scores.record(*J40)
    with refuses("series_closed"):
        bob_scores.record(THIRD)


def test_a_series_keeps_the_rules_that_it_started_with(series):
    assert series.rules["target"] == 40
    assert series.rules["big_hand_bonus"] == "ranked"
    assert Event.objects.get(series=series).content["rules"] == series.rules


@pytest.mark.parametrize(
    ("seated", "code"),
    [("ABC", "wrong_number"), ("ABCC", "seated_twice"), ("ABCX", "unknown_player"), ("ABCH", "unknown_player")],
)
def test_an_impossible_table_is_refused(scorer, seated, code):
    by_letter = {letter: add_player(circle=scorer.circle, name=letter) for letter in "ABCH"}
    by_letter["H"].hidden_at = scorer.joined_at
    by_letter["X"] = Player(name="X", circle_id="elsewhere")
    agreed = Agreement(GAME, [by_letter[letter] for letter in seated], GAME.default_preset.rules, Decimal(1))
    with refuses(code):
        start_series(me=scorer, agreed=agreed)
    assert not Series.objects.exists()


def test_a_circle_can_be_deleted_with_its_series(bob_scores, circle):
    bob_scores.record(THIRD)
    delete_circle(circle=circle)
    assert not Series.objects.exists()


def test_a_player_who_has_played_is_hidden_and_not_deleted(bob_scores, players):
    assert not remove_player(player=players[0])
    assert bob_scores.state().players[0].name == "A"


def test_a_correction_stores_only_the_points_that_changed(bob_scores):
    bob_scores.record(*J40[:3])
    before = dict(HandPoints.objects.values_list("hand__number", "pk"))
    bob_scores.correct(2, {"points_won": [11, 11, 10, 8]}, "miscounted")
    after = dict(HandPoints.objects.values_list("hand__number", "pk"))
    assert (after[1], after[3]) == (before[1], before[3])
    points = HandPoints.objects.filter(hand__number=2).order_by("seat").values_list("won", flat=True)
    assert list(points) == [11, 11, 10, 8]
