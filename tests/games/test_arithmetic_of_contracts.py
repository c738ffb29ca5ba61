"""The figures of docs/rules/, copied by hand, against the second arithmetic of the contract games (tests/proving)."""

from random import Random

import pytest

from tests.proving.arithmetic import belote, doppelkopf, schafkopf, skat, spades, tarot

STAKES = {"settlement": "difference", "rate": 1, "place_sum": 10}
TEAM_STAKES = {"stake": "none", "stake_points": 0, "point_rate": 1}

SKAT = {"scoring": "list", "deals_each": 12, "hands": None, "target": 301, "bonus_won": 50, "bonus_lost": 50}
SKAT |= {"kontra": True, "ramsch": True, "bock": True, "others_lost": {"3": 40, "4": 30, "5": 30}, **STAKES}
PUB, MONEY = SKAT | {"scoring": "pub", "deals_each": None}, SKAT | {"scoring": "money", "deals_each": None}

DDV = {"announcements": "add", "extras": ["fox", "doppelkopf", "charlie", "against_the_old"], "solo_extras": False}
DDV |= {"silent_solo_extras": True, "solo_times": 3}
DDV |= {"bock": True, "hands": 24, "required_solos": 1, **STAKES}

TAROT = {"poignee": [20, 30, 40], "chelem": [400, 200, -200], "defence_chelem": 200, "misere": 10, "hands": None}
TAROT |= STAKES | {"settlement": "at_once"}

COINCHE = {"bidding": "coinche", "counts": "both", "rounding": "none", "capot": 250, "generale": 500, "surcoinche": 4}
COINCHE |= {"belote_helps": True, "litige": "wait", "announcements": True, "target": 2000, "hands": None, **TEAM_STAKES}
CONTEST = COINCHE | {"counts": "bid_only"}
BELOTE = COINCHE | {"bidding": "none", "capot": 252, "target": 1000}

PRIVATE = {"call": 20, "solo": 50, "extra": 10, "extra_solo": 10, "ramsch": 20, "tout_times": 2, "hands": None}
PRIVATE |= {"runners_from": 3, "runners_from_wenz": 2, **STAKES, "settlement": "at_once"}
TOURNAMENT = PRIVATE | {"call": 1, "extra": 1, "solo": 6, "extra_solo": 3, "tout_times": 4, "hands": 32}
TOURNAMENT |= {"runners_from": None, "runners_from_wenz": None}

SPADES = {"teams": True, "nil": 100, "blind_nil": 200, "bags": 10, "bag_penalty": 100, "nil_tricks": "bags"}
SPADES |= {"blind": True, "target": 500, "floor": -200, **TEAM_STAKES}


def entered(game, rules, *records, seats=4):
    """The points that the last of these hands brings."""
    return game.work_out(rules, records, seats, standard=True).hands[-1].entered


# --- Skat ------------------------------------------------------------------------------------------------------------


def declared(contract, matadors=None, points=None, **more):
    told = {"matadors": matadors, "points": points}
    return {"declarer": 0, "contract": contract} | {name: value for name, value in told.items() if value} | more


