"""The screen for a round of CHA: both ways to enter it, the preview, and the stored record."""

import re
from typing import Any

import pytest
from django.test import Client

from ledger.series.models import Hand, Series, Status
from ledger.series.state import SeriesState, series_state
from tests.ledger.pages import address, markup_of, refusal_text, stored, submit
from tests.ledger.series.conftest import start_game


class Phone:
    """Bob's phone on the screen for the next round."""

    def __init__(self, client: Client, series: Series) -> None:
        self.client, self.series = client, series
        self.saves = 0

    def screen(self) -> str:
        return markup_of(self.client.get(address("enter_hand", self.series)))

    def preview(self, **typed: Any) -> str:
        answer = self.client.get(address("preview_hand", self.series), {"led_by": "0"} | typed)
        assert answer.status_code == 200
        return markup_of(answer)

    def save(self, **typed: Any) -> tuple[int, str]:
        self.saves += 1
        sent = submit(self.series, f"key-{self.saves}") | {"led_by": "0"} | typed
        answer = self.client.post(address("enter_hand", self.series), sent)
        return answer.status_code, markup_of(answer)

    def state(self) -> SeriesState:
        return series_state(Series.objects.get(pk=self.series.pk))


@pytest.fixture
def phone(bobs_phone, scorer, players) -> Phone:
    return Phone(bobs_phone, start_game(scorer, "cha", players[:2], first_dealer=0).series)


@pytest.fixture
def short_phone(bobs_phone, scorer, players) -> Phone:
    """Bob's phone in a game with ace, two and three in the chest."""
    return Phone(bobs_phone, start_game(scorer, "cha", players[:2], preset="short", first_dealer=0).series)


def outcome(winner: object, *bought: int) -> dict[str, Any]:
    return {"way": "outcome", "winner": str(winner), "bought": [str(worth) for worth in bought]}


def hands(one: str, other: str, *bought: int, **more: Any) -> dict[str, Any]:
    cards = {f"card_{code}": str(seat) for seat, hand in enumerate((one, other)) for code in hand.split()}
    return {"way": "hands", "bought": [str(worth) for worth in bought]} | cards | more


def in_chest(screen: str) -> list[int]:
    boxes = re.findall(r'<input[^>]*name="bought"[^>]*>', screen)
    return [int(re.search(r'value="(\d)"', box)[1]) for box in boxes]  # type: ignore[index]


def pile_of(screen: str, seat: int) -> list[str]:
    pile = screen.partition(f'data-pile="{seat}"')[2].partition("</section>")[0]
    return re.findall(r'aria-label="([^"]+)"', pile)


# --- The outcome -----------------------------------------------------------------------------------------------------


def test_save_winner_and_diamond(phone):
    assert phone.save(**outcome(1, 7))[0] == 302
    assert phone.save(**outcome("tie"))[0] == 302
    assert stored() == [{"winner": 1, "bought": [7]}, {"winner": "tie", "bought": []}]
    assert list(phone.state().play.standing.cumulative) == [0, 7]


def test_follower_sees_who_starts(phone):
    page = markup_of(phone.client.get(address("page", phone.series)))
    assert "Starts" in page
    assert "15 to go" in page
    assert "Deals" not in page


def test_extra_round_shows_no_diamonds_to_go(short_phone):
    page = address("page", short_phone.series)
    for bought in ((1, 3), (0, 1)):
        short_phone.save(**outcome(*bought))
    assert "3 to go" in short_phone.client.get(page).content.decode()
    short_phone.save(**outcome(0, 2))
    shown = markup_of(short_phone.client.get(page))
    assert not re.search(r"\d to go", shown)
    assert "an extra round decides" in shown


def test_bought_diamonds_move_from_the_chest_to_their_buyer(phone):
    assert in_chest(phone.screen()) == [1, 2, 3, 4, 5, 6, 7]
    phone.save(**outcome(1, 7))
    phone.save(**outcome(0, 1, 2))
    screen = phone.screen()
    assert in_chest(screen) == [3, 4, 5, 6]
    assert (pile_of(screen, 0), pile_of(screen, 1)) == (["ace of diamonds", "2 of diamonds"], ["7 of diamonds"])


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"way": "outcome"}, "Say who won the round, or that it was a tie."),
        (outcome(0), "The winner buys a diamond: say which."),
        (outcome(0, 1, 2, 3), "The winner can buy 2, not more."),
        (outcome("tie", 1), "No diamond is bought in a tie."),
        (outcome(1, 7), "7 of diamonds has been bought before."),
        (hands("KH QH", ""), "Tap the cards of both players."),
        (hands("KH QH", "KS", 1), "A hand has at least 2 cards."),
        (hands("KH QH", "KS KD"), "The winner buys a diamond: say which."),
        (hands("KH QH", "KS KD", 1, 2), "The winner can buy 1, not more."),
    ],
)
def test_impossible_round_is_not_saved(phone, typed, sentence):
    phone.save(**outcome(0, 7))
    status, screen = phone.save(**typed)
    assert (status, Hand.objects.count()) == (422, 1)
    assert sentence in screen
    # The diamond that was bought before is still with its buyer.
    assert pile_of(screen, 0) == ["7 of diamonds"]


# --- Both hands ------------------------------------------------------------------------------------------------------


def test_revealed_hands_are_stored_and_judged(phone):
    assert phone.save(**hands("KH QH JC", "KC QD", 7, led_by="1"))[0] == 302
    assert stored() == [
        {"hands": [["KH", "QH", "JC"], ["KC", "QD"]], "led_by": 1, "drew_on": [], "bought": [7]},
    ]
    assert list(phone.state().play.standing.cumulative) == [7, 0]


