"""Saving a hand on the keypad screen, the hand that ends the series, undo, and throwing in."""

import re
from datetime import timedelta

import pytest

from ledger.series.changes import Withdrawn
from ledger.series.models import Event
from tests.ledger.pages import address, markup_of, stored
from tests.ledger.scoring.entry.conftest import (
    FOURTH,
    HTMX,
    THIRD,
    details_on,
    figures,
    notes_on,
    refusal_on,
    values_on,
)
from tests.ledger.series.conftest import J40

# --- Saving ----------------------------------------------------------------------------------------------------------


def test_save_answers_with_the_next_screen_and_new_totals(desk, bob_scores):
    bob_scores.record(*J40[:2])
    answer = desk.save(*THIRD, last_trick="1")
    assert answer.status_code == 200
    assert stored()[-1] == {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}
    page = markup_of(answer)
    assert "<html" not in page
    assert "Save hand 4" in page
    assert details_on(answer) == ["stands at 25", "stands at 8½", "stands at 14½", "stands at −8"]
    spoken = "A +16 makes 25, 15 to go; B −1½ makes 8½, 31½ to go; C −1½ makes 14½, 25½ to go; D −3 makes −8, 48 to go"
    assert f'data-announce="Hand 3 saved. {spoken}. B deals."' in page
    assert f'action="{address("undo", desk.series)}"' in page


def test_without_script_a_save_redirects_to_the_next_screen(desk, monkeypatch):
    answer = desk.save(*THIRD, htmx=False)
    assert (answer.status_code, answer["Location"]) == (302, desk.address)
    page = markup_of(desk.open())
    assert "Hand 1 saved" in page
    assert 'class="toasts toasts--still"' in page
    monkeypatch.setattr("ledger.scoring.entry.views.JUST_NOW", timedelta(0))
    assert "Hand 1 saved" not in markup_of(desk.open())


def test_query_count_of_a_save(desk, bob_scores, django_assert_num_queries):
    bob_scores.record(J40[0])
    desk.open()
    for _round in range(2):
        form = desk.form("9", "9", "9", "13", key=f"press {_round}")
        with django_assert_num_queries(14):
            desk.client.post(desk.address, form, headers=HTMX)


@pytest.mark.parametrize("htmx", [True, False])
def test_double_submit_saves_one_hand(desk, htmx):
    form = desk.form(*THIRD)
    first = desk.client.post(desk.address, form, headers=HTMX if htmx else {})
    second = desk.client.post(desk.address, form, headers=HTMX if htmx else {})
    assert first.status_code == second.status_code
    assert len(stored()) == 1
    assert not htmx or "Hand 1 saved" in markup_of(second)


def test_screen_has_the_key_of_the_latest_hand(desk):
    desk.save(*THIRD)
    assert 'data-latest-key="a press"' in markup_of(desk.open())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["16", "8½", "8½", "8"], "The four totals come to 41; that is 1 more than 40."),
        (["16", "8½", "x", "7"], "C: “x” is not a number"),
        (["38½", "1½", "0", "0"], "B: 1½ cannot be won"),
        (["41", "−1", "0", "0"], "A: A hand has only 40 points. B: Points won cannot be below zero."),
        (["50", "50", "0", "50"], "A, B, D: A hand has only 40 points. The four totals come to 150;"),
        (["16", "", "", "7"], "2 figures are missing."),
        (["", "", "", ""], "4 figures are missing."),
        (["16", "", "x", "7"], "1 figure is missing. C: “x” is not a number"),
    ],
)
def test_errors_are_shown_and_input_is_kept(desk, typed, sentence):
    answer = desk.save(*typed, last_trick="3")
    assert answer.status_code == 422
    assert refusal_on(answer).startswith(f"Not saved yet. {sentence}")
    assert notes_on(answer) == []
    kept = values_on(answer)
    assert [kept[f"figure_{seat}"] for seat in range(4)] == typed
    assert (kept["last_trick"], kept["key"]) == ("3", "a press")
    assert not stored()


def test_last_missing_figure_is_filled_in_and_shown_first(desk):
    answer = desk.save("16", "8½", "", "7")
    assert answer.status_code == 422
    assert values_on(answer)["figure_2"] == "8½"
    assert refusal_on(answer) == "Not saved yet. C: Filled in with what is left. Is that right?"
    sent = {name: value for name, value in values_on(answer).items() if name != "csrfmiddlewaretoken"}
    assert desk.client.post(desk.address, sent).status_code == 302
    assert stored() == [{"points_won": [16, 8.5, 8.5, 7]}]


