"""Two scorers save a hand at the same time."""

import re

import pytest

from ledger.series.selectors import history
from tests.ledger.pages import markup_of, stored
from tests.ledger.scoring.entry.conftest import FOURTH, HTMX, THIRD, figures, values_on
from tests.ledger.series.conftest import J40


@pytest.mark.parametrize("htmx", [True, False])
def test_second_scorer_gets_both_hands_side_by_side(desk, bob_scores, htmx):
    mine = desk.form(*FOURTH)
    bob_scores.record(J40[2])
    answer = desk.client.post(desk.address, mine, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    page = markup_of(answer)
    assert "Bob recorded hand 1." in page
    cells = re.findall(r'<span class="figure[^"]*">([^<]*)</span>', page)
    assert cells == ["16", "16", "8½", "10", "8½", "2", "7", "12"]
    choices = re.findall(r"Keep theirs|Replace it with mine|It is another hand: add mine|Add mine as", page)
    assert choices == ["Keep theirs", "Replace it with mine", "It is another hand: add mine"]
    # No choice is a green button: a tap out of habit must not record the hand twice.
    assert "button--primary" not in page[page.index("<form") :]
    assert len(stored()) == 1


def test_unsaved_hand_can_be_added_as_the_next_one(desk, bob_scores):
    mine = desk.form(*FOURTH, last_trick="2", figure_2="4", figure_3="10")
    bob_scores.record(J40[2])
    choice = values_on(desk.client.post(desk.address, mine))
    assert choice["key"] != mine["key"]
    for _press in range(2):
        assert desk.client.post(desk.address, choice).status_code == 302
    assert stored() == [
        {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1},
        {"points_won": [16, 10, 4, 10], "last_trick": 2},
    ]


def test_same_hand_of_two_scorers_is_recognised(desk, bob_scores):
    mine = desk.form(*THIRD)
    bob_scores.record(J40[2])
    page = markup_of(desk.client.post(desk.address, mine))
    assert "Yours is the same" in page
    assert "Replace it" not in page
    assert "It is another hand: add mine" in page


@pytest.mark.parametrize("htmx", [True, False])
def test_the_second_figures_replace_the_first_ones(desk, bob_scores, htmx):
    mine = desk.form(*FOURTH, figure_2="4", figure_3="10")
    bob_scores.record(J40[2])
    choice = values_on(desk.client.post(desk.address, mine)) | {"replace": "1"}
    for _press in range(2):
        answer = desk.client.post(desk.address, choice, headers=HTMX if htmx else {}, follow=True)
        assert "Hand 1 is corrected: it has your figures now." in markup_of(answer)
        # There is no Undo, because it would withdraw the hand.
        assert "/undo/" not in markup_of(answer)
    assert stored() == [{"points_won": [16, 10, 4, 10]}]
    desk.series.refresh_from_db()
    latest = list(history(desk.series))[-1]
    assert (latest.kind, latest.reason.partition(",")[0]) == ("corrected", "Two scorers have entered this hand")


def test_a_hand_is_replaced_only_as_it_was_seen(desk, bob_scores):
    mine = desk.form(*FOURTH, figure_2="4", figure_3="10")
    bob_scores.record(J40[2])
    choice = values_on(desk.client.post(desk.address, mine)) | {"replace": "1"}
    bob_scores.correct(1, J40[1], "mixed up")
    answer = desk.client.post(desk.address, choice)
    assert answer.status_code == 409
    assert "Bob corrected hand 1." in markup_of(answer)
    assert "Replace it" not in markup_of(answer)
    assert len(stored()) == 1
    assert desk.client.post(desk.address, desk.form(*THIRD, replace="7")).status_code == 422
    assert len(stored()) == 1


def test_conflict_lists_a_correction(desk, bob_scores):
    bob_scores.record(J40[0])
    mine = desk.form(*THIRD)
    bob_scores.correct(1, J40[3], "mixed up")
    page = markup_of(desk.client.post(desk.address, mine))
    assert "Bob corrected hand 1." in page
    assert "Add mine as hand 2" in page


def test_conflict_in_a_series_that_has_ended(desk, bob_scores):
    bob_scores.record(*J40[:3])
    mine = desk.form(*THIRD)
    bob_scores.record(J40[3])
    page = markup_of(desk.client.post(desk.address, mine))
    assert "Drop mine" in page
    assert "Add mine" not in page


def test_figures_changed_after_a_lost_answer_are_not_lost(desk):
    """The answer to the first request was lost, the figures were changed, and the same form was sent again."""
    form = desk.form(*THIRD)
    desk.client.post(desk.address, form)
    answer = desk.client.post(desk.address, form | figures(*FOURTH))
    assert answer.status_code == 409
    assert "It is another hand: add mine" in markup_of(answer)
    choice = values_on(answer)
    assert desk.client.post(desk.address, choice).status_code == 302
    assert [record["points_won"] for record in stored()] == [[16, 8.5, 8.5, 7], [16, 10, 2, 12]]
