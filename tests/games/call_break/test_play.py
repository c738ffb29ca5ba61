"""Which card must be played, and which card wins: by hand, and against the slow judge."""

from itertools import product
from random import Random

import pytest

from games.catalogue.call_break.game import CallBreak
from games.catalogue.call_break.play import shape
from games.contract import Table
from games.kit.cards import CARD_BY_SPELLING, CLUBS, CODES, SPADES, mask_of
from tests.games.call_break import reference
from tests.games.series import Series, rules_of

RULES = CallBreak.default_preset.rules
LAWS = [
    {"must_beat": must_beat, "must_trump": must_trump, "undertrump": undertrump}
    for must_beat, must_trump, undertrump in product((True, False), (True, False), ("free", "must"))
]


def allowed(hand: str, table: str, **options: object) -> str:
    """Return the cards that may be played by the law that judges a hand, as text: "AC 7S"."""
    law = shape(rules_of(CallBreak, **options)).law
    cards = [CARD_BY_SPELLING[code] for code in hand.split()]
    led, *others = [CARD_BY_SPELLING[code] for code in table.split()]
    row = law.rows_when_led[led]
    for card in others:
        row = row[card][1]
    held = mask_of(cards)
    return " ".join(code for code in hand.split() if not row[CARD_BY_SPELLING[code]][0] & held)


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # Follow the led suit, and beat the best card of it if you can.
        ("3C 9C KC 2S", "8C", "9C KC"),
        ("3C 5C 2S", "8C", "3C 5C"),
        ("9C KC 2S", "8C QC", "KC"),
        # If a spade has cut, any card of the led suit will do.
        ("3C 9C KC AS", "8C 2S", "3C 9C KC"),
        # Without the led suit: a spade that beats every spade on the table.
        ("2S QS AH", "8C", "2S QS"),
        ("2S QS AH", "8C 5S", "QS"),
        ("2S 4S AH 3D", "8C 5S", "2S 4S AH 3D"),
        ("AH 3D", "8C", "AH 3D"),
        # Spades led: the same as for any suit.
        ("2S 4S KS AH", "8S", "KS"),
        ("2S 4S AH", "8S", "2S 4S"),
        ("AH 3D", "8S", "AH 3D"),
        # A card of another suit does not matter.
        ("3C 9C", "8C AD", "9C"),
    ],
)
def test_what_may_be_played(hand, table, expected):
    assert allowed(hand, table) == expected


def test_with_lower_spades_only_a_spade_can_be_a_duty():
    assert allowed("2S 4S AH 3D", "8C 5S", undertrump="must") == "2S 4S"
    assert allowed("AH 3D", "8C 5S", undertrump="must") == "AH 3D"


def test_without_the_duty_to_beat():
    assert allowed("3C 9C KC 2S", "8C", must_beat=False) == "3C 9C KC"
    assert allowed("2S QS AH", "8C 5S", must_beat=False) == "2S QS"
    assert allowed("2S QS AH", "8C 5S", must_beat=False, must_trump=False) == "2S QS AH"


# --- Whole deals -----------------------------------------------------------------------------------------------------


def played_out(dice: Random, law: dict, careless: float) -> tuple[dict, list, list[tuple[int, int, list[str]]]]:
    """A random deal, played with a wrong card now and then: the record, the winners and the wrong cards."""
    pack = list(reference.PACK)
    dice.shuffle(pack)
    held = [pack[seat::4] for seat in range(4)]
    dealt = [list(cards) for cards in held]
    direction = dice.choice(["clockwise", "anticlockwise"])
    first = leader = dice.randrange(4)
    tricks, winners, wrong = [], [], []
    for number in range(1, 14):
        table: list[str] = []
        order = [(leader + (turn if direction == "clockwise" else -turn)) % 4 for turn in range(4)]
        for seat in order:
            legal = reference.legal(held[seat], table, **law)
            card = dice.choice(held[seat] if dice.random() < careless else legal)
            if card not in legal:
                wrong.append((number, seat, card, sorted(legal)))
            held[seat].remove(card)
            table.append(card)
        leader = order[table.index(reference.best(table))]
        winners.append(leader)
        tricks.append([table[order.index(seat)] for seat in range(4)])
    record = {"calls": [3, 3, 3, 4], "direction": direction, "first_leader": first, "tricks": tricks, "holdings": dealt}
    return record, winners, wrong


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_whole_deals_are_judged_as_by_the_slow_judge(law):
    dice = Random(str(law))
    rules, found = rules_of(CallBreak, **law), 0
    for _ in range(40):
        record, winners, wrong = played_out(dice, law, careless=0.15)
        score = Series(CallBreak, 4, rules).play(record).scores[0]
        assert score.winners == tuple(winners)
        assert score.points_won == tuple(winners.count(seat) for seat in range(4))
        assert score.trick_points == (1,) * 13
        judged = [
            (play.trick, play.seat, CODES[play.played], sorted(CODES[card] for card in play.could_have_played))
            for play in score.illegal_plays
        ]
        assert judged == wrong
        found += len(wrong)
    assert found > 0


def test_a_wrong_card_is_named_when_it_shows():
    """Clubs led: seat 2 followed low and later shows the queen; seat 3 threw a heart and later shows a spade."""
    rows = [["8C", "3C", "2H", "9C"], ["4D", "QC", "5S", "2D"]]
    record = {"calls": [1, 1, 1, 1], "direction": "clockwise", "first_leader": 0, "tricks": rows}
    read = CallBreak.read_record(record).value
    assert [problem.code for problem in CallBreak(RULES, 4).check(read, Table(4))] == ["unfinished"]
    score = CallBreak(RULES, 4).score(read, Table(4))
    assert (score.complete, score.winners, score.points_entered) == (False, (3, 2), (0,) * 4)
    assert [(play.seat, play.must, str(play.why), play.shown_in) for play in score.illegal_plays] == [
        (1, "beat 8C", "had to beat 8♣", 2),
        (2, "trump spades", "had to play trump, spades", 2),
    ]


def test_spades_beat_every_other_suit():
    assert CallBreak(CallBreak.default_preset.rules, 4).strong_suit(None, CLUBS)[0] == SPADES
