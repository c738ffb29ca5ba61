"""Random hands of any game, made from its keypad, its cards, or the schema of its records.

No game is named here.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from games.contract import Table
from games.entry import Answer, Question, TotalsEntry, asked_after
from games.game import Game
from games.kit.cards import cards_in
from games.kit.entering import lay_card
from games.kit.points import write_points
from games.kit.seats import MARK
from games.kit.table_view import view_table

MOST_TRIES = 3000
OFTEN = 0.4
Record = dict[str, Any]


def fits(game: type[Game], rules: Any, seats: int) -> bool:
    """Can so many players play by these rules?"""
    return not game(rules, seats).fits()


def numbers_of_players(game: type[Game]) -> list[int]:
    """How many can play by the usual rules, from the fewest on."""
    return [seats for seats in game.allowed_seats if fits(game, game.default_preset.rules, seats)]


def random_hand_of(game: type[Game], rules: Any, table: Table, dice: Random) -> Record:
    """A random record, as JSON, of the next hand at this table."""
    ways = list(ways_to_make(game, rules, table))
    for _ in range(MOST_TRIES):
        data = dice.choice(ways)(dice)
        reading = game.read_record(data)
        if not reading.problems and not game(rules, table.seats).problems_of_new(reading.value, table):
            return game.record.dump_python(reading.value, mode="json", exclude_none=True)
    raise AssertionError(f"no hand of {game.slug} for {table.seats} could be made")


def ways_to_make(game: type[Game], rules: Any, table: Table) -> Iterator[Callable[[Random], Record]]:
    entry = game(rules, table.seats).totals
    if entry:
        at_hand, out = entry.for_hand(len(table.earlier) + 1), seats_out(game, rules, table)
        sides = len(game(rules, table.seats).entry_sides)
        yield (
            lambda dice: game.record_of(
                _figures(at_hand, sides, [side for side in range(sides) if side not in out], dice)
                | _answers(game, rules, table, dice, by_card=False)
            )
        )
    if game(rules, table.seats).has_cards:
        yield lambda dice: _played(game, rules, table, dice)
    if not entry:
        schema = game.record_schema()
        yield lambda dice: _of_schema(schema, schema, table.seats, dice)


def seats_out(game: type[Game], rules: Any, table: Table) -> tuple[int, ...]:
    """Who plays no further hand at this table."""
    before = [Table(table.seats, table.first_dealer, table.earlier[:index]) for index in range(len(table.earlier))]
    scores = [game(rules, then.seats).score(record, then) for record, then in zip(table.earlier, before, strict=True)]
    return game(rules, table.seats).standing(scores, table).out


def _figures(entry: TotalsEntry, sides: int, playing: Sequence[int], dice: Random) -> Record:
    """Parts of the total for the sides that play; a bid is mostly near to what is won."""
    most = entry.total or Fraction(157)
    total = entry.total or dice.randrange(int(most))
    if entry.shared and entry.optional and dice.random() < OFTEN:
        return {}
    if entry.shared:
        return {entry.field: write_points(int(total / entry.step) * entry.step)}
    if entry.may_sit_out and len(playing) > 2 and dice.random() < OFTEN:
        playing = dice.sample(playing, k=dice.randint(2, len(playing)))
    parts: list[Any] = [None] * sides
    for side, part in zip(playing, _parts(dice, total, len(playing), entry.step), strict=True):
        parts[side] = part
    if entry.bids is None:
        return {entry.field: parts}
    bidding = [dice.choice(playing)] if entry.bids.by_one else playing
    bids: list[Any] = [
        max(0, parts[side] + dice.choice([-1, 0, 0, 1])) if side in bidding else None for side in range(sides)
    ]
    if entry.bids.words:
        bids = [bid or dice.choice(entry.bids.words)[0] for bid in bids]
    return {entry.bids.field: bids, entry.field: parts}


def _parts(dice: Random, total: Fraction | int, parts: int, step: Fraction) -> list[float]:
    steps = int(total / step)
    cuts = [0, *sorted(dice.randint(0, steps) for _ in range(parts - 1)), steps]
    return [write_points((after - before) * step) for before, after in pairwise(cuts)]


def _answers(game: type[Game], rules: Any, table: Table, dice: Random, *, by_card: bool) -> Record:
    asked = game(rules, table.seats).questions(by_card=by_card)
    at_table, out = game(rules, table.seats), seats_out(game, rules, table)
    playing = [seat for seat in range(table.seats) if seat not in out]
    sides = {answer: len(at_table.sides) for answer in Answer} | {Answer.BY_SIDE: len(at_table.entry_sides)}
    found = {
        question.field: _answer(question, table.seats, playing, sides[question.answer], dice) for question in asked
    }
    return {
        question.field: found[question.field]
        for question in asked_after(asked, found)
        if question.required or question.after_dealer or dice.random() < OFTEN
    }


def _answer(question: Question, seats: int, playing: Sequence[int], sides: int, dice: Random) -> Any:
    options = [value for value, _label in question.options]
    return {
        Answer.SEAT: lambda: dice.randrange(seats),
        Answer.SEATS: lambda: dice.sample(range(seats), k=len(question.after_dealer) or dice.randrange(seats)),
        Answer.SIDE: lambda: dice.randrange(sides),
        Answer.OPTION: lambda: dice.choice(options),
        Answer.SEVERAL: lambda: dice.choices(options, k=dice.randrange(1, 4)),
        Answer.BY_SIDE: lambda: [dice.choice(options) for _side in range(sides)],
        Answer.SIDES: lambda: _two_sides(question, playing, dice),
        Answer.FLAG: lambda: dice.random() < OFTEN,
        Answer.COUNT: lambda: dice.randint(question.least, min(question.most, question.least + 3)),
        Answer.FIGURES: lambda: _parts(dice, 120, 3, Fraction(1)),
    }[question.answer]()


def _two_sides(question: Question, playing: Sequence[int], dice: Random) -> list[list[int]]:
    order = dice.sample(playing, k=dice.randint(2, len(playing)) if question.may_sit_out else len(playing))
    cut = dice.randrange(1, len(order))
    return [order[:cut], order[cut:]]


def _played(game: type[Game], rules: Any, table: Table, dice: Random) -> Record:
    """Cards played at random, without regard to the rules."""
    begun = {"direction": dice.choice(["clockwise", "anticlockwise"]), "first_leader": dice.randrange(table.seats)}
    data = begun | _answers(game, rules, table, dice, by_card=True) | {"tricks": []}
    reading = game.read_record(data)
    if reading.problems:
        return data
    play, shape = reading.value, game(rules, table.seats).shape(reading.value, table)
    cards = list(cards_in(shape.pack))
    dice.shuffle(cards)
    holdings = [cards[seat :: shape.seats][: shape.tricks] for seat in range(shape.seats)]
    while (turn := view_table(play, shape).turn) is not None:
        played = {card for row in play.tricks for card in row}
        play = lay_card(play, shape, dice.choice([card for card in holdings[turn] if card not in played]))
    return game.record.dump_python(play, mode="json", exclude_none=True)


def _of_schema(schema: Any, root: Any, seats: int, dice: Random) -> Any:
    """Random data that matches a schema, mostly small; lists by seat have an item for each seat."""
    if "$ref" in schema:
        return _of_schema(root["$defs"][schema["$ref"].rpartition("/")[2]] | _mark(schema), root, seats, dice)
    for several in ("anyOf", "oneOf"):
        if several in schema and "const" not in schema[several][0]:
            return _of_schema(dice.choice(schema[several]) | _mark(schema), root, seats, dice)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return dice.choice(schema["enum"])
    return _MAKERS[schema["type"]](schema, root, seats, dice)


def _mark(schema: Any) -> dict[str, Any]:
    return {MARK: schema[MARK]} if MARK in schema else {}


def _object(schema: Any, root: Any, seats: int, dice: Random) -> Record:
    needed = schema.get("required", ())
    return {
        name: _of_schema(inner, root, seats, dice)
        for name, inner in schema["properties"].items()
        if name in needed or dice.random() < OFTEN / 2
    }


def _array(schema: Any, root: Any, seats: int, dice: Random) -> list[Any]:
    if "prefixItems" in schema:
        return [_of_schema(inner, root, seats, dice) for inner in schema["prefixItems"]]
    most = min(schema.get("maxItems", 3), 5)
    length = seats if schema.get(MARK) == "by_seat" else dice.randint(schema.get("minItems", 0), most)
    return [_of_schema(schema["items"], root, seats, dice) for _ in range(length)]


def _integer(schema: Any, _root: Any, _seats: int, dice: Random) -> int:
    low = schema.get("minimum", -3)
    high = schema.get("maximum", schema.get("exclusiveMaximum", low + 13) - 1)
    return dice.randint(low, min(high, low + 12))


_MAKERS: dict[str, Callable[[Any, Any, int, Random], Any]] = {
    "object": _object,
    "array": _array,
    "integer": _integer,
    "number": lambda *given: float(_integer(*given)),
    "boolean": lambda _schema, _root, _seats, dice: dice.random() < OFTEN,
    "string": lambda *_given: "",
    "null": lambda *_given: None,
}


# --- Turning the seats -----------------------------------------------------------------------------------------------


def marks_of(game: type[Game]) -> dict[str, str]:
    """The fields of a record that refer to seats, with their kind of mark."""
    schema = game.record_schema()
    models = [schema, *schema.get("$defs", {}).values()]
    marks: dict[str, str] = {}
    for model in models:
        for name, inner in model.get("properties", {}).items():
            # One name may stand for a row in one kind of record and for rows in another: then it is marked as rows.
            if mark := _mark_in(inner):
                marks[name] = max(mark, marks.get(name, ""))
    return marks


def _mark_in(schema: Any) -> str | None:
    if isinstance(schema, dict):
        return schema.get(MARK) or next(filter(None, map(_mark_in, schema.values())), None)
    return next(filter(None, map(_mark_in, schema)), None) if isinstance(schema, list) else None


def turned(record: Any, marks: dict[str, str], by: int, seats: int, sides: int) -> Any:
    """The same hand after every player has moved by this number of seats."""

    def shift(value: Any, count: int) -> Any:
        if isinstance(value, list):
            return [shift(each, count) for each in value]
        return (value + by) % count if isinstance(value, int) else value  # None or a word: no seat

    out = record.get("sitting_out") or ()
    playing = [seat for seat in range(seats) if seat not in out]

    def rotate(row: Any) -> Any:
        if not isinstance(row, list):
            return row  # a field of the same name in another kind of record
        if out and len(row) == len(playing):  # only those who play have an item
            moved = {(seat + by) % seats: each for seat, each in zip(playing, row, strict=True)}
            return [moved[seat] for seat in sorted(moved)]
        return [row[(place - by) % len(row)] for place in range(len(row))]

    turns: dict[str, Callable[[Any], Any]] = {
        "seat": lambda value: shift(value, seats),
        "side": lambda value: shift(value, sides),
        "by_seat": rotate,
        "rows_by_seat": lambda rows: (
            [rotate(row) for row in rows] if any(isinstance(row, list) for row in rows) else rotate(rows)
        ),
    }

    def turn(name: str, value: Any) -> Any:
        if name in marks and value is not None:
            return turns[marks[name]](value)
        return {inner: turn(inner, each) for inner, each in value.items()} if isinstance(value, dict) else value

    return turn("", record)
