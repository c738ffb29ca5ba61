"""Writing a hand down card by card: the draft, the taps, handing over, and what happens when two phones tap at once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.contract import Table
from games.kit.cards import CODES
from games.kit.table_view import walk
from ledger.circles.models import Member, User
from ledger.series.models import Draft, Event, Hand, Series
from tests.ledger.series.conftest import GAME, J40

pytestmark = pytest.mark.django_db

FIRST, SECOND = J40[0], J40[1]


def in_order(record: dict[str, Any]) -> list[str]:
    """The cards as they were played, one after the other."""
    play = GAME.read_record(record).value
    assert GAME.shape is not None
    return [CODES[step.card] for step in walk(play, GAME.shape(None, play, Table(4))).steps]


class Phone:
    """A scorer's phone without a script: forms and full pages."""

    def __init__(self, user: User, series: Series) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.series = series

    def url(self, name: str) -> str:
        return reverse(f"series:{name}", args=[self.series.pk])

    def begin(self, record: dict[str, Any] = FIRST, **more: Any) -> Any:
        start = {name: record[name] for name in ("direction", "first_leader")}
        return self.client.post(self.url("cards"), start | more)

    def tap(self, do: str = "lay", *, steps: int | None = None, key: str = "", **what: Any) -> Any:
        draft = Draft.objects.filter(series=self.series).first()
        seen = draft.steps if draft and steps is None else steps
        sent = {"do": do, "steps": seen or 0, "key": key or f"{do} {seen}"}
        return self.client.post(self.url("cards_tap"), sent | what, headers={"HX-Request": "true"})

    def lay(self, *cards: str) -> Any:
        for card in cards:
            answer = self.tap(card=card)
            assert answer.status_code == 200
        return answer

    def save(self, **more: Any) -> Any:
        self.series.refresh_from_db()
        sent = {"base_version": self.series.version, "key": "save"} | more
        return self.client.post(self.url("cards_save"), sent)


@pytest.fixture
def phone(scorer: Member, series: Series) -> Phone:
    return Phone(scorer.user, series)


def test_a_hand_of_52_cards_takes_51_taps_and_two_more(phone: Phone) -> None:
    phone.begin()
    *chosen, forced = in_order(FIRST)
    phone.lay(*chosen)
    assert forced in str(Draft.objects.get().record)
    assert not Hand.objects.exists()
    assert phone.save().status_code == 302
    stored = Event.objects.get(hand_number=1).content
    assert GAME.read_record(stored).value == GAME.read_record(FIRST).value
    assert not Draft.objects.exists()


def test_the_page_survives_a_reload_and_names_turn_suit_and_jaago(phone: Phone) -> None:
    phone.begin()
    phone.lay("4C", "AC")
    page = phone.client.get(phone.url("cards")).content.decode()
    assert "clubs led" in page
    assert "spades Jaago" in page
    assert "Which card did A play?" in page
    assert "4 of clubs, played" in page


def test_a_wrong_card_is_reported_when_it_shows_and_never_refused(phone: Phone) -> None:
    phone.begin(SECOND)
    cards = in_order(SECOND)
    before = phone.lay(*cards[:8]).content.decode()
    assert "not allowed</summary>" not in before
    shown = phone.lay(cards[8]).content.decode()  # the ten of spades, in trick 3
    assert "C played the 5 of spades but had to beat 6 of spades" in shown
    assert "It showed in trick 3" in shown
    assert '<details class="cards-wrong" open>' in shown
    assert '<details class="cards-wrong" open>' not in phone.client.get(phone.url("cards")).content.decode()


def test_the_same_tap_sent_twice_lays_one_card(phone: Phone) -> None:
    phone.begin()
    phone.tap(card="4C", steps=0, key="tap")
    again = phone.tap(card="4C", steps=0, key="tap")
    assert again.status_code == 200
    assert Draft.objects.get().steps == 1


