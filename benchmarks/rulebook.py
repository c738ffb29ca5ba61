"""The rulebook: judging hands, scoring records, settling a series. The yardstick is the obvious judge of the tests."""

import json
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from benchmarks.hands import random_hands, worked_hands
from benchmarks.measuring import Row, per_second, per_second_in_turn
from games.catalogue.call_break.game import CallBreak
from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jaago_chalis.play import SHAPE
from games.catalogue.jass.game import Jass
from games.catalogue.jewel.game import Jewel
from games.catalogue.marriage.game import Marriage
from games.contract import Table
from games.game import Game
from games.kit.cards import CODES, PACK_SIZE
from games.kit.jass_cards import Trump, jass_law
from games.kit.playouts import PLAYOUTS, Deal, random_playouts
from games.kit.plays import Shape
from games.kit.tricks import followers, holdings_shown, replay_cards
from tests.games.jaago_chalis import reference

RULES = JaagoChalis.default_preset.rules
TABLE = Table(4)
HANDS_OF_A_SERIES = 30
TURNS = 25


def rows() -> Iterator[Row]:
    plays = [*worked_hands(), *random_hands(JaagoChalis, SHAPE)]
    engine = per_second(judging(plays, SHAPE))
    slow = per_second(lambda: _judge_slowly(plays), rounds=3)
    note = f"{engine / slow:.0f} times the {slow:,.0f} of the obvious judge"
    yield Row("judge a hand of 52 cards", f"{engine:,.0f} / s", "50,000", note, is_short=engine < 50_000)  # noqa: PLR2004
    texts = [JaagoChalis.record.dump_json(play, exclude_none=True).decode() for play in plays]
    yield _rate("JSON text to scored result, with every explanation", per_second(lambda: _score(texts)), 8_000)
    yield _each(f"standing and settlement of {HANDS_OF_A_SERIES} hands", _series(texts), 1)
    yield _rate(f"play a deal out at random, {PLAYOUTS} times each", per_second(_playing_out(plays[0])), 8_000)
    yield from _other_trick_games(plays)
    # Each player has another maal, so that every two players owe something.
    deal = {"players": [{"maal": 3 * seat, "seen": seat != 5} for seat in range(6)], "winner": 0}  # noqa: PLR2004
    jewels = {"players": [{"ended": "declared", "bonus": 7}, *[{"ended": "played", "jewels": 2}] * 8]}
    yield _account(Jewel, jewels, 9, 0.2)
    yield _account(Marriage, deal, 6, 0.1)


def _rate(what: str, speed: float, aim: int) -> Row:
    return Row(what, f"{speed:,.0f} / s", f"{aim:,}", is_short=speed < aim)


def _each(what: str, speed: float, aim: float) -> Row:
    return Row(what, f"{1000 / speed:.3f} ms", f"{aim} ms", is_short=1000 / speed > aim)


def judging(plays: Sequence[Any], shape: Shape) -> Callable[[], int]:
    """Return work that checks the pack, the tricks, points and illegal plays, from cards as small integers."""
    hands = [(play.tricks, play.first_leader, followers(4, play.clockwise)) for play in plays]
    laws, pack = shape.laws, shape.pack

    def judge() -> int:
        for _ in range(50):
            for tricks, leader, after in hands:
                shown = holdings_shown(tricks, 4)
                assert sum(shown) == pack
                replay_cards(laws, tricks, leader, after, shown)
        return 50 * len(hands)

    return judge


def _judge_slowly(plays: Sequence[Any]) -> int:
    for play in plays:
        tricks = [[CODES[card] for card in row] for row in play.tricks]
        reference.judge(str(play.direction), play.first_leader, tricks)
    return len(plays)


def _score(texts: Sequence[str]) -> int:
    for _ in range(8):
        for text in texts:
            record = JaagoChalis.read_record(json.loads(text)).value
            assert not JaagoChalis(RULES, TABLE.seats).check(record, TABLE)
            JaagoChalis(RULES, TABLE.seats).score(record, TABLE)
    return 8 * len(texts)


def _series(texts: Sequence[str]) -> float:
    scores = [
        JaagoChalis(RULES, TABLE.seats).score(JaagoChalis.read_record(json.loads(text)).value, TABLE)
        for text in texts[:HANDS_OF_A_SERIES]
    ]
    far = JaagoChalis.read_rules({"target": 100_000}).value  # so that all hands count
    assert JaagoChalis(far, TABLE.seats).standing(scores, TABLE).counted == HANDS_OF_A_SERIES

    def stand_and_settle() -> int:
        for _ in range(100):
            JaagoChalis(far, TABLE.seats).standing(scores, TABLE)
            JaagoChalis(far, TABLE.seats).settle(scores, TABLE)
        return 100

    return per_second(stand_and_settle)


def _playing_out(play: Any) -> Callable[[], int]:
    """Return work that makes as many playouts as the worth of a hand takes, each time with the deal's preparation."""
    deal = Deal(SHAPE, tuple(holdings_shown(play.tricks, 4)), play.first_leader, play.clockwise)
    return lambda: len([list(random_playouts(deal, seed, PLAYOUTS)) for seed in range(4)]) * PLAYOUTS


def _other_trick_games(plays: Sequence[Any]) -> Iterator[Row]:
    """Judge cards of other games, in turn with cards of Jaago-Chalis."""
    four = Table(4)
    jass = Shape(seats=4, tricks=9, law=jass_law(Trump.HEARTS))
    call_break = CallBreak(CallBreak.default_preset.rules, four.seats).shape(None, four)
    others = ((Jass, jass, {"trump": "hearts"}), (CallBreak, call_break, {"calls": [3, 3, 3, 3]}))
    theirs = [judging(list(random_hands(game, shape, **more)), shape) for game, shape, more in others]
    ours, *speeds = per_second_in_turn([judging(plays, SHAPE), *theirs], rounds=TURNS)
    for (game, shape, _), hands in zip(others, speeds, strict=True):
        cards = shape.seats * shape.tricks
        ratios = [hand * cards / (our * PACK_SIZE) for hand, our in zip(hands, ours, strict=True)]
        note = f"{median(ratios):.2f} times as fast, the median of {TURNS} turns"
        yield Row(f"judge a card of {game.name}", f"{median(hands) * cards:,.0f} / s", "as Jaago-Chalis", note)


def _account(game: type[Game], record: dict[str, Any], seats: int, aim: float) -> Row:
    """Score the account of a hand, with a sentence for every two players."""
    table, rules, hand = Table(seats), game.default_preset.rules, game.read_record(record).value
    speed = per_second(lambda: len([game(rules, table.seats).score(hand, table) for _ in range(500)]))
    return _each(f"the account of {seats} at {game.name}", speed, aim)