@pytest.mark.parametrize(
    ("rules", "record", "expected"),
    [
        (SKAT, declared("clubs", 1, 75), [74, 0, 0]),
        (SKAT, declared("diamonds", 2, 61, hand=True), [86, 0, 0]),
        (SKAT, declared("hearts", 1, 60), [-90, 40, 40]),
        (SKAT, declared("hearts", 1, 60, sitting_out=[3]), [-90, 30, 30, 30]),
        (SKAT, declared("grand", 1, 95), [122, 0, 0]),
        (SKAT, declared("grand", 4, 85, hand=True, schneider_announced=True), [-434, 40, 40]),
        (SKAT, declared("spades", 2, 28), [-138, 40, 40]),
        (SKAT, declared("clubs", 2, 120, tricks="all", ouvert=True), [158, 0, 0]),
        (SKAT, declared("clubs", 2, ouvert=True, won=True, schneider=True, schwarz=True), [158, 0, 0]),
        (SKAT, declared("grand", 4, 120, tricks="all", ouvert=True, hand=True), [314, 0, 0]),
        (SKAT, declared("diamonds", 1, 70, bid=22), [-104, 40, 40]),
        (SKAT, declared("null", ouvert=True, won=True), [96, 0, 0]),
        (SKAT, declared("null", won=False), [-96, 40, 40]),
        (SKAT, declared("null", won=True, hand=True, bid=36), [-142, 40, 40]),  # 46 covers the bid
        (SKAT, declared("null", won=True, hand=True, ouvert=True, bid=60), [-170, 40, 40]),
        (SKAT, declared("clubs", 1, 90), [86, 0, 0]),
        (SKAT, declared("clubs", 1, 31), [-98, 40, 40]),
        (SKAT, declared("clubs", 1, 89), [74, 0, 0]),
        (SKAT, declared("clubs", 1, 120, tricks="all", hand=True, schneider_announced=True), [122, 0, 0]),  # 12 x 6
        (SKAT, declared("clubs", 1, 75, kontra=2, bock=2), [146, 0, 0]),
        (SKAT, {"passed": True}, [0, 0, 0]),
        (PUB, declared("clubs", 1, 75), [24, 0, 0]),
        (PUB, declared("clubs", 1, 50), [-48, 0, 0]),
        (MONEY, declared("grand", 1, 70), [96, -48, -48]),
        (MONEY, declared("grand", 1, 50), [-192, 96, 96]),
        (MONEY, declared("clubs", 1, won=True, kontra=2), [96, -48, -48]),
        (MONEY, declared("clubs", 1, 75, sitting_out=[2]), [48, -24, 0, -24]),
        (SKAT, {"ramsch": {"points": [50, 40, 30], "virgins": 0, "march": False}}, [-50, 0, 0]),
        (SKAT, {"ramsch": {"points": [70, 50, 0], "virgins": 1, "march": False}}, [-140, 0, 0]),
        (SKAT, {"ramsch": {"points": [50, 20, 50]}}, [-50, 0, -50]),
        (SKAT, {"ramsch": {"points": [0, 120, 0], "march": True}}, [0, 120, 0]),
        (MONEY, {"ramsch": {"points": [50, 40, 30]}}, [-100, 50, 50]),
        (MONEY, {"ramsch": {"points": [0, 120, 0], "march": True}, "sitting_out": [0]}, [0, -120, 240, -120]),
    ],
)
def test_skat(rules, record, expected):
    assert entered(skat, rules, record, seats=len(expected)) == expected


def test_a_list_of_skat_ends_when_all_have_dealt_and_ranks_games_won():
    hands = [declared("clubs", 1, 75), declared("clubs", 1, 75), declared("grand", 2, 95, declarer=1)]  # 24, 24, 24 x 4
    short = SKAT | {"deals_each": 1, "bonus_won": 48}
    assert not skat.work_out(short, hands[:2], 3, standard=True).over
    series = skat.work_out(short, hands, 3, standard=True)
    assert series.over
    assert series.totals == [144, 144, 0]
    assert series.ranking == [[0], [1], [2]]


def test_a_series_of_bierlachs_ends_at_the_target():
    pub = skat.work_out(PUB | {"target": 48}, [declared("clubs", 1, 50)], 3, standard=True)
    assert pub.over
    assert pub.received() == [-96, 48, 48]


# --- Doppelkopf ------------------------------------------------------------------------------------------------------


def played(re_points, re_said=None, kontra_said=None, kind="normal", **more):
    re = [0] if "solo" in kind else [0, 2]
    return {"re": re, "kind": kind, "re_points": re_points, "re_said": re_said, "kontra_said": kontra_said, **more}


FOX_AND_CHARLIE = {"re": {"fox": 1}, "kontra": {"charlie": 1}}


