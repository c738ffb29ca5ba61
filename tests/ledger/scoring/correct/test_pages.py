"""The pages on which hands are corrected and withdrawn, and what a correction changes."""

from fractions import Fraction
from typing import Any

import pytest

from ledger.scoring.correct.changes import Changes
from ledger.series import services
from ledger.series.changes import Corrected, Withdrawn
from ledger.series.models import Event, Series, Status
from ledger.series.selectors import revisions
from ledger.series.services import stop_series, undo
from ledger.series.state import preview, without_last_hand
from tests.ledger.pages import address, client_of, refusal_text, submit, text_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import MISTYPED

HALF = Fraction(1, 2)
FIGURES = {"figure_0": "16", "figure_1": "8½", "figure_2": "8.5", "figure_3": "7", "last_trick": "1"}
CARDS = {"direction": "clockwise", "first_leader": "2", "card": "", "other": ""}
WHY = {"reason": "read the wrong pile"}


# --- Correcting ------------------------------------------------------------------------------------------------------


def test_a_correction_is_previewed_before_it_is_saved(bob_scores, bobs_phone):
    bob_scores.record(*J40[:2], MISTYPED)
    form = address("correct", bob_scores.series, 3)
    shown = text_of(bobs_phone.get(form))
    assert "Correct hand 3" in shown
    look = bobs_phone.post(form, FIGURES | WHY | {"step": "preview"})
    assert look.status_code == 200
    seen = text_of(look)
    assert "recorded Bob corrected Bob" in seen
    assert "C 7 (−3) 8½ (−1½) D 8½ (−1½) 7 (−3)" in seen
    assert "C C 13 14½ 2 D D −6½ −8 4" in seen
    assert "The ranking stays as it is." in seen
    assert revisions(bob_scores.series, 3).count() == 1


def test_a_correction_sent_twice_is_saved_once(bob_scores, bobs_phone):
    bob_scores.record(*J40[:2], MISTYPED)
    form = address("correct", bob_scores.series, 3)
    sent = FIGURES | WHY | {"step": "save"} | submit(bob_scores.series)
    for _time in range(2):
        saved = bobs_phone.post(form, sent)
        assert (saved.status_code, saved["Location"]) == (302, address("hand", bob_scores.series, 3))
    recorded, corrected = revisions(bob_scores.series, 3)
    assert (corrected.kind, corrected.reason, corrected.by_name) == (Corrected.kind, "read the wrong pile", "Bob")
    assert (recorded.content["points_won"], corrected.content["points_won"]) == ([16, 8.5, 7, 8.5], [16, 8.5, 8.5, 7])


def test_the_preview_leads_back_to_the_form(bob_scores, bobs_phone):
    bob_scores.record(MISTYPED)
    again = bobs_phone.post(address("correct", bob_scores.series, 1), FIGURES | WHY | {"step": "edit"})
    page = again.content.decode()
    assert again.status_code == 200
    assert 'value="8½"' in page
    assert 'value="read the wrong pile"' in page


@pytest.mark.parametrize(
    ("sent", "expected_text"),
    [
        (FIGURES, "Please say why."),
        (FIGURES | {"figure_0": "17"} | WHY, "that is 1 more than 40"),
        (FIGURES | {"figure_0": "many"} | WHY, "A: “many” is not a number."),
        (FIGURES | {"figure_0": "17"}, "Please say why."),
        (
            {"figure_0": "16", "figure_1": "8.5", "figure_2": "7", "figure_3": "8.5", "last_trick": "1"} | WHY,
            "nothing would change",
        ),
    ],
)
def test_errors_are_shown_and_the_input_is_kept(bob_scores, bobs_phone, sent, expected_text):
    bob_scores.record(MISTYPED)
    for step in ("preview", "save"):
        if step == "save" and "nothing" in expected_text:
            continue
        answer = bobs_phone.post(
            address("correct", bob_scores.series, 1), sent | {"step": step} | submit(bob_scores.series, step)
        )
        assert answer.status_code == 422
        assert expected_text in text_of(answer)
        assert f'value="{sent["figure_0"]}"' in answer.content.decode()
    assert bob_scores.state().series.version == 2


