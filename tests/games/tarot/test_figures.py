"""The figures of docs/rules/tarot.md: what each hand brings each player."""

from fractions import Fraction

import pytest

from games.catalogue.tarot.game import Tarot
from games.kit.transfers import nets
from tests.games.tarot.hands import A, B, C, D, E, F, points_of, score_of, taken
from tests.games.worked_twice import worked_twice

SINGLE, DOUBLE, TRIPLE = ({"side": "taker", "size": size} for size in (1, 2, 3))
OF_DEFENCE = {"side": "defence", "size": 1}
MISERE = Tarot.presets["misere"].rules


@worked_twice
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (taken(poignees=[SINGLE], petit="taker"), [318, -106, -106, -106]),
        (taken(), [198, -66, -66, -66]),
        (taken(bouts=0), [-192, 64, 64, 64]),
        (taken(points=45, petit="defence"), [114, -38, -38, -38]),
        (taken("petite", 2, 40.5), [-52, 26, 26]),
        (taken("petite", 2, 41.5), [52, -26, -26]),
        (taken("petite", 2, "40½"), [-52, 26, 26]),
        (taken("garde_sans", 3, 40), [232, -116, -116]),
        (taken("garde", 1, 60, partner=C), [136, -68, 68, -68, -68]),
        (taken("petite", 1, 47, partner=C), [-58, 29, -29, 29, 29]),
        (taken("garde", 3, 36), [200, -50, -50, -50, -50]),
        (taken(bouts=3, points=91, chelem="announced_made", petit="taker"), [1740, -580, -580, -580]),
        (taken(chelem="announced_missed"), [-402, 134, 134, 134]),  # 66 - 200
        (taken("petite", 0, 0, chelem="defence"), [-843, 281, 281, 281]),  # 25 + 56 + 200
        (taken(bouts=0, poignees=[SINGLE]), [-252, 84, 84, 84]),
        (taken(misere=[B]), [188, -36, -76, -76]),
        (taken("petite", 1, 47, partner=C, sitting_out=[F]), [-58, 29, -29, 29, 29, 0]),
        ({"passed": True}, [0, 0, 0, 0]),
    ],
)
def test_what_a_hand_brings(worked_out, record, expected):
    assert worked_out(Tarot, MISERE, record, seats=len(expected)) == expected


@pytest.mark.parametrize(("bouts", "needed"), [(0, 56), (1, 51), (2, 41), (3, 36)])
def test_what_the_bouts_need(bouts, needed):
    assert points_of(taken("petite", bouts, needed))[A] == 3 * 25
    assert points_of(taken("petite", bouts, needed - 1))[A] == 3 * -26


CHELEM = {"chelem": (500, 300, -100)}


@pytest.mark.parametrize(
    ("record", "options", "each"),
    [
        # The factor of each contract.
        (taken("petite"), {}, 33),
        (taken("garde"), {}, 66),
        (taken("garde_sans"), {}, 132),
        (taken("garde_contre"), {}, 198),
        # The petit is added for the winners and taken off for the losers: won by 8, or lost by 2.
        (taken(bouts=2, petit="taker"), {}, 86),  # (25 + 8 + 10) × 2
        (taken(bouts=2, petit="defence"), {}, 46),  # (25 + 8 − 10) × 2
        (taken(bouts=1, petit="taker"), {}, -34),  # (25 + 2 − 10) × 2
        (taken(bouts=1, petit="defence"), {}, -74),  # (25 + 2 + 10) × 2
        # A poignée is for the winners, whoever showed it.
        (taken(bouts=2, poignees=[SINGLE]), {}, 86),
        (taken(bouts=2, poignees=[DOUBLE]), {}, 96),
        (taken(bouts=2, poignees=[TRIPLE]), {}, 106),
        (taken(bouts=2, poignees=[OF_DEFENCE]), {}, 86),
        (taken(bouts=1, poignees=[SINGLE]), {}, -74),
        (taken(bouts=1, poignees=[OF_DEFENCE]), {}, -74),
        (taken(poignees=[SINGLE, OF_DEFENCE]), {}, 66 + 20 + 20),
        (taken(poignees=[DOUBLE, SINGLE]), {"poignee": (20, 40, 60)}, 66 + 40 + 20),
        # The chelem is never multiplied.
        (taken("petite", 3, 91, chelem="made"), {}, 280),  # 25 + 55 + 200
        (taken("petite", 3, 86, chelem="announced_missed"), {}, -125),  # won: 25 + 50 − 200
        (taken("garde", 1, 41, chelem="announced_missed"), {}, -270),  # lost: −(25 + 10) × 2 − 200
        (taken("garde", 0, 6, chelem="defence"), {}, -350),  # −(25 + 50) × 2 − 200
        (taken("petite", 3, 91, chelem="announced_made"), CHELEM, 580),
        (taken("petite", 3, 91, chelem="made"), CHELEM, 380),
        (taken("petite", 3, 36, chelem="announced_missed"), CHELEM, -75),
        (taken("petite", 0, 6, chelem="defence"), {"defence_chelem": 0}, -75),
    ],
)
def test_what_each_of_the_others_pays(record, options, each):
    assert points_of(record, **options) == [3 * each, -each, -each, -each]


