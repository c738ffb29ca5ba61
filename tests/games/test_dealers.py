"""Who deals the next hands after the table has named a dealer."""

from dataclasses import replace

import pytest

from games.catalogue.jass.game import Jass
from games.catalogue.jewel.game import Jewel
from games.contract import Table
from games.registry import BY_SLUG, GAMES
from tests.games.series import Series

J40 = BY_SLUG["jaago-chalis"]
ROUND = {"card_points": [100, 57], "trump": "hearts"}


def dealers(series: Series, *named: tuple[int, int]) -> list[int | None]:
    """Return who deals each hand, from the first one to the one that comes next."""
    found = []
    for played in range(len(series.scores) + 1):
        table = replace(series.table, named_dealers=named)
        found.append(series.game(series.rules, table.seats).standing_of(series.scores[:played], table).dealer)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_named_player_deals_the_next_hand_of_every_game(game):
    for seats in game.allowed_seats:
        for first in (None, 0):
            table = Table(seats, first, named_dealers=((1, seats - 1),))
            assert game(game.default_preset.rules, table.seats).standing_of([], table).dealer == seats - 1


def test_the_deal_goes_round_from_the_named_dealer():
    series = Series(Jass, 4, first_dealer=0).play(*[ROUND] * 3)  # to the right, the game's usual direction
    step = dealers(series)[1]
    assert step in (1, 3)
    usual = [(0 + step * hand) % 4 for hand in range(4)]
    assert dealers(series) == usual
    assert dealers(series, (2, 2)) == [0, 2, (2 + step) % 4, (2 + 2 * step) % 4]
    assert dealers(series, (2, 2), (4, 1)) == [0, 2, (2 + step) % 4, 1]
    assert dealers(series, (5, 2)) == usual, "hand 5 has not come yet"


def test_a_first_dealer_whom_nobody_knew_can_be_named_later():
    series = Series(Jass, 4, first_dealer=None).play(ROUND, ROUND)
    assert dealers(series) == [None] * 3
    assert dealers(series, (2, 3))[:2] == [None, 3]
    assert dealers(series, (2, 3))[2] in (0, 2)


def test_the_winner_of_the_last_trick_deals_again_after_the_named_dealer():
    """[J E.2] The winner of the last trick deals the next hand, and after a deal that was thrown in the same player."""
    won_by_2 = {"points_won": [5, 8.5, 18, 8.5], "last_trick": 2}
    won_by_3 = {"points_won": [5, 8.5, 18, 8.5], "last_trick": 3}
    thrown_in = {"thrown_in": True, "reason": "a card lay face up"}
    series = Series(J40, 4, first_dealer=0).play(won_by_2, thrown_in, won_by_3)
    assert dealers(series) == [0, 2, 2, 3]
    assert dealers(series, (2, 1)) == [0, 1, 1, 3]
    assert dealers(series, (4, 0)) == [0, 2, 2, 0]


def test_in_jewel_the_deal_passes_on_among_those_who_sit():
    hand = {"players": [{"ended": "declared", "bonus": 3}, {"ended": "played"}, {"ended": "played"}]}
    series = Series(Jewel, 3, first_dealer=0).play(hand, hand)
    assert dealers(series) == [0, 1, 2]
    assert dealers(series, (2, 0)) == [0, 0, 1]


def test_jass_expects_the_leader_after_the_named_dealer():
    """[S] The player after the dealer leads and chooses trump."""
    rules = Jass.default_preset.rules
    record = Jass.read_record(ROUND | {"chosen_by": 0}).value
    expected = {
        dealer: not Jass(rules, 4).score(record, Table(4, 0, (record,), named_dealers=((2, dealer),))).warnings
        for dealer in range(4)
    }
    after = {(dealer + (1 if rules.direction.value == "clockwise" else -1)) % 4: dealer for dealer in range(4)}
    assert expected == {dealer: dealer == after[0] for dealer in range(4)}