def test_of_two_phones_the_second_is_told_and_shown_the_table_as_it_is(phone: Phone, owner: Member) -> None:
    other = Phone(owner.user, phone.series)
    phone.begin()
    phone.tap(card="4C", steps=0, key="bob")
    late = other.tap(card="AC", steps=0, key="alice")
    assert late.status_code == 409
    assert "Somebody else has gone on with this hand" in late.content.decode()
    assert "4 of clubs, played" in late.content.decode()
    assert other.tap(card="AC").status_code == 200
    assert Draft.objects.get().by_name == owner.name


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"card": "4C"}, "has been played already"),
        ({"card": "1X"}, "This is not a card."),
        ({"card": ""}, "A choice is missing here."),
        ({"do": "turn", "direction": "anticlockwise"}, "only before the second card"),
        ({"do": "put_right", "trick": 9, "seat": 0, "card": "AH"}, "There is no such card"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(phone: Phone, what: dict[str, Any], sentence: str) -> None:
    phone.begin()
    phone.lay("4C", "AC")
    answer = phone.tap(**{"do": "lay", **what})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Draft.objects.get().steps == 2


def test_cards_are_taken_back_one_by_one_to_the_first(phone: Phone) -> None:
    phone.begin()
    phone.lay(*in_order(FIRST)[:6])
    for _ in range(6):
        assert phone.tap("back").status_code == 200
    assert Draft.objects.get().record["tricks"] == []
    assert phone.tap("back").status_code == 422


def test_direction_and_leader_can_be_changed_before_the_second_card(phone: Phone) -> None:
    phone.begin()
    phone.lay("4C")
    phone.tap("turn", direction="anticlockwise")
    phone.tap("lead", leader=1)
    record = Draft.objects.get().record
    assert (record["direction"], record["first_leader"]) == ("anticlockwise", 1)
    assert record["tricks"] == [[None, "4C", None, None]]


def test_a_mistyped_card_changes_places_with_the_one_it_was_mistaken_for(phone: Phone) -> None:
    phone.begin()
    phone.lay(*in_order(FIRST)[:8])
    before = Draft.objects.get().record["tricks"]
    phone.tap("put_right", trick=1, seat=0, card=before[1][0])
    after = Draft.objects.get().record["tricks"]
    assert (after[0][0], after[1][0]) == (before[1][0], before[0][0])


def test_with_the_deal_written_down_a_wrong_card_shows_at_once(phone: Phone) -> None:
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


def test_a_deal_of_another_size_is_told(phone: Phone) -> None:
    phone.begin(with_holdings="on")
    answer = phone.tap("deal", cards=["4C", "5C"])
    assert (answer.status_code, Draft.objects.get().steps) == (422, 0)
    assert "13 cards were dealt to each player, not 2." in answer.content.decode()


def test_a_thrown_in_hand_keeps_what_had_been_played(phone: Phone) -> None:
    phone.begin()
    phone.lay("4C", "AC")
    phone.series.refresh_from_db()
    sent = {"reason": "a card was seen", "base_version": phone.series.version, "key": "throw"}
    assert phone.client.post(phone.url("cards_throw_in"), sent).status_code == 302
    content = Event.objects.get(hand_number=1).content
    assert content["thrown_in"] is True
    assert content["play"]["tricks"] == [[None, None, "4C", "AC"]]


def test_an_unfinished_hand_is_not_saved(phone: Phone) -> None:
    phone.begin()
    phone.lay("4C")
    answer = phone.save()
    assert answer.status_code == 422
    assert "The hand is not finished" in answer.content.decode()
    assert not Hand.objects.exists()


def test_when_a_hand_was_added_meanwhile_the_writer_chooses(phone: Phone, bob_scores: Any) -> None:
    phone.begin()
    phone.lay(*in_order(FIRST)[:-1])
    bob_scores.record(J40[2])
    late = phone.save(base_version=1)
    assert late.status_code == 409
    assert "Add mine as hand 2" in late.content.decode()
    assert Draft.objects.exists()
    assert phone.save(key="as hand 2").status_code == 302
    assert Hand.objects.count() == 2


def test_the_cards_can_be_discarded(phone: Phone) -> None:
    phone.begin()
    phone.lay("4C")
    assert "They were never saved" in phone.client.get(phone.url("cards_discard")).content.decode()
    phone.client.post(phone.url("cards_discard"))
    assert not Draft.objects.exists()


def test_a_tap_costs_the_same_however_far_the_hand_is(phone: Phone, django_assert_max_num_queries: Any) -> None:
    phone.begin()
    cards = in_order(FIRST)
    phone.lay(*cards[:2])
    with django_assert_max_num_queries(14):
        phone.lay(cards[2])
    phone.lay(*cards[3:40])
    with django_assert_max_num_queries(14):
        phone.lay(cards[40])


def test_viewers_and_outsiders(series: Series, viewer: Member, charlie: User) -> None:
    assert Phone(viewer.user, series).begin().status_code == 403
    assert Phone(charlie, series).begin().status_code == 404
