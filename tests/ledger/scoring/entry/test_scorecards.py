"""Hands of the scorecard on the keypad screen: bids, blanks, winners and losers, and players who do not play."""

import re
from typing import Any

import pytest

from ledger.circles.services.players import add_player
from ledger.series.models import NotedBids
from ledger.series.services import Submit, record_hand
from tests.ledger.pages import address, markup_of, stored
from tests.ledger.scoring.entry.conftest import HTMX, Desk, details_on, notes_on, refusal_on, values_on
from tests.ledger.series.conftest import start_game

NAMES = ("Asha", "Bela", "Chandra", "Dev", "Ekta", "Farid", "Gita", "Hari", "Indra")


@pytest.fixture
def start(bobs_phone, scorer) -> Any:
    """Return a function that starts a series by a template, with `rules` in place of the template's own."""

    def started(template: str, seats: int, *hands: Any, **rules: Any) -> Desk:
        players = [add_player(circle=scorer.circle, name=name) for name in NAMES[:seats]]
        bob = start_game(scorer, "scorecard", players, preset=template, first_dealer=0, **rules)
        bob.record(*hands)
        return Desk(bobs_phone, bob.series)

    return started


def bids(*figures: str) -> dict[str, str]:
    return {f"bid_{side}": figure for side, figure in enumerate(figures)}


TWO_TEAMS = {"written": "bids", "teams": 2, "hand_total": 13, "made_per_more": 1}


def sides(*parts: str) -> dict[str, str]:
    return {f"sides_{seat}": part for seat, part in enumerate(parts)}


def correction(desk: Desk, number: int = 1) -> Any:
    """The page on which a recorded hand is corrected."""
    return desk.client.get(address("correct", desk.series, number))


def names_on(answer: Any) -> list[str]:
    return re.findall(r'class="seat-tile__name[^"]*"><bdi[^>]*>([^<]*)<', markup_of(answer))


class TestBids:
    def test_a_hand_is_recorded_with_its_bids(self, start):
        desk = start("wizard", 3)
        page = markup_of(desk.open())
        assert page.count('class="seat-tile__input"') == 6
        assert page.count("data-bid>") == 3
        assert ('data-bids="all"' in page, 'data-total="1"' in page) == (True, True)
        assert desk.save("0", "1", "0", **bids("0", "0", "0")).status_code == 200
        assert stored() == [{"bids": [0, 0, 0], "tricks": [0, 1, 0]}]
        assert 'data-total="2"' in markup_of(desk.open())

    def test_bids_alone_are_no_hand_yet(self, start):
        """Bids are written down before the play."""
        desk = start("wizard", 3)
        answer = desk.save(**bids("0", "1", "0"))
        assert answer.status_code == 200
        assert {name: values_on(answer)[name] for name in bids("", "", "")} == bids("0", "1", "0")
        assert values_on(answer)["figure_0"] == ""
        assert stored() == []

    def test_the_last_figure_is_what_is_left(self, start):
        answer = start("free", 4, **TWO_TEAMS).save("7", "", **bids("6", "5"))
        assert answer.status_code == 422
        assert values_on(answer)["figure_1"] == "6"

    def test_what_a_bid_brings_is_shown_while_it_is_typed(self, start):
        desk = start("free", 4, {"bids": [6, 5], "tricks": [8, 5]}, **TWO_TEAMS)
        assert details_on(desk.preview("6", "7", **bids("7", "4"))) == ["−70 makes −8", "+43 makes 93"]
        assert details_on(desk.preview("", "", **bids("7", "4"))) == ["stands at 62", "stands at 50"]
        assert notes_on(desk.preview("6", "8", **bids("7", "4"))) == ["The tricks come to 14, not to 13."]

    def test_only_one_team_bids(self, start):
        desk = start("twenty-nine", 4)
        assert refusal_on(desk.save("", "")) == "Not saved yet. 2 figures are missing."
        again = desk.save("", "", refused="1")
        assert refusal_on(again) == "Still missing: Asha & Chandra, Bid · Bela & Dev, Bid"
        assert details_on(desk.preview("", "20", **bids("", "18"))) == ["0 makes 0", "+1 makes 1"]
        assert desk.save("", "20", **bids("", "18")).status_code == 200
        assert stored() == [{"bids": [None, 18], "tricks": [None, 20]}]

    def test_a_bid_that_the_game_does_not_have_is_asked_about_once(self, start):
        """The first Save refuses the bid and shows the doubt; the second Save stores the bid."""
        desk = start("twenty-nine", 4)
        doubt = "Bela bids 89: the highest bid is 29."
        answer = desk.save("", "", **bids("", "89"))
        assert (answer.status_code, doubt in markup_of(answer)) == (422, True)
        assert not NotedBids.objects.exists()
        assert desk.save("", "", **bids("", "89"), warned=doubt).status_code == 200
        assert NotedBids.objects.get().bids == [None, 89]

    def test_bids_are_kept_when_another_scorer_was_quicker(self, start, scorer):
        desk = start("wizard", 3)
        mine = desk.form("0", "1", "0", **bids("0", "0", "0"))
        record_hand(series=desk.series, submit=Submit(scorer, 1), record={"bids": [1, 0, 0], "tricks": [1, 0, 0]})
        choice = values_on(desk.client.post(desk.address, mine, headers=HTMX))
        assert {name: choice[name] for name in bids("", "", "")} == bids("0", "0", "0")

    def test_a_recorded_hand_is_corrected_with_its_bids(self, start):
        desk = start("wizard", 3, *[{"bids": [1, 0, 0], "tricks": [1, 0, 0]}], {"bids": [1, 0, 0], "tricks": [2, 0, 0]})
        shown = values_on(correction(desk))
        assert {name: shown[name] for name in bids("", "", "")} == bids("1", "0", "0")
        # The total is that of the corrected first hand, one trick, and not that of the next hand.
        assert 'data-total="1"' in markup_of(correction(desk))


