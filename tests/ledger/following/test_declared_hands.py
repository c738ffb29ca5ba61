"""The page of a hand, and the API: who declared what, whether it was made, and what could have been announced."""

from typing import Any

import pytest

from tests.ledger.api.conftest import bobs
from tests.ledger.pages import text_at
from tests.ledger.standings.test_declared import CLUBS, GRAND, LOST_NULL, play, start

__all__ = ["bobs"]


SCHNEIDER = {"declarer": 0, "contract": "grand", "matadors": 1, "hand": True, "points": 95}
NOBODY = {"re": [3], "kind": "solo", "re_points": 75, "re_said": "no_90", "kontra_said": "black"}
BELOW_90 = {"re": [0, 2], "kind": "normal", "re_points": 155}


@pytest.fixture
def read(bobs_phone, bobs) -> Any:
    def texts(series: str, number: int) -> tuple[str, Any]:
        hand = bobs.get(f"series/{series}").json()["hands"][number - 1]  # type: ignore[attr-defined]
        return text_at(bobs_phone, f"/series/{series}/hands/{number}/"), hand

    return texts


def test_made_and_lost(scorer, players, read):
    series = play(scorer, players[:3], SCHNEIDER, LOST_NULL, CLUBS, {"passed": True}).series.pk
    page, hand = read(series, 1)
    assert "A declared Grand and made it." in page
    assert "Who plays:" not in page  # said already
    assert "Game: Grand" not in page
    assert "Schneider was there to be announced." in page
    assert "Card points: 95" in page
    assert hand["missed"] == ["Schneider was there to be announced."]
    made = {"seat": 0, "partners": [], "contract": "grand", "title": "Grand", "made": True}
    assert hand["declared"] == made
    page, hand = read(series, 2)
    assert "B declared Null and lost." in page
    assert "Card points" not in page
    assert hand["declared"] == made | {"seat": 1, "contract": "null", "title": "Null", "made": False}
    page, hand = read(series, 3)
    assert "was there to be" not in page
    assert hand["missed"] == []
    page, hand = read(series, 4)
    assert "declared" not in page
    assert hand["declared"] is None


def test_a_reason_is_listed_once_for_all_players(scorer, players, read):
    """The defence showed two single poignées, which are two lines."""
    poignees = [{"side": "defence", "size": 1}] * 2
    hand = {"taker": 0, "contract": "petite", "bouts": 2, "points": 45, "poignees": poignees}
    page, _hand = read(play(scorer, players, hand, game="tarot").series.pk, 1)
    assert page.count("A wins Petite by 4: 25 + 4 = 29") == 1
    assert page.count("single poignée for the winners: 20") == 2


def test_nobody_wins_and_nobody_declares(scorer, players, read):
    series = play(scorer, players, NOBODY, BELOW_90, game="doppelkopf").series.pk
    page, hand = read(series, 1)
    assert "D declared Solo, and nobody won." in page
    assert hand["declared"]["made"] is None
    page, hand = read(series, 2)
    assert "“No 90” could have been said." in page
    assert " declared " not in page
    assert hand["declared"] is None


def test_nothing_seldom_is_said_of_a_usual_hand(scorer, players, read):
    usual = {"game": "call", "declarer": 0, "partner": 2, "points": 75}
    series = play(scorer, players, usual, usual | {"runners": 3}, game="schafkopf").series.pk
    page, _hand = read(series, 1)
    assert "Runners" not in page
    assert "Doubled" not in page
    page, _hand = read(series, 2)
    assert "Runners: 3" in page
    assert "Doubled" not in page


def test_the_revisions_of_a_hand_side_by_side(scorer, players, bobs_phone):
    played = start(scorer, players[:3])
    played.record(GRAND)
    played.correct(1, CLUBS)
    page = text_at(bobs_phone, f"/series/{played.series.pk}/hands/1/")
    assert "Game Grand ♣" in page
    assert "A declared Clubs and made it." in page
    assert "Card points 95 75 Made" not in page  # made as before
    assert "Card points 95 75" in page
    played.correct(1, GRAND | {"points": 50})
    page = text_at(bobs_phone, f"/series/{played.series.pk}/hands/1/")
    assert "Card points 95 75 50 Made yes yes no" in page


def test_partners_have_their_own_bids_and_tricks(scorer, players, read):
    bids = {"bids": [4, "nil", 3, 5], "tricks": [5, 0, None, 5]}
    page, _hand = read(play(scorer, players, bids, game="spades").series.pk, 1)
    assert "Player Bid Tricks A A 4 5 B B Nil 0 C C 3 3 D D 5 5" in page
    calls = {"calls": [4, 3, 2, 2], "tricks": [5, 3, 2, 3]}
    page, _hand = read(play(scorer, players, calls, game="call-break").series.pk, 1)
    assert "Player Call Tricks A A 4 5 B B 3 3 C C 2 2 D D 2 3" in page


def test_the_readers_own_line_says_so(scorer, players, read):
    players[1].claimed_by = scorer
    players[1].save()
    page, _hand = read(play(scorer, players[:3], SCHNEIDER).series.pk, 1)
    assert "B B You" in page
    assert "A A You" not in page


def test_a_record_that_is_judged(bobs):
    judged = bobs.post("games/skat/judge", {"seats": 3, "record": SCHNEIDER}).json()  # type: ignore[attr-defined]
    assert judged["declared"] == {"seat": 0, "partners": [], "contract": "grand", "title": "Grand", "made": True}
    assert judged["missed"] == ["Schneider was there to be announced."]
    record = {"taker": 0, "partner": 2, "contract": "garde", "bouts": 2, "points": 40}
    judged = bobs.post("games/tarot/judge", {"seats": 5, "record": record}).json()  # type: ignore[attr-defined]
    assert judged["declared"] == {"seat": 0, "partners": [2], "contract": "garde", "title": "Garde", "made": False}
    record = {"team": 1, "bid": 100, "trump": "none", "points": 122, "taker": 3}
    judged = bobs.post("games/belote/judge", {"seats": 4, "record": record}).json()  # type: ignore[attr-defined]
    assert judged["declared"] == {"seat": 3, "partners": [1], "contract": "none", "title": "No trump", "made": True}
    record = {"bids": [4, "nil", 3, 5], "tricks": [5, 0, 3, 5]}
    judged = bobs.post("games/spades/judge", {"seats": 4, "record": record}).json()  # type: ignore[attr-defined]
    assert judged["declared"] is None
    judged = bobs.post("games/skat/judge", {"seats": 3, "record": {"passed": True}}).json()  # type: ignore[attr-defined]
    assert judged["declared"] is None
