"""A figure for each player, in a hand in which some sit out: Schafkopf with five players, of whom four play."""

from collections.abc import Sequence

import pytest

from ledger.circles.services.players import add_player
from tests.ledger.pages import address, client_of, refusal_text, stored
from tests.ledger.scoring.entry.conftest import save, values_on
from tests.ledger.series.conftest import Scorer, start_game

POINTS = "ramsch.points_{}"


@pytest.fixture
def schafkopf(scorer, players) -> Scorer:
    five = [*players, add_player(circle=scorer.circle, name="E")]
    return start_game(scorer, "schafkopf", five, first_dealer=0)


def ramsch(*typed: str, out: Sequence[str]) -> dict[str, str | Sequence[str]]:
    points = {POINTS.format(seat): text for seat, text in enumerate(typed)}
    return {"game": "ramsch", "sitting_out": out} | points


def test_the_figure_of_a_player_who_sits_out_is_ignored(schafkopf):
    """It was typed before the scorer chose B, and is hidden."""
    assert save(schafkopf, ramsch("50", "30", "40", "30", "0", out=["1"])).status_code == 302
    (record,) = stored()
    assert (record["ramsch"]["points"], record["sitting_out"]) == ([50, 40, 30, 0], [1])


def test_the_figure_of_a_player_who_sits_out_stands_for_no_other(schafkopf):
    """A's figure is missing, and B sits out."""
    answer = save(schafkopf, ramsch("", "50", "40", "30", "0", out=["1"]))
    assert "There must be 4 numbers." in refusal_text(answer)
    assert stored() == []


def test_a_correction_shows_each_figure_at_its_player(schafkopf):
    schafkopf.record({"ramsch": {"points": [50, 40, 30, 0]}, "sitting_out": [1]})
    page = client_of(schafkopf.me.user).get(address("correct", schafkopf.series, 1))
    shown = values_on(page)
    assert [shown[POINTS.format(seat)] for seat in range(5)] == ["50", "", "40", "30", "0"]
    assert 'data-shown-when="sitting_out!=1"' in page.content.decode()


def test_nobody_is_chosen_who_usually_sits_out(schafkopf):
    """A deals and is proposed. The scorer has taken the mark away and chosen nobody."""
    answer = save(schafkopf, ramsch("50", "30", "", "40", "0", out=[]))
    assert "Say who sits out: 1 of 5 players." in refusal_text(answer)
    assert stored() == []
