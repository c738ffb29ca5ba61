"""Likely hands of the games in which a contract is declared or tricks are bid.

These games ask for so many facts about a hand that random answers would seldom look like a hand that was played.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random
from typing import Any

from ledger.series.state import SeriesState

Record = dict[str, Any]

SUITS = ("clubs", "diamonds", "hearts", "spades")
NEEDED_IN_TAROT = (56, 51, 41, 36)  # the card points for a made contract with 0, 1, 2 and 3 bouts
ALONE_IN_SCHAFKOPF = {"solo": 2, "wenz": 2, "geier": 1}  # how often each is declared, in proportion
SELDOM, SOMETIMES, OFTEN = 0.05, 0.15, 0.35  # probabilities


def one_of(dice: Random, weights: Mapping[Any, float]) -> Any:
    """Return one of the keys at random, in proportion to their weights."""
    return dice.choices(list(weights), weights=list(weights.values()))[0]


def near(dice: Random, middle: float, least: int, most: int) -> int:
    """Return random card points near `middle`, at least `least` and at most `most`."""
    return min(max(round(dice.gauss(middle, 18)), least), most)


def players_of(state: SeriesState) -> tuple[list[int], Record]:
    """Return the seats that play the next hand, and the part of its record that says which seats sit out."""
    usual = dict(state.game.fields_by_dealer(state.play.standing.dealer))
    return [seat for seat in range(len(state.players)) if seat not in usual.get("sitting_out", ())], usual


def ramsch(dice: Random, players: int) -> Record:
    """Return the card points of each player, 120 in all."""
    cuts = [0, *sorted(dice.sample(range(10, 111), k=players - 1)), 120]
    return {"points": [after - before for before, after in pairwise(cuts)]}


def skat_hand(state: SeriesState, dice: Random) -> Record:
    playing, sitting_out = players_of(state)
    if dice.random() < SELDOM:
        return sitting_out | {"ramsch": ramsch(dice, len(playing))} if state.rules.ramsch else {"passed": True}
    contract = one_of(dice, dict.fromkeys(SUITS, 15) | {"grand": 30, "null": 10})
    record = {"declarer": dice.choice(playing), "contract": contract, "hand": dice.random() < SOMETIMES, **sitting_out}
    if contract == "null":
        return record | {"won": dice.random() < 1 - OFTEN}
    kontra = {"kontra": one_of(dice, {1: 12, 2: 2, 4: 1})} if state.rules.kontra else {}
    return record | {"matadors": one_of(dice, {1: 9, 2: 5, 3: 2, 4: 1}), "points": near(dice, 72, 14, 116), **kontra}


def doppelkopf_hand(state: SeriesState, dice: Random) -> Record:
    """Return a hand. It is a solo if the hands that are left are needed for required solos."""
    playing, sitting_out = players_of(state)
    have_played_solo = {seat for score in state.play.scores for seat in score.marked}
    missing = [seat for seat in playing if seat not in have_played_solo and state.rules.required_solos]
    hands_left = (state.rules.hands or 0) - len(state.events)
    kind = one_of(dice, {"normal": 80, "wedding": 6, "solo": 8, "silent_solo": 1})
    if missing and hands_left <= len(missing) + 1:
        kind = "solo"
    alone = [dice.choice(missing or playing)]
    re = alone if "solo" in kind else sorted(dice.sample(playing, k=2))
    points = near(dice, 128, 20, 220)
    record: Record = {"re": re, "kind": kind, "re_points": points, **sitting_out}
    if dice.random() < OFTEN:
        record["re_said"] = "no_90" if points > 150 and dice.random() < OFTEN else "name"  # noqa: PLR2004
    if dice.random() < SOMETIMES:
        record["kontra_said"] = "name"
    if kind in ("normal", "wedding"):
        extras: Record = {"re": {}, "kontra": {}}
        for extra in ("fox", "doppelkopf", "charlie"):
            if dice.random() < SOMETIMES:
                extras[dice.choice(["re", "kontra"])][extra] = 1
        record |= {"extras": extras} if any(extras.values()) else {}
    return record


def schafkopf_hand(state: SeriesState, dice: Random) -> Record:
    playing, sitting_out = players_of(state)
    if dice.random() < SELDOM:
        return sitting_out | {"ramsch": ramsch(dice, len(playing))} if state.rules.ramsch else {"passed": True}
    declarer, partner = dice.sample(playing, k=2)
    game = one_of(dice, {"call": 15} | ALONE_IN_SCHAFKOPF)
    record = {"game": game, "declarer": declarer, "points": near(dice, 68, 12, 115), **sitting_out}
    record |= {"partner": partner} if game == "call" else {}
    runners = one_of(dice, {0: 12, 3: 3, 4: 1}) if state.rules.runners_from else 0
    return record | {"runners": runners, "doubled": one_of(dice, {0: 8, 1: 1})}


def tarot_hand(state: SeriesState, dice: Random) -> Record:
    playing, sitting_out = players_of(state)
    if dice.random() < SELDOM:
        return {"passed": True}
    taker, other = dice.sample(playing, k=2)
    contract = one_of(dice, {"petite": 8, "garde": 12, "garde_sans": 2, "garde_contre": 1})
    bouts = one_of(dice, {0: 1, 1: 4, 2: 5, 3: 2})
    record = {"taker": taker, "contract": contract, "bouts": bouts, **sitting_out}
    record["points"] = near(dice, NEEDED_IN_TAROT[bouts] + 3, 20, 84)
    if len(playing) > 4 and dice.random() > SOMETIMES:  # noqa: PLR2004  (five play with a called king)
        record["partner"] = other
    if dice.random() < SOMETIMES:
        record["petit"] = dice.choice(["taker", "defence"])
    if dice.random() < SOMETIMES:
        record["poignees"] = [{"side": dice.choice(["taker", "defence"]), "size": one_of(dice, {1: 5, 2: 1})}]
    return record


def belote_hand(state: SeriesState, dice: Random) -> Record:
    if dice.random() < SELDOM:
        return {"passed": True}
    taker = dice.randrange(len(state.players))
    record: Record = {"team": taker % 2, "taker": taker, "trump": dice.choice(SUITS), "points": near(dice, 92, 20, 152)}
    if state.rules.bidding.value == "coinche":
        bid = one_of(dice, {80: 6, 90: 5, 100: 4, 110: 3, 120: 2, 130: 1})
        record |= {"bid": bid, "points": near(dice, bid + 12, 20, 152), "coinche": one_of(dice, {1: 12, 2: 2, 4: 1})}
        record["trump"] = one_of(dice, dict.fromkeys(SUITS, 8) | {"none": 2, "all": 1})
    if record["trump"] in SUITS and dice.random() < OFTEN:
        record["belote"] = dice.randrange(2)
    return record


def spades_hand(state: SeriesState, dice: Random) -> Record:
    """Return bids near the tricks that were taken."""
    seats = range(len(state.players))
    entry = state.game.totals
    assert entry is not None
    assert entry.total is not None
    taken = [dice.choice(seats) for _trick in range(int(entry.total))]
    tricks = [taken.count(seat) for seat in seats]
    bids: list[int | str] = [max(1, took + dice.choice([-1, -1, 0, 0, 1])) for took in tricks]
    for seat in seats:
        if tricks[seat] == 0:
            bids[seat] = "nil"
    return {"bids": bids, "tricks": tricks}


CONTRACT_HANDS: dict[str, Callable[[SeriesState, Random], Record]] = {
    "skat": skat_hand,
    "doppelkopf": doppelkopf_hand,
    "schafkopf": schafkopf_hand,
    "tarot": tarot_hand,
    "belote": belote_hand,
    "spades": spades_hand,
}
