"""Two revealed hands, the chest and the end of CHA."""

from collections.abc import Iterator
from itertools import product

import pytest

from games.catalogue.cha import GAME
from tests.games.cha.brute_force import brute_force, couples_of
from tests.games.series import Series, refused_rules, rules_of

KINGS_AND_QUEENS = [rank + suit for rank in "KQ" for suit in "CSDH"]
JACKS = ["JC", "JS", "JD", "JH"]


def revealed(one: str, other: str, **more: object) -> dict[str, object]:
    return {"hands": [one.split(), other.split()], **more}


def won_by(winner: int | None, *bought: int) -> dict[str, object]:
    return {"winner": "tie" if winner is None else winner, "bought": list(bought)}


def verdict(one: str, other: str, led_by: int = 0) -> int | None:
    reading = GAME.read_record(revealed(one, other, led_by=led_by))
    assert not reading.problems
    return reading.value.verdict().winner  # type: ignore[no-any-return]


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
        # A jack that finds nothing to cancel is left over, and loses.
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
        # Loving couples cannot be cancelled by anybody.
        ("KH QH", "JC JS", 0),
    ],
)
def test_judging_two_hands(one: str, other: str, winner: int | None) -> None:
    assert verdict(one, other) == winner
    mirrored = {0: 1, 1: 0, None: None}[winner]
    assert verdict(other, one, led_by=1) == mirrored


def every_round() -> Iterator[tuple[tuple[list[str], list[str]], int]]:
    """All rounds that differ to the rules: kings and queens, jacks, the joker, who led."""
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
    """Couples of two suits are all the same to the rules."""
    return [couple if len({card[1] for card in couple}) == 1 else {"mixed"} for couple in couples_of(hand)]


@pytest.mark.slow
def test_a_second_judge_agrees_on_every_round_that_can_be() -> None:
    rounds = list(every_round())
    assert len(rounds) == 185 * 15 * 3 * 2
    assert [one for one in rounds if not judges_agree(*one)] == []


def test_a_second_judge_agrees_on_some_rounds() -> None:
    assert [one for one in list(every_round())[::37] if not judges_agree(*one)] == []


def judges_agree(hands: tuple[list[str], list[str]], leader: int) -> bool:
    found = GAME.read_record({"hands": hands, "led_by": leader}).value.verdict()
    sign = {0: 1, 1: -1, None: 0}[found.winner]
    return brute_force(hands, leader) == (sign, sign * found.rich)


def test_the_owner_gives_up_the_poorer_couple() -> None:
    """One own jack: it takes the plain couple, since the rich one lets the winner buy two."""
    record = GAME.read_record(revealed("KD QD KC QS JH", "KS", bought=[1, 2])).value
    assert record.verdict().rich
    assert not Series(GAME, 2).problems(revealed("KD QD KC QS JH", "KS", bought=[1, 2]))


def told(data: dict[str, object]) -> list[str]:
    return [str(step) for step in Series(GAME, 2).play(data).scores[0].reasoning]


def test_the_reasoning_names_each_step() -> None:
    assert told(revealed("KH QH JC", "KC QD", bought=[7])) == [
        "seat 1 shows: the loving couple, one jack.",
        "seat 2 shows: a couple.",
        "A jack of seat 1 cancels a couple of seat 2.",
        "Valid couples: 1 to 0.",
    ]


def test_the_reasoning_names_the_joker_the_jacks_and_what_the_winner_may_buy() -> None:
    assert told(revealed("KD QD JC JH JOKER", "KC QS", bought=[6, 7])) == [
        "seat 1 shows: the rich couple, 2 jacks, the joker.",
        "seat 2 shows: a couple.",
        "A jack of seat 1 cancels the rich couple of the same hand.",
        "A jack of seat 1 cancels a couple of seat 2.",
        "The joker of seat 1 removes the jack that cancels the rich couple.",
        "Valid couples: 1 to 0.",
        "seat 1 may buy two diamonds: the rich couple is valid.",
    ]


def test_a_tie_is_said_once() -> None:
    assert told(revealed("JC", "JH")) == [
        "seat 1 shows: no couple, one jack.",
        "seat 2 shows: no couple, one jack.",
        "Both have a jack left over: a tie.",
    ]
    assert told(revealed("", ""))[-1] == "Valid couples: 0 to 0, a tie."


def test_the_reasoning_says_who_drew_on_and_whether_with_a_cultured_couple() -> None:
    assert told(revealed("KC QC", "KH", drew_on=[0], bought=[1]))[0] == (
        "seat 1 drew on after the reveal, by the cultured couple."
    )
    assert told(revealed("KC JC KH QH", "KS", drew_on=[0], bought=[1]))[0] == (
        "seat 1 drew on after the reveal, without the cultured couple."
    )


def test_the_table_can_overrule_and_the_record_keeps_both() -> None:
    data = revealed("KH QH JC", "KC QD", overruled={"winner": 1}, bought=[7])
    series = Series(GAME, 2).play(data)
    assert series.entered == [0, 7]
    assert series.records[0].verdict().winner == 0
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
def test_a_record_is_the_same_when_it_is_read_back_as_it_is_stored(data: dict[str, object]) -> None:
    """Stored without whatever is empty: a tie must not be."""
    record = GAME.read_record(data).value
    stored = GAME.record.dump_python(record, mode="json", exclude_none=True)
    assert GAME.read_record(stored).value == record


