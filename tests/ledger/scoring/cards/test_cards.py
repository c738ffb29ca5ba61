"""Writing a hand down card by card: the draft, the taps, refusals, and what is saved."""

import pytest

from ledger.series.models import Draft, Event, Hand, Series
from tests.ledger.pages import refusal_text
from tests.ledger.scoring.cards.cards import FIRST, SECOND, Phone, in_order
from tests.ledger.series.conftest import GAME


@pytest.fixture
def phone(scorer, series) -> Phone:
    return Phone(scorer.user, series)


def test_a_hand_of_52_cards_takes_51_taps(phone):
    phone.begin()
    *chosen, forced = in_order(FIRST)
    for card in chosen:
        assert phone.tap(card=card).status_code == 200
    assert forced in str(Draft.objects.get().record)
    assert not Hand.objects.exists()
    assert phone.save().status_code == 302
    stored = Event.objects.get(hand_number=1).content
    assert GAME.read_record(stored).value == GAME.read_record(FIRST).value
    assert not Draft.objects.exists()


def test_the_bar_says_who_deals_and_the_totals(phone):
    Series.objects.update(first_dealer=0)
    phone.begin()
    assert "A deals · A 0, B 0, C 0, D 0." in phone.page()


def test_a_reload_shows_turn_suit_and_jaago(phone):
    phone.begin_with("4C", "AC")
    page = phone.client.get(phone.url("cards")).content.decode()
    assert "clubs led" in page
    assert "spades Jaago" in page
    assert "Which card did A play?" in page
    assert "4 of clubs, played" in page


def test_a_wrong_card_is_reported_when_it_shows_and_never_refused(phone):
    phone.begin(SECOND)
    cards = in_order(SECOND)
    before = phone.lay(*cards[:8]).content.decode()
    assert "Keep as played" not in before
    shown = phone.lay(cards[8]).content.decode()  # the ten of spades, in trick 3
    assert "C played the 5 of spades but had to beat 6 of spades" in shown
    assert "It showed in trick 3" in shown
    for choice in ("Keep as played", "Correct the card", "Throw the hand in"):
        assert choice in shown


def test_a_kept_wrong_card_is_not_reported_again_on_any_phone(phone):
    phone.play(SECOND, cards=9)
    assert "Keep as played" in phone.page()  # a reload asks again until there is an answer
    phone.tap("keep", trick=1, seat=2)
    for page in (phone.page(), Phone(phone.user, phone.series).page()):
        assert "Keep as played" not in page
        assert "1 wrong card kept as played" in page
        assert "C played the 5 of spades but had to beat 6 of spades" in page


def test_all_wrong_cards_can_be_kept_at_once(phone):
    """Both wrong cards of the document's second hand fall in the first trick."""
    phone.play(SECOND)
    page = phone.page()
    assert "1 more wrong card" in page
    assert "Keep all as played" in page
    assert phone.tap("keep").status_code == 200
    assert "2 wrong cards kept as played" in phone.page()
    assert "Keep all as played" not in phone.page()


def test_a_card_that_replaces_a_kept_one_is_judged_again(phone):
    phone.play(SECOND, cards=9)
    phone.tap("keep", trick=1, seat=2)
    phone.tap("correct_card", trick=1, seat=2, card="4S")
    page = phone.page()
    assert "C played the 4 of spades but had to beat 6 of spades" in page
    assert "Keep as played" in page


def test_only_a_wrong_card_can_be_kept(phone):
    phone.begin_with("4C", "AC")
    assert phone.tap("keep", trick=1, seat=2).status_code == 422
    assert Draft.objects.get().steps == 2


def test_the_same_tap_sent_twice_lays_one_card(phone):
    phone.begin()
    phone.tap(card="4C", steps=0, key="tap")
    again = phone.tap(card="4C", steps=0, key="tap")
    assert again.status_code == 200
    assert Draft.objects.get().steps == 1


def test_saving_with_a_script_leads_to_the_next_hand(phone):
    phone.play()
    sent = {"base_version": 1, "key": "save"}
    answer = phone.client.post(phone.url("cards_save"), sent, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == phone.url("enter_hand")


def test_the_cards_can_be_discarded(phone):
    phone.begin_with("4C")
    assert "They were never saved" in phone.client.get(phone.url("cards_discard")).content.decode()
    assert phone.discard(steps=1).headers["Location"] == phone.url("enter_hand")
    assert not Draft.objects.exists()
    assert phone.client.get(phone.url("cards_discard")).headers["Location"] == phone.url("enter_hand")


def test_discarding_needs_the_step_that_was_seen(phone):
    phone.begin()
    assert phone.client.post(phone.url("cards_discard")).status_code == 400
    assert Draft.objects.exists()


def test_the_query_count_of_a_tap_does_not_depend_on_cards(phone, django_assert_max_num_queries):
    phone.begin()
    cards = in_order(FIRST)
    phone.lay(*cards[:2])
    with django_assert_max_num_queries(14):
        phone.lay(cards[2])
    phone.lay(*cards[3:40])
    with django_assert_max_num_queries(14):
        phone.lay(cards[40])


# --- What cannot be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"card": "4C"}, "has been played already"),
        ({"card": "1X"}, "This is not a card."),
        ({"card": ""}, "A choice is missing here."),
        ({"do": "turn", "direction": "anticlockwise"}, "only before the second card"),
        ({"do": "correct_card", "trick": 9, "seat": 0, "card": "AH"}, "There is no such card"),
    ],
)
def test_an_impossible_tap_is_refused_and_changes_nothing(phone, what, sentence):
    phone.begin_with("4C", "AC")
    assert sentence in refusal_text(phone.tap(**{"do": "lay", **what}))
    assert Draft.objects.get().steps == 2