@pytest.mark.parametrize(
    ("announcements", "record", "of_a"),
    [
        ("add", played(121), 1),
        ("add", played(120), -2),
        ("add", played(80, None, "name"), -5),
        ("add", played(120, None, "name"), 3),
        ("add", played(119, None, "name"), -4),
        ("add", played(130, "no_60"), -7),
        ("add", played(130, "no_90"), -5),
        ("add", played(170, "no_60", "name"), -8),
        ("add", played(170, "no_60", "no_60"), 3),
        ("add", played(57, "black", "black"), -5),
        ("add", played(75, "no_90", "black"), 0),
        ("add", played(160, "name", extras=FOX_AND_CHARLIE), 4),
        ("add", played(200, "name", kind="solo"), 15),
        ("add", played(100, "name", "name", kind="solo"), -15),
        ("add", played(100, "name", "name", kind="silent_solo"), -18),  # Kontra has won against the old ones
        ("add", played(240, "black", black="kontra"), 11),  # 1 + 4 + 2 + 4
        ("add", played(151, None, "no_90"), 6),  # 1 + 1 below 90 + 2 + 1 + 1 for 120 against no 90
        ("double", played(130, "name", "name"), 4),
        ("double", played(85, "name", extras={"kontra": {"fox": 1}}), -8),
        ("double", played(170, "no_60", "no_60", bock=2), 6),
    ],
)
def test_doppelkopf(announcements, record, of_a):
    others = [-of_a, of_a, -of_a] if len(record["re"]) == 2 else [-of_a / 3] * 3
    assert entered(doppelkopf, DDV | {"announcements": announcements}, record) == [of_a, *others]


# --- Tarot -----------------------------------------------------------------------------------------------------------


def taken(contract, bouts, points, **more):
    return {"taker": 0, "contract": contract, "bouts": bouts, "points": points, **more}


SINGLE = [{"side": "taker", "size": 1}]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (taken("garde", 2, 49, poignees=SINGLE, petit="taker"), [318, -106, -106, -106]),
        (taken("garde", 2, 49), [198, -66, -66, -66]),
        (taken("garde", 0, 49), [-192, 64, 64, 64]),
        (taken("garde", 2, 45, petit="defence"), [114, -38, -38, -38]),
        (taken("petite", 2, 40.5), [-52, 26, 26]),
        (taken("petite", 2, 41.5), [52, -26, -26]),
        (taken("garde_sans", 3, 40), [232, -116, -116]),
        (taken("garde", 1, 60, partner=2), [136, -68, 68, -68, -68]),
        (taken("petite", 1, 47, partner=2), [-58, 29, -29, 29, 29]),
        (taken("garde", 3, 36), [200, -50, -50, -50, -50]),
        (taken("garde", 3, 91, chelem="announced_made", petit="taker"), [1740, -580, -580, -580]),
        (taken("garde", 2, 49, chelem="announced_missed"), [-402, 134, 134, 134]),  # 66 - 200
        (taken("petite", 0, 0, chelem="defence"), [-843, 281, 281, 281]),  # 25 + 56 + 200
        (taken("garde", 0, 49, poignees=SINGLE), [-252, 84, 84, 84]),
        (taken("garde", 2, 49, misere=[1]), [188, -36, -76, -76]),
        (taken("petite", 1, 47, partner=2, sitting_out=[5]), [-58, 29, -29, 29, 29, 0]),
        ({"passed": True}, [0, 0, 0, 0]),
    ],
)
def test_tarot(record, expected):
    assert entered(tarot, TAROT, record, seats=len(expected)) == expected


# --- Belote ----------------------------------------------------------------------------------------------------------


def bid(contract, points, **more):
    return {"team": 0, "bid": contract, "trump": "hearts", "points": points, **more}


def classic(points, **more):
    return {"team": 0, "trump": "hearts", "points": points, **more}


@pytest.mark.parametrize(
    ("rules", "record", "expected"),
    [
        (COINCHE, bid(100, 122), [222, 40]),
        (COINCHE, bid(100, 96), [0, 260]),
        (COINCHE, bid(100, 122, coinche=2), [444, 0]),
        (COINCHE, bid(100, 96, coinche=2), [0, 520]),
        (COINCHE, bid(100, 96, coinche=4), [0, 1040]),
        (COINCHE, bid(100, 85, belote=0), [205, 77]),
        (COINCHE, bid(100, 75, belote=0), [20, 260]),
        (COINCHE | {"belote_helps": False}, bid(100, 85, belote=0), [20, 260]),
        (COINCHE, bid("capot", 162, tricks="all"), [500, 0]),
        (COINCHE, bid("capot", 160), [0, 410]),
        (COINCHE, bid(100, 162, tricks="all"), [350, 0]),
        (COINCHE, bid(100, 75, announced=[50, 0]), [225, 87]),
        (COINCHE, bid(140, 75, announced=[50, 0]), [0, 350]),
        (CONTEST, bid(120, 131), [120, 0]),
        (CONTEST, bid(120, 119), [0, 280]),
        (COINCHE | {"rounding": "down"}, bid(90, 95), [180, 70]),
        (COINCHE | {"rounding": "up"}, bid(90, 95), [190, 70]),
        (BELOTE, classic(90), [90, 72]),
        (BELOTE, classic(79, belote=0), [99, 83]),
        (BELOTE, classic(80), [0, 162]),
        (BELOTE, classic(72, belote=1), [0, 182]),
        (BELOTE, classic(71, belote=0), [0, 91]),
        (BELOTE, classic(162, tricks="all"), [252, 0]),
        (BELOTE | {"litige": "others"}, classic(81), [0, 162]),
        (COINCHE, {"passed": True}, [0, 0]),
    ],
)
def test_belote(rules, record, expected):
    assert entered(belote, rules, record) == expected * 2


