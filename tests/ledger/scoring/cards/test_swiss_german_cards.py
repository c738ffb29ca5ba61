"""A table on which Swiss-German cards lie. The record has the same codes for every pack: JH is the Under of Rosen."""

from typing import Any

import pytest

from games.kit.options import CardFaces
from ledger.circles.models import CardFaces as OfTheCircle
from ledger.series.models import Event
from tests.ledger.pages import address, text_of
from tests.ledger.scoring.cards.cards import Phone
from tests.ledger.series.conftest import start_game

# Seat 1 does not follow Schilten, but has one: it plays the Under of Schilten in the second trick.
REVOKE = ("10S", "6C", "QS", "KS", "7S", "9S", "JS", "8S")


@pytest.fixture
def phone(scorer, players) -> Phone:
    return Phone(scorer.user, start_game(scorer, "jass", players, card_faces="swiss_german").series)


def begin(phone: Phone, **more: Any) -> Any:
    return phone.client.post(
        phone.url("cards"), {"direction": "clockwise", "first_leader": 0, "trump": "hearts"} | more
    )


def test_the_circle_knows_the_same_packs_as_the_rulebook():
    assert dict(OfTheCircle.choices) == {faces.value: faces.label for faces in CardFaces}


def test_keys_cards_and_labels_are_those_of_the_pack(phone):
    assert "Eicheln Schilten Schellen Rosen" in text_of(phone.client.get(phone.url("enter_hand")))
    begin(phone)
    page = phone.lay("10S", "JS").content.decode()
    for part in (
        'aria-label="Under of Rosen"',
        'aria-label="Banner of Schilten, played"',
        "Rosen is trump",
        "Schilten led",
        "card--banner",
        'href="#g-S"',
    ):
        assert part in page
    for french in ("hearts", "spades", "jack"):
        assert french not in page


def test_a_wrong_card_is_explained_in_the_words_of_the_pack(phone):
    begin(phone)
    page = text_of(phone.lay(*REVOKE))
    assert "played the 6 of Eicheln but had to follow Schilten. Could have been played: Under of Schilten." in page
    phone.client.cookies["django_language"] = "ne"
    assert "शिल्टेन उन्डर" in text_of(phone.client.get(phone.url("cards")))


def test_a_whole_hand_has_the_codes_of_any_pack_and_its_pages_the_names(phone):
    begin(phone)
    phone.lay(*[rank + suit for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SCDH"][:-1])
    assert phone.save().status_code == 302
    record = Event.objects.get(hand_number=1).content
    assert (record["trump"], sorted(record["tricks"][5])) == ("hearts", ["JC", "JD", "JH", "JS"])
    assert "Trump: Rosen" in text_of(phone.client.get(address("hand", phone.series, 1)))
    assert "Ass of Schellen" in text_of(phone.client.get(address("correct", phone.series, 1)))
    for name, more in (("hand", (1,)), ("correct", (1,)), ("cards", ())):
        page = phone.client.get(address(name, phone.series, *more)).content.decode()
        assert 'id="g-S"' in page, f"no drawings on the page {name}"


def test_a_series_of_before_the_choice_has_french_cards(phone):
    """The rules of an older series have no option for the pack."""
    del phone.series.rules["card_faces"]
    phone.series.save(update_fields=["rules"])
    begin(phone)
    page = phone.lay("10S").content.decode()
    assert 'aria-label="jack of hearts"' in page
    assert "Hearts" in text_of(phone.client.get(phone.url("enter_hand")))
