"""Records that a game refuses only when they are new: a series that already has such a hand stays as it is."""

from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.lib.refusals import Refused
from ledger.series.audit.rebuilding import rebuild_series
from ledger.series.changes import Recorded, Started
from ledger.series.models import Event, Series
from ledger.series.state import preview
from tests.ledger.series.conftest import Scorer, start_game
from tests.ledger.series.evening import run_audit

CHA = BY_SLUG["cha"]
HALF_ENTERED: dict[str, Any] = {"hands": [[], ["KC", "QD"]], "bought": [7]}
ENTERED: dict[str, Any] = {"hands": [["KS", "KH"], ["KC", "QD"]], "bought": [7]}


@pytest.fixture
def bob_scores(scorer, players) -> Scorer:
    return start_game(scorer, "cha", players[:2], first_dealer=0)


@pytest.fixture
def recorded_before(bob_scores, monkeypatch) -> Scorer:
    """The hand was recorded when the rulebook had no such check."""
    with monkeypatch.context() as before:
        before.setattr(CHA, "problems_of_new", lambda game, *asked: game.check(*asked))
        bob_scores.record(HALF_ENTERED)
    return bob_scores


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in refused.value.problems]


def test_a_new_hand_is_refused(bob_scores):
    with pytest.raises(Refused) as refused:
        bob_scores.record(HALF_ENTERED)
    assert codes(refused) == [("hands.0", "too_few_cards")]
    assert [problem.code for problem in preview(bob_scores.state(), 1, HALF_ENTERED).problems] == ["too_few_cards"]


def test_a_correction_is_refused(bob_scores):
    bob_scores.record(ENTERED)
    with pytest.raises(Refused) as refused:
        bob_scores.correct(1, HALF_ENTERED, "Two kings.")
    assert codes(refused) == [("hands.0", "too_few_cards")]


def test_a_series_that_has_such_a_hand_goes_on(recorded_before):
    state = recorded_before.record({"winner": 0, "bought": [6]})
    assert list(state.play.standing.cumulative) == [6, 7]
    events = list(Event.objects.filter(series=state.series).order_by("number"))
    rebuilt = rebuild_series(Series(pk=state.series.pk, circle_id=state.series.circle_id), events)
    assert list(rebuilt.state.play.standing.cumulative) == [6, 7]
    assert [event.kind for event in events] == [Started.kind, Recorded.kind, Recorded.kind]
    assert run_audit()[1] == 0
