"""One hand, its revisions, correcting and withdrawing it, and the whole history."""

from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Member, User
from ledger.series.models import Event, Kind, Status
from ledger.series.selectors import revisions
from ledger.series.services import correct_hand, stop_series, undo
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.pages import address, client_of, submit, text_of

pytestmark = pytest.mark.django_db

MISTYPED = {"points_won": [16, 8.5, 7, 8.5], "last_trick": 1}
FIGURES = {"figure_0": "16", "figure_1": "8½", "figure_2": "8.5", "figure_3": "7", "last_trick": "1"}
CARDS = {"direction": "clockwise", "first_leader": "2", "card": "", "other": ""}
WHY = {"reason": "read the wrong pile"}


@pytest.fixture
def bob_at(bob_scores: Scorer, bob: User) -> Client:
    return client_of(bob)


# --- The hand --------------------------------------------------------------------------------------------------------


def test_a_hand_has_its_points_and_reasons(bob_scores: Scorer, viewer: Member) -> None:
    bob_scores.record(*J40[:3])
    shown = text_of(client_of(viewer.user).get(address("hand", bob_scores.series, 3)))
    assert "A A 16 +16 25 B B 8½ −1½ 8½ C C 8½ −1½ 14½ D D 7 −3 −8" in shown
    assert "D won 7, fewer than 10, and enters 7 − 10 = −3." in shown
    assert "B won the last trick." in shown
    assert "Bob recorded hand 3." in shown
    assert "Correct this hand" not in shown