@pytest.mark.parametrize(("language", "words"), [("en", "Wrong player"), ("ne", "अर्कै खेलाडीमा लेखियो")])
def test_a_tapped_reason_is_stored_as_the_words_on_the_screen(bob_scores, bobs_phone, language, words):
    bob_scores.record(MISTYPED)
    bobs_phone.cookies["django_language"] = language
    page = address("correct", bob_scores.series, 1)
    sent = FIGURES | {"why": "wrong_player", "reason": "typed before the tap"}
    assert words in text_of(bobs_phone.post(page, sent | {"step": "preview"}))
    assert bobs_phone.post(page, sent | {"step": "save"} | submit(bob_scores.series, "save")).status_code == 302
    assert bob_scores.state().events[0].reason == words


def test_other_without_words_is_no_reason(bob_scores, bobs_phone):
    bob_scores.record(MISTYPED)
    answer = bobs_phone.post(address("correct", bob_scores.series, 1), FIGURES | {"why": "other", "step": "preview"})
    assert (answer.status_code, "Please say why." in text_of(answer)) == (422, True)


class TestWaysToCorrectCards:
    def look(self, scorer: Scorer, way: str, sent: dict[str, Any], step: str = "preview") -> Any:
        form = f"{address('correct', scorer.series, 1)}?way={way}"
        return client_of(scorer.me.user).post(form, sent | WHY | {"step": step} | submit(scorer.series))

    def save(self, scorer: Scorer, way: str, sent: dict[str, Any]) -> Any:
        """Save the correction, and return the stored record."""
        assert self.look(scorer, way, sent, "save").status_code == 302
        return scorer.state().events[0].content

    @pytest.fixture
    def first_hand(self, bob_scores: Scorer) -> Scorer:
        bob_scores.record(J40[0])
        return bob_scores

    def test_two_cards_can_change_places(self, first_hand):
        sent = CARDS | {"card": "3C", "other": "QC"}
        assert "Trick 3" in text_of(self.look(first_hand, "cards", sent))
        rows = self.save(first_hand, "cards", sent)["tricks"]
        assert (rows[0][0], rows[2][1]) == ("QC", "3C")
        assert rows[1] == J40[0]["tricks"][1]

    def test_the_cards_also_change_places_in_the_holdings(self, bob_scores):
        columns = [list(cards) for cards in zip(*J40[0]["tricks"], strict=True)]
        bob_scores.record(J40[0] | {"holdings": columns})
        holdings = self.save(bob_scores, "cards", CARDS | {"card": "3C", "other": "QC"})["holdings"]
        assert ("QC" in holdings[0], "3C" in holdings[1]) == (True, True)

    def test_direction_and_first_leader_can_be_corrected(self, first_hand):
        stored = self.save(first_hand, "cards", CARDS | {"direction": "anticlockwise", "first_leader": "1"})
        assert (stored["direction"], stored["first_leader"]) == ("anticlockwise", 1)

    def test_one_card_alone_is_not_enough(self, first_hand):
        answer = refusal_text(self.look(first_hand, "cards", CARDS | {"card": "3C"}))
        assert "Please choose both cards, or neither." in answer

    def test_all_cards_can_be_typed(self, first_hand):
        rows = [list(row) for row in J40[0]["tricks"]]
        rows[0][0], rows[2][1] = "q♣", "3c"
        text = "\r\n".join(" ".join(row) for row in rows)
        assert self.save(first_hand, "rows", {"rows": text})["tricks"][0][0] == "QC"

    @pytest.mark.parametrize(
        ("rows", "expected_text"),
        [
            ("3C 5C 4C AC", "The hand is not finished"),
            ("3C 5C", "trick 1"),
            ("XX 5C 4C AC", "“XX” is not a card."),
        ],
    )
    def test_text_that_is_not_a_hand_is_refused(self, first_hand, rows, expected_text):
        answer = self.look(first_hand, "rows", {"rows": rows})
        assert answer.status_code == 422
        assert expected_text.lower() in text_of(answer).lower()

    def test_cards_can_be_replaced_by_totals(self, first_hand):
        assert self.save(first_hand, "totals", FIGURES) == {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}

    def test_a_hand_can_become_thrown_in(self, first_hand):
        stored = self.save(first_hand, "thrown-in", {"hand-reason": "misdeal"})
        assert stored == {"thrown_in": True, "reason": "misdeal"}

    def test_an_unknown_way_of_entry_becomes_the_most_likely_one(self, bob_scores, bobs_phone):
        bob_scores.record(J40[0], J40[2])
        for number, field in ((1, 'name="card"'), (2, 'name="figure_0"')):
            page = bobs_phone.get(f"{address('correct', bob_scores.series, number)}?way=magic")
            assert field in page.content.decode()


