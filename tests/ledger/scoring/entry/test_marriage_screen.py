"""The screen for a deal of Marriage: from what is typed and tapped to the record, and what it refuses."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member
from ledger.circles.services.players import add_player
from ledger.scoring.entry.games.marriage import HandForm
from ledger.series.starting import Agreement, start_series
from tests.ledger.scoring.entry.conftest import save
from tests.ledger.series.conftest import Scorer

GAME = BY_SLUG["marriage"]
Starts = Callable[..., Scorer]
SEEN_BY_ALL = {f"state_{seat}": "seen" for seat in range(4)}
# Maal 10, 5, 0 and 3; the first wins.
WON = {**SEEN_BY_ALL, "maal_0": "10", "maal_1": "5", "maal_3": "3", "winner": "0"}


@pytest.fixture
def start(scorer: Member, circle: Circle) -> Starts:
    def started(seats: int = 4, **rules: Any) -> Scorer:
        players = [add_player(circle=circle, name=name) for name in "ABCDEF"[:seats]]
        agreed = Agreement(GAME, players, GAME.read_rules(rules).value, Decimal("0.25"), first_dealer=0)
        return Scorer(scorer, start_series(me=scorer, agreed=agreed))

    return started


def record_of(bob: Scorer, **typed: str) -> dict[str, Any]:
    form = HandForm(bob.state(), typed)
    assert form.is_valid(), form.errors
    return form.record()


def test_a_deal_is_saved(client: Client, start: Starts) -> None:
    bob = start()
    assert save(client, bob, WON).status_code == 302
    # From the rules: 31, −1, −21, −9.
    assert list(bob.state().play.standing.cumulative) == [31, -1, -21, -9]


def test_states_become_seen_and_dublee(start: Starts) -> None:
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


def test_tapped_cards_are_the_maal(start: Starts) -> None:
    record = record_of(start(2), state_0="seen", tiplu_0="1", marriage_0="1", state_1="seen", winner="1")
    assert record["players"][0] == {"maal": 13, "seen": True, "dublee": False, "taps": {"tiplu": 1, "marriage": 1}}


def test_typed_maal_must_be_what_the_taps_come_to(client: Client, start: Starts) -> None:
    answer = save(client, start(), WON | {"tiplu_0": "1"})
    assert answer.status_code == 422
    assert "The cards of A come to 3, and the maal says 10." in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"winner": "1"}, {"winner": 1}),
        ({"winner": "1", "foul": "on"}, {"foul": 1}),
        ({"winner": "nobody"}, {}),
        ({"winner": "nobody", "foul": "on"}, {}),
    ],
)
def test_who_finished_is_a_winner_or_a_foul(start: Starts, typed: dict[str, str], kept: dict[str, int]) -> None:
    record = record_of(start(2), state_0="seen", state_1="seen", **typed)
    assert {name: value for name, value in record.items() if name != "players"} == kept


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"winner": ""}, "Choose who finished, or “No one”."),
        ({"state_0": "unseen"}, "A finished, and so must have seen."),
        ({"state_0": ""}, "A does not sit in this deal."),
        ({"tiplu_1": "4", "maal_1": ""}, "This number is too large or too small."),
        ({"tiplu_1": "1.5", "maal_1": ""}, "This must be a whole number."),
        ({"maal_1": "two"}, "“two” is not a number."),
    ],
)
def test_what_cannot_be_is_said_beside_what_was_typed(
    client: Client, start: Starts, changed: dict[str, str], fault: str
) -> None:
    answer = save(client, start(), WON | changed)
    assert answer.status_code == 422
    assert fault in answer.content.decode()


def test_preview_says_what_the_deal_brings(client: Client, start: Starts) -> None:
    bob = start()
    client.force_login(bob.me.user)
    address = reverse("series:preview_hand", args=[bob.series.pk])
    page = " ".join(client.get(address, WON).content.decode().split())
    assert "+31 makes 31" in page
    assert page.count(">Seen</span>") == 4
    counted = client.get(address, WON | {"maal_0": "", "marriage_0": "1"}).content.decode()
    assert "Seen · 10" in counted


def test_a_fault_is_shown_at_the_figure_of_the_player(client: Client, start: Starts) -> None:
    page = save(client, start(), WON | {"tiplu_1": "9", "maal_1": ""}).content.decode()
    assert page.count("seat-tile--wrong") == 1
    assert "please check" in page


def test_withdrawn_deal_is_filled_in_again(start: Starts) -> None:
    bob = start(3)
    recorded = {"players": [{"maal": 8, "seen": True, "taps": {"tiplu": 2}}, None, {"maal": 3}], "foul": 2}
    bob.record(recorded)
    content = bob.state().events[-1].content
    bob.undo()
    initial = HandForm(bob.state()).initial_from(content)
    again = record_of(bob, **{name: str(value) for name, value in initial.items() if value not in (None, False)})
    assert GAME.read_record(again).value == GAME.read_record(recorded).value


@pytest.mark.parametrize(("seats", "possible"), [(2, True), (5, True), (6, False)])
def test_players_can_join_up_to_six(start: Starts, seats: int, possible: bool) -> None:
    assert start(seats).state().can_be_joined is possible
