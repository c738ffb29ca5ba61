"""The yardstick that others know: OpenSpiel's hearts, written in C++ and driven from Python."""

import random
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import Row, per_second

WHAT = "OpenSpiel, hearts: a hand of 52 cards"
PLAYED_OUT = "OpenSpiel, hearts: a deal played out at random"
DEALS = 40
NO_PASSING = 0  # the first of the chance moves; any other adds twelve cards passed on before play


def compared_with(engine: float) -> Row:
    try:
        import pyspiel
    except ImportError:
        return Row(WHAT, "not installed", "", "pip install -r requirements/bench.txt")
    game = pyspiel.load_game("hearts(pass_cards=false)")
    chance = random.Random(7)
    speed = per_second(_replay([_dealt_and_played(game, chance) for _ in range(DEALS)]))
    return Row(WHAT, f"{speed:,.0f} / s", "", f"the engine is {engine / speed:.1f} times as fast")


def playouts_compared_with(ours: float) -> Row:
    """The same deals from the first card on; each card is chosen in the way of our own playouts."""
    try:
        import pyspiel
    except ImportError:
        return Row(PLAYED_OUT, "not installed", "", "pip install -r requirements/bench.txt")
    game = pyspiel.load_game("hearts(pass_cards=false)")
    chance = random.Random(7)
    deals = [_dealt_and_played(game, chance)[0] for _ in range(DEALS)]

    def play_out() -> int:
        for dealt in deals:
            state = dealt.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[chance.getrandbits(30) * len(legal) >> 30])
            state.returns()
        return len(deals)

    speed = per_second(play_out)
    return Row(PLAYED_OUT, f"{speed:,.0f} / s", "", f"ours are {ours / speed:.1f} times as fast")


def _dealt_and_played(game: Any, chance: random.Random) -> tuple[Any, list[int]]:
    state = game.new_initial_state()
    state.apply_action(NO_PASSING)
    while state.is_chance_node():
        state.apply_action(chance.choice([card for card, _ in state.chance_outcomes()]))
    dealt, cards = state.clone(), []
    while not state.is_terminal():
        cards.append(chance.choice(state.legal_actions()))
        state.apply_action(cards[-1])
    return dealt, cards


def _replay(hands: list[tuple[Any, list[int]]]) -> Callable[[], int]:
    """Without dealing and choosing: the cards are known, each is looked for among the legal ones and played."""

    def replay() -> int:
        for dealt, cards in hands:
            state = dealt.clone()
            for card in cards:
                assert card in state.legal_actions()
                state.apply_action(card)
        return len(hands)

    return replay