class TestBlanks:
    """In Rummy the winner of a hand has 0 points, which nobody writes down."""

    def test_a_blank_is_0(self, start):
        desk = start("rummy", 4)
        page = markup_of(desk.open())
        assert "A player left blank has 0." in page
        assert 'data-blank-is-zero="yes"' in page
        assert details_on(desk.preview("", "30", "12", "")) == [
            "0 makes 0",
            "+30 makes 30",
            "+12 makes 12",
            "0 makes 0",
        ]
        assert desk.save("", "30", "12", "").status_code == 200
        assert stored() == [{"points": [0, 30, 12, 0]}]

    def test_a_hand_without_any_figure_is_refused(self, start):
        desk = start("rummy", 3)
        assert refusal_on(desk.save("", "", "")) == "Not saved yet. 3 figures are missing."
        assert desk.save("0", "", "").status_code == 200

    def test_a_figure_that_cannot_be_read_is_no_blank(self, start):
        answer = start("rummy", 3).save("x", "30", "")
        assert answer.status_code == 422
        assert values_on(answer)["figure_0"] == "x"
        assert stored() == []

    def test_a_blank_is_0_once_all_points_are_given_out(self, start):
        desk = start("hearts", 4)
        assert refusal_on(desk.save("13", "", "", "")) == "Not saved yet. 3 figures are missing."
        assert values_on(desk.save("13", "8", "", "0"))["figure_2"] == "5"  # filled in, and not saved yet
        assert details_on(desk.preview("13", "", "", "")) == ["stands at 0"] * 4
        assert desk.save("13", "13", "", "").status_code == 200
        assert stored() == [{"points": [13, 13, 0, 0]}]

    def test_who_sat_out_is_no_blank(self, start):
        assert start("uno", 3, sits_out=True).save("", "20", "–").status_code == 200
        assert stored() == [{"points": [0, 20, None]}]

    def test_a_series_without_the_option_asks_for_every_figure(self, start):
        desk = start("rummy", 3, blank_is_zero=False)
        assert "A player left blank has 0." not in markup_of(desk.open())
        assert refusal_on(desk.save("", "30", "")) == "Not saved yet. 2 figures are missing."

    def test_a_correction_takes_a_blank_as_0(self, start):
        desk = start("rummy", 3, {"points": [0, 30, 12]})
        typed = {"figure_0": "", "figure_1": "31", "figure_2": "12", "why": "mistyped", "step": "preview"}
        assert desk.client.post(address("correct", desk.series, 1), typed).status_code == 200


