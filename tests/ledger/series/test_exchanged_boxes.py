"""Two hands of a team were each written into the other's box: how a table corrects it: docs/rules/coiffeur.md."""

import re
from typing import Any

import pytest

from ledger.lib.refusals import Refused
from ledger.series.models import Status
from tests.ledger.pages import address, text_of
from tests.ledger.series.conftest import Scorer, start_game


def box(team: int, kind: str, points: int) -> dict[str, Any]:
    return {"team": team, "kind": kind, "card_points": points}


WRITTEN = [box(1, "clubs", 100), box(0, "clubs", 60), box(1, "hearts", 50), box(0, "hearts", 40)]
LAST_TWO = [box(1, "spades", 10), box(0, "spades", 20)]
# Hand 1 was hearts and hand 3 clubs: team 1 has 300 + 50, and with spades 40 more. Team 0 has 60 + 120, and 80 more.


@pytest.fixture
def scored(scorer, players) -> Scorer:
    boxes = [{"kind": kind, "factor": factor} for kind, factor in (("clubs", 1), ("hearts", 3), ("spades", 4))]
    return start_game(scorer, "coiffeur", players, first_dealer=0, boxes=boxes)


def correct(scored: Scorer, number: int, kind: str) -> None:
    scored.correct(number, WRITTEN[number - 1] | {"kind": kind}, "The other box.")


def exchange(scored: Scorer) -> None:
    correct(scored, 3, "spades")
    correct(scored, 1, "hearts")
    correct(scored, 3, "clubs")


def test_a_box_of_a_later_hand_is_refused_and_that_hand_is_named(scored):
    scored.record(*WRITTEN)
    with pytest.raises(Refused, match="Hand 3 would no longer fit: This team has played Hearts already, in hand 1"):
        correct(scored, 1, "hearts")


def test_with_an_open_box_three_corrections_exchange_two_boxes(scored):
    scored.record(*WRITTEN)
    exchange(scored)
    assert list(scored.state().play.standing.cumulative) == [180, 350, 180, 350]


def test_when_all_boxes_are_full_the_last_hands_are_undone_first(scored):
    scored.record(*WRITTEN, *LAST_TWO)
    for _hand in LAST_TWO:
        scored.undo()
    exchange(scored)
    state = scored.record(*LAST_TWO)
    assert list(state.play.standing.cumulative) == [260, 390, 260, 390]
    assert state.series.status == Status.FINISHED


def test_the_page_of_an_exchanged_hand_shows_what_it_said_before(scored, bobs_phone):
    """Hand 3 was 50 in hearts, times 3. Spades counted times 4, and clubs count once."""
    scored.record(*WRITTEN)
    exchange(scored)
    page = text_of(bobs_phone.get(address("hand", scored.series, 3)))
    assert re.findall(r"50 \(\+(\d+)\)", page) == ["150", "200"]
