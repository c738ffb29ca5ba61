"""Two revealed hands, the chest and the end of CHA."""

from collections.abc import Iterator
from itertools import product

import pytest

from games.catalogue.cha.game import Cha
from games.contract import Table
from tests.games.cha.brute_force import brute_force, couples_of
from tests.games.series import Series, refused_rules, rules_of

KINGS_AND_QUEENS = [rank + suit for rank in "KQ" for suit in "CSDH"]
JACKS = ["JC", "JS", "JD", "JH"]


def revealed(one: str, other: str, **more: object) -> dict[str, object]:
    return {"hands": [one.split(), other.split()], **more}


def won_by(winner: int | None, *bought: int) -> dict[str, object]:
    return {"winner": "tie" if winner is None else winner, "bought": list(bought)}


def verdict(one: str, other: str, led_by: int = 0) -> int | None:
    reading = Cha.read_record(revealed(one, other, led_by=led_by))
    assert not reading.problems
    return reading.value.ruling().winner


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        # The jack cannot cancel the loving couple, so it cancels the other's: 1 to 0.
        ("KH QH JC", "KC QD", 0),
        # The first jack cancels the own couple, the second the other's: 0 to 0.
        ("JS JC KD QD", "KC QH", None),
        ("KC QD", "KS JOKER", 0),
        ("KC QD", "KS QH", None),
        ("KC", "QD", None),
        # A jack with nothing to cancel is left over, and its player loses.
        ("JC", "KC", 1),
        ("JC KH QH", "KS", 1),
        ("JC", "JS", None),
        # The joker removes the jack that is left over, or the one that cancels the own couple.
        ("JC JOKER KH QH", "KS", 0),
        ("JC JOKER KD QD", "KS", 0),
        # It saves the own couple from the other's jack, too.
        ("KD QD JOKER", "JC", 0),
        # The valiant couple takes the joker from the other, and removes the own jack with it.
        ("KS QS JC KD QD", "JOKER KC QC", 0),
        # Loving couples cannot be cancelled.
        ("KH QH", "JC JS", 0),
    ],
)
def test_two_revealed_hands_are_judged(one, other, winner):
    assert verdict(one, other) == winner
    mirrored = {0: 1, 1: 0, None: None}[winner]
    assert verdict(other, one, led_by=1) == mirrored


def every_round() -> Iterator[tuple[tuple[list[str], list[str]], int]]:
    """All rounds that differ for the rules: kings and queens, jacks, the joker, the leader."""
    couples: dict[object, list[list[str]]] = {}
    for owners in product((0, 1, None), repeat=8):
        hands = [
            [card for card, owner in zip(KINGS_AND_QUEENS, owners, strict=True) if owner == seat] for seat in (0, 1)
        ]
        kinds = tuple(tuple(sorted(map("".join, map(sorted, alike(hand))))) for hand in hands)
        couples.setdefault(kinds, hands)
    for one, other in couples.values():
        for first, second, joker, leader in product(range(5), range(5), (0, 1, None), (0, 1)):
            if first + second <= 4:
                hands = ([*one, *JACKS[:first]], [*other, *JACKS[4 - second :]])
                if joker is not None:
                    hands[joker].append("JOKER")
                yield hands, leader


def alike(hand: list[str]) -> list[set[str]]:
    """The couples without their suits where the rules do not need them."""
    return [couple if len({card[1] for card in couple}) == 1 else {"mixed"} for couple in couples_of(hand)]


@pytest.mark.thorough
@pytest.mark.slow
def test_the_brute_force_judge_agrees_on_every_possible_round():
    rounds = list(every_round())
    assert len(rounds) == 185 * 15 * 3 * 2
    assert [one for one in rounds if not judges_agree(*one)] == []


def test_the_brute_force_judge_agrees_on_random_rounds():
    assert [one for one in list(every_round())[::37] if not judges_agree(*one)] == []


def judges_agree(hands: tuple[list[str], list[str]], leader: int) -> bool:
    found = Cha.read_record({"hands": hands, "led_by": leader}).value.ruling()
    sign = {0: 1, 1: -1, None: 0}[found.winner]
    return brute_force(hands, leader) == (sign, sign * found.rich)