class TestSides:
    def test_the_winners_and_the_worth_are_recorded(self, start):
        desk = start("kitti", 4)
        page = markup_of(desk.open())
        assert (page.count('class="seat-tile__input"'), page.count('class="parts__line"')) == (1, 4)
        assert desk.save("3", **sides("won", "lost", "won", "lost")).status_code == 200
        assert stored() == [{"value": 3, "sides": [[0, 2], [1, 3]]}]

    def test_who_is_not_chosen_has_lost_and_can_sit_out(self, start):
        desk = start("kitti", 4, sits_out=True)
        assert desk.save("24", **sides("", "won", "", "out")).status_code == 200
        assert stored() == [{"value": 24, "sides": [[1], [0, 2]]}]

    def test_somebody_must_have_won(self, start):
        answer = start("kitti", 3).save("24", **sides("lost", "lost", "lost"))
        assert refusal_on(answer) == "Not saved yet. Please choose: Winners and losers"

    def test_the_preview_stands_beside_the_names(self, start):
        page = markup_of(start("kitti", 3).preview("24", **sides("lost", "won", "lost")))
        assert re.findall(r'class="parts__detail"[^>]*>([^<]*)<', page) == [
            "−24 makes −24",
            "+48 makes 48",
            "−24 makes −24",
        ]

    def test_a_recorded_hand_is_filled_in_for_a_correction(self, start):
        desk = start("kitti", 4, {"sides": [[1], [0, 2]], "value": 24}, sits_out=True)
        shown = values_on(correction(desk))
        assert {name: shown[name] for name in sides(*"abcd")} == sides("lost", "won", "lost", "out")
        assert shown["figure_0"] == "24"

    def test_the_page_of_the_hand_names_both_sides(self, start):
        desk = start("kitti", 3, {"sides": [[1], [0, 2]], "value": 24})
        page = markup_of(desk.client.get(address("hand", desk.series, 1)))
        assert "Winners and losers: Bela – Asha, Chandra" in page
        assert "Asha pays Bela 24 for hand 1." in page


class TestTimesAndPenalties:
    def test_a_hand_counts_once_unless_another_key_is_pressed(self, start):
        desk = start("kitti", 4)
        assert values_on(desk.open())["times"] == "1"
        two = sides("won", "lost", "won", "lost")
        assert desk.save("3", **two, times="1").status_code == 200
        assert desk.save("3", **two, times="2", key="second").status_code == 200
        assert stored() == [
            {"value": 3, "sides": [[0, 2], [1, 3]]},
            {"value": 3, "sides": [[0, 2], [1, 3]], "times": 2},
        ]
        shown = values_on(correction(desk, 2))
        assert (shown["times"], shown["figure_0"]) == ("2", "3")
        assert "Times: 2 ×" in markup_of(desk.client.get(address("hand", desk.series, 2)))

    def test_penalties_are_ticked(self, start):
        desk = start("dhumbal", 4)
        assert details_on(desk.preview("3", "0", "17", "9", penalised="1")) == [
            "+3 makes 3",
            "+25 makes 25",
            "+17 makes 17",
            "+9 makes 9",
        ]
        assert desk.save("3", "0", "17", "9", penalised=["1"]).status_code == 200
        assert stored() == [{"points": [3, 0, 17, 9], "penalised": [1]}]

    def test_a_deal_that_nobody_won_is_thrown_in(self, start):
        desk = start("kitti", 3)
        assert "Thrown in" in markup_of(desk.open())


