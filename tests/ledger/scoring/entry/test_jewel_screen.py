"""The screen for a hand of Jewel: from taps to the record, and the preview."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.circles.services.players import add_player
from ledger.scoring.entry.entry_form import entry_form
from ledger.scoring.entry.games.jewel import HandForm
from ledger.series.services import join_series
from tests.games.jewel.test_account import NETS, WORKED_HAND
from tests.ledger.pages import address, client_of, refusal_text
from tests.ledger.scoring.entry.conftest import save
from tests.ledger.series.conftest import Scorer, start_game

GAME = BY_SLUG["jewel"]
Starts = Callable[..., Scorer]


@pytest.fixture
def start(scorer, circle) -> Starts:
    def started(seats: int, **rules: int) -> Scorer:
        players = [add_player(circle=circle, name=name) for name in "ABCDEFGHI"[:seats]]
        return start_game(scorer, "jewel", players, first_dealer=0, **rules)

    return started


def filled_in(hand: dict[str, Any]) -> dict[str, str]:
    """The fields of this hand as the screen would send them."""
    return {
        f"{what}_{seat}": str(value)
        for seat, shown in enumerate(hand["players"])
        for what, value in (shown or {"ended": ""}).items()
    }


def form_for(bob: Scorer, **typed: str) -> HandForm:
    form = HandForm(bob.state(), typed)
    assert form.is_valid(), form.errors
    return form


def preview(bob: Scorer, typed: dict[str, str]) -> str:
    answer = client_of(bob.me.user).get(address("preview_hand", bob.series), typed)
    assert answer.status_code == 200
    return answer.content.decode()


def worth(page: str, seat: int) -> list[str]:
    """What the preview shows of a player: the net of the hand, the new total, and both in words."""
    found = re.search(rf'id="player-{seat}-worth"[^>]*>(.*?)</span></span>', page, re.DOTALL)
    assert found
    return [text for part in re.split(r"<[^>]*>|→", found[1]) if (text := part.strip())]


# --- From the screen to the record -----------------------------------------------------------------------------------


def test_save_the_hand_of_the_source(start):
    bob = start(9)
    assert save(bob, filled_in(WORKED_HAND)).status_code == 302
    state = bob.state()
    assert list(state.play.standing.cumulative) == NETS
    assert state.play.hands[0].record == GAME.read_record(WORKED_HAND).value


def test_typed_points_are_added_to_counted_ones(start):
    form = form_for(start(2), ended_0="declared", bonus_0="4", marriages_0="1", ended_1="played", jewels_1="५")
    assert form.record() == {
        "players": [{"ended": "declared", "marriages": 1, "bonus": 4}, {"ended": "played", "jewels": 5}]
    }


@pytest.mark.parametrize(
    ("ended", "kept"),
    [
        ("declared", {"single_jewels": 1, "marriages": 1, "bonus": 2}),
        ("played", {"single_jewels": 1, "marriages": 1, "bonus": 2, "penalty": 4}),
        ("packed", {"single_jewels": 1}),
        ("mid_packed", {"single_jewels": 1}),
    ],
)
def test_hidden_figures_are_not_recorded(start, ended, kept):
    """A marriage was tapped before the player was changed to packed."""
    typed = {"single_jewels_0": "1", "marriages_0": "1", "bonus_0": "2", "penalty_0": "4"}
    form = form_for(start(2), ended_0=ended, ended_1="played", **typed)
    assert form.record()["players"][0] == {"ended": ended} | kept


def test_absent_player_is_not_in_the_record(start):
    form = form_for(start(3), ended_0="declared", ended_1="", single_jewels_1="3", ended_2="played")
    assert form.record() == {"players": [{"ended": "declared"}, None, {"ended": "played"}]}


# --- Who sits --------------------------------------------------------------------------------------------------------


def sitting(bob: Scorer) -> list[str]:
    form = entry_form(bob.state(), record={})
    assert isinstance(form, HandForm)
    return [part.name for part in form.players if part.state.value()]


def test_new_hand_begins_with_the_players_of_the_last_one(start):
    bob = start(4)
    assert sitting(bob) == ["A", "B", "C", "D"]
    bob.record({"players": [{"ended": "declared"}, None, {"ended": "played"}]})
    # B has left. D is not in the record and is treated as a new player.
    assert sitting(bob) == ["A", "C", "D"]


def test_player_who_has_joined_sits_in_the_next_hand(start, circle):
    bob = start(2)
    bob.record({"players": [{"ended": "declared"}, {"ended": "played"}]})
    esha: Player = add_player(circle=circle, name="Esha")
    join_series(series=bob.series, submit=bob.submit(), player=esha)
    assert sitting(bob) == ["A", "B", "Esha"]


def test_withdrawn_hand_is_filled_in_again(bobs_phone, start):
    bob = start(3)
    bob.record({"players": [{"ended": "declared", "super_sets": 2}, None, {"ended": "packed"}]})
    bob.undo()
    page = bobs_phone.get(address("enter_hand", bob.series)).content.decode()
    assert re.search(r'name="super_sets_0" value="2"', page)
    assert re.search(r'name="ended_2" value="packed"[^>]*checked', page)
    assert re.search(r'name="ended_1" value=""[^>]*checked', page)


# --- What the server says --------------------------------------------------------------------------------------------


def test_preview_has_net_and_new_total_of_every_player(start):
    bob = start(9)
    bob.record(WORKED_HAND)
    page = preview(bob, filled_in(WORKED_HAND))
    assert worth(page, 0) == ["+58", "116", "+58 makes 116"]
    assert worth(page, 8) == ["−41", "−82", "−41 makes −82"]
    assert 'id="player-7-status"' in page
    assert "Mid-packed" in page


def test_two_declarers_are_an_error(start):
    page = preview(start(2), {"ended_0": "declared", "ended_1": "declared"})
    assert "Only one player can declare." in page
    assert "makes" not in page
    assert page.count(">–<") == 2


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"penalty_1": "13"}, "B: A penalty is at most a full hand, 12."),
        ({"marriages_1": "x"}, "B: “x” is not a number. Write it like 8, 8½ or 8.5."),
        ({"marriages_1": "½"}, "B: "),
        ({"jewels_1": "-2"}, "B: "),
    ],
)
def test_error_names_the_player_and_opens_their_part(start, typed, fault):
    answer = save(start(2), {"ended_0": "declared", "ended_1": "played", "shown": "0"} | typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert fault in page
    assert re.search(r'name="shown"\s+value="1" checked', page)


def test_one_player_alone_is_an_error(start):
    assert "2 to 9 play a hand, not 1." in refusal_text(save(start(2), {"ended_0": "declared", "ended_1": ""}))


def test_chips_show_the_points_of_these_rules(bobs_phone, start):
    page = bobs_phone.get(address("enter_hand", start(2, marriage=6, pack=5).series)).content.decode()
    assert "Marriage <b>+6</b>" in page
    assert "Pack 5" in page
    assert "Super sequences and marriages count only with a compulsory sequence; super sets count without one." in page


def test_correct_a_hand_in_its_entry_form(bobs_phone, start):
    bob = start(3)
    bob.record({"players": [{"ended": "declared", "marriages": 1}, {"ended": "played"}, {"ended": "packed"}]})
    page = address("correct", bob.series, 1)
    assert 'name="marriages_0" value="1"' in bobs_phone.get(page).content.decode()
    typed = {"ended_0": "declared", "marriages_0": "2", "ended_1": "played", "ended_2": "packed"}
    sent = {"base_version": "2", "key": "x", "reason": "two of them", "step": "save"} | typed
    assert bobs_phone.post(page, sent).status_code == 302
    # B pays 6, C pays 4 for packing.
    assert list(bob.state().play.standing.cumulative) == [10, -6, -4]


# --- Two at once -----------------------------------------------------------------------------------------------------


def test_hand_begun_before_a_player_joined_can_be_added(bobs_phone, start, circle):
    bob = start(2)
    typed = {"ended_0": "declared", "marriages_0": "1", "ended_1": "played"}
    before = bob.submit().base_version
    join_series(series=bob.series, submit=bob.submit(), player=add_player(circle=circle, name="Esha"))
    answer = save(bob, typed | {"base_version": str(before)})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Bob had Esha join the table." in page
    kept = dict(re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', page))
    assert bobs_phone.post(address("enter_hand", bob.series), kept).status_code == 302
    assert list(bob.state().play.standing.cumulative) == [3, -3, 0]


@pytest.mark.parametrize(("ended", "same"), [("played", True), ("packed", False)])
def test_hands_with_the_same_points_are_the_same(start, ended, same):
    """No player has shown a card, so all have won nothing, but a player who has packed pays."""
    bob = start(2)
    before = bob.submit().base_version
    bob.record({"players": [{"ended": "declared"}, {"ended": "played"}]})
    typed = {"ended_0": "declared", "ended_1": ended, "base_version": str(before)}
    assert ("Yours is the same" in save(bob, typed).content.decode()) == same


# --- The new cut for seats -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["page", "enter_hand"])
def test_reminder_of_a_new_cut_after_nine_deals(bobs_phone, start, page):
    bob = start(9)
    reminder = "9 deals have been played: cut for seats again."
    for deal in range(1, 11):
        bob.record(WORKED_HAND)
        if deal >= 8:
            shown = bobs_phone.get(address(page, bob.series)).content.decode()
            assert (reminder in shown) == (deal == 9)