def test_the_partner_shares_poignees_and_chelem():
    record = taken("garde", 3, 91, chelem="made", partner=B, poignees=[SINGLE])  # (25 + 55) × 2 + 20 + 200 = 380
    assert points_of(record, 5) == [760, 380, -380, -380, -380]


def test_each_misere_is_paid_by_all_others_also_by_the_own_side():
    assert points_of(taken(misere=[B]), misere=10) == [198 - 10, -66 + 30, -66 - 10, -66 - 10]
    both = taken("garde", 3, 36, partner=C, misere=[C, D])  # 50, and 10 from each to C and D
    assert points_of(both, 5, misere=10) == [100 - 20, -50 - 20, 50 + 30, -50 + 30, -50 - 20]


def test_those_who_sit_out_have_nothing():
    assert points_of(taken("garde", 3, 36, partner=C, sitting_out=[F]), 6) == [100, -50, 50, -50, -50, 0]
    alone = taken("garde", 3, 36, sitting_out=[B, E], misere=[C])
    assert points_of(alone, 7, misere=10) == [200 - 10, 0, -50 + 40, -50 - 10, 0, -50 - 10, -50 - 10]
    assert list(score_of(taken("garde", 3, 36, sitting_out=[B, E]), 7).seats) == [A, C, D, F, 6]


def test_half_a_point_with_five_is_for_the_winners():
    assert points_of(taken("petite", 2, 60.5, partner=B), 5) == [90, 45, -45, -45, -45]  # won by 19½: 25 + 20
    assert points_of(taken("petite", 2, 20.5, partner=B), 5) == [-92, -46, 46, 46, 46]  # lost by 20½: 25 + 21


def test_a_hand_that_all_passed_counts_nothing():
    score = score_of({"passed": True})
    assert score.points_entered == (0, 0, 0, 0)
    assert (score.counts, score.complete, score.declared) == (True, True, None)


def test_the_lines_say_how_it_was_counted():
    score = score_of(taken(petit="taker", poignees=[SINGLE, OF_DEFENCE], misere=[B]), rules=MISERE)
    assert [(line.seat, line.points, str(line.why)) for line in score.lines if line.seat in (A, B)] == [
        (A, 258, "seat 1 wins Garde by 8: (25 + 8 + 10 for the petit) × 2 = 86"),
        (B, -86, "seat 1 wins Garde by 8: (25 + 8 + 10 for the petit) × 2 = 86"),
        (A, 60, "single poignée for the winners: 20"),
        (B, -20, "single poignée for the winners: 20"),
        (A, 60, "single poignée for the winners: 20"),
        (B, -20, "single poignée for the winners: 20"),
        (A, -10, "misère of seat 2: 10 from each"),
        (B, 30, "misère of seat 2: 10 from each"),
    ]
    assert sum_by_seat(score) == list(score.points_entered)
    assert str(score_of(taken("petite", 1, 47, petit="taker")).lines[0].why) == (
        "seat 1 loses Petite by 4: 25 + 4 − 10 for the petit = 19"
    )
    assert str(score_of(taken("garde", 0, 6, chelem="defence")).lines[4].why) == "chelem of the defence: 200"


def test_payments_at_once_come_to_the_points():
    score = score_of(taken("garde", 1, 60, partner=C, misere=[B]), 5, MISERE)
    assert nets(score.transfers, 5) == score.points_entered
    assert [(paid.payer, paid.payee, paid.points) for paid in score.transfers[:3]] == [
        (B, A, 68),
        (D, A, 68),
        (E, C, 68),
    ]
    by_difference = MISERE.model_copy(update={"settlement": "difference"})
    assert score_of(taken(), rules=by_difference).transfers == ()


def test_who_declared_and_what_could_have_been_announced():
    declared = score_of(taken("garde_sans", 1, 60, partner=C), 5).declared
    assert (declared.seat, declared.partners, declared.contract, declared.made) == (A, (C,), "garde_sans", True)
    assert score_of(taken(bouts=0)).declared.made is False
    assert [str(missed) for missed in score_of(taken("petite", 3, 91, chelem="made")).missed] == [
        "The chelem was there to be announced."
    ]
    assert score_of(taken("petite", 3, 91, chelem="announced_made")).missed == ()


def sum_by_seat(score):
    return [
        sum((line.points for line in score.lines if line.seat == seat), Fraction(0))
        for seat in range(len(score.points_entered))
    ]
