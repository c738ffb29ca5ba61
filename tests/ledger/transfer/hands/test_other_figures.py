"""Bids, sides that change and players who did not play, from a CSV file."""

from typing import Any

import pytest

from ledger.circles.models import Circle, Player
from ledger.series.models import Series
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.hands_csv import import_hands
from tests.ledger.api.conftest import Program
from tests.ledger.pages import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def import_into(bobs: Program, circle: Circle, players: list[Player]) -> Any:
    """Starts a series by a template, and records the hands of the file."""

    def imported(template: str, seats: int, *lines: str, **rules: Any) -> list[str]:
        body = {"game": "scorecard", "preset": template, "players": [player.pk for player in players[:seats]]}
        body |= {"rules": rules} if rules else {}
        series = Series.objects.get(pk=bobs.post(f"circles/{circle.pk}/series", body).json()["id"])
        me = circle.members.get(role="owner")
        try:
            import_hands(series=series, me=me, data="\n".join(lines).encode(), dry_run=False)
        except UnreadableFile as unreadable:
            return [problem.message for problem in unreadable.problems]
        return []

    return imported


def test_bids_have_columns_of_their_own(import_into: Any) -> None:
    assert import_into("wizard", 3, "A Bid,A,B Bid,B,C Bid,C", "0,0,1,1,0,0", "1,1,0,0,0,1") == []
    assert stored() == [{"bids": [0, 1, 0], "tricks": [0, 1, 0]}, {"bids": [1, 0, 0], "tricks": [1, 0, 1]}]


def test_only_one_team_has_a_bid(import_into: Any) -> None:
    assert import_into("twenty-nine", 4, "A Bid,A,B Bid,B", "18,20,,", ",,17,10") == []
    assert stored() == [
        {"bids": [18, None], "tricks": [20, None]},
        {"bids": [None, 17], "tricks": [None, 10]},
    ]


def test_a_missing_column_or_figure_of_a_bid_is_named(import_into: Any) -> None:
    assert import_into("wizard", 3, "A Bid,A,B Bid,B,C", "0,0,1,1,0") == ["line 1, C Bid: this column is missing"]
    assert import_into("wizard", 3, "A Bid,A,B Bid,B,C Bid,C", "0,0,,1,0,0") == [
        "line 2, B Bid: A number is missing here."
    ]
    assert import_into("wizard", 3, "A Bid,A,B Bid,B,C Bid,C", "0,0,1½,1,0,0") == [
        "line 2, B Bid: This must be a whole number."
    ]


def test_the_sides_of_a_hand_and_its_worth(import_into: Any) -> None:
    lines = ("Winners and losers;Worth", "B : A + C;24", "A+D : C;18")
    assert import_into("kitti", 4, *lines, sits_out=True) == []
    assert stored() == [{"sides": [[1], [0, 2]], "value": 24}, {"sides": [[0, 3], [2]], "value": 18}]
    assert import_into("kitti", 4, "Winners and losers;Worth", "B;24") == [
        "line 2, Winners and losers: Write the winners, a colon and the losers: Asha : Bela + Dev."
    ]


def test_an_empty_cell_means_that_a_player_did_not_play(import_into: Any) -> None:
    assert import_into("dhumbal", 3, "A,B,C", "3,100,0", "4,,2") == []
    assert stored()[1] == {"points": [4, None, 2]}
    assert import_into("free", 3, "A,B,C", "3,,0", sits_out=True) == []
    assert import_into("free", 3, "A,B,C", "3,,0") == ["line 2, B: A number is missing here."]


def test_how_often_a_hand_counts_and_penalties(import_into: Any) -> None:
    lines = ("Winners and losers;Worth;Times", "A + C : B + D;3;2", "D : A + B + C;2;")
    assert import_into("kitti", 4, *lines) == []
    assert stored() == [
        {"sides": [[0, 2], [1, 3]], "value": 3, "times": 2},
        {"sides": [[3], [0, 1, 2]], "value": 2},
    ]
    assert import_into("dhumbal", 3, "A;B;C;Penalty", "3;0;17;B+C") == []
    assert {"points": [3, 0, 17], "penalised": [1, 2]} in stored()
