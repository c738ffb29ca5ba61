"""The page of a hand with its revisions, and the history."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from ledger.lib import formatting
from ledger.series.selectors import history
from ledger.series.services import Submit, record_hand
from ledger.series.starting import start_once
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40, start_game
from tests.ledger.series.evening import MISTYPED

# --- The hand --------------------------------------------------------------------------------------------------------


def test_a_hand_has_its_points_and_reasons(bob_scores, viewer):
    bob_scores.record(*J40[:3])
    shown = text_of(client_of(viewer.user).get(address("hand", bob_scores.series, 3)))
    assert "A A 16 +16 25 B B 8½ −1½ 8½ C C 8½ −1½ 14½ D D 7 −3 −8" in shown
    assert "D won 7, fewer than 10, and enters 7 − 10 = −3." in shown
    assert "B won the last trick." in shown
    assert "Bob recorded hand 3." in shown
    assert "Correct this hand" not in shown


def test_points_entered_as_they_were_won_are_shown_once(scorer, players):
    """In Differenzler the points won are how far the announcement was off, and not the card points."""
    bob = start_game(scorer, "differenzler", players)
    bob.record({"announced": [40, 30, 50, 20], "card_points": [45, 30, 52, 30]})
    shown = text_of(client_of(scorer.user).get(address("hand", bob.series, 1)))
    assert "Points won" not in shown
    assert "A A +5 5 B B 0 0 C C +2 2 D D +10 10" in shown


def test_the_list_of_hands_says_what_was_played(scorer, players):
    bob = start_game(scorer, "jass", players, preset="schieber")
    bob.record({"card_points": [100, 57], "trump": "hearts", "meld_team": 1, "melds": [20, 50]})
    bob.record({"thrown_in": True, "reason": "misdeal"})
    tricks = [[rank + suit for suit in "SCDH"] for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    played = {"trump": "spades", "direction": "anticlockwise", "first_leader": 0, "tricks": tricks}
    bob.record(played | {"meld_team": 0, "melds": [300], "stoeck": 0})
    shown = text_of(client_of(scorer.user).get(address("page", bob.series)))
    assert "1 Rosen · Weis: 20, 50 100 +100" in shown
    assert "2 no score" in shown
    assert "3 Schilten · Weis: 300 1254 +1154" in shown  # 157, 100 for the match, 300 and 20, twice
    hand = text_of(client_of(scorer.user).get(address("hand", bob.series, 3)))
    assert "Team with the best Weis: A & C Weis: 300 Team with Stöck: A & C" in hand


def test_the_list_of_hands_has_what_was_announced(scorer, players):
    bob = start_game(scorer, "differenzler", players)
    bob.record({"announced": [40, 30, 0, 20], "card_points": [45, 30, 52, 30]})
    shown = text_of(client_of(scorer.user).get(address("page", bob.series)))
    assert "1 5 +5 (40) 0 0 (30) 52 +52 (0) 10 +10 (20)" in shown
    assert "In brackets: Said." in shown


def test_what_partners_get_together_is_said_once(scorer, players):
    bob = start_game(scorer, "jass", players)
    bob.record({"card_points": [100, 57], "trump": "hearts"})
    shown = text_of(client_of(scorer.user).get(address("hand", bob.series, 1)))
    assert shown.count("100 in cards") == 1
    assert shown.count("57 in cards") == 1


def test_a_hand_of_a_finished_series_says_how_to_correct_it(bob_scores, bobs_phone, owner, viewer):
    bob_scores.record(*J40)
    place, reopen = address("hand", bob_scores.series, 1), address("reopen", bob_scores.series)
    assert f'href="{reopen}"' in client_of(owner.user).get(place).content.decode()
    assert "the owner of the circle must reopen the series" in text_of(bobs_phone.get(place))
    assert "reopen" not in text_of(client_of(viewer.user).get(place))


def test_a_hand_card_by_card_has_every_trick(bob_scores, bobs_phone):
    bob_scores.record(*J40[:2])
    page = bobs_phone.get(address("hand", bob_scores.series, 2))
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


def test_a_thrown_in_deal_shows_the_reason(bob_scores, bobs_phone):
    bob_scores.record({"thrown_in": True, "reason": "a card lay face up"})
    shown = text_of(bobs_phone.get(address("hand", bob_scores.series, 1)))
    assert "The deal was thrown in and does not count. a card lay face up" in shown


def test_a_thrown_in_deal_shows_the_cards_that_were_played(bob_scores, bobs_phone):
    begun = J40[0] | {"tricks": [*J40[0]["tricks"][:2], [None, None, "8C", None]]}
    bob_scores.record({"thrown_in": True, "reason": "", "play": begun})
    shown = text_of(bobs_phone.get(address("hand", bob_scores.series, 1)))
    assert "Trick 3" in shown
    assert "The trick was not finished." in shown


def test_a_hand_after_the_end_says_so(bob_scores, bobs_phone):
    bob_scores.record(*J40[:2])
    bob_scores.correct(1, {"points_won": [40, 0, 0, 0]}, "oops")
    shown = text_of(bobs_phone.get(address("hand", bob_scores.series, 2)))
    assert "This hand came after the end of the series and does not count." in shown


def test_a_hand_that_does_not_exist_is_404(bob_scores, bobs_phone):
    bob_scores.record(J40[2])
    for number in (0, 2, 10**12):
        assert bobs_phone.get(address("hand", bob_scores.series, number)).status_code == 404
        assert bobs_phone.get(address("correct", bob_scores.series, number)).status_code == 404


def test_revisions_are_side_by_side_with_differences_marked(bob_scores, bobs_phone):
    bob_scores.record(MISTYPED)
    bob_scores.correct(1, J40[2], "read the wrong pile")
    page = bobs_phone.get(address("hand", bob_scores.series, 1))
    shown = text_of(page)
    assert "Bob corrected hand 1. “read the wrong pile”" in shown
    assert "A 16 16 B 8½ (−1½) 8½ (−1½) C 7 (−3) 8½ (−1½) D 8½ (−1½) 7 (−3)" in shown
    for row in ("Last trick", "Written down"):  # the same in both
        assert row not in shown
    assert page.content.decode().count('<td class="changed">') == 2


def test_what_differs_beside_the_points_is_compared(bob_scores, bobs_phone):
    bob_scores.record(J40[2])
    bob_scores.correct(1, J40[2] | {"last_trick": 2}, "the last trick was Chandra's")
    shown = text_of(bobs_phone.get(address("hand", bob_scores.series, 1)))
    assert "D 7 (−3) 7 (−3) Last trick B C" in shown
    assert "Written down" not in shown


def test_only_tricks_that_differ_are_compared(bob_scores, bobs_phone):
    bob_scores.record(J40[0])
    swapped = [list(row) for row in J40[0]["tricks"]]
    swapped[0][0], swapped[2][1] = swapped[2][1], swapped[0][0]
    bob_scores.correct(1, J40[0] | {"tricks": swapped}, "mixed up")
    page = bobs_phone.get(address("hand", bob_scores.series, 1)).content.decode()
    side_by_side = page[page.index("Side by side") :]
    assert [f"Trick {number}<" in side_by_side for number in (1, 2, 3, 4)] == [True, False, True, False]


def test_a_withdrawn_hand_can_still_be_read(bob_scores, bobs_phone):
    bob_scores.record(J40[0], J40[2])
    bob_scores.undo()
    shown = text_of(bobs_phone.get(address("hand", bob_scores.series, 2)))
    assert "This hand was withdrawn." in shown
    assert "Bob withdrew hand 2." in shown
    assert "Correct this hand" not in shown


# --- The history -----------------------------------------------------------------------------------------------------


def test_the_history_lists_every_event_latest_first(bob_scores, viewer):
    bob_scores.record(MISTYPED, J40[0])
    bob_scores.undo()
    bob_scores.correct(1, J40[2], "read the wrong pile")
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


# --- Without signal --------------------------------------------------------------------------------------------------


def test_pages_say_when_a_hand_was_entered_and_when_it_was_sent(bob_scores, agreed, bobs_phone, viewer):
    """The pages show Nepal time, in which 15:15 UTC is 21:00."""
    began = datetime(2024, 10, 20, 15, 15, tzinfo=UTC)
    series = start_once(me=bob_scores.me, agreed=agreed, played_at=began).state.series
    record: dict[str, Any] = {"series": series, "record": J40[2]}
    record_hand(**record, submit=Submit(bob_scores.me, 1, played_at=began + timedelta(minutes=5)))
    record_hand(**record, submit=Submit(bob_scores.me, 2, played_at=began))
    record_hand(**record, submit=Submit(bob_scores.me, 3, played_at=timezone.now() + timedelta(hours=1)))
    sent = {event.number: formatting.day_and_time(event.at) for event in history(series)}
    corrected = "· the phone’s time could not be right, and was corrected"
    told = [
        f"Bob started the series. 20 October 2024, 21:00 · without signal, sent on {sent[1]}",
        f"Bob recorded hand 1. 20 October 2024, 21:05 · without signal, sent on {sent[2]}",
        f"Bob recorded hand 2. 20 October 2024, 21:05 · without signal, sent on {sent[3]} {corrected}",
        f"Bob recorded hand 3. {sent[4]} {corrected}",
    ]
    shown = text_of(client_of(viewer.user).get(address("history", series)))
    places = [shown.index(sentence) for sentence in told]
    assert places == sorted(places, reverse=True)
    assert shown.count("without signal") == 3
    for number in (1, 2, 3):
        assert told[number] in text_of(bobs_phone.get(address("hand", series, number)))
