"""Hands for the made-up tables: dealt and played at random, but by the rules of the game."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, assert_never

from games.entry import Answer, Question, TotalsEntry, asked_after
from games.kit.cards import BITS, CODES, cards_in, mask_of
from games.kit.plays import Direction, Shape
from games.kit.points import write_points
from games.kit.tricks import turn_orders
from ledger.operations.demo.contract_hands import CONTRACT_HANDS, Record
from ledger.series.state import SeriesState

CARD_BY_CARD = 0.3  # the share of the hands that are written down card by card, in games that can be
CARELESS = 1 / 20  # the share of the cards that may be illegal
OFTEN = 0.3
USUAL_TOTAL = 120  # of a hand whose points have no fixed sum
USUAL_COUNTS = 3  # a counted number is at most so much above the least that is possible
MOST_TRIES = 2000
ALL_POINTS = 157  # of a hand of Jass


def random_hand(state: SeriesState, dice: Random, *, careless: bool = False) -> Record:
    """Return a record of the next hand.

    If careless, it is written down card by card where the game allows it, and some plays may be illegal.
    """
    game, table = state.game, state.table_for(state.next_number)
    entry, maker = game.totals, MAKERS.get(game.slug)
    for _try in range(MOST_TRIES):
        if game.has_cards and (careless or not (entry or maker) or dice.random() < CARD_BY_CARD):
            record = played_hand(state, dice, careless=careless)
        elif maker:
            record = maker(state, dice)
        else:
            assert entry is not None
            fields = figures(state, entry.for_hand(state.next_number), dice) | answers(state, dice, by_card=False)
            record = game.record_of(fields)
        reading = game.read_record(record)
        if not reading.problems and not game.problems_of_new(reading.value, table):
            return record
    raise AssertionError(f"no hand of {game.slug} could be made")


# --- As figures ------------------------------------------------------------------------------------------------------


def figures(state: SeriesState, entry: TotalsEntry, dice: Random) -> Record:
    """Return what is entered on the keypad: points that sum to the total of the game, and bids near these points."""
    total = entry.total if entry.total is not None else Fraction(dice.randrange(20, USUAL_TOTAL))
    steps = int(total / entry.step)
    if entry.shared and entry.optional and dice.random() < OFTEN:
        return {}
    if entry.shared:
        return {entry.field: write_points(dice.randint(1, steps) * entry.step)}
    out = state.play.standing.out
    playing = [number for number in range(len(state.entry_sides)) if number not in out]
    cuts = [0, *sorted(dice.randint(0, steps) for _cut in playing[1:]), steps]
    points: list[Any] = [None] * len(state.entry_sides)
    for side, (before, after) in zip(playing, pairwise(cuts), strict=True):
        points[side] = write_points((after - before) * entry.step)
    if entry.bids is None:
        return {entry.field: points}
    bidding = [dice.choice(playing)] if entry.bids.by_one else playing
    bids = [
        max(0, int(won) + dice.choice([-1, 0, 0, 1])) if side in bidding else None for side, won in enumerate(points)
    ]
    return {entry.bids.field: bids, entry.field: points}


def answers(state: SeriesState, dice: Random, *, by_card: bool) -> Record:
    questions = state.game.questions(by_card=by_card)
    every_answer = {question.field: answer(question, state, dice) for question in questions}
    return {
        question.field: every_answer[question.field]
        for question in asked_after(questions, every_answer)
        if question.required or question.after_dealer or dice.random() < OFTEN
    }


def answer(question: Question, state: SeriesState, dice: Random) -> Any:
    options = [value for value, _label in question.options]
    seats = range(len(state.players))
    match question.answer:
        case Answer.SEAT | Answer.SIDE:
            return dice.randrange(len(seats if question.answer is Answer.SEAT else state.sides))
        case Answer.SEATS:
            return dice.sample(seats, k=len(question.after_dealer) or 1)
        case Answer.OPTION:
            return dice.choice(options)
        case Answer.SEVERAL:
            return dice.choices(options, k=dice.randint(1, 2))
        case Answer.BY_SIDE:
            numbers = [option for option in options if isinstance(option, int)]  # without words such as nil
            return [dice.choice(numbers[: len(numbers) // 2]) for _side in state.entry_sides]
        case Answer.SIDES:
            cut = dice.randint(1, len(seats) - 1)
            order = dice.sample(seats, k=len(seats))
            return [order[:cut], order[cut:]]
        case Answer.FLAG:
            return dice.random() < OFTEN
        case Answer.COUNT | Answer.FIGURES:
            return counts(question, dice)
        case _:
            assert_never(question.answer)


def counts(question: Question, dice: Random) -> Any:
    """Return a small number, or the card points of three players."""
    if question.answer is Answer.COUNT:
        return dice.randint(question.least, min(question.most, question.least + USUAL_COUNTS))
    cuts = sorted(dice.sample(range(1, USUAL_TOTAL), k=2))
    return [cuts[0], cuts[1] - cuts[0], USUAL_TOTAL - cuts[1]]


# --- Card by card ----------------------------------------------------------------------------------------------------


def played_hand(state: SeriesState, dice: Random, *, careless: bool) -> Record:
    """Return a hand, dealt at random and played by the rules. If careless, one card in twenty may be illegal."""
    begun = {"direction": dice.choice(list(Direction)).value, "first_leader": dice.randrange(len(state.players))}
    begun |= answers(state, dice, by_card=True)
    reading = state.game.read_record(begun | {"tricks": []})
    if reading.problems:
        return begun
    shape = state.game.shape(reading.value, state.table_for(state.next_number))
    return begun | {"tricks": tricks_of(shape, begun, dice, careless=careless)}


def tricks_of(shape: Shape, begun: Record, dice: Random, *, careless: bool) -> list[list[str]]:
    """Return the cards of each trick in seat order. `begun` has the direction and the first leader."""
    pack = list(cards_in(shape.pack))
    dice.shuffle(pack)
    holdings = [mask_of(pack[seat * shape.tricks : (seat + 1) * shape.tricks]) for seat in range(shape.seats)]
    leader = begun["first_leader"]
    orders = turn_orders(shape.seats, begun["direction"] == Direction.CLOCKWISE)
    tricks = []
    for law in shape.laws:
        cards: dict[int, int] = {}
        row = None  # of the situation in the trick: `SituationRow` in games/kit/tricks.py says what a row has
        for seat in orders[leader]:
            allowed = [card for card in cards_in(holdings[seat]) if row is None or not row[card][0] & holdings[seat]]
            card = dice.choice(cards_in(holdings[seat]) if careless and dice.random() < CARELESS else allowed)
            follows = law.rows_when_led[card] if row is None else row[card][1]
            if follows is not row:
                row, leader = follows, seat  # the best card so far; its player leads the next trick
            holdings[seat] ^= BITS[card]
            cards[seat] = card
        tricks.append([CODES[cards[seat]] for seat in range(shape.seats)])
    return tricks


# --- Games that ask for more than figures ----------------------------------------------------------------------------


def jewel_hand(state: SeriesState, dice: Random) -> Record:
    seats = range(len(state.players))
    declarer = dice.choice(seats)
    players = []
    for seat in seats:
        ended = "declared" if seat == declarer else dice.choice(["played", "played", "packed", "mid_packed"])
        shown: Record = {"ended": ended, "single_jewels": dice.choice([0, 0, 0, 1])}
        if ended in ("declared", "played"):
            shown |= {"marriages": dice.choice([0, 0, 1]), "super_sets": dice.choice([0, 0, 1])}
        if ended == "played":
            shown["penalty"] = dice.choice([0, 2, 4, 12])
        players.append(shown)
    return {"players": players}


def marriage_hand(state: SeriesState, dice: Random) -> Record:
    seats = range(len(state.players))
    winner = dice.choice(seats)
    players: list[Record] = []
    for seat in seats:
        seen = seat == winner or dice.choice([True, True, False])
        dublee = seen and dice.choice([True, *[False] * 9])
        players.append({"maal": dice.choice([0, 2, 3, 5, 8, 10, 13, 18]), "seen": seen, "dublee": dublee})
    ended = dice.choice(["foul", *["winner"] * 19])
    return {"players": players, ended: winner}


def cha_hand(state: SeriesState, dice: Random) -> Record:
    """Return a hand of CHA. In the extra round, which decides between level players, the chest is empty."""
    most = 0 if state.play.standing.past_goal else 3
    bought = dice.sample(range(1, state.rules.chest_cards + 1), k=dice.randint(min(1, most), most))
    return {"winner": dice.choice([0, 1]), "bought": bought}


def coiffeur_hand(state: SeriesState, dice: Random) -> Record:
    """Return a hand of the team whose turn it is, or else of any team."""
    boxes = state.boxes
    team = boxes.turn if boxes and boxes.turn is not None else dice.randrange(2)
    kind = dice.choice(state.rules.boxes).kind
    points = dice.choice([ALL_POINTS, *[dice.randint(2, 155) for _usual in range(15)]])
    played_as = {"played_as": dice.choice(["hearts", "top_down"])} if kind == "joker" else {}
    return {
        "team": team,
        "kind": kind.value,
        "card_points": points,
        **played_as,
        "match": points == ALL_POINTS and kind != "misere",
    }


MAKERS: dict[str, Callable[[SeriesState, Random], Record]] = {
    "jewel": jewel_hand,
    "marriage": marriage_hand,
    "cha": cha_hand,
    "coiffeur": coiffeur_hand,
    **CONTRACT_HANDS,
}
