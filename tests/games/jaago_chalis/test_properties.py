"""Properties of any hand. What a series comes to is worked out a second time in tests/proving, with random rules."""

import json

from hypothesis import given
from hypothesis import strategies as st

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.contract import blocks_scoring
from tests.games.jaago_chalis.deals import carelessly, random_hand
from tests.games.jaago_chalis.table import RULES, TABLE, read, score

SEEDS = st.integers(0, 10**9)


@given(SEEDS)
def test_a_hand_of_cards_enters_the_same_points_as_its_totals(seed):
    by_card = score(random_hand(seed).record())
    assert sum(by_card.points_won) == sum(by_card.trick_points) == 40
    won = [float(points) for points in by_card.points_won]
    by_totals = score({"points_won": won, "last_trick": by_card.last_trick_winner})
    assert by_totals.points_entered == by_card.points_entered
    for scored in (by_card, by_totals):
        assert tuple(line.points for line in scored.lines) == scored.points_entered
        assert [line.seat for line in scored.lines] == [0, 1, 2, 3]


@given(SEEDS, st.integers(0, 52), st.booleans(), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_a_record_is_unchanged_as_json_and_can_be_scored(seed, played, with_holdings, reason):
    """Also an unfinished hand, with wrong cards, and one that is thrown in."""
    play = random_hand(seed, carelessly).record(played, with_holdings=with_holdings)
    for data in (play, {"thrown_in": True, "reason": reason}, {"thrown_in": True, "reason": reason, "play": play}):
        record = read(data)
        written = JaagoChalis.record.dump_json(record)
        assert read(json.loads(written)) == read(record) == record
        assert JaagoChalis.record.dump_json(read(json.loads(written))) == written
        assert not blocks_scoring(JaagoChalis(RULES, TABLE.seats).check(record, TABLE))
