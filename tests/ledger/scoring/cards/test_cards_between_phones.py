"""A hand goes from one phone to another, two phones tap at once, or another scorer records a hand meanwhile."""

from typing import Any

import pytest

from ledger.lib.refusals import OutOfDate
from ledger.scoring.cards import drafts
from ledger.series.models import Draft, Hand
from ledger.series.state import SeriesState
from tests.ledger.pages import refusal_text, text_of
from tests.ledger.scoring.cards.cards import SECOND, Phone
from tests.ledger.series.conftest import J40


@pytest.fixture
def phone(scorer, series) -> Phone:
    return Phone(scorer.user, series)


@pytest.fixture
def alices(owner, series) -> Phone:
    return Phone(owner.user, series)


def test_the_second_phone_of_a_scorer_gets_the_latest_table(phone):
    other = Phone(phone.user, phone.series)
    phone.begin()
    phone.tap(card="4C", steps=0, key="one")
    late = other.tap(card="AC", steps=0, key="other")
    assert "This hand has changed on another phone" in refusal_text(late, 409)
    assert "4 of clubs, played" in late.content.decode()
    assert other.tap(card="AC").status_code == 200


# --- Handing over ----------------------------------------------------------------------------------------------------


def test_another_scorer_sees_the_writer_and_the_number_of_cards(phone, alices):
    phone.play(cards=6)
    page = alices.page()
    assert "Bob is writing this hand down, 6 cards so far." in page
    assert "Go on from here" in page
    assert "Which card did" not in page


def test_after_a_takeover_the_first_phone_is_refused(phone, alices):
    phone.begin_with("4C")
    alices.tap("take_over")
    assert alices.tap(card="AC").status_code == 200
    late = refusal_text(phone.tap(card="KC", steps=1), 409)
    assert "Alice has gone on with this hand. What you tapped last was not written down." in late
    assert "Alice is writing this hand down, 2 cards so far." in late
    assert Draft.objects.get().record["tricks"] == [[None, None, "4C", "AC"]]


def test_a_draft_can_only_be_changed_after_a_takeover(phone, alices):
    phone.begin()
    for change in ({"do": "lay", "card": "4C"}, {"do": "turn", "direction": "anticlockwise"}, {"do": "back"}):
        assert alices.tap(**change).status_code == 409
    draft = Draft.objects.get()
    assert (draft.steps, draft.by_name) == (0, "Bob")


def test_after_a_takeover_the_first_scorer_cannot_discard(phone, alices):
    phone.begin_with("4C")
    page = phone.client.get(phone.url("cards_discard")).content.decode()
    assert 'name="steps" value="1"' in page
    alices.tap("take_over")
    alices.lay("AC")
    for steps in (1, 3):
        late = refusal_text(phone.discard(steps=steps), 409)
        assert "Alice has gone on with this hand. The cards were not discarded." in late
    assert phone.client.get(phone.url("cards_discard")).headers["Location"] == phone.url("cards")
    assert Draft.objects.get().record["tricks"] == [[None, None, "4C", "AC"]]


def test_cards_laid_on_another_phone_are_not_discarded(phone):
    other = Phone(phone.user, phone.series)
    phone.begin()
    other.lay("4C")
    assert "This hand has changed on another phone" in refusal_text(phone.discard(steps=0), 409)
    assert Draft.objects.exists()


def test_taking_over_twice_changes_nothing(phone, alices):
    phone.begin()
    alices.tap("take_over")
    alices.tap("take_over")
    assert Draft.objects.get().steps == 1


def test_after_a_takeover_the_first_scorer_cannot_save(phone, alices):
    phone.play()
    alices.tap("take_over")
    assert phone.save().status_code == 409
    assert not Hand.objects.exists()
    assert alices.save().status_code == 302
    assert Hand.objects.count() == 1


