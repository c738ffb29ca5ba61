"""Saving totals, the hand that ends the series, the way back, and a deal that was thrown in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from ledger.series.models import Event, Kind
from ledger.series.services import stop_series, undo
from tests.ledger.scoring.entry.conftest import FOURTH, HTMX, THIRD, Desk, details_on, figures, notes_on, values_on
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.phones import markup_of, stored

pytestmark = pytest.mark.django_db


# --- Saving ----------------------------------------------------------------------------------------------------------


def test_a_save_answers_with_the_next_screen_and_the_new_score(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:2])
    answer = desk.save(*THIRD, last_trick="1")
    assert answer.status_code == 200
    assert stored()[-1] == {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}
    page = markup_of(answer)
    assert "<html" not in page
    assert "Save hand 4" in page
    assert details_on(answer) == ["stands at 25", "stands at 8½", "stands at 14½", "stands at −8"]
    assert 'data-announce="Hand 3 saved. A 25, B 8½, C 14½, D −8."' in page
    assert f'action="{reverse("series:undo", args=[desk.series.pk])}"' in page


def test_without_a_script_a_save_leads_to_the_next_screen(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = desk.save(*THIRD, htmx=False)
    assert (answer.status_code, answer["Location"]) == (302, desk.address)
    page = markup_of(desk.open())
    assert "Hand 1 saved" in page
    assert 'class="toasts toasts--still"' in page
    monkeypatch.setattr("ledger.scoring.entry.views.JUST_NOW", timedelta(0))
    assert "Hand 1 saved" not in markup_of(desk.open())


def test_a_save_costs_few_queries(desk: Desk, bob_scores: Scorer, django_assert_num_queries: Any) -> None:
    bob_scores.record(J40[0])
    desk.open()
    for _round in range(2):
        form = desk.form("9", "9", "9", "13", key=f"press {_round}")
        with django_assert_num_queries(13):
            desk.client.post(desk.address, form, headers=HTMX)


@pytest.mark.parametrize("htmx", [True, False])
def test_the_same_press_twice_is_one_hand(desk: Desk, htmx: bool) -> None:
    form = desk.form(*THIRD)
    first = desk.client.post(desk.address, form, headers=HTMX if htmx else {})
    second = desk.client.post(desk.address, form, headers=HTMX if htmx else {})
    assert first.status_code == second.status_code
    assert len(stored()) == 1
    assert not htmx or "Hand 1 saved" in markup_of(second)


def test_the_answer_to_a_lost_save_tells_the_phone_that_it_was_saved(desk: Desk) -> None:
    desk.save(*THIRD)
    assert 'data-latest-key="a press"' in markup_of(desk.open())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["16", "8½", "8½", "8"], "The four totals come to 41; that is 1 more than 40."),
        (["16", "8½", "x", "7"], "C: “x” is not a number"),
        (["38½", "1½", "0", "0"], "B: 1½ cannot be won"),
        (["41", "−1", "0", "0"], "B: Points won cannot be below zero."),
        (["16", "", "", "7"], "B: A number is missing here."),
        (["", "", "", ""], "D: A number is missing here."),
    ],
)
def test_a_slip_is_named_and_nothing_is_lost(desk: Desk, typed: list[str], sentence: str) -> None:
    answer = desk.save(*typed, last_trick="3")
    assert answer.status_code == 422
    assert any(sentence in note for note in notes_on(answer))
    kept = values_on(answer)
    assert [kept[f"figure_{seat}"] for seat in range(4)] == typed
    assert (kept["last_trick"], kept["key"]) == ("3", "a press")
    assert not stored()


def test_whoever_leaves_one_open_is_shown_the_rest_first(desk: Desk) -> None:
    answer = desk.save("16", "8½", "", "7")
    assert answer.status_code == 422
    assert values_on(answer)["figure_2"] == "8½"
    assert notes_on(answer) == ["C: Filled in with what is left. Save again if that is right."]
    sent = {name: value for name, value in values_on(answer).items() if name != "csrfmiddlewaretoken"}
    assert desk.client.post(desk.address, sent).status_code == 302
    assert stored() == [{"points_won": [16, 8.5, 8.5, 7]}]


def test_a_form_that_is_not_ours_is_no_hand(desk: Desk) -> None:
    assert desk.client.post(desk.address, figures(*THIRD)).status_code == 400
    assert not stored()


# --- The end ---------------------------------------------------------------------------------------------------------


def test_the_hand_that_ends_the_series_says_so_at_once(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:3])
    answer = desk.save(*FOURTH)
    page = markup_of(answer)
    assert "The series is over" in page
    assert "A won with 41." in page
    assert "Hand 4 saved. A 41, B 18½, C 6½, D 4. A won with 41." in page
    assert "The series is over" in markup_of(desk.open())
    again = desk.save(*FOURTH, base_version=4)
    assert again.status_code == 200
    assert len(stored()) == 4


def test_a_series_that_is_over_takes_no_hand(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[0])
    stop_series(series=desk.series, submit=bob_scores.submit(), with_standard=True)
    answer = desk.save(*THIRD)
    assert answer.status_code == 422
    assert notes_on(answer) == ["The series is over. The owner can reopen it to correct it."]
    assert len(stored()) == 1


# --- Undo, and thrown in ---------------------------------------------------------------------------------------------


def test_a_withdrawn_hand_comes_back_to_be_mended(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[2])
    undo(series=desk.series, submit=bob_scores.submit())
    again = values_on(desk.open())
    assert [again[f"figure_{seat}"] for seat in range(4)] == ["16", "8½", "8½", "7"]
    assert again["last_trick"] == "1"


def test_a_hand_of_cards_that_was_withdrawn_leaves_the_tiles_empty(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[0])
    undo(series=desk.series, submit=bob_scores.submit())
    assert values_on(desk.open())["figure_0"] == ""


def test_the_way_back_is_a_post_with_its_version_and_key(desk: Desk) -> None:
    page = markup_of(desk.save(*THIRD))
    toast = page[page.index('class="toast"') :]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', toast))
    desk.client.post(reverse("series:undo", args=[desk.series.pk]), fields)
    assert not stored()
    assert Event.objects.filter(kind=Kind.WITHDRAWN).count() == 1


def test_a_deal_that_was_thrown_in_is_kept_with_its_reason(desk: Desk) -> None:
    address = reverse("series:throw_in", args=[desk.series.pk])
    assert "Thrown in" in markup_of(desk.open())
    form = {"base_version": 1, "key": "thrown", "reason": "A card lay face up"}
    for _press in range(2):
        assert desk.client.post(address, form)["Location"] == desk.address
    assert stored() == [{"thrown_in": True, "reason": "A card lay face up"}]
    assert desk.client.post(address, form | {"key": "another"}).status_code == 409


def test_no_reason_is_a_reason_and_a_novel_is_not(desk: Desk) -> None:
    address = reverse("series:throw_in", args=[desk.series.pk])
    long = desk.client.post(address, {"base_version": 1, "key": "k", "reason": "x" * 301})
    assert long.status_code == 422
    assert desk.client.post(address, {"base_version": 1, "key": "k", "reason": ""}).status_code == 302
    assert stored() == [{"thrown_in": True, "reason": ""}]