def test_what_waits_goes_to_the_winner_of_the_next_hand():
    level = classic(71, belote=0)
    after = entered(belote, BELOTE, level, {"passed": True}, classic(100, team=1))
    assert after == [62, 191, 62, 191]
    assert entered(belote, BELOTE, level, classic(70)) == [0, 253, 0, 253]


# --- Schafkopf -------------------------------------------------------------------------------------------------------


def called(points, **more):
    return {"game": "call", "declarer": 0, "partner": 2, "points": points, **more}


def alone(game, points=None, **more):
    return {"game": game, "declarer": 0, **({} if points is None else {"points": points}), **more}


@pytest.mark.parametrize(
    ("rules", "record", "expected"),
    [
        (PRIVATE, called(75), [20, -20, 20, -20]),
        (PRIVATE, called(91, runners=3), [60, -60, 60, -60]),
        (PRIVATE, called(60), [-20, 20, -20, 20]),
        (PRIVATE, called(30, doubled=1), [-60, 60, -60, 60]),
        (PRIVATE, called(31), [-20, 20, -20, 20]),
        (PRIVATE, called(90), [20, -20, 20, -20]),
        (PRIVATE, called(0, tricks="none"), [-40, 40, -40, 40]),
        (PRIVATE, alone("solo", 75, runners=4), [270, -90, -90, -90]),
        (PRIVATE, alone("wenz", 55, runners=2), [-210, 70, 70, 70]),
        (PRIVATE, alone("solo", 120, tricks="all", tout=True, runners=5), [600, -200, -200, -200]),
        (PRIVATE, alone("solo", 118, tout=True), [-300, 100, 100, 100]),
        (PRIVATE, alone("sie"), [1560, -520, -520, -520]),
        (TOURNAMENT, alone("wenz", 95), [27, -9, -9, -9]),
        (TOURNAMENT, alone("sie"), [72, -24, -24, -24]),
        (PRIVATE, {"ramsch": {"points": [50, 40, 30, 0], "virgins": 1}}, [-120, 40, 40, 40]),
        (PRIVATE, {"ramsch": {"points": [0, 120, 0, 0], "march": True}}, [-20, 60, -20, -20]),
        (PRIVATE, called(75) | {"sitting_out": [4]}, [20, -20, 20, -20, 0]),
    ],
)
def test_schafkopf(rules, record, expected):
    assert entered(schafkopf, rules, record, seats=len(expected)) == expected


def test_each_loser_pays_one_winner():
    assert schafkopf.work_out(PRIVATE, [called(75)], 4, standard=True).pairs() == [
        [0, 20, 0, 0],
        [-20, 0, 0, 0],
        [0, 0, 0, 20],
        [0, 0, -20, 0],
    ]


# --- Spades ----------------------------------------------------------------------------------------------------------


def tricks(bids, taken, **more):
    return {"bids": bids, "tricks": taken, **more}