def test_a_phone_that_asks_again_gets_only_changes(phone, alices, django_assert_max_num_queries):
    phone.begin_with("4C")
    with django_assert_max_num_queries(5):
        assert phone.check("1-1").status_code == 204
    alices.tap("take_over")
    answer = phone.check("1-1")
    assert answer.status_code == 200
    assert "Alice is writing this hand down, 1 card so far." in answer.content.decode()
    alices.discard(steps=2)
    assert phone.check("2-1").headers["HX-Redirect"] == phone.url("enter_hand")


@pytest.mark.parametrize("seen", ["", "1", "x-1", "1-x", "9" * 30 + "-1", "²-1"])
def test_every_version_of_a_phone_is_answered(phone, seen):
    phone.begin()
    assert phone.check(seen).status_code == 200


# --- What others recorded meanwhile ----------------------------------------------------------------------------------


def test_a_hand_recorded_meanwhile_is_shown_while_playing(phone, bob_scores):
    phone.begin_with("4C")
    assert "has changed meanwhile" not in phone.page()
    bob_scores.record(J40[2])
    page = phone.page()
    assert "The series has changed meanwhile" in page
    assert "Bob recorded hand 1." in page
    assert "Which card did" in page


def test_before_saving_both_hands_are_side_by_side(phone, bob_scores):
    phone.play()
    bob_scores.record(J40[2])
    page = text_of(phone.client.get(phone.url("cards")))
    assert "Save hand" not in page
    assert "Bob recorded hand 1." in page
    # Hand 3 of the J-40 document beside its hand 1.
    for row in ("A A 16 5", "B B 8½ 8½", "C C 8½ 18", "D D 7 8½"):
        assert row in page
    for choice in ("Keep theirs", "Replace it with mine", "It is another hand: add mine"):
        assert choice in page
    assert phone.save(key="as hand 2").status_code == 302
    assert Hand.objects.count() == 2


def test_the_cards_replace_the_hand_of_another_scorer(phone, bob_scores):
    phone.play()
    bob_scores.record(J40[2])
    for _press in range(2):
        assert phone.save(key="instead", replace=1, base_version=2).status_code == 302
    assert not Draft.objects.exists()
    (hand,) = Hand.objects.all()
    assert "tricks" in hand.event.content


def test_a_save_from_an_older_version_shows_both_hands(phone, bob_scores):
    phone.play()
    bob_scores.record(J40[2])
    assert "It is another hand: add mine" in refusal_text(phone.save(base_version=1), 409)
    assert Draft.objects.exists()
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("meanwhile", ["save", "take_over"])
def test_a_save_that_comes_too_late_leaves_the_draft_of_the_other_phone_alone(phone, alices, monkeypatch, meanwhile):
    """The other phone is quicker after this phone's request has read the draft."""
    phone.play()
    kept: list[Draft] = []

    def come_too_late(*, state: SeriesState, **_options: Any) -> None:
        if meanwhile == "save":
            Draft.objects.all().delete()
        else:
            alices.tap("take_over")
        kept.extend(Draft.objects.all())
        raise OutOfDate(state)

    monkeypatch.setattr(drafts, "save", come_too_late)
    assert phone.save(base_version=1, answers="").status_code == 409
    assert [(draft.steps, draft.by_name) for draft in Draft.objects.all()] == [
        (draft.steps, draft.by_name) for draft in kept
    ]


def test_equal_hands_are_marked_as_equal(phone, bob_scores):
    phone.play()
    bob_scores.record({"points_won": [5, 8.5, 18, 8.5]})
    assert "Yours is the same" in phone.page()


def test_a_hand_after_the_end_can_only_be_dropped(phone, bob_scores):
    phone.play()
    bob_scores.record(*J40)
    page = phone.page()
    assert "Keep theirs" in page
    assert "add mine" not in page.lower()


def test_the_same_save_sent_twice_is_one_hand_and_leaves_the_next_draft_alone(phone):
    phone.play()
    for _ in range(2):
        assert phone.save(base_version=1).status_code == 302
    phone.begin(SECOND)
    assert phone.save(base_version=1).status_code == 302
    assert Hand.objects.count() == 1
    assert Draft.objects.exists()