def test_an_own_jack_cancels_the_poorer_couple():
    """It cancels the plain couple, because with the rich one the winner may buy two."""
    record = Cha.read_record(revealed("KD QD KC QS JH", "KS KH", bought=[1, 2])).value
    assert record.ruling().rich
    assert not Series(Cha, 2).problems(revealed("KD QD KC QS JH", "KS KH", bought=[1, 2]))


def sentences_of(data: dict[str, object]) -> list[str]:
    return [str(step) for step in Series(Cha, 2).play(data).scores[0].reasoning]


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (
            revealed("KH QH JC", "KC QD", bought=[7]),
            [
                "seat 1 shows: the loving couple, one jack.",
                "seat 2 shows: a couple.",
                "A jack of seat 1 cancels a couple of seat 2.",
                "Valid couples: 1 to 0.",
            ],
        ),
        (
            revealed("KD QD JC JH JOKER", "KC QS", bought=[6, 7]),
            [
                "seat 1 shows: the rich couple, 2 jacks, the joker.",
                "seat 2 shows: a couple.",
                "A jack of seat 1 cancels the rich couple of the same hand.",
                "A jack of seat 1 cancels a couple of seat 2.",
                "The joker of seat 1 removes the jack that cancels the rich couple.",
                "Valid couples: 1 to 0.",
                "seat 1 may buy two diamonds: the rich couple is valid.",
            ],
        ),
        (
            revealed("JC KC", "JH KS"),
            [
                "seat 1 shows: no couple, one jack.",
                "seat 2 shows: no couple, one jack.",
                "Both have a jack left over: a tie.",
            ],
        ),
    ],
)
def test_every_step_of_the_judgement_is_explained(hands, said):
    assert sentences_of(hands) == said


@pytest.mark.parametrize(
    ("hands", "place", "said"),
    [
        (revealed("KC KS", "KH KD"), -1, "Valid couples: 0 to 0, a tie."),
        (revealed("KC QC", "KH KS", drew_on=[0], bought=[1]), 0, "by the cultured couple"),
        (revealed("KC JC KH QH", "KS KD", drew_on=[0], bought=[1]), 0, "without the cultured couple"),
    ],
)
def test_a_tie_and_a_player_who_drew_on_are_explained(hands, place, said):
    sentence = said if place else f"seat 1 drew on after the reveal, {said}."
    assert sentences_of(hands)[place] == sentence


def test_an_overruled_judgement_is_kept_in_the_record():
    data = revealed("KH QH JC", "KC QD", overruled={"winner": 1}, bought=[7])
    series = Series(Cha, 2).play(data)
    assert series.entered == [0, 7]
    assert series.records[0].ruling().winner == 0
    assert str(series.scores[0].reasoning[-1]) == "The table decided: seat 2 wins."


@pytest.mark.parametrize(
    "data",
    [
        {"winner": "tie"},
        won_by(0, 7),
        revealed("KH QH", "KC QD", overruled={"winner": "tie"}),
        revealed("KC QC JOKER", "JS", led_by=1, drew_on=[0], bought=[2]),
    ],
)
def test_a_record_is_unchanged_after_storing(data):
    """Empty fields are left out. A tie is not an empty field."""
    record = Cha.read_record(data).value
    stored = Cha.record.dump_python(record, mode="json", exclude_none=True)
    assert Cha.read_record(stored).value == record


def test_a_round_can_be_recorded_as_a_tie():
    series = Series(Cha, 2).play(revealed("KH QH", "KC QD", overruled={"winner": "tie"}))
    assert series.entered == [0, 0]
    assert str(series.scores[0].reasoning[-1]) == "The table decided: a tie."


FOURTEEN_EACH = [won_by(0, 7), won_by(0, 6), won_by(0, 1), won_by(1, 5), won_by(1, 4), won_by(1, 3), won_by(1, 2)]
THREE_EACH = [won_by(1, 3), won_by(0, 1), won_by(0, 2)]
SHORT = Cha.presets["short"].rules


