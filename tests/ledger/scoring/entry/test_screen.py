"""The keypad screen, and the preview before saving."""

import pytest

from ledger.series import state
from tests.ledger.pages import markup_of, stored
from tests.ledger.scoring.entry.conftest import THIRD, details_on, notes_on
from tests.ledger.series.conftest import J40

# --- The screen ------------------------------------------------------------------------------------------------------


def test_screen_shows_all_totals(desk, bob_scores):
    bob_scores.record(*J40[:3])
    page = desk.open()
    assert page.status_code == 200
    assert details_on(page) == ["stands at 25", "stands at 8½", "stands at 14½", "stands at −8"]
    assert "Save hand 4" in markup_of(page)
    assert 'data-total="40"' in markup_of(page)


def test_query_count_does_not_depend_on_hands(desk, bob_scores, django_assert_num_queries):
    bob_scores.record(J40[0])
    desk.open()
    for _round in range(2):
        with django_assert_num_queries(6):
            desk.open()
        with django_assert_num_queries(5):
            desk.preview(*THIRD)
        state._REPLAYS.clear()  # as in another process
        with django_assert_num_queries(8):
            desk.open()
        bob_scores.record(J40[2])


# --- The preview -----------------------------------------------------------------------------------------------------


def test_preview_scores_a_complete_hand(desk, bob_scores):
    bob_scores.record(*J40[:2])
    preview = desk.preview(*THIRD)
    assert details_on(preview) == ["+16 makes 25", "−1½ makes 8½", "−1½ makes 14½", "−3 makes −8"]
    assert notes_on(preview) == []
    assert len(stored()) == 2


def test_preview_announces_end_and_bonus(desk):
    preview = desk.preview("40", "0", "0", "0")
    assert details_on(preview) == ["+40 makes 40, bonus +90", *["−10 makes −10, bonus −30"] * 3]
    assert notes_on(preview) == ["With this hand the series is over."]


@pytest.mark.parametrize(
    ("typed", "marked", "notes"),
    [
        (["14", "", "", ""], [], []),
        (["", "", "", ""], [], []),
        (["1½", "", "", ""], [0], ["A: 1½ cannot be won: the smallest trick, four black cards, is worth 2."]),
        (["14", "8¼", "", ""], [1], ["B: Points are won in steps of ½."]),
        (["14", "eight", "", ""], [1], ["B: “eight” is not a number. Write it like 8, 8½ or 8.5."]),
        (["30", "12", "", ""], [], ["The four totals come to 42; that is 2 more than 40."]),
        (["14", "11½", "8", "6"], [], ["The four totals come to 39½; that is ½ less than 40."]),
        (["१४", "११½", "८", "६½"], [], []),
    ],
)
def test_preview_names_certain_errors_while_typing(desk, typed, marked, notes):
    preview = desk.preview(*typed)
    assert preview.status_code == 200
    assert notes_on(preview) == notes
    assert [seat for seat, detail in enumerate(details_on(preview)) if detail == "please check"] == marked


def test_last_trick_is_checked_against_its_figure(desk):
    sentence = "C cannot have won the last trick: that alone is worth 3 or more."
    assert notes_on(desk.preview("16", "", "", "", last_trick="2")) == []
    assert notes_on(desk.preview("16", "", "2", "", last_trick="2")) == [sentence]
    assert notes_on(desk.preview("16", "", "2", "", last_trick="0")) == []
