"""Two revealed hands, the chest and the end of CHA."""

import pytest

from games.catalogue.cha import GAME
from tests.games.series import Series, rules_of


def revealed(one: str, other: str, **more: object) -> dict[str, object]:
    return {"hands": [one.split(), other.split()], **more}


def won_by(winner: int | None, *bought: int) -> dict[str, object]:
    return {"winner": winner, "bought": list(bought)}


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


def test_the_owner_gives_up_the_poorer_couple() -> None:
    """One own jack: it takes the plain couple, since the rich one lets the winner buy two."""
    record = GAME.read_record(revealed("KD QD KC QS JH", "KS", bought=[1, 2])).value
    assert record.verdict().rich
    assert not Series(GAME, 2).faults(revealed("KD QD KC QS JH", "KS", bought=[1, 2]))


def test_the_reasoning_is_told_step_by_step() -> None:
    score = Series(GAME, 2).play(revealed("KH QH JC", "KC QD", bought=[7])).scores[0]
    assert [str(step) for step in score.reasoning] == [
        "seat 1 has 1 couples and 1 jacks.",
        "seat 2 has 1 couples and 0 jacks.",
        "A jack of seat 1 cancels a couple of seat 2.",
        "Valid couples: 1 to 0.",
    ]


def test_the_table_can_overrule_and_the_record_keeps_both() -> None:
    data = revealed("KH QH JC", "KC QD", overruled={"winner": 1}, bought=[7])
    series = Series(GAME, 2).play(data)
    assert series.entered == [0, 7]
    assert series.records[0].verdict().winner == 0
    assert str(series.scores[0].reasoning[-1]) == "The table decided: seat 2 wins."


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
    ("record", "fault"),
    [
        (won_by(0, 3), ("bought.0", "bought_before")),
        (won_by(0, 8), ("bought.0", "out_of_range")),
        (won_by(0, 1, 1), ("bought.1", "bought_twice")),
        (won_by(None, 1), ("bought", "tie")),
        (won_by(1), ("bought", "too_few")),
        (won_by(1, 1, 2, 4), ("bought", "too_many")),
        (revealed("KH QH", "KC", bought=[1, 2]), ("bought", "too_many")),  # no rich couple
        (revealed("KH QH KH", "KC"), ("hands.0.2", "twice")),
        (revealed("KH JOKER", "JOKER"), ("hands.1.0", "twice")),
        (revealed("KH 7D", "KC"), ("hands.0.1", "not_a_card")),
        ({"winner": 2, "bought": []}, ("winner", "out_of_range")),
        ({"bought": [1]}, ("winner", "missing")),
    ],
)
def test_what_cannot_be_is_refused(record: dict[str, object], fault: tuple[str, str]) -> None:
    assert fault in Series(GAME, 2).play(won_by(1, 3)).faults(record)


def test_a_diamond_that_is_not_in_a_smaller_chest() -> None:
    faults = Series(GAME, 2, GAME.presets["short"].rules).faults(won_by(0, 7))
    assert ("bought.0", "not_in_chest") in faults


def test_the_players_take_turns_to_start() -> None:
    series = Series(GAME, 2, first_dealer=1).play(won_by(0, 3))
    assert series.standing.dealer == 0


def test_stakes() -> None:
    won = [won_by(0, 7), won_by(0, 6), won_by(1, 5), won_by(0, 4)]
    assert Series(GAME, 2).play(*won).nets() == [10, -10]
    assert Series(GAME, 2).play(*won[:2]).nets(with_standard=False) == [0, 0]
    assert Series(GAME, 2, rules_of(GAME, stake="per_diamond", diamond_rate=2)).play(*won).nets() == [24, -24]
    assert Series(GAME, 2, rules_of(GAME, stake="none")).play(*won).settle() == ()