class TestWhoPlays:
    def test_a_dash_means_that_a_player_sits_out(self, start):
        desk = start("free", 3, sits_out=True)
        assert details_on(desk.preview("5", "–", "2")) == ["+5 makes 5", "sits out", "+2 makes 2"]
        assert desk.save("5", "-", "2").status_code == 200
        assert stored() == [{"points": [5, None, 2]}]
        assert values_on(correction(desk))["figure_1"] == "–"

    def test_everybody_plays_where_nobody_sits_out(self, start):
        answer = start("free", 3).save("5", "–", "2")
        assert answer.status_code == 422
        assert 'data-key="absent"' not in markup_of(answer)

    def test_who_is_out_has_no_figure(self, start):
        desk = start("dhumbal", 3, {"points": [3, 100, 0]})
        answer = desk.open()
        assert sorted(name for name in values_on(answer) if name.startswith("figure_")) == ["figure_0", "figure_2"]
        assert "Out: Bela." in notes_on(answer)
        assert re.findall(r'name="penalised" value="(\d)"', markup_of(answer)) == ["0", "2"]
        assert desk.save("5", figure_2="0").status_code == 200
        assert stored()[1] == {"points": [5, None, 0]}
        # In the first hand nobody was out.
        assert "figure_1" in values_on(correction(desk))

    def test_turned_points_are_asked_for(self, start):
        desk = start("hearts", 4)
        assert details_on(desk.preview("26", "0", "0", "0", turned="on")) == ["0 makes 0", *["+26 makes 26"] * 3]
        assert notes_on(desk.preview("25", "1", "0", "0", turned="on")) == [
            "Only who has all 26 points of a hand has shot the moon.",
        ]


class TestMoreThanSixPlayers:
    """The entry screen lists them in the order of their seats, because people call their figures round the table."""

    def places_on(self, answer: Any) -> list[str]:
        return re.findall(r'class="seat-tile__place">([^<]*)<', markup_of(answer))

    def test_each_has_a_place_beside_the_name(self, start):
        answer = start("uno", 9, {"points": [40, 500, 3, 0, 44, 61, 7, 8, 0]}).open()
        assert names_on(answer) == list(NAMES)
        assert self.places_on(answer) == ["6.", "9.", "3.", "1.", "7.", "8.", "4.", "5.", "1."]

    def test_nobody_has_a_place_before_a_hand(self, start):
        answer = start("uno", 9).open()
        assert names_on(answer) == list(NAMES)
        assert self.places_on(answer) == []

    def test_a_correction_is_by_the_seats_without_places(self, start):
        desk = start("uno", 9, {"points": [40, 500, 3, 0, 44, 61, 7, 8, 0]})
        answer = correction(desk)
        assert names_on(answer) == list(NAMES)
        assert self.places_on(answer) == []


def test_six_players_have_tiles(start):
    page = markup_of(start("rummy", 6).open())
    assert "seats--6 seats--many" in page
    assert "seat-tile__place" not in page


def test_the_series_page_lists_many_players_in_their_order(start):
    desk = start("uno", 7, {"points": [40, 500, 3, 0, 44, 61, 3]})
    page = markup_of(desk.client.get(address("page", desk.series)))
    names = re.findall(r'class="ranking__name[^"]*"><bdi[^>]*>([^<]*)<', page)
    assert names == ["Dev", "Chandra", "Gita", "Asha", "Ekta", "Farid", "Bela"]
    seen = [
        re.sub(r"<span class=.visually-hidden.>[^<]*</span>", "", row) for row in page.split('ranking__place">')[1:]
    ]
    assert [re.sub("<[^>]+>", "", row.partition("<svg")[0]).strip() for row in seen] == [
        "1",
        "2",
        "=",
        "4",
        "5",
        "6",
        "7",
    ]
    # Chandra deals: Bela, whose turn it would be, is out.
    assert re.findall(r'class="ranking__detail">([^<]*)<', page) == ["Deals"]
    assert "seat-tile__name" not in page