def test_the_table_can_call_it_a_tie() -> None:
    series = Series(GAME, 2).play(revealed("KH QH", "KC QD", overruled={"winner": "tie"}))
    assert series.entered == [0, 0]
    assert str(series.scores[0].reasoning[-1]) == "The table decided: a tie."


def test_fifteen_of_twenty_eight_end_the_game() -> None:
    series = Series(GAME, 2).play(won_by(0, 3), won_by(0, 4), won_by(0, 7))
    assert (list(series.standing.cumulative), series.standing.over) == ([14, 0], False)
    series.play(won_by(0, 1))
    assert (list(series.standing.cumulative), series.standing.over) == ([15, 0], True)
    assert series.standing.ranking == ((0,), (1,))


def test_in_a_smaller_chest_four_of_six_win() -> None:
    series = Series(GAME, 2, GAME.presets["short"].rules).play(won_by(1, 3))
    assert not series.standing.over
    assert series.play(won_by(1, 1)).standing.over


def test_a_chest_that_runs_out_level_is_decided_by_an_extra_round() -> None:
    series = Series(GAME, 2, GAME.presets["short"].rules).play(won_by(1, 3), won_by(0, 1, 2))
    assert not series.standing.over
    series.play(won_by(None))
    assert not series.standing.over
    series.play(won_by(0))
    assert series.standing.over
    assert series.standing.ranking == ((0,), (1,))
    assert list(series.standing.cumulative) == [3, 3]
    assert series.nets() == [10, -10]


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
def test_what_cannot_be_is_refused(record: dict[str, object], problem: tuple[str, str]) -> None:
    assert problem in Series(GAME, 2).play(won_by(1, 3)).problems(record)


def test_a_diamond_that_is_not_in_a_smaller_chest() -> None:
    problems = Series(GAME, 2, GAME.presets["short"].rules).problems(won_by(0, 7))
    assert ("bought.0", "not_in_chest") in problems


def test_a_chest_keeps_at_least_ace_two_and_three() -> None:
    assert refused_rules(GAME, chest_cards=2) == ["out_of_range"]
    assert refused_rules(GAME, chest_cards=8) == ["out_of_range"]
    # More than half of 6, 10, 15, 21 and 28.
    wanted = {3: 4, 4: 6, 5: 8, 6: 11, 7: 15}
    assert {cards: rules_of(GAME, chest_cards=cards).more_than_half for cards in wanted} == wanted


def test_the_rich_couple_buys_two_or_one_and_fewer_from_an_emptier_chest() -> None:
    rich = ("KD QD", "KC")
    assert not Series(GAME, 2).problems(revealed(*rich, bought=[7]))
    assert not Series(GAME, 2).problems(revealed(*rich, bought=[6, 7]))
    assert Series(GAME, 2).problems(revealed(*rich, bought=[5, 6, 7])) == [("bought", "too_many")]
    short = Series(GAME, 2, GAME.presets["short"].rules).play(won_by(1, 3), won_by(0, 2))
    assert short.problems(revealed(*rich, bought=[1, 2])) == [("bought.1", "bought_before")]
    assert not short.problems(revealed(*rich, bought=[1]))


def test_a_chest_that_ran_out_level_asks_for_an_extra_round() -> None:
    series = Series(GAME, 2, GAME.presets["short"].rules).play(won_by(1, 3), won_by(0, 1))
    assert (series.standing.reminders, series.standing.past_goal) == ((), False)
    series.play(won_by(0, 2))
    assert series.standing.past_goal  # 3 to 3: no fourth diamond is left to be won
    assert [str(reminder) for reminder in series.standing.reminders] == [
        "The chest is empty and both are level: an extra round decides."
    ]
    assert series.play(won_by(None)).standing.reminders
    assert not series.play(won_by(1)).standing.reminders
    assert (series.standing.over, series.standing.past_goal) == (True, False)


def test_the_larger_chest_level_at_fourteen_is_decided_by_an_extra_round_too() -> None:
    # 7 + 6 + 1 and 5 + 4 + 3 + 2.
    won = [won_by(0, 7), won_by(0, 6), won_by(0, 1), won_by(1, 5), won_by(1, 4), won_by(1, 3), won_by(1, 2)]
    series = Series(GAME, 2).play(*won)
    assert (list(series.standing.cumulative), series.standing.over) == ([14, 14], False)
    assert series.problems(won_by(1, 7)) == [("bought.0", "bought_before")]
    series.play(won_by(1))
    assert (series.standing.ranking, series.standing.over) == (((1,), (0,)), True)
    assert series.nets() == [-10, 10]


def test_the_players_take_turns_to_start() -> None:
    series = Series(GAME, 2, first_dealer=1).play(won_by(0, 3))
    assert series.standing.dealer == 0


def test_stakes() -> None:
    won = [won_by(0, 7), won_by(0, 6), won_by(1, 5), won_by(0, 4)]
    assert Series(GAME, 2).play(*won).nets() == [10, -10]
    assert Series(GAME, 2).play(*won[:2]).nets(with_standard=False) == [0, 0]
    assert Series(GAME, 2, rules_of(GAME, stake="per_diamond", diamond_rate=2)).play(*won).nets() == [24, -24]
    assert Series(GAME, 2, rules_of(GAME, stake="none")).play(*won).settle() == ()
