"""Games with questions besides the cards: trump before the first card, and announcements until the hand is saved.

Nine tricks, each of one rank: spade, club, diamond, heart. Hearts are trump, so the fourth player takes every trick,
and the lead goes 0, 3, 2, 1, 0, 3, 2, 1, 0. A trick of nines is then worth 14, of tens 40, of jacks 3 × 2 + 20 = 26, of
queens 12, of kings 16, of aces 44, and the last one 5 more. Seats 3, 2 and 1 win those of 6, 7 and 8, worth nothing;
then 0 takes 14, 3 takes 40, 2 takes 26, 1 takes 12, 0 takes 16 and 3 takes 49. Seats 0 and 2 have 56, 1 and 3 have 101.
"""

import re
from typing import Any

import pytest

from ledger.circles.models import Member, Player
from ledger.circles.services.players import add_player
from ledger.series.models import Draft, Event, Series
from tests.ledger.pages import refusal_text, text_of
from tests.ledger.scoring.cards.cards import Phone
from tests.ledger.series.conftest import start_game

ORDER = [rank + suit for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SCDH"]


def phone_of(me: Member, slug: str, players: list[Player], **rules: Any) -> Phone:
    return Phone(me.user, start_game(me, slug, players, **rules).series)


@pytest.fixture
def phone(scorer, players) -> Phone:
    """Swiss club Jass, A and C against B and D."""
    return phone_of(scorer, "jass", players, preset="swiss-club")


def begin(phone: Phone, **more: Any) -> Any:
    return phone.client.post(phone.url("cards"), {"direction": "clockwise", "first_leader": 0} | more)


def lay_all(phone: Phone, trump: str) -> None:
    """Lay all cards but the last, which the site lays by itself."""
    begin(phone, trump=trump)
    phone.lay(*ORDER[:-1])


def result(phone: Phone) -> str:
    return text_of(phone.client.get(phone.url("cards")))


def test_trump_must_be_known_before_the_first_card(phone):
    assert "Announced before play" in phone.page()
    assert "Please choose: Trump" in refusal_text(begin(phone))
    assert not Draft.objects.exists()
    begin(phone, trump="hearts", passed="on")
    record = Draft.objects.get().record
    assert (record["trump"], record["passed"]) == ("hearts", True)


def test_what_the_cards_show_is_not_asked_before_them(phone):
    page = phone.client.get(phone.url("cards")).content.decode()
    assert 'name="trump"' in page
    for shown in ("weis", "melds_0", "meld_team", "stoeck", "chosen_by"):
        assert f'name="{shown}"' not in page


def test_errors_at_the_start_are_beside_their_fields(scorer, players):
    phone = phone_of(scorer, "coiffeur", players)
    refused = refusal_text(begin(phone, team=0, kind="joker"))
    assert "Say what the joker was played as: cards are judged by it." in refused
    assert not Draft.objects.exists()


def test_trump_is_shown_beside_the_table(phone):
    begin(phone, trump="hearts")
    assert "Trump: Hearts" in text_of(phone.client.get(phone.url("cards")))


def ways(phone: Phone, tricks: int) -> list[str]:
    """What the screen says of each trick before its first card."""
    said = []
    for trick in range(1, tricks + 1):
        way = re.search(rf"Trick {trick}: (Top down|Bottom up)", result(phone))
        said.append(way[1] if way else "")
        phone.lay(*ORDER[4 * trick - 4 : 4 * trick])
    return said


def test_a_trick_is_called_by_its_way_where_that_changes(scorer, players):
    down, up = "Top down", "Bottom up"
    expected = {
        "slalom_up": [up, down, up, down, up, down],
        "guschti": [down, down, down, down, up, up],
        "misere": [""] * 6,
        "bottom_up": [""] * 6,
        "hearts": [""] * 6,
    }
    for trump, said in expected.items():
        phone = phone_of(scorer, "jass", players, preset="schieber", kinds=["slalom_up", "guschti", "misere"])
        begin(phone, trump=trump)
        assert (trump, ways(phone, 6)) == (trump, said)


def test_a_hand_of_36_cards_takes_35_taps(phone):
    lay_all(phone, trump="hearts")
    page = result(phone)
    for row in ("A A & C 56 +56 56", "B B & D 101 +101 101"):
        assert row in page
    assert phone.save().status_code == 302
    assert Event.objects.get(hand_number=1).content["trump"] == "hearts"


def test_partners_have_one_score_while_cards_are_laid(phone):
    """The fourth trick, of nines, is the first that is worth anything: 14 for seat 0."""
    begin(phone, trump="hearts")
    phone.lay(*ORDER[:16])
    assert "A & C 14 B & D 0" in result(phone)


# Spades are trump and seat 0 leads, so each seat plays one suit from six to ace: four Weis of 300. Seat 0 has Stöck.
ALL_OF_A, ONE_OF_A, ALL_OF_B = "(0, (300, 300))", "(0, (300,))", "(1, (300, 300))"


def test_later_answers_are_given_before_saving_and_counted_at_once(phone):
    lay_all(phone, trump="spades")
    assert "A & C: 600" in result(phone)
    sent = {"trump": "spades", "weis": ALL_OF_A, "stoeck": "0"}
    answer = phone.tap("answer", **sent)
    assert answer.status_code == 200
    # 157, 100 for the match, 600 and 20 are 877; spades count double.
    for row in ("A A & C 157 +1754 1754", "B B & D 0 0 0"):
        assert row in text_of(answer)
    assert re.search(r'value="\(0, \(300, 300\)\)"[^>]* checked', answer.content.decode())
    again = phone.client.get(phone.url("cards")).content.decode()
    assert re.search(r'value="\(0, \(300, 300\)\)"[^>]* checked', again)
    phone.save(answers="yes", **sent)
    content = Event.objects.get(hand_number=1).content
    assert (content["meld_team"], content["melds"], content["stoeck"]) == (0, [300, 300], 0)


def test_without_a_script_the_save_includes_the_answers(phone):
    lay_all(phone, trump="spades")
    phone.tap("answer", trump="spades", weis=ONE_OF_A)
    phone.save(answers="yes", trump="spades", weis=ALL_OF_B)
    content = Event.objects.get(hand_number=1).content
    assert (content["meld_team"], content["melds"]) == (1, [300, 300])
    assert "stoeck" not in content


def test_an_answer_is_taken_back(phone):
    lay_all(phone, trump="spades")
    phone.tap("answer", trump="spades", weis=ONE_OF_A, stoeck="0")
    phone.tap("answer", trump="spades", weis="", stoeck="")
    told = {name for name, value in Draft.objects.get().record.items() if value}
    assert not told & {"weis", "melds", "meld_team", "stoeck"}


def test_nothing_is_asked_that_nobody_could_announce(phone):
    """With hearts for trump nobody has three in a row, and seats 0 and 1 had the king and the queen of hearts."""
    lay_all(phone, trump="hearts")
    page = phone.client.get(phone.url("cards")).content.decode()
    assert 'name="passed"' in page
    assert 'name="weis"' not in page
    assert 'name="stoeck"' not in page


def test_an_answer_that_contradicts_the_cards_is_refused(phone):
    """The draft already has an answer that the cards contradict. It can still be changed."""
    lay_all(phone, trump="hearts")
    draft = Draft.objects.get()
    draft.record |= {"stoeck": 0}
    draft.save()
    sentence = "No player of this team had both king and queen of trump."
    assert sentence in result(phone)
    assert sentence in refusal_text(phone.save(answers="yes", trump="hearts", stoeck=0))
    assert not Event.objects.filter(hand_number=1).exists()
    phone.save(answers="yes", trump="hearts")
    assert Event.objects.filter(hand_number=1).exists()


def test_a_refused_answer_is_kept_on_the_screen(phone):
    """With hearts for trump nobody had Stöck."""
    lay_all(phone, trump="spades")
    phone.tap("answer", trump="spades", stoeck="0")
    refused = phone.tap("answer", trump="hearts", stoeck="0")
    assert refused.status_code == 422
    assert "No player of this team had both king and queen of trump." in text_of(refused)
    assert re.search(r'name="stoeck" value="0"[^>]* checked', refused.content.decode())
    assert Draft.objects.get().record["trump"] == "spades"


def test_corrected_trump_keeps_the_order_of_play(phone):
    """With spades for trump the first player takes every trick, so the lead stays with 0."""
    begin(phone, trump="hearts")
    phone.lay(*ORDER[:6])
    assert phone.tap("answer", trump="spades").status_code == 200
    assert Draft.objects.get().record["tricks"] == [["6S", "6C", "6D", "6H"], ["7S", "7C", None, None]]


def test_announcements_can_be_changed_while_playing(phone):
    begin(phone, trump="hearts")
    phone.lay(*ORDER[:5])
    assert "?answers" in phone.page()
    page = phone.client.get(phone.url("cards") + "?answers").content.decode()
    assert "What was announced" in page
    assert 'name="trump"' in page
    assert 'name="passed"' in page


# --- Three and five at the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "tricks"), [(3, 9), (5, 7)])
def test_a_hand_of_three_or_five(seats, tricks, scorer, players):
    sitting = [*players, add_player(circle=scorer.circle, name="E")][:seats]
    phone = phone_of(scorer, "putz", sitting)
    begin(phone, trump="hearts")
    # Hearts last, so that one is left over as the card that was turned up.
    phone.lay(*sorted(ORDER, key=lambda card: card.endswith("H"))[: seats * tricks])
    page = result(phone)
    assert "Hand 1, all cards played" in page
    assert phone.save().status_code == 302
    assert len(Event.objects.get(hand_number=1).content["tricks"]) == tricks
    assert Series.objects.get().version == 2


def test_in_spades_the_answer_names_the_teams_that_bid_blind(scorer, players):
    phone = phone_of(scorer, "spades", players, blind=True)
    bids = {f"bids_{seat}": bid for seat, bid in enumerate((3, "nil", 4, 5))}
    assert "A & C" in text_of(phone.client.get(phone.url("cards")))
    assert begin(phone, blind_teams="((0,),)", **bids).status_code == 302
    assert Draft.objects.get().record["blind"] == [0]
    changed = phone.tap("answer", blind_teams="((0, 1),)", **bids)
    assert (changed.status_code, Draft.objects.get().record["blind"]) == (200, [0, 1])
    answers = phone.client.get(phone.url("cards") + "?answers").content.decode()
    assert 'value="((0, 1),)" ' in answers
    assert phone.tap("answer", **bids).status_code == 200
    assert not Draft.objects.get().record["blind"]