def test_cards_are_taken_back_one_by_one_to_the_first(phone):
    phone.play(cards=6)
    for _ in range(6):
        assert phone.tap("back").status_code == 200
    assert Draft.objects.get().record["tricks"] == []
    assert phone.tap("back").status_code == 422


def test_direction_and_leader_can_be_changed_before_the_second_card(phone):
    phone.begin_with("4C")
    phone.tap("turn", direction="anticlockwise")
    phone.tap("lead", leader=1)
    record = Draft.objects.get().record
    assert (record["direction"], record["first_leader"]) == ("anticlockwise", 1)
    assert record["tricks"] == [[None, "4C", None, None]]


def test_a_corrected_card_changes_places_with_a_played_one(phone):
    phone.play(cards=8)
    before = Draft.objects.get().record["tricks"]
    phone.tap("correct_card", trick=1, seat=0, card=before[1][0])
    after = Draft.objects.get().record["tricks"]
    assert (after[0][0], after[1][0]) == (before[1][0], before[0][0])


def test_with_the_deal_entered_a_wrong_card_is_reported_at_once(phone):
    phone.begin(with_holdings="on")
    hands = [[row[seat] for row in FIRST["tricks"]] for seat in range(4)]
    for hand in hands[:3]:
        assert (
            phone.client.post(
                phone.url("cards_tap"),
                {"do": "deal", "cards": hand, "steps": Draft.objects.get().steps, "key": hand[0]},
            ).status_code
            == 302
        )
    assert sorted(Draft.objects.get().record["holdings"][3]) == sorted(hands[3])
    # Seat 3 led nothing yet: seat 2 leads the four of clubs, and seat 3 has the ace and a lower club.
    answer = phone.lay("4C", "2C").content.decode()
    assert "D played the 2 of clubs but had to beat 4 of clubs" in answer


def deal(phone: Phone) -> list[list[str]]:
    """Begin a hand, and enter the cards of three players. The fourth has the rest."""
    phone.begin(with_holdings="on")
    hands = [[row[seat] for row in FIRST["tricks"]] for seat in range(4)]
    for hand in hands[:3]:
        phone.tap("deal", cards=hand)
    return hands


def test_the_deal_is_taken_back_player_by_player(phone):
    hands = deal(phone)
    assert "Which card did" in phone.page()
    phone.lay("4C")
    for _ in range(2):  # the card, then the cards of the third player and with them the rest, the fourth player's
        assert phone.tap("back").status_code == 200
    assert "What was C dealt?" in phone.page()
    phone.tap("back")
    assert "What was B dealt?" in phone.page()
    assert [sorted(hand) for hand in Draft.objects.get().record["holdings"]] == [sorted(hands[0])]


def test_a_wrong_deal_can_be_dropped_while_playing(phone):
    hands = deal(phone)
    assert "C was not dealt" in refusal_text(phone.tap(card=hands[3][0]))
    phone.tap("skip_deal")
    assert phone.tap(card=hands[3][0]).status_code == 200


def test_a_deal_of_the_wrong_size_is_refused(phone):
    phone.begin(with_holdings="on")
    answer = phone.tap("deal", cards=["4C", "5C"])
    assert (answer.status_code, Draft.objects.get().steps) == (422, 0)
    assert "13 cards were dealt to each player, not 2." in answer.content.decode()


def test_a_thrown_in_hand_keeps_its_cards(phone):
    phone.begin_with("4C", "AC")
    phone.series.refresh_from_db()
    sent = {"reason": "a card was seen", "base_version": phone.series.version, "key": "throw"}
    assert phone.client.post(phone.url("cards_throw_in"), sent).status_code == 302
    content = Event.objects.get(hand_number=1).content
    assert content["thrown_in"] is True
    assert content["play"]["tricks"] == [[None, None, "4C", "AC"]]


def test_an_unfinished_hand_is_not_saved(phone):
    phone.begin_with("4C")
    assert "The hand is not finished" in refusal_text(phone.save())
    assert not Hand.objects.exists()
