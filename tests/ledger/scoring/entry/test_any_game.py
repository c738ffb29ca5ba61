"""The keypad screen for other games."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from games.catalogue.scorecard.game import Scorecard
from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.starting import Agreement, start_series
from ledger.series.state import series_state
from tests.ledger.pages import markup_of, stored
from tests.ledger.scoring.entry.conftest import Desk, details_on, notes_on
from tests.ledger.series.conftest import GAME


@pytest.fixture
def scorecard(monkeypatch: pytest.MonkeyPatch) -> None:
    by_slug = {game.slug: game for game in (GAME, Scorecard)}
    for module in ("state", "descriptions"):
        monkeypatch.setattr(f"ledger.series.{module}.BY_SLUG", by_slug)


def start_scorecard(me: Member, seats: int, **rules: Any) -> Series:
    players = [add_player(circle=me.circle, name=f"Player {number}") for number in range(1, seats + 1)]
    house = Scorecard.read_rules(rules).value
    return start_series(me=me, agreed=Agreement(Scorecard, players, house, Decimal(0)))


@pytest.mark.usefixtures("scorecard")
@pytest.mark.parametrize(
    ("seats", "rules", "signs"),
    [
        (2, {}, ['data-key="minus"', 'data-total=""']),
        (7, {"below_zero": False, "hand_total": 100}, ['data-total="100"', "key--double"]),
        (6, {"sits_out": True}, ['data-key="absent"', "seats--6 seats--many"]),
        (12, {"step": "1/4"}, ['data-key="point"', 'data-key="minus"', "seats--list"]),
        (3, {"step": "1/2", "hand_total": 10.5}, ['data-key="half"', 'data-total="10.5"']),
    ],
)
def test_keys_depend_on_the_game(
    client: Client, scorer: Member, seats: int, rules: dict[str, Any], signs: list[str]
) -> None:
    client.force_login(scorer.user)
    desk = Desk(client, start_scorecard(scorer, seats, **rules))
    page = markup_of(desk.open())
    assert all(sign in page for sign in signs)
    assert ('data-key="half"' in page) == (rules.get("step") == "1/2")
    assert page.count('class="seat-tile__input"') == seats
    assert 'name="last_trick"' not in page
    assert "Thrown in" not in page
    assert "Card by card" not in page


@pytest.mark.usefixtures("scorecard")
def test_hand_is_scored_by_the_rules_of_its_game(client: Client, scorer: Member) -> None:
    client.force_login(scorer.user)
    desk = Desk(client, start_scorecard(scorer, 3))
    assert details_on(desk.preview("5", "−3", "0")) == ["+5 makes 5", "−3 makes −3", "0 makes 0"]
    assert desk.save("5", "-3", "0").status_code == 200
    assert stored() == [{"points": [5, -3, 0]}]
    assert notes_on(desk.preview("2½", "", "")) == ["Player 1: Points go in steps of 1."]


@pytest.mark.usefixtures("scorecard")
def test_team_has_one_tile_and_one_figure(client: Client, scorer: Member) -> None:
    client.force_login(scorer.user)
    series = start_scorecard(scorer, 4, teams=2)
    desk = Desk(client, series)
    page = markup_of(desk.open())
    assert page.count('class="seat-tile__input"') == 2
    assert "Player 1 & Player 3" in page
    desk.save("30", "12")
    assert stored() == [{"points": [30, 12]}]
    series.refresh_from_db()
    standing = series_state(series).play.standing
    assert standing.cumulative == (30, 12, 30, 12)
    assert "Player 1 & Player 3 +30 makes 30; Player 2 & Player 4 +12 makes 12." in markup_of(desk.open())
