"""Playouts, compared with a search through every way to play small endings and with deals worked out by hand."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from games.catalogue.call_break.game import CallBreak
from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jaago_chalis.play import SHAPE
from games.contract import Table
from games.kit.cards import CARD_BY_SPELLING, CODES, mask_of
from games.kit.jass_cards import WAYS, Trump, jass_law, jass_shape, worth
from games.kit.playouts import Deal, Worth, low_to_high, lowest_cards_playout, random_playouts, worth_of_cards
from games.kit.plays import Shape
from tests.games.call_break import reference as call_break
from tests.games.jaago_chalis import reference as jaago
from tests.games.jass import reference as jass

PLAYOUTS = 3000
STANDARD_ERRORS = 5  # one comparison in two million is farther off by chance


def deal_of(shape: Shape, holdings: list[str], leader: int = 0, *, clockwise: bool = True) -> Deal:
    """Return a deal of holdings such as "AC 10D"."""
    cards = [[CARD_BY_SPELLING[code] for code in holding.split()] for holding in holdings]
    tricks = len(cards[0])
    return Deal(
        Shape(len(cards), tricks, shape.law, shape.laws[:tricks]), tuple(map(mask_of, cards)), leader, clockwise
    )


# --- Every way to play -----------------------------------------------------------------------------------------------


@dataclass
class Search:
    """Goes through small endings with the slow judges of the tests, which do not use the engine."""

    legal: Callable[[list[str], list[str]], list[str]]  # (holding, table)
    best: Callable[[list[str]], str]
    worth: Callable[[str], int]
    last_trick: int
    strength: Callable[[str], tuple]  # orders cards from low to high, for `lowest`
    clockwise: bool = True
    of_trick: Callable[[int], "Search"] | None = None  # where the law changes: the search for the trick, from 1

    def now(self, held: tuple[tuple[str, ...], ...]) -> "Search":
        self.dealt = max(getattr(self, "dealt", 0), len(held[0]))
        return self.of_trick(self.dealt - len(held[0]) + 1) if self.of_trick else self

    def outcomes(self, held: tuple[tuple[str, ...], ...], leader: int) -> dict[tuple[int, ...], Fraction]:
        """How likely each result is, by seat, when all play random legal cards."""
        found: dict[tuple[int, ...], Fraction] = Counter()
        if not any(held):
            return {(0,) * len(held): Fraction(1)}
        now = self.now(held)
        for cards, chance in now.tricks(held, leader, ()):
            winner, points = now.taken(cards, leader)
            left = tuple(tuple(c for c in holding if c not in cards) for holding in held)
            points += 0 if any(left) else self.last_trick
            for rest, likely in self.outcomes(left, winner).items():
                result = tuple(value + (points if seat == winner else 0) for seat, value in enumerate(rest))
                found[result] += chance * likely
        return found

    def tricks(self, held, leader, cards) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        """Each way in which the next trick can go, its cards in the order of play."""
        if len(cards) == len(held):
            yield cards, Fraction(1)
            return
        legal = self.legal(list(held[self.seat(leader, len(cards))]), list(cards))
        for card in legal:
            for whole, chance in self.tricks(held, leader, (*cards, card)):
                yield whole, chance / len(legal)

    def lowest(self, held: tuple[tuple[str, ...], ...], leader: int) -> list[int]:
        """Return the points by the second yardstick: each plays the lowest card that wins, or else the lowest."""
        points = [0] * 4
        while any(held):
            cards: list[str] = []
            now = self.now(held)
            for turn in range(4):
                legal = sorted(now.legal(list(held[self.seat(leader, turn)]), cards), key=now.strength)
                winning = [card for card in legal if now.best([*cards, card]) == card]
                cards.append((winning or legal)[0])
            winner, value = now.taken(tuple(cards), leader)
            held = tuple(tuple(c for c in holding if c not in cards) for holding in held)
            points[winner] += value + (0 if any(held) else self.last_trick)
            leader = winner
        return points

    def taken(self, cards: tuple[str, ...], leader: int) -> tuple[int, int]:
        return self.seat(leader, cards.index(self.best(list(cards)))), sum(map(self.worth, cards))

    def seat(self, leader: int, turn: int) -> int:
        return (leader + (turn if self.clockwise else -turn)) % 4


def search_jaago_chalis(*, clockwise: bool) -> Search:
    return Search(
        legal=lambda holding, table: jaago.duty_of(table, holding)[1],
        best=jaago.winning_card,
        worth=lambda card: 2 if card[-1] in "DH" else 1,
        last_trick=2,
        strength=lambda card: (jass_rank(card), card[-1] in "DH", "CSDH".index(card[-1])),
        clockwise=clockwise,
    )


def search_jass(trump: Trump, *, clockwise: bool, kind: Trump | None = None) -> Search:
    """Return the search for a trick with this trump, which may be in a round of a `kind` that changes it."""

    def points(card: str) -> int:
        return worth(CARD_BY_SPELLING[card], kind or trump)

    return Search(
        legal=lambda holding, table: jass.legal(holding, table, trump.value),
        best=lambda table: jass.best(table, trump.value),
        worth=points,
        last_trick=5,
        strength=lambda card: (
            jass.suit(card) == jass.SUIT_LETTERS.get(trump.value),
            jass.strength(card, trump.value),
            points(card),
            "CSDH".index(card[-1]),
        ),
        clockwise=clockwise,
    )


def search_kind(kind: Trump, *, clockwise: bool) -> Search:
    """A kind of Jass in which the way of playing changes from trick to trick."""

    def of_trick(number: int) -> Search:
        return search_jass(Trump(jass.way(kind.value, number)), clockwise=clockwise, kind=kind)

    return replace(of_trick(1), of_trick=of_trick)


def search_call_break(*, clockwise: bool) -> Search:
    """A card counts a quarter of a trick, and a spade beats all others."""
    return Search(
        legal=call_break.legal,
        best=call_break.best,
        worth=lambda _card: 1,
        last_trick=0,
        strength=lambda card: (call_break.suit(card) == "S", call_break.rank(card), "CSDH".index(card[-1])),
        clockwise=clockwise,
    )


def jass_rank(card: str) -> int:
    return ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"].index(card[:-1])


LAWS = {
    "jaago-chalis": (SHAPE, search_jaago_chalis),
    "call-break": (CallBreak(CallBreak.default_preset.rules, 4).shape(None, Table(4)), search_call_break),
    **{
        f"jass-{trump.value}": (
            jass_shape(trump),
            lambda trump=trump, *, clockwise: (search_kind if trump in WAYS else search_jass)(
                trump, clockwise=clockwise
            ),
        )
        for trump in Trump
    },
}


def endings(law: str, cards: int, count: int) -> Iterator[tuple[Deal, Search, tuple[tuple[str, ...], ...]]]:
    shape, search = LAWS[law]
    dice = Random(law)
    pack = [code for number, code in enumerate(CODES) if shape.pack >> number & 1]
    for number in range(count):
        dealt = dice.sample(pack, 4 * cards)
        held = tuple(tuple(dealt[seat::4]) for seat in range(4))
        clockwise = number % 2 == 0
        deal = deal_of(shape, [" ".join(holding) for holding in held], dice.randrange(4), clockwise=clockwise)
        yield deal, search(clockwise=clockwise), held


@pytest.mark.parametrize("law", LAWS)
def test_random_playouts_are_as_likely_as_the_search_says(law):
    for seed, (deal, search, held) in enumerate(endings(law, cards=3, count=3)):
        exactly = search.outcomes(held, deal.leader)
        assert sum(exactly.values()) == 1
        counted = Counter(map(tuple, random_playouts(deal, seed, PLAYOUTS)))
        assert counted.keys() <= exactly.keys()
        for result, likely in exactly.items():
            error = sqrt(likely * (1 - likely) * PLAYOUTS)
            assert abs(counted[result] - likely * PLAYOUTS) <= STANDARD_ERRORS * error, (held, result)
        for seat in range(4):
            mean = sum(likely * result[seat] for result, likely in exactly.items())
            variance = sum(likely * (result[seat] - mean) ** 2 for result, likely in exactly.items())
            found = Fraction(sum(result[seat] * times for result, times in counted.items()), PLAYOUTS)
            assert abs(found - mean) <= STANDARD_ERRORS * sqrt(variance / PLAYOUTS), (held, seat)


@pytest.mark.thorough
@pytest.mark.parametrize("law", LAWS)
def test_the_second_yardstick_is_the_searchs(law):
    for cards, count in ((4, 100), (9, 20)):
        for deal, search, held in endings(law, cards, count):
            assert lowest_cards_playout(deal) == search.lowest(held, deal.leader), held


@pytest.mark.parametrize("law", LAWS)
def test_all_points_of_the_cards_are_handed_out(law):
    for deal, search, held in endings(law, cards=9, count=2):
        total = sum(search.worth(card) for holding in held for card in holding) + search.last_trick
        assert {sum(points) for points in random_playouts(deal, 1, 50)} == {total}


# --- Known by hand ---------------------------------------------------------------------------------------------------


def spelt(suit: str) -> str:
    return " ".join(code for code in CODES if code[-1] == suit)


def test_a_suit_in_every_hand_at_jaago_chalis():
    """Spades take what clubs lead, clubs what spades lead, 3 points each; spades take seven tricks, with the last."""
    deal = deal_of(SHAPE, [spelt("C"), spelt("S"), spelt("D"), spelt("H")])
    halves = [2 * 18, 2 * 22, 0, 0]
    assert list(random_playouts(deal, 1, 20)) == [halves] * 20
    assert lowest_cards_playout(deal) == halves


def test_all_trumps_in_one_hand_take_every_trick():
    shape = Shape(4, 9, jass_law(Trump.HEARTS))
    hearts, *others = ([code for code in CODES if code[-1] == s and jass_rank(code) >= 4] for s in "HCSD")
    deal = deal_of(shape, [" ".join(holding) for holding in (*others, hearts)], leader=3)
    assert list(random_playouts(deal, 1, 20)) == [[0, 0, 0, 157]] * 20
    assert lowest_cards_playout(deal) == [0, 0, 0, 157]


TWO_TRICKS = ["AC 6D", "7C AD", "8C 7D", "9C 8D"]


def test_two_tricks_that_depend_on_the_first_card():
    """Trump is spades, which nobody has. If the ace is led it takes 11, and seat 2 then takes 11 and the last trick.
    If the six is led, seat 2 takes 11, and seat 1 then takes 11 and the last trick."""
    deal = deal_of(Shape(4, 9, jass_law(Trump.SPADES)), TWO_TRICKS)
    results = Counter(map(tuple, random_playouts(deal, 7, 2000)))
    assert results.keys() == {(11, 16, 0, 0), (16, 11, 0, 0)}
    assert abs(results[11, 16, 0, 0] - 1000) < STANDARD_ERRORS * sqrt(2000 / 4)
    assert lowest_cards_playout(deal) == [16, 11, 0, 0]  # the six is the lowest


def test_the_order_of_the_pack():
    jass_pack = [CODES[card] for card in low_to_high(jass_law(Trump.HEARTS))]
    assert jass_pack[:4] == ["6C", "6S", "6D", "7C"]
    assert jass_pack[-9:] == ["6H", "7H", "8H", "10H", "QH", "KH", "AH", "9H", "JH"]
    bottom_up = [CODES[card] for card in low_to_high(jass_law(Trump.BOTTOM_UP))]
    assert (bottom_up[:4], bottom_up[-4:]) == (["AC", "AS", "AD", "AH"], ["6C", "6S", "6D", "6H"])
    assert [CODES[card] for card in low_to_high(SHAPE.law)[:5]] == ["2C", "2S", "2D", "2H", "3C"]


# --- Of a recorded hand ----------------------------------------------------------------------------------------------


def record_of(game, **fields):
    return game.read_record({"direction": "clockwise", "first_leader": 0} | fields).value


def suits_record(**more):
    """Each seat has a suit; seats 1 and 2 take tricks by turns."""
    return record_of(
        JaagoChalis, tricks=[list(row) for row in zip(*(spelt(suit).split() for suit in "CSDH"), strict=True)], **more
    )


def test_the_worth_of_a_recorded_hand():
    worth_here = worth_of_cards(JaagoChalis(JaagoChalis.default_preset.rules, 4), suits_record(), seed=5)
    points = (Fraction(18), Fraction(22), Fraction(0), Fraction(0))
    assert worth_here == Worth(points, points, (0.0,) * 4, points, 500)


def shuffled_record(**fields):
    """A hand whose cards were not played by the rules, though each player was dealt these cards."""
    cards = list(CODES)
    Random(3).shuffle(cards)
    return record_of(JaagoChalis, tricks=[cards[first : first + 4] for first in range(0, 52, 4)], **fields)


def test_mean_and_spread_are_those_of_the_playouts():
    record = shuffled_record()
    worth_here = worth_of_cards(JaagoChalis(JaagoChalis.default_preset.rules, 4), record, seed=5, playouts=40)
    deal = Deal(SHAPE, tuple(mask_of(row[seat] for row in record.tricks) for seat in range(4)), 0, clockwise=True)
    results = list(random_playouts(deal, 5, 40))
    for seat in range(4):
        points = [Fraction(result[seat], 2) for result in results]
        mean = sum(points) / 40
        assert worth_here.mean[seat] == mean
        assert worth_here.spread[seat] == pytest.approx(sqrt(sum((p - mean) ** 2 for p in points) / 40))
    assert worth_here.lowest == tuple(Fraction(points, 2) for points in lowest_cards_playout(deal))
    assert sum(worth_here.mean) == sum(worth_here.won) == sum(worth_here.lowest) == 40


def test_the_same_seed_gives_the_same_result_and_another_one_does_not():
    record, rules = shuffled_record(), JaagoChalis.default_preset.rules
    seed = int("f" * 64, 16)
    once = worth_of_cards(JaagoChalis(rules, 4), record, seed)
    assert worth_of_cards(JaagoChalis(rules, 4), record, seed) == once
    assert worth_of_cards(JaagoChalis(rules, 4), record, seed - 1).mean != once.mean


def test_the_source_of_chance_is_the_mersenne_twister():
    """Its authors' own figures (mt19937ar.out): another version of Python must not give other random bits."""
    chance = Random(0x123 | 0x234 << 32 | 0x345 << 64 | 0x456 << 96)
    assert [chance.getrandbits(32) for _ in range(5)] == [1067595299, 955945823, 477289528, 4107218783, 4228976476]
    chance = Random(0x123 | 0x234 << 32 | 0x345 << 64 | 0x456 << 96)
    assert chance.getrandbits(30) == 1067595299 >> 2


def test_direction_and_leader_count():
    rules = JaagoChalis.default_preset.rules
    clockwise = worth_of_cards(JaagoChalis(rules, 4), shuffled_record(), 5)
    assert worth_of_cards(JaagoChalis(rules, 4), shuffled_record(direction="anticlockwise"), 5).mean != clockwise.mean
    assert worth_of_cards(JaagoChalis(rules, 4), shuffled_record(first_leader=2), 5).mean != clockwise.mean


@pytest.mark.parametrize(
    "data",
    [
        {"points_won": [10, 10, 10, 10]},
        {"thrown_in": True},
        {"direction": "clockwise", "first_leader": 0, "tricks": []},
        {"direction": "clockwise", "first_leader": 0, "tricks": [["2C", "3C", "4C", "5C"]]},
    ],
)
def test_a_hand_of_which_not_all_cards_are_known_has_no_worth(data):
    record = JaagoChalis.read_record(data).value
    assert worth_of_cards(JaagoChalis(JaagoChalis.default_preset.rules, 4), record, 1) is None


def test_every_seat_needs_a_card_for_each_trick():
    with pytest.raises(ValueError, match="a card for each trick"):
        Deal(SHAPE, (1, 2, 4, 8), 0, clockwise=True)
