"""The rulebook and the reference judge agree on thousands of hands: legal, careless and invalid, complete or not."""

from random import Random

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jaago_chalis.play import SHAPE
from games.contract import blocks_scoring
from games.kit.table_view import view_table
from tests.games.jaago_chalis.deals import blindly, carelessly, legally, random_hand
from tests.games.jaago_chalis.reference import PACK, judge
from tests.games.jaago_chalis.table import RULES, TABLE, plainly, read
from tests.needs import daily

BATCHES = range(20)
IN_A_BATCH = 20


def reference_judges(record):
    return judge(record["direction"], record["first_leader"], record["tricks"], record.get("holdings"))


def assert_same(record):
    """Compare all that both judges return."""
    verdict = reference_judges(record)
    assert verdict.faults == []
    play = read(record)
    scored, view = JaagoChalis(RULES, TABLE.seats).score(play, TABLE), view_table(play, SHAPE)
    assert scored.complete == verdict.finished
    assert list(scored.winners) == verdict.winners
    assert [float(points) for points in scored.trick_points] == verdict.trick_points
    assert [float(points) for points in scored.points_won] == verdict.points_won
    assert scored.last_trick_winner == (verdict.winners[-1] if verdict.finished else None)
    assert (view.turn, view.winning) == (verdict.to_play, verdict.winning_now)
    found = [plainly(illegal) for illegal in scored.illegal_plays]
    assert found == [
        (wrong.trick, wrong.seat, wrong.played, wrong.must, wrong.could_have_played, wrong.shown_in)
        for wrong in verdict.illegal
    ]


def seeds(batch):
    return range(batch * IN_A_BATCH, (batch + 1) * IN_A_BATCH)


@pytest.mark.parametrize("player", [legally, carelessly, blindly])
@pytest.mark.parametrize("batch", daily(BATCHES))
def test_both_judges_agree_on_complete_and_unfinished_hands(player, batch):
    """Each hand complete and cut off, with known holdings and without."""
    for seed in seeds(batch):
        hand = random_hand(seed, player)
        cut = Random(seed).randrange(52)
        for with_holdings in (False, True):
            assert_same(hand.record(with_holdings=with_holdings))
            assert_same(hand.record(cut, with_holdings=with_holdings))


def damaged(seed):
    """A record with a mistake, which usually makes it invalid."""
    dice = Random(seed)
    record = random_hand(seed, carelessly).record(dice.randrange(8, 53), with_holdings=dice.random() < 0.3)
    for _ in range(dice.randrange(1, 3)):
        row = dice.choice(record["tricks"])
        damage = dice.randrange(7)
        if damage == 0:
            row[dice.randrange(len(row))] = dice.choice(PACK)
        elif damage == 1:
            row[dice.randrange(len(row))] = None
        elif damage == 2:
            dice.choice([row.pop, lambda row=row: row.append(dice.choice(PACK))])()
        elif damage == 3:
            record["tricks"].append([dice.choice([None, *PACK[:3]]) for _ in range(4)])
        elif damage == 4:
            dice.shuffle(row)
        elif damage == 5:
            row[dice.randrange(len(row))] = dice.choice(["1C", "", "JOKER", "10"])
        elif "holdings" in record:
            holding = dice.choice(record["holdings"])
            holding[dice.randrange(len(holding))] = dice.choice(PACK)
        if not row:
            break
    return record


@pytest.mark.parametrize("batch", daily(BATCHES))
def test_both_judges_agree_on_damaged_records(batch):
    """They agree whether the record is valid, and if it is, on all the rest."""
    for seed in seeds(batch):
        record = damaged(seed)
        reading = JaagoChalis.read_record(record)
        problems = reading.problems or JaagoChalis(RULES, TABLE.seats).check(reading.value, TABLE)
        verdict = reference_judges(record)
        assert blocks_scoring(problems) == bool(verdict.faults), (verdict.faults, problems)
        if not verdict.faults:
            assert (not problems) == verdict.finished
            assert_same(record)


def test_damaged_records_have_every_kind_of_problem():
    """Check the random records of the test above."""
    faults = [tuple(reference_judges(damaged(seed)).faults) for seed in range(len(BATCHES) * IN_A_BATCH)]
    assert {fault for found in faults for fault in found} == {
        "more than 13 tricks",
        "a row that is not four long",
        "not a card",
        "a card twice",
        "a card played out of turn",
        "a gap",
        "holdings that are not the pack",
        "a card from another holding",
    }
    assert faults.count(()) > 20


def test_careless_hands_have_different_numbers_of_wrong_cards():
    """The first hundred have hands with no wrong card, with one and with several."""
    wrong = [len(reference_judges(random_hand(seed, carelessly).record()).illegal) for seed in range(100)]
    assert {0, 1, 2} <= set(wrong)
