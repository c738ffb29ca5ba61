"""The debts between every two players at tables of any size, and the headings of every game's settlement."""

import pytest

from ledger.following.debts import Debts
from ledger.following.hand_page import HandPage
from ledger.following.settlement import SettlementPage
from tests.games.series import like
from tests.ledger.sheets.evenings import ALL, JEWEL_CHART, every_way_to_settle, jass, jewel, scorecard
from tests.ledger.sheets.tables import NAMES, Table


def settled(table: Table) -> SettlementPage:
    return SettlementPage(table.state(), with_standard=True)


def hand_page(table: Table, number: int = 1) -> HandPage:
    state = table.state()
    return HandPage(state, state.play.hands[number - 1])


def by_name(debts: Debts) -> dict[str, dict[str, int | None]]:
    return {
        row.player.name: {other.name: figure for other, figure in zip(debts.players, row.figures, strict=True)}
        for row in debts.rows
    }


def test_the_matrix_of_nine_players_matches_its_source():
    page = hand_page(jewel())
    for seat, row in enumerate(page.debts.rows):
        chart = [None if other == seat else points for other, points in enumerate(JEWEL_CHART[seat])]
        assert list(row.figures) == chart
        assert row.points == sum(JEWEL_CHART[seat])


def test_each_player_has_debts_with_each_other_player():
    asha = hand_page(jewel()).debts.by_player[0]
    assert (asha.player.name, asha.points) == (NAMES[0], 58)
    assert [(each.other.name, each.points) for each in asha.others] == list(
        zip(NAMES[1:9], JEWEL_CHART[0][1:], strict=True)
    )
    assert all(NAMES[0] in line.sentence for each in asha.others for line in each.lines)


def test_both_players_of_a_pair_have_the_same_sentences():
    readings = hand_page(jewel()).debts.by_player
    (towards,) = [each for each in readings[0].others if each.other.name == NAMES[2]]
    (back,) = [each for each in readings[2].others if each.other.name == NAMES[0]]
    assert [line.sentence for line in towards.lines] == [line.sentence for line in back.lines]
    assert [line.points for line in towards.lines] == [-line.points for line in back.lines]
    assert sum(line.points for line in back.lines) == back.points == -12


def test_reasons_do_not_repeat_the_account():
    page = hand_page(jewel())
    sentences = {line.sentence for one in page.debts.by_player for each in one.others for line in each.lines}
    assert sentences.isdisjoint(page.reasons)


def test_a_hand_without_an_account_has_no_matrix():
    assert not hand_page(Table()).debts.has_matrix


def test_two_equal_hands_double_the_debts():
    page = settled(jewel(2))
    received = by_name(page.debts)
    assert received[NAMES[0]][NAMES[8]] == 30
    assert received[NAMES[8]] == dict(zip(NAMES[:9], [-30, -26, -6, -12, 0, -4, 0, -4, None], strict=True))
    assert [place.name for place in page.debts.players] == [place.name for place in page.places]


@pytest.mark.parametrize(("points", "crowded"), [([9, 4, -2, 0], False), ([9, 4, -2, 0, 1], True)])
def test_five_players_are_too_many_for_a_list_of_pairs(points, crowded):
    assert settled(scorecard(points)).debts.is_crowded is crowded


# --- Teams -----------------------------------------------------------------------------------------------------------


def test_a_team_has_one_place():
    table = jass()
    table.game = like(table.game, sides=((0, 2), (1, 3)))
    assert [(place.label, place.name) for place in settled(table).places] == [
        ("1", "Anil"),
        ("1", "Chandra"),
        ("2", "Bimal"),
        ("2", "Dipak"),
    ]


def test_level_teams_share_their_places():
    table = scorecard([5, 5, 9, 5, 5, 9], teams=3)
    table.records[:] = [{"points": [5, 5, 9]}]
    table.game = like(table.game, sides=((0, 3), (1, 4), (2, 5)))
    labels = {place.name: place.label for place in settled(table).places}
    assert labels == dict(zip(NAMES[:6], ["2–3", "2–3", "1"] * 2, strict=True))


# --- Headings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", list(every_way_to_settle()), ids=lambda table: f"{table.game.slug}")
def test_every_debt_has_a_heading_of_the_game(table):
    page = settled(table)
    headed = {cause for column in table.game.columns for cause in column.causes}
    assert page.transfers
    assert {paid.cause for paid in page.transfers} <= headed
    assert [sum(figures) for figures in zip(*(row.figures for row in page.rows), strict=True)] == list(page.totals)


def test_every_game_is_settled_in_these_tests():
    assert {table.game.slug for table in every_way_to_settle()} == {game.slug for game in ALL}


def test_a_cause_without_a_heading_makes_its_own():
    table = Table()
    table.game = like(table.game, columns=table.game.columns[:1])
    page = settled(table)
    assert [row.title for row in page.rows] == ["Point difference", "Standard"]
    assert page.rows[1].figures == (90, -20, -30, -40)