def test_a_finished_series_cannot_be_corrected(bob_scores, bobs_phone):
    bob_scores.record(J40[2])
    bob_scores.stop(with_standard=True)
    for answer in (
        bobs_phone.get(address("correct", bob_scores.series, 1)),
        bobs_phone.post(address("correct", bob_scores.series, 1), FIGURES | WHY | {"step": "save"}),
    ):
        assert (answer.status_code, answer["Location"]) == (302, address("hand", bob_scores.series, 1))
    assert "The owner can reopen it" in text_of(bobs_phone.get(address("hand", bob_scores.series, 1)))


def test_an_out_of_date_correction_keeps_what_was_typed(bob_scores, bobs_phone, owner):
    bob_scores.record(MISTYPED)
    late = FIGURES | WHY | {"step": "save"} | submit(bob_scores.series, "late")
    alices = Scorer(owner, bob_scores.series)
    alices.record(J40[2])
    form = address("correct", bob_scores.series, 1)
    answer = bobs_phone.post(form, late)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Another scorer has changed this series meanwhile. What you typed is still here." in text_of(answer)
    assert "Alice recorded hand 2." in text_of(answer)
    assert [f'value="{typed}"' in page for typed in ("16", "8½", "7", "read the wrong pile")] == [True] * 4
    assert revisions(bob_scores.series, 1).count() == 1

    # The next preview is of the series as it is now, so the same figures can be saved.
    preview_page = bobs_phone.post(form, FIGURES | WHY | {"step": "preview"}).content.decode()
    version = bob_scores.state().series.version
    assert f'name="base_version" value="{version}"' in preview_page
    assert bobs_phone.post(form, late | submit(bob_scores.series, "again")).status_code == 302
    assert revisions(bob_scores.series, 1).count() == 2


@pytest.mark.parametrize("other_scorer", ["withdraws it", "stops the series", "corrects it to totals"])
def test_a_correction_that_fits_no_more_shows_the_newer_events(
    bob_scores, bobs_phone, owner, other_scorer, monkeypatch
):
    """The other scorer's change is saved while the correction is being processed."""
    bob_scores.record(J40[0])
    series, alices = bob_scores.series, Scorer(owner, bob_scores.series)
    correct_hand = services.correct_hand

    def correct_too_late(**arguments: Any) -> Any:
        if other_scorer == "withdraws it":
            undo(series=series, submit=alices.submit())
        elif other_scorer == "stops the series":
            stop_series(series=series, submit=alices.submit(), with_standard=True)
        else:
            correct_hand(series=series, submit=alices.submit(), number=1, record=MISTYPED, reason="by totals")
        return correct_hand(**arguments)

    monkeypatch.setattr(services, "correct_hand", correct_too_late)
    late = CARDS | {"card": "3C", "other": "QC"} | WHY | {"step": "save"} | submit(series, "late")
    answer = refusal_text(bobs_phone.post(address("correct", series, 1), late), 409)
    assert "Nothing was changed" in answer
    assert "Alice" in answer


def test_a_correction_of_a_hand_that_was_withdrawn_shows_the_newer_events(bob_scores, bobs_phone, owner):
    bob_scores.record(MISTYPED)
    form = address("correct", bob_scores.series, 1)
    preview_step = FIGURES | WHY | {"step": "preview"}
    save = FIGURES | WHY | {"step": "save"} | submit(bob_scores.series, "late")
    Scorer(owner, bob_scores.series).undo()
    for late in (preview_step, save):
        assert "Alice withdrew hand 1." in refusal_text(bobs_phone.post(form, late), 409)
    assert bobs_phone.get(form).status_code == 404
    assert bobs_phone.post(address("correct", bob_scores.series, 2), save).status_code == 404


# --- Withdrawing -----------------------------------------------------------------------------------------------------