@pytest.mark.parametrize(
    ("rules", "rounds", "totals", "winner", "nets"),
    [
        # Fifteen of 28 diamonds end the game, or four of six with a smaller chest.
        (None, [won_by(0, 3), won_by(0, 4), won_by(0, 7)], [14, 0], None, [10, -10]),
        (None, [won_by(0, 3), won_by(0, 4), won_by(0, 7), won_by(0, 1)], [15, 0], 0, [10, -10]),
        (SHORT, [won_by(1, 3)], [0, 3], None, [-10, 10]),
        (SHORT, [won_by(1, 3), won_by(1, 1)], [0, 4], 1, [-10, 10]),
        # A tie at the end is decided by an extra round, which may be a tie too.
        (SHORT, THREE_EACH, [3, 3], None, [0, 0]),
        (SHORT, [*THREE_EACH, won_by(None)], [3, 3], None, [0, 0]),
        (SHORT, [*THREE_EACH, won_by(None), won_by(0)], [3, 3], 0, [10, -10]),
        (None, FOURTEEN_EACH, [14, 14], None, [0, 0]),
        (None, [*FOURTEEN_EACH, won_by(1)], [14, 14], 1, [-10, 10]),
    ],
)
def test_the_end_of_the_game(rules, rounds, totals, winner, nets):
    series = Series(Cha, 2, rules).play(*rounds)
    assert (list(series.standing.cumulative), series.standing.over) == (totals, winner is not None)
    if winner is not None:
        assert series.standing.ranking == ((winner,), (1 - winner,))
    assert series.nets() == nets


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (won_by(0, 3), ("bought.0", "bought_before")),
        (won_by(0, 8), ("bought.0", "out_of_range")),
        (won_by(0, 1, 1), ("bought.1", "bought_twice")),
        (won_by(None, 1), ("bought", "tie")),
        (won_by(1), ("bought", "unfinished")),
        (won_by(1, 1, 2, 4), ("bought", "too_many")),
        (revealed("KH QH", "KC", bought=[1, 2]), ("bought", "too_many")),  # no rich couple
        (revealed("KH QH KH", "KC"), ("hands.0.2", "twice")),
        (revealed("KH JOKER", "JOKER"), ("hands.1.0", "twice")),
        (revealed("KH 7D", "KC"), ("hands.0.1", "not_a_card")),
        ({"winner": 2, "bought": []}, ("winner", "not_a_winner")),
        ({"winner": None, "bought": []}, ("winner", "not_a_winner")),
        ({"winner": True, "bought": [1]}, ("winner", "not_a_winner")),
        (revealed("KH QH", "KC", overruled={"winner": "both"}), ("overruled.winner", "not_a_winner")),
        ({"bought": [1]}, ("winner", "missing")),
    ],
)
def test_impossible_records_are_refused(record, problem):
    assert problem in Series(Cha, 2).play(won_by(1, 3)).problems(record)


def test_a_diamond_that_is_not_in_the_chest_is_refused():
    assert ("bought.0", "not_in_chest") in Series(Cha, 2, SHORT).problems(won_by(0, 7))
    bought_all = Series(Cha, 2).play(*FOURTEEN_EACH)
    assert bought_all.problems(won_by(1, 7)) == [("bought.0", "bought_before")]


def test_a_chest_has_at_least_ace_two_and_three():
    assert refused_rules(Cha, chest_cards=2) == ["out_of_range"]
    assert refused_rules(Cha, chest_cards=8) == ["out_of_range"]
    # The targets are more than half of 6, 10, 15, 21 and 28.
    wanted = {3: 4, 4: 6, 5: 8, 6: 11, 7: 15}
    assert {cards: rules_of(Cha, chest_cards=cards).more_than_half for cards in wanted} == wanted


def test_a_new_hand_has_at_least_two_cards():
    series = Series(Cha, 2)
    assert series.problems(revealed("", "KC QD", bought=[7])) == [("hands.0", "too_few_cards")]
    assert series.problems(revealed("KC", "JC", bought=[7])) == [
        ("hands.0", "too_few_cards"),
        ("hands.1", "too_few_cards"),
    ]
    assert series.problems(revealed("KC QD", "KS KH", bought=[7])) == []


