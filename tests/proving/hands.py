"""Random hands to record. The arithmetic works out what they come to."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from games.contract import Table
from games.game import Game
from tests.games.random_hands import Record, random_hand_of
from tests.proving.arithmetic import BY_SLUG

Maker = Callable[[Any, Table, Random], Record]

FACES = [rank + suit for suit in "CDHS" for rank in "JQK"]
MOST_TRIES = 300
THROWN_IN = 0.05
RARE, MOSTLY, ALWAYS = 0.3, 0.7, 1.0  # shares of hands of the kind that dice alone would seldom give

LEVEL_POINTS = {
    3: [(57, 50, 50), (53, 52, 52), (60, 60, 37), (137, 20, 0), (20, 20, 20)],
    5: [(40, 39, 26, 26, 26), (53, 53, 51, 0, 0), (35, 33, 31, 30, 28), (77, 20, 20, 20, 20), (157, 0, 0, 0, 0)],
}


def random_hand(game: type[Game], rules: Any, table: Table, dice: Random) -> Record:
    """A hand, as JSON, that the game accepts as the next one."""
    if game(rules, 4).can_throw_in and dice.random() < THROWN_IN:
        return dict(game.throw_in("A card lay face up."))
    maker, share = MAKERS.get(game.slug, (None, 0.0))
    if maker is None or dice.random() >= share:
        return random_hand_of(game, rules, table, dice)
    for _try in range(MOST_TRIES):
        reading = game.read_record(maker(rules, table, dice))
        if not reading.problems and not game(rules, table.seats).problems_of_new(reading.value, table):
            record: Record = game.record.dump_python(reading.value, mode="json", exclude_none=True)
            return record
    return random_hand_of(game, rules, table, dice)  # a hand of another kind


def cha_hand(rules: Any, table: Table, dice: Random) -> Record:
    bought = dice.sample(range(1, rules.chest_cards + 1), k=dice.randrange(3))
    outcome = {"winner": dice.choice([0, 1, "tie"])}
    if dice.random() < 0.5:
        return outcome | {"bought": bought}
    pile = [*FACES, "JOKER"]
    dice.shuffle(pile)
    first, second = dice.randrange(3, 7), dice.randrange(3, 7)
    hands = [pile[:first], pile[first : first + second]]
    overruled = {"overruled": outcome} if dice.random() < 0.2 else {}
    return {"hands": hands, "led_by": dice.randrange(2), "bought": bought, **overruled}


def jewel_hand(rules: Any, table: Table, dice: Random) -> Record:
    sitting = dice.sample(range(table.seats), k=dice.randint(2, table.seats))
    declarer = dice.choice([*sitting, None])
    players: list[Record | None] = [None] * table.seats
    for seat in sitting:
        ended = "declared" if seat == declarer else dice.choice(["played", "packed", "mid_packed"])
        shown = {"ended": ended, "jewels": dice.randrange(3), "single_jewels": dice.randrange(3)}
        shown["double_jewels"] = dice.randrange(2)
        if ended in ("declared", "played"):
            shown |= {name: dice.randrange(3) for name in ("bonus", "super_sequences", "marriages", "super_sets")}
        if ended == "played":
            shown["penalty"] = dice.randrange(rules.full_hand + 1)
        players[seat] = shown
    return {"players": players}


def marriage_hand(rules: Any, table: Table, dice: Random) -> Record:
    sitting = dice.sample(range(table.seats), k=dice.randint(2, table.seats))
    ended = dice.choice(["winner", "winner", "foul", "nobody"])
    players: list[Record | None] = [None] * table.seats
    for seat in sitting:
        state = dice.choice([{}, {"seen": True}, {"seen": True, "dublee": True}])
        players[seat] = {"maal": dice.randrange(30), **state}
    record: Record = {"players": players}
    if ended != "nobody":
        record[ended] = dice.choice(sitting)
    if ended == "winner":
        players[record["winner"]] = {"maal": dice.randrange(30), "seen": True, "dublee": dice.random() < 0.3}
    return record


def scorecard_hand(rules: Any, table: Table, dice: Random) -> Record:
    """Points, also below zero, which random_hand_of does not make."""
    sides, step = rules.teams or table.seats, rules.step.size
    lowest = -40 if rules.below_zero else 0
    figures = [Fraction(dice.randrange(int(lowest / step), int(60 / step))) * step for _side in range(sides)]
    if rules.hand_total is not None:
        if not rules.below_zero:  # parts of the total
            figures, left = [], int(rules.hand_total / step)
            for _side in range(sides):
                figures.append(dice.randint(0, left) * step)
                left -= int(figures[-1] / step)
        figures[-1] += rules.hand_total - sum(figures)
    return {"points": [float(figure) for figure in figures]}


def jaago_chalis_hand(rules: Any, table: Table, dice: Random) -> Record:
    """Totals in fives, so that players are level, and reach a limit exactly."""
    cuts = sorted(dice.randrange(0, 41, 5) for _cut in range(3))
    return {"points_won": [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 40 - cuts[2]]}


def jass_hand(rules: Any, table: Table, dice: Random) -> Record:
    """All points for one team."""
    team = dice.randrange(2)
    match = {"match": team} if rules.match_bonus and dice.random() < 0.8 else {}
    points = [157, 0] if team == 0 else [0, 157]
    record = {"trump": dice.choice([trump.value for trump in rules.kinds_of_play]), "card_points": points, **match}
    return record | dice.choice([{}, {"first_past": dice.randrange(2)}])


def putz_hand(rules: Any, table: Table, dice: Random) -> Record:
    """Players level on points, or with an apple."""
    points = list(dice.choice(LEVEL_POINTS[table.seats]))
    dice.shuffle(points)
    return {"trump": dice.choice(["clubs", "spades", "diamonds", "hearts"]), "card_points": points}


def coiffeur_hand(rules: Any, table: Table, dice: Random) -> Record:
    """Totals, often with all points or none."""
    points = dice.choice([0, 157, *range(2, 156)] if dice.random() < 0.7 else [0, 157])
    record: Record = {"team": dice.randrange(2), "kind": dice.choice(rules.kinds), "card_points": points}
    if points in (0, 157) and dice.random() < 0.8:
        record["match" if points else "counter_match"] = True
    if record["kind"] == "joker" and dice.random() < 0.8:
        record["played_as"] = dice.choice(["misere", "misere", "guschti", "clubs", "slalom"])
    if rules.melds and dice.random() < 0.4:
        record["melds"] = dice.choices([20, 50, 300], k=2)
    return record | ({"stoeck": True} if rules.stoeck and dice.random() < 0.4 else {})


def hand_of_the_arithmetic(slug: str) -> Maker:
    """Return the maker of a game that asks so much of a hand that random answers seldom fit together."""
    some_hand = BY_SLUG[slug].some_hand
    return lambda rules, table, dice: some_hand(dice, rules.model_dump(mode="json"), table.seats)


# The maker of each game's hands, and the share of hands that it makes; random_hand_of makes the others.
MAKERS: dict[str, tuple[Maker, float]] = {
    "cha": (cha_hand, ALWAYS),
    "jewel": (jewel_hand, ALWAYS),
    "marriage": (marriage_hand, ALWAYS),
    "jaago-chalis": (jaago_chalis_hand, RARE),
    "jass": (jass_hand, RARE),
    "putz": (putz_hand, RARE),
    "coiffeur": (coiffeur_hand, RARE),
    "scorecard": (scorecard_hand, RARE),
} | {slug: (hand_of_the_arithmetic(slug), MOSTLY) for slug in BY_SLUG if hasattr(BY_SLUG[slug], "some_hand")}