def test_a_hand_card_by_card_has_every_trick(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(*J40[:2])
    page = bob_at.get(address("hand", bob_scores.series, 2))
    shown = text_of(page)
    assert [f'id="trick-{number}"' in page.content.decode() for number in range(1, 15)] == [True] * 13 + [False]
    assert "A led, B takes it." in shown
    assert "B led and takes it." in shown
    assert "clubs Jaago" in shown
    assert "2 cards were played that the rules did not allow." in shown
    assert (
        "C played the 5 of spades but had to beat 6 of spades. "
        "Could have been played: 10 of spades, queen of spades. It showed in trick 3."
    ) in shown


def test_a_thrown_in_deal_shows_the_reason(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record({"thrown_in": True, "reason": "a card lay face up"})
    shown = text_of(bob_at.get(address("hand", bob_scores.series, 1)))
    assert "The deal was thrown in and does not count. a card lay face up" in shown


def test_a_thrown_in_deal_shows_the_cards_that_were_played(bob_scores: Scorer, bob_at: Client) -> None:
    begun = J40[0] | {"tricks": [*J40[0]["tricks"][:2], [None, None, "8C", None]]}
    bob_scores.record({"thrown_in": True, "reason": "", "play": begun})
    shown = text_of(bob_at.get(address("hand", bob_scores.series, 1)))
    assert "Trick 3" in shown
    assert "The trick was not finished." in shown


def test_a_hand_after_the_end_says_so(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(*J40[:2])
    everything = {"points_won": [40, 0, 0, 0]}
    correct_hand(series=bob_scores.series, submit=bob_scores.submit(), number=1, record=everything, reason="oops")
    shown = text_of(bob_at.get(address("hand", bob_scores.series, 2)))
    assert "This hand came after the end of the series and does not count." in shown


def test_a_hand_that_does_not_exist_is_404(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(J40[2])
    for number in (0, 2, 10**12):
        assert bob_at.get(address("hand", bob_scores.series, number)).status_code == 404
        assert bob_at.get(address("correct", bob_scores.series, number)).status_code == 404


def test_revisions_are_side_by_side_with_differences_marked(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(MISTYPED)
    details = {"number": 1, "record": J40[2], "reason": "read the wrong pile"}
    correct_hand(series=bob_scores.series, submit=bob_scores.submit(), **details)
    page = bob_at.get(address("hand", bob_scores.series, 1))
    shown = text_of(page)
    assert "Bob corrected hand 1. “read the wrong pile”" in shown
    assert "A 16 16 B 8½ (−1½) 8½ (−1½) C 7 (−3) 8½ (−1½) D 8½ (−1½) 7 (−3) Last trick B B" in shown
    assert page.content.decode().count('<td class="changed">') == 2


def test_only_tricks_that_differ_are_compared(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(J40[0])
    swapped = [list(row) for row in J40[0]["tricks"]]
    swapped[0][0], swapped[2][1] = swapped[2][1], swapped[0][0]
    record = J40[0] | {"tricks": swapped}
    correct_hand(series=bob_scores.series, submit=bob_scores.submit(), number=1, record=record, reason="mixed up")
    page = bob_at.get(address("hand", bob_scores.series, 1)).content.decode()
    side_by_side = page[page.index("Side by side") :]
    assert [f"Trick {number}<" in side_by_side for number in (1, 2, 3, 4)] == [True, False, True, False]


def test_a_withdrawn_hand_can_still_be_read(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(J40[0], J40[2])
    undo(series=bob_scores.series, submit=bob_scores.submit())
    shown = text_of(bob_at.get(address("hand", bob_scores.series, 2)))
    assert "This hand was withdrawn." in shown
    assert "Bob withdrew hand 2." in shown
    assert "Correct this hand" not in shown


# --- Correcting ------------------------------------------------------------------------------------------------------


def test_a_correction_is_previewed_before_it_is_saved(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(*J40[:2], MISTYPED)
    form = address("correct", bob_scores.series, 3)
    shown = text_of(bob_at.get(form))
    assert "Correct hand 3" in shown
    look = bob_at.post(form, FIGURES | WHY | {"step": "preview"})
    assert look.status_code == 200
    seen = text_of(look)
    assert "C 7 (−3) 8½ (−1½) D 8½ (−1½) 7 (−3)" in seen
    assert "C C 13 14½ 2 D D −6½ −8 4" in seen
    assert "The ranking stays as it is." in seen
    assert revisions(bob_scores.series, 3).count() == 1


def test_a_correction_sent_twice_is_saved_once(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(*J40[:2], MISTYPED)
    form = address("correct", bob_scores.series, 3)
    sent = FIGURES | WHY | {"step": "save"} | submit(bob_scores.series)
    for _time in range(2):
        saved = bob_at.post(form, sent)
        assert (saved.status_code, saved["Location"]) == (302, address("hand", bob_scores.series, 3))
    recorded, corrected = revisions(bob_scores.series, 3)
    assert (corrected.kind, corrected.reason, corrected.by_name) == (Kind.CORRECTED, "read the wrong pile", "Bob")
    assert (recorded.content["points_won"], corrected.content["points_won"]) == ([16, 8.5, 7, 8.5], [16, 8.5, 8.5, 7])


def test_the_preview_leads_back_to_the_form(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(MISTYPED)
    again = bob_at.post(address("correct", bob_scores.series, 1), FIGURES | WHY | {"step": "edit"})
    page = again.content.decode()
    assert again.status_code == 200
    assert 'value="8½"' in page
    assert 'value="read the wrong pile"' in page


@pytest.mark.parametrize(
    ("sent", "expected_text"),
    [
        (FIGURES, "Why? This field is required."),
        (FIGURES | {"figure_0": "17"} | WHY, "that is 1 more than 40"),
        (FIGURES | {"figure_0": "many"} | WHY, "A: “many” is not a number."),
        (FIGURES | {"figure_0": "17"}, "Why? This field is required."),
        (
            {"figure_0": "16", "figure_1": "8.5", "figure_2": "7", "figure_3": "8.5", "last_trick": "1"} | WHY,
            "nothing would change",
        ),
    ],
)
def test_errors_are_shown_and_the_input_is_kept(
    bob_scores: Scorer, bob_at: Client, sent: dict[str, str], expected_text: str
) -> None:
    bob_scores.record(MISTYPED)
    for step in ("preview", "save"):
        if step == "save" and "nothing" in expected_text:
            continue
        answer = bob_at.post(
            address("correct", bob_scores.series, 1), sent | {"step": step} | submit(bob_scores.series, step)
        )
        assert answer.status_code == 422
        assert expected_text in text_of(answer)
        assert f'value="{sent["figure_0"]}"' in answer.content.decode()
    assert bob_scores.state().series.version == 2


class TestWaysToCorrectCards:
    def look(self, client: Client, scorer: Scorer, way: str, sent: dict[str, Any], step: str = "preview") -> Any:
        form = f"{address('correct', scorer.series, 1)}?way={way}"
        return client.post(form, sent | WHY | {"step": step} | submit(scorer.series))

    def stored(self, scorer: Scorer) -> Any:
        return scorer.state().events[0].content

    def test_two_cards_can_change_places(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0])
        sent = CARDS | {"card": "3C", "other": "QC"}
        assert "Trick 3" in text_of(self.look(bob_at, bob_scores, "cards", sent))
        assert self.look(bob_at, bob_scores, "cards", sent, "save").status_code == 302
        rows = self.stored(bob_scores)["tricks"]
        assert (rows[0][0], rows[2][1]) == ("QC", "3C")
        assert rows[1] == J40[0]["tricks"][1]

    def test_the_cards_also_change_places_in_the_holdings(self, bob_scores: Scorer, bob_at: Client) -> None:
        columns = [list(cards) for cards in zip(*J40[0]["tricks"], strict=True)]
        bob_scores.record(J40[0] | {"holdings": columns})
        assert self.look(bob_at, bob_scores, "cards", CARDS | {"card": "3C", "other": "QC"}, "save").status_code == 302
        holdings = self.stored(bob_scores)["holdings"]
        assert ("QC" in holdings[0], "3C" in holdings[1]) == (True, True)

    def test_direction_and_first_leader_can_be_corrected(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0])
        sent = CARDS | {"direction": "anticlockwise", "first_leader": "1"}
        assert self.look(bob_at, bob_scores, "cards", sent, "save").status_code == 302
        stored = self.stored(bob_scores)
        assert (stored["direction"], stored["first_leader"]) == ("anticlockwise", 1)

    def test_one_card_alone_is_not_enough(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0])
        answer = self.look(bob_at, bob_scores, "cards", CARDS | {"card": "3C"})
        assert answer.status_code == 422
        assert "Please choose both cards, or neither." in text_of(answer)

    def test_all_cards_can_be_typed(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0])
        rows = [list(row) for row in J40[0]["tricks"]]
        rows[0][0], rows[2][1] = "q♣", "3c"
        text = "\r\n".join(" ".join(row) for row in rows)
        assert self.look(bob_at, bob_scores, "rows", {"rows": text}, "save").status_code == 302
        assert self.stored(bob_scores)["tricks"][0][0] == "QC"

    @pytest.mark.parametrize(
        ("rows", "expected_text"),
        [
            ("3C 5C 4C AC", "The hand is not finished"),
            ("3C 5C", "trick 1"),
            ("XX 5C 4C AC", "“XX” is not a card."),
        ],
    )
    def test_text_that_is_not_a_hand_is_refused(
        self, bob_scores: Scorer, bob_at: Client, rows: str, expected_text: str
    ) -> None:
        bob_scores.record(J40[0])
        answer = self.look(bob_at, bob_scores, "rows", {"rows": rows})
        assert answer.status_code == 422
        assert expected_text.lower() in text_of(answer).lower()

    def test_cards_can_be_replaced_by_totals(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0])
        assert self.look(bob_at, bob_scores, "totals", FIGURES, "save").status_code == 302
        assert self.stored(bob_scores) == {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}

    def test_a_hand_can_become_thrown_in(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0])
        assert self.look(bob_at, bob_scores, "thrown-in", {"hand-reason": "misdeal"}, "save").status_code == 302
        assert self.stored(bob_scores) == {"thrown_in": True, "reason": "misdeal"}

    def test_an_unknown_way_of_entry_becomes_the_most_likely_one(self, bob_scores: Scorer, bob_at: Client) -> None:
        bob_scores.record(J40[0], J40[2])
        for number, field in ((1, 'name="card"'), (2, 'name="figure_0"')):
            page = bob_at.get(f"{address('correct', bob_scores.series, number)}?way=magic")
            assert field in page.content.decode()


def test_a_finished_series_cannot_be_corrected(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(J40[2])
    stop_series(series=bob_scores.series, submit=bob_scores.submit(), with_standard=True)
    for answer in (
        bob_at.get(address("correct", bob_scores.series, 1)),
        bob_at.post(address("correct", bob_scores.series, 1), FIGURES | WHY | {"step": "save"}),
    ):
        assert (answer.status_code, answer["Location"]) == (302, address("hand", bob_scores.series, 1))
    assert "The owner can reopen it" in text_of(bob_at.get(address("hand", bob_scores.series, 1)))


def test_an_out_of_date_correction_shows_the_newer_events(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(MISTYPED)
    late = FIGURES | WHY | {"step": "save"} | submit(bob_scores.series, "late")
    bob_scores.record(J40[2])
    answer = bob_at.post(address("correct", bob_scores.series, 1), late)
    assert answer.status_code == 409
    assert "Nothing was changed" in text_of(answer)
    assert "Bob recorded hand 2." in text_of(answer)
    assert revisions(bob_scores.series, 1).count() == 1


def test_viewers_cannot_correct_or_withdraw(bob_scores: Scorer, viewer: Member) -> None:
    bob_scores.record(J40[2])
    client = client_of(viewer.user)
    for name, more in (("correct", [1]), ("undo", [])):
        for answer in (client.get, client.post):
            assert answer(address(name, bob_scores.series, *more)).status_code == 403


# --- Withdrawing -----------------------------------------------------------------------------------------------------


def test_the_last_hand_can_be_withdrawn(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(*J40)
    shown = text_of(bob_at.get(address("undo", bob_scores.series)))
    assert "Withdraw hand 4?" in shown
    assert "A A 41 25 1" in shown
    assert "The series is then not over yet." in shown
    sent = submit(bob_scores.series)
    for _time in range(2):
        answer = bob_at.post(address("undo", bob_scores.series), sent)
        assert (answer.status_code, answer["Location"]) == (302, address("page", bob_scores.series))
    state = bob_scores.state()
    assert (len(state.events), state.series.status) == (3, Status.OPEN)
    assert Event.objects.filter(kind=Kind.WITHDRAWN).count() == 1


def test_a_series_without_hands_has_nothing_to_withdraw(bob_scores: Scorer, bob_at: Client) -> None:
    assert "There is no hand to withdraw." in text_of(bob_at.get(address("undo", bob_scores.series)))
    answer = bob_at.post(address("undo", bob_scores.series), submit(bob_scores.series))
    assert answer.status_code == 422
    assert "There is no hand to withdraw." in text_of(answer)


def test_a_hand_is_not_withdrawn_from_an_out_of_date_page(bob_scores: Scorer, bob_at: Client) -> None:
    bob_scores.record(J40[0])
    late = submit(bob_scores.series)
    bob_scores.record(J40[2])
    assert bob_at.post(address("undo", bob_scores.series), late).status_code == 409
    assert len(bob_scores.state().events) == 2


# --- The history -----------------------------------------------------------------------------------------------------


def test_the_history_lists_every_event_latest_first(bob_scores: Scorer, viewer: Member) -> None:
    bob_scores.record(MISTYPED, J40[0])
    undo(series=bob_scores.series, submit=bob_scores.submit())
    details = {"number": 1, "record": J40[2], "reason": "read the wrong pile"}
    correct_hand(series=bob_scores.series, submit=bob_scores.submit(), **details)
    shown = text_of(client_of(viewer.user).get(address("history", bob_scores.series)))
    expected = [
        "Bob corrected hand 1. “read the wrong pile”",
        "Bob withdrew hand 2.",
        "Bob recorded hand 2.",
        "Bob recorded hand 1.",
        "Bob started the series.",
    ]
    places = [shown.index(sentence) for sentence in expected]
    assert places == sorted(places)
    assert bob_scores.state().series.latest_hash[:12] in shown