def test_a_hand_of_one_card_that_was_recorded_before_stays_valid():
    record = Cha.read_record(revealed("", "KC QD", bought=[7])).value
    assert Cha(Cha.default_preset.rules, 2).check(record, Table(2)) == []
    assert Cha(Cha.default_preset.rules, 2).score(record, Table(2)).points_entered == (0, 7)


def test_a_rich_couple_may_buy_two_diamonds_while_there_are_two():
    rich = ("KD QD", "KC KS")
    assert not Series(Cha, 2).problems(revealed(*rich, bought=[7]))
    assert not Series(Cha, 2).problems(revealed(*rich, bought=[6, 7]))
    assert Series(Cha, 2).problems(revealed(*rich, bought=[5, 6, 7])) == [("bought", "too_many")]
    short = Series(Cha, 2, SHORT).play(won_by(1, 3), won_by(0, 2))
    assert short.problems(revealed(*rich, bought=[1, 2])) == [("bought.1", "bought_before")]
    assert not short.problems(revealed(*rich, bought=[1]))


def test_a_tie_with_an_empty_chest_requires_an_extra_round():
    series = Series(Cha, 2, SHORT).play(won_by(1, 3), won_by(0, 1))
    assert (series.standing.reminders, series.standing.past_goal) == ((), False)
    series.play(won_by(0, 2))
    assert series.standing.past_goal  # 3 to 3, and no diamond is left
    assert [str(reminder) for reminder in series.standing.reminders] == [
        "The chest is empty and both are level: an extra round decides."
    ]
    assert series.play(won_by(None)).standing.reminders
    assert not series.play(won_by(1)).standing.reminders
    assert (series.standing.over, series.standing.past_goal) == (True, False)


def test_the_players_start_in_turn():
    series = Series(Cha, 2, first_dealer=1).play(won_by(0, 3))
    assert series.standing.dealer == 0


def test_the_loser_pays_the_stake():
    won = [won_by(0, 7), won_by(0, 6), won_by(1, 5), won_by(0, 4)]
    assert Series(Cha, 2).play(*won).nets() == [10, -10]
    assert Series(Cha, 2).play(*won[:2]).nets(with_standard=False) == [0, 0]
    assert Series(Cha, 2, rules_of(Cha, stake="per_diamond", diamond_rate=2)).play(*won).nets() == [24, -24]
    assert Series(Cha, 2, rules_of(Cha, stake="none")).play(*won).settle() == ()


# --- The extra round and money ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "hands", "nets"),
    [
        ({"diamond_rate": 2}, [*FOURTEEN_EACH, won_by(1)], [-2, 2]),
        ({"diamond_rate": 2}, [*FOURTEEN_EACH, won_by(None), won_by(0)], [2, -2]),
        ({"diamond_rate": 2.5, "chest_cards": 3}, [*THREE_EACH, won_by(0)], [2.5, -2.5]),
        ({"diamond_rate": 2, "extra_round_pays": False}, [*FOURTEEN_EACH, won_by(1)], [0, 0]),
        ({"diamond_rate": 0}, [*FOURTEEN_EACH, won_by(1)], [0, 0]),
        ({"diamond_rate": 2}, FOURTEEN_EACH, [0, 0]),  # the extra round was not played
        ({"diamond_rate": 2}, [*FOURTEEN_EACH, won_by(None)], [0, 0]),
        ({"diamond_rate": 2}, [won_by(0, 7), won_by(1, 3)], [8, -8]),
    ],
)
def test_the_winner_of_the_extra_round_gets_one_diamonds_rate(options, hands, nets):
    series = Series(Cha, 2, rules_of(Cha, stake="per_diamond", **options)).play(*hands)
    assert series.nets() == nets


def test_the_extra_round_pays_in_new_series_only():
    assert all(preset.rules.extra_round_pays for preset in Cha.presets.values())
    assert rules_of(Cha, stake="per_diamond").extra_round_pays
    stored = {"chest_cards": 7, "stake": "per_diamond", "stake_points": 10, "diamond_rate": 2}
    assert Series(Cha, 2, Cha.rules_model.model_validate(stored)).play(*FOURTEEN_EACH, won_by(1)).nets() == [0, 0]