@pytest.mark.parametrize(("took", "total"), [(7, 389), (8, 290), (9, 291)])
def test_the_tenth_bag(took, total):
    before = tricks([11, 1, 1, 1], [12, 0, 1, 0])  # 121
    earlier = [before] * 2 + [tricks([3, 1, 3, 1], [4, 2, 4, 3]), tricks([1, 4, 2, 1], [4, 4, 2, 3])]
    series = spades.work_out(SPADES, earlier, 4, standard=True)
    assert series.totals[0] == 242 + 62 + 33 == 337  # with 1 + 1 + 2 + 3 bags
    then = tricks([2, 3, 3, 3], [took - 3, 13 - took, 3, 0])
    assert spades.work_out(SPADES, [*earlier, then], 4, standard=True).totals[0] == total


@pytest.mark.parametrize(
    ("rules", "record", "expected"),
    [
        (SPADES, tricks([4, "nil", 3, 5], [5, 0, 3, 5]), [71, 150]),
        (SPADES, tricks([4, "nil", 3, 5], [4, 1, 3, 5]), [70, -49]),
        (SPADES | {"nil_tricks": "help"}, tricks([4, "nil", 3, 6], [4, 1, 3, 5]), [70, -40]),
        (SPADES, tricks([4, 3, 3, 2], [3, 4, 3, 3]), [-70, 52]),
        (SPADES, tricks([4, 3, 3, 2], [3, None, 3, 3]), [-70, 52]),
        (SPADES, tricks([4, "blind_nil", 3, 5], [5, 0, 3, 5], blind=[0]), [141, 250]),
    ],
)
def test_spades(rules, record, expected):
    assert entered(spades, rules, record) == expected * 2


def test_spades_card_by_card():
    suits = ["C", "D", "H", "S"]  # each holds one suit
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    rows = [[rank + suit for suit in suits] for rank in ranks]
    record = {"bids": [1, 1, 1, 10], "tricks": rows, "first_leader": 0, "direction": "clockwise"}
    assert spades.judge_deal(record) == ([0, 0, 0, 13], [])
    rows[0][0], rows[1][3] = rows[1][3], rows[0][0]  # seat 0 leads the 3 of spades and wins, then leads a club and wins
    assert spades.judge_deal(record) == ([2, 0, 0, 11], [(1, 0, "3S")])


def test_alone_every_two_settle_or_all_pay_the_winner():
    hand = tricks([5, 5, 3], [5, 5, 7])  # 50, 50, 34
    rules = SPADES | {"teams": False, "stake": "per_match", "stake_points": 50}
    assert spades.work_out(rules, [hand], 3, standard=True).received() == [25, 25, -50]
    assert spades.work_out(rules | {"stake": "per_point"}, [hand], 3, standard=True).received() == [16, 16, -32]


def test_the_end_of_spades():
    high, low = tricks([10, 1, 1, 1], [11, 1, 1, 0]), tricks([5, 9, 3, 1], [8, 2, 2, 1])
    assert not spades.work_out(SPADES | {"target": 112}, [high], 4, standard=True).over  # 111
    assert spades.work_out(SPADES | {"target": 111}, [high], 4, standard=True).over
    assert not spades.work_out(SPADES, [low] * 2, 4, standard=True).over  # -200 for the others
    assert spades.work_out(SPADES | {"floor": -199}, [low] * 2, 4, standard=True).over


# --- All -------------------------------------------------------------------------------------------------------------


ALWAYS_ZERO = {doppelkopf, tarot, schafkopf}


@pytest.mark.parametrize(
    ("game", "all_seats"),
    [
        (skat, [3, 4, 5]),
        (doppelkopf, [4, 5, 6, 7]),
        (tarot, [3, 4, 5, 6, 7]),
        (belote, [4]),
        (schafkopf, [4, 5]),
        (spades, [2, 3, 4, 5, 6]),
    ],
)
def test_random_hands_can_be_worked_out(game, all_seats):
    for seed in range(100):
        dice = Random(seed)
        seats = dice.choice(all_seats)
        rules = game.some_rules(dice, seats)
        records = [game.some_hand(dice, rules, seats) for _hand in range(10)]
        series = game.work_out(rules, records, seats, standard=True)
        assert sum(series.received()) == 0
        assert len(series.hands) == 10
        assert sorted(seat for level in series.ranking for seat in level) == list(range(seats))
        if game in ALWAYS_ZERO and rules.get("solo_times", 3) == 3:
            assert not any(sum(hand.entered) for hand in series.hands)
        if game in ALWAYS_ZERO and rules["settlement"] == "at_once":
            assert series.received() == series.totals