def test_preview_shows_the_judgement_before_buying(phone):
    preview = phone.preview(**hands("KH QH JC", "KC QD"))
    assert re.findall("<li>([^<]+)</li>", preview) == [
        "A shows: the loving couple, one jack.",
        "B shows: a couple.",
        "A jack of A cancels a couple of B.",
        "Valid couples: 1 to 0.",
    ]
    assert 'data-won="0"' in preview
    assert "A wins: tap what is bought from the chest." in preview
    assert "entry__note--wrong" not in preview
    assert "+7 makes 7" in phone.preview(**hands("KH QH JC", "KC QD", 7))


def test_tie_names_no_winner(phone):
    preview = phone.preview(**hands("JS JC KD QD", "KC QH"))
    assert "Valid couples: 0 to 0, a tie." in preview
    assert "data-won" not in preview


def test_one_hand_alone_is_not_judged(phone):
    assert "<li>" not in phone.preview(**hands("KH QH JC", ""))
    assert "<li>" not in phone.preview(way="outcome")
    assert "<li>" not in phone.preview(**hands("KH QH JC", "KS"))


def test_record_keeps_judgement_and_overruling(phone):
    preview = phone.preview(**hands("KH QH JC", "KC QD", overruled="1"))
    assert "Valid couples: 1 to 0." in preview
    assert "The table decided: B wins." in preview
    assert 'data-won="1"' in preview
    assert phone.save(**hands("KH QH JC", "KC QD", 6, overruled="1"))[0] == 302
    assert phone.save(**hands("KH QH JC", "KC QD", overruled="tie"))[0] == 302
    assert [content["overruled"] for content in stored()] == [{"winner": 1}, {"winner": "tie"}]
    assert list(phone.state().play.standing.cumulative) == [0, 6]


def test_player_who_drew_on_is_marked(phone):
    assert "A drew on after the reveal, by the cultured couple." in phone.preview(
        **hands("KC QC", "KH KS", drew_on=["0"])
    )
    phone.save(**hands("KC QC", "KH KS", 1, drew_on=["0"]))
    assert stored()[0]["drew_on"] == [0]


# --- The end ---------------------------------------------------------------------------------------------------------


def test_last_diamond_ends_the_series_and_the_loser_pays(phone):
    for typed in (outcome(0, 3), outcome(0, 4), outcome(0, 7)):
        phone.save(**typed)
    phone.series.refresh_from_db()
    assert phone.series.status == Status.OPEN
    phone.save(**outcome(0, 1))
    phone.series.refresh_from_db()
    assert phone.series.status == Status.FINISHED
    (paid,) = phone.state().outcome.transfers
    assert (paid.payer, paid.payee, paid.points) == (1, 0, 10)


def test_smaller_chest_with_level_totals_has_an_extra_round(short_phone):
    assert in_chest(short_phone.screen()) == [1, 2, 3]
    short_phone.save(**outcome(1, 3))
    short_phone.save(**outcome(0, 1, 2))
    screen = short_phone.screen()
    assert "The chest is empty and both are level: an extra round decides." in screen
    assert "The chest is empty." in screen
    assert short_phone.save(**outcome("tie"))[0] == 302
    assert "With this hand the series is over." in short_phone.preview(**outcome(1))
    assert short_phone.save(**outcome(1))[0] == 302
    short_phone.series.refresh_from_db()
    assert short_phone.series.status == Status.FINISHED
    assert series_state(short_phone.series).play.standing.ranking == ((1,), (0,))


# --- Correcting ------------------------------------------------------------------------------------------------------


def test_correct_a_round_in_its_entry_form(phone):
    phone.save(**hands("KH QH JC", "KC QD", 7))
    phone.save(**outcome(1, 6))
    correct = address("correct", phone.series, 1)
    page = markup_of(phone.client.get(correct))
    assert in_chest(page) == [1, 2, 3, 4, 5, 7]
    checked = [tag for tag in re.findall("<input[^>]*>", page) if " checked" in tag]
    answers = {(re.search('name="([^"]+)"', tag)[1], re.search('value="([^"]*)"', tag)[1]) for tag in checked}  # type: ignore[index]
    expected = {("way", "hands"), ("card_KH", "0"), ("card_KC", "1"), ("card_JS", ""), ("led_by", "0"), ("bought", "7")}
    assert expected <= answers
    sent = hands("KH QH JC", "KC QD", 5) | {"led_by": "0", "reason": "It was the five.", "step": "save"}
    assert phone.client.post(correct, sent | submit(phone.series)).status_code == 302
    assert [content["bought"] for content in stored()] == [[5], [6]]


def test_correction_cannot_sell_a_diamond_twice(phone):
    """Another player has bought the six in a later round."""
    phone.save(**outcome(0, 7))
    phone.save(**outcome(1, 6))
    sent = outcome(0, 6) | {"led_by": "0", "reason": "It was the six.", "step": "save"}
    answer = phone.client.post(address("correct", phone.series, 1), sent | submit(phone.series))
    sentence = "Hand 2 would no longer fit: 6 of diamonds has been bought before."
    assert sentence in refusal_text(answer)
    assert [content["bought"] for content in stored()] == [[7], [6]]


def test_hand_page_shows_judgement_and_decision(phone):
    phone.save(**hands("KH QH JC", "KC QD", 6, overruled="1"))
    page = markup_of(phone.client.get(address("hand", phone.series, 1)))
    assert "A jack of A cancels a couple of B." in page
    assert "The table decided: B wins." in page
    assert "B wins the round and buys diamonds worth 6." in page


def test_a_diamond_that_no_screen_offers_is_refused(phone):
    tampered = outcome(0) | {"bought": ["9" * 5000]}  # more digits than Python reads as one number
    assert phone.save(**tampered)[0] == 422
    phone.preview(**tampered)
    assert not phone.state().play.hands