def test_the_last_hand_can_be_withdrawn(bob_scores, bobs_phone):
    bob_scores.record(*J40)
    shown = text_of(bobs_phone.get(address("undo", bob_scores.series)))
    assert "Withdraw hand 4?" in shown
    assert "A A 41 25 1" in shown
    assert "The series is then not over yet." in shown
    sent = submit(bob_scores.series)
    for _time in range(2):
        answer = bobs_phone.post(address("undo", bob_scores.series), sent)
        assert (answer.status_code, answer["Location"]) == (302, address("page", bob_scores.series))
    state = bob_scores.state()
    assert (len(state.events), state.series.status) == (3, Status.OPEN)
    assert Event.objects.filter(kind=Withdrawn.kind).count() == 1


def test_a_series_without_hands_has_nothing_to_withdraw(bob_scores, bobs_phone):
    assert "There is no hand to withdraw." in text_of(bobs_phone.get(address("undo", bob_scores.series)))
    answer = refusal_text(bobs_phone.post(address("undo", bob_scores.series), submit(bob_scores.series)))
    assert "There is no hand to withdraw." in answer


def test_a_hand_is_not_withdrawn_from_an_out_of_date_page(bob_scores, bobs_phone):
    bob_scores.record(J40[0])
    late = submit(bob_scores.series)
    bob_scores.record(J40[2])
    assert bobs_phone.post(address("undo", bob_scores.series), late).status_code == 409
    assert len(bob_scores.state().events) == 2


# --- What a correction changes ---------------------------------------------------------------------------------------


class TestChanges:
    def changes(self, scorer: Scorer, number: int, record: Any) -> Changes:
        state = scorer.state()
        previewed = preview(state, number, record)
        assert previewed.play is not None
        return Changes(state, previewed.play)

    def test_a_correction_changes_totals_and_places(self, bob_scores):
        bob_scores.record(J40[2])
        changes = self.changes(bob_scores, 1, {"points_won": [7, 8.5, 8.5, 16]})
        figures = [
            (each.total_before, each.total_after, each.total_before != each.total_after) for each in changes.sides
        ]
        assert figures == [
            (16, -3, True),
            (-3 * HALF, -3 * HALF, False),
            (-3 * HALF, -3 * HALF, False),
            (-3, 16, True),
        ]
        assert [(each.place_before, each.place_after) for each in changes.sides] == [(1, 4), (2, 2), (2, 2), (4, 1)]
        assert changes.consequences == ["The ranking changes."]

    def test_a_correction_can_end_the_series_earlier(self, bob_scores):
        bob_scores.record(*J40[:3])
        changes = self.changes(bob_scores, 2, {"points_won": [0, 0, 26, 14]})
        assert changes.consequences == [
            "The series is then over with hand 2.",
            "The hands after hand 2 are kept, but they do not count.",
            "The ranking changes.",
        ]

    def test_a_change_can_undo_the_end(self, bob_scores):
        bob_scores.record(*J40)
        changes = Changes(bob_scores.state(), without_last_hand(bob_scores.state()))
        assert changes.consequences == ["The series is then not over yet.", "The ranking changes."]

    def test_what_it_moves_is_said_in_words(self, bob_scores):
        """Before: 16, −1½, −1½, −3. By difference A receives 54, B and C pay 16, D 22; of standard money B and C pay 25
        and D 40, all doubled below 0. Then A and D change places. A point is worth 0.25."""
        bob_scores.record(J40[2])
        changes = self.changes(bob_scores, 1, {"points_won": [7, 8.5, 8.5, 16]})
        assert [sentence.replace("\N{NO-BREAK SPACE}", " ") for sentence in changes.moved] == [
            "A becomes fourth and pays NPR 25.50 instead of receiving NPR 58.50.",
            "D becomes first and receives NPR 58.50 instead of paying NPR 25.50.",
        ]

    def test_what_it_moves_in_points(self, bob_scores):
        """B and D change places: 66 and 102 to pay, as above."""
        bob_scores.record(J40[2])
        Series.objects.update(point_value=0)
        changes = self.changes(bob_scores, 1, {"points_won": [16, 7, 8.5, 8.5]})
        assert changes.moved == [
            "B becomes fourth and pays 36 points more.",
            "D becomes second and pays 36 points less.",
        ]

    def test_a_correction_without_effect(self, bob_scores):
        bob_scores.record(J40[2])
        changes = self.changes(bob_scores, 1, J40[2] | {"last_trick": 0})
        assert changes.consequences == ["The ranking stays as it is."]