def test_nothing_is_filled_in_where_the_other_figures_are_too_large(desk):
    answer = desk.save("16", "12", "84", "")
    assert values_on(answer)["figure_3"] == ""
    assert refusal_on(answer).startswith("Not saved yet. 1 figure is missing.")


def test_the_second_refusal_names_what_is_missing(desk):
    first = desk.save("16", "", "", "7")
    again = desk.save("16", "", "", "7", refused=values_on(first)["refused"])
    assert refusal_on(again) == "Still missing: B · C"
    assert refusal_on(desk.save("16", "8½", "8½", "8", refused="1")).startswith("Still not saved. The four totals")
    assert refusal_on(desk.save("16", "", "", "7", refused="much")) == "Not saved yet. 2 figures are missing."


def test_a_preview_after_a_refusal_says_what_is_still_missing(desk):
    assert details_on(desk.preview("16", "", "", "7")) == ["stands at 0"] * 4
    preview = desk.preview("16", "", "", "7", refused="1")
    assert refusal_on(preview) == "Not saved yet. 2 figures are missing."
    assert details_on(preview) == ["stands at 0", "missing", "missing", "stands at 0"]
    # Only Save fills in the last missing figure.
    assert refusal_on(desk.preview("16", "8½", "", "7", refused="2")) == "Still missing: C"
    mended = desk.preview("16", "8½", "8½", "7", refused="2")
    assert refusal_on(mended) == "Complete now: save again."
    assert details_on(mended)[0] == "+16 makes 16"


def test_the_first_fault_is_chosen(desk):
    assert markup_of(desk.save("16", "", "", "7", htmx=False)).count(" autofocus") == 1
    # With a script the keypad chooses the tile.
    assert " autofocus" not in markup_of(desk.save("16", "", "", "7"))


def test_form_without_version_and_key_is_refused(desk):
    assert desk.client.post(desk.address, figures(*THIRD)).status_code == 400
    assert not stored()


# --- The end ---------------------------------------------------------------------------------------------------------


def test_hand_that_ends_the_series(desk, bob_scores):
    bob_scores.record(*J40[:3])
    answer = desk.save(*FOURTH)
    end = address("page", desk.series)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, end)
    assert (desk.open().status_code, desk.open()["Location"]) == (302, end)
    again = desk.save(*FOURTH, base_version=4)
    assert (again.status_code, again["HX-Redirect"]) == (200, end)
    assert len(stored()) == 4


def test_finished_series_takes_no_hand(desk, bob_scores):
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=True)
    answer = desk.save(*THIRD)
    end = address("page", desk.series)
    assert answer["HX-Redirect"] == end
    assert "The series is over. The owner can reopen it to correct it." in markup_of(desk.client.get(end))
    assert len(stored()) == 1


# --- Undo, and thrown in ---------------------------------------------------------------------------------------------


def test_withdrawn_hand_is_filled_in_again(desk, bob_scores):
    bob_scores.record(J40[2])
    bob_scores.undo()
    again = values_on(desk.open())
    assert [again[f"figure_{seat}"] for seat in range(4)] == ["16", "8½", "8½", "7"]
    assert again["last_trick"] == "1"


def test_withdrawn_hand_of_cards_leaves_the_tiles_empty(desk, bob_scores):
    bob_scores.record(J40[0])
    bob_scores.undo()
    assert values_on(desk.open())["figure_0"] == ""


def test_undo_after_saving(desk):
    page = markup_of(desk.save(*THIRD))
    toast = page[page.index('class="toast"') :]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', toast))
    desk.client.post(address("undo", desk.series), fields)
    assert not stored()
    assert Event.objects.filter(kind=Withdrawn.kind).count() == 1


def test_throw_in_keeps_the_reason(desk):
    throw_in = address("throw_in", desk.series)
    assert "Thrown in" in markup_of(desk.open())
    form = {"base_version": 1, "key": "thrown", "reason": "A card lay face up"}
    for _press in range(2):
        assert desk.client.post(throw_in, form)["Location"] == desk.address
    assert stored() == [{"thrown_in": True, "reason": "A card lay face up"}]
    assert desk.client.post(throw_in, form | {"key": "another"}).status_code == 409


def test_throw_in_without_reason_and_with_a_long_one(desk):
    throw_in = address("throw_in", desk.series)
    long = desk.client.post(throw_in, {"base_version": 1, "key": "k", "reason": "x" * 301})
    assert long.status_code == 422
    assert refusal_on(long).startswith("Not saved yet. Ensure this value has at most 300 characters")
    assert desk.client.post(throw_in, {"base_version": 1, "key": "k", "reason": ""}).status_code == 302
    assert stored() == [{"thrown_in": True, "reason": ""}]
