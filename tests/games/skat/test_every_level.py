"""Every contract with all matadors, announcements and results, against the second arithmetic (tests/proving)."""

from itertools import product

import pytest

from games.catalogue.skat.game import Skat
from games.catalogue.skat.record import SkatContract
from games.catalogue.skat.rules import PRESETS
from games.contract import Table
from tests.proving.arithmetic import skat as arithmetic

RULES = PRESETS["list"].rules.model_copy(update={"kontra": True, "bock": True})
AS_JSON = RULES.model_dump(mode="json")
TABLE = Table(3)
ANNOUNCED = (
    {},
    {"hand": True},
    {"hand": True, "schneider_announced": True},
    {"hand": True, "schwarz_announced": True},
    {"ouvert": True},
)
COUNTED = [{"points": points} for points in (0, 1, 30, 31, 59, 60, 61, 62, 89, 90, 119, 120)]
COUNTED += [{"points": 0, "tricks": "none"}, {"points": 120, "tricks": "all"}, {"tricks": "none"}, {"tricks": "all"}]
TOLD = [{"won": won, **with_more} for won in (True, False) for with_more in (
    {}, {"schneider": True}, {"schneider": True, "schwarz": True},
)]  # fmt: skip
BIDS = ({}, {"bid": 18}, {"bid": 23}, {"bid": 48}, {"bid": 100}, {"bid": 264})
DOUBLED = ({}, {"kontra": 2}, {"kontra": 4, "bock": 2}, {"bock": 4})


def compare(record):
    reading = Skat.read_record(record)
    assert not reading.problems
    assert not Skat(RULES, 3).check(reading.value, TABLE)
    scored = Skat(RULES, 3).score(reading.value, TABLE)
    worth, won = arithmetic.worth_of(record)
    assert (list(scored.points_entered), scored.declared.made) == (arithmetic.points_of(record, AS_JSON, 3), won), (
        record
    )
    return worth


@pytest.mark.parametrize("contract", [contract.value for contract in SkatContract if contract is not SkatContract.NULL])
def test_every_level_of_a_suit_and_of_grand(contract):
    most = 4 if contract == "grand" else 11
    worths = {
        compare({"declarer": 1, "contract": contract, "matadors": matadors, **announced, **went, **bid})
        for matadors, announced, went, bid in product(range(1, most + 1), ANNOUNCED, [*COUNTED, *TOLD], BIDS[:2])
    }
    base = arithmetic.BASE[contract]
    levels = range(2, most + 8)  # with one and the game, up to all matadors and the seven levels of an ouvert
    assert worths == {base * level for level in levels}


@pytest.mark.parametrize("contract", [contract.value for contract in SkatContract if contract is not SkatContract.NULL])
def test_every_bid_and_every_doubling(contract):
    for matadors, went, bid, doubled in product(
        (1, 4), ({"points": 61}, {"points": 90}, {"won": False}), BIDS, DOUBLED
    ):
        compare({"declarer": 0, "contract": contract, "matadors": matadors, **went, **bid, **doubled})


def test_every_null():
    said = [{}, {"hand": True}, {"ouvert": True}, {"hand": True, "ouvert": True}]
    went = [{"won": True}, {"won": False}, {"tricks": "none"}, {"tricks": "all"}]
    for announced, result, bid, doubled in product(said, went, BIDS, DOUBLED):
        compare({"declarer": 2, "contract": "null", **announced, **result, **bid, **doubled})
