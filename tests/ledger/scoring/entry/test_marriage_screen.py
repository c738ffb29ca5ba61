"""The screen for a deal of Marriage: from what is typed and tapped to the record, and what it refuses."""

from collections.abc import Callable
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.circles.services.players import add_player
from ledger.scoring.entry.games.marriage import HandForm
from tests.ledger.pages import address, refusal_text
from tests.ledger.scoring.entry.conftest import save
from tests.ledger.series.conftest import Scorer, start_game

GAME = BY_SLUG["marriage"]
Starts = Callable[..., Scorer]
SEEN_BY_ALL = {f"state_{seat}": "seen" for seat in range(4)}
# Maal 10, 5, 0 and 3; the first wins.
WON = {**SEEN_BY_ALL, "maal_0": "10", "maal_1": "5", "maal_3": "3", "winner": "0"}


@pytest.fixture
def start(scorer, circle) -> Starts:
    def started(seats: int = 4) -> Scorer:
        players = [add_player(circle=circle, name=name) for name in "ABCDEF"[:seats]]
        return start_game(scorer, "marriage", players, first_dealer=0)

    return started


def record_of(bob: Scorer, **typed: str) -> dict[str, Any]:
    form = HandForm(bob.state(), typed)
    assert form.is_valid(), form.errors
    return form.record()


def test_a_deal_is_saved(start):
    bob = start()
    assert save(bob, WON).status_code == 302
    # From the rules: 31, −1, −21, −9.
    assert list(bob.state().play.standing.cumulative) == [31, -1, -21, -9]


def test_states_become_seen_and_dublee(start):
    record = record_of(start(), state_0="dublee", maal_0="4", state_1="unseen", state_2="", state_3="seen", winner="0")
    assert record == {
        "players": [
            {"maal": 4, "seen": True, "dublee": True},
            {"maal": 0, "seen": False, "dublee": False},
            None,
            {"maal": 0, "seen": True, "dublee": False},
        ],
        "winner": 0,
    }


def test_tapped_cards_are_the_maal(start):
    record = record_of(start(2), state_0="seen", tiplu_0="1", marriage_0="1", state_1="seen", winner="1")
    assert record["players"][0] == {"maal": 13, "seen": True, "dublee": False, "taps": {"tiplu": 1, "marriage": 1}}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"winner": "1"}, {"winner": 1}),
        ({"winner": "1", "foul": "on"}, {"foul": 1}),
        ({"winner": "nobody"}, {}),
        ({"winner": "nobody", "foul": "on"}, {}),
    ],
)
def test_who_finished_is_a_winner_or_a_foul(start, typed, kept):
    record = record_of(start(2), state_0="seen", state_1="seen", **typed)
    assert {name: value for name, value in record.items() if name != "players"} == kept


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"tiplu_0": "1"}, "The cards of A come to 3, and the maal says 10."),
        ({"winner": ""}, "Choose who finished, or “No one”."),
        ({"state_0": "unseen"}, "A finished, and so must have seen."),
        ({"state_0": ""}, "A does not sit in this deal."),
        ({"tiplu_1": "4", "maal_1": ""}, "This number is too large or too small."),
        ({"tiplu_1": "1.5", "maal_1": ""}, "This must be a whole number."),
        ({"maal_1": "two"}, "“two” is not a number."),
    ],
)
def test_what_cannot_be_is_said_beside_what_was_typed(start, changed, fault):
    assert fault in refusal_text(save(start(), WON | changed))


def test_preview_says_what_the_deal_brings(bobs_phone, start):
    preview = address("preview_hand", start().series)
    page = " ".join(bobs_phone.get(preview, WON).content.decode().split())
    assert "+31 makes 31" in page
    assert page.count(">Seen</span>") == 4
    counted = bobs_phone.get(preview, WON | {"maal_0": "", "marriage_0": "1"}).content.decode()
    assert "Seen · 10" in counted


def test_a_fault_is_shown_at_the_figure_of_the_player(start):
    page = save(start(), WON | {"tiplu_1": "9", "maal_1": ""}).content.decode()
    assert page.count("seat-tile--wrong") == 1
    assert "please check" in page


def test_withdrawn_deal_is_filled_in_again(start):
    bob = start(3)
    recorded = {"players": [{"maal": 8, "seen": True, "taps": {"tiplu": 2}}, None, {"maal": 3}], "foul": 2}
    bob.record(recorded)
    content = bob.state().events[-1].content
    bob.undo()
    initial = HandForm(bob.state()).initial_from(content)
    again = record_of(bob, **{name: str(value) for name, value in initial.items() if value not in (None, False)})
    assert GAME.read_record(again).value == GAME.read_record(recorded).value


@pytest.mark.parametrize(("seats", "possible"), [(2, True), (5, True), (6, False)])
def test_players_can_join_up_to_six(start, seats, possible):
    assert start(seats).state().can_be_joined is possible
