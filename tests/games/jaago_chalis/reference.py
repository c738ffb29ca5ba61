"""The reference judge: a second, simple implementation of Jaago-Chalis to compare with the rulebook's.

It is written from the rules as players explain them, with lists, strings and loops, and imports nothing from
`games/`. Cards are strings such as "10S"; a trick is a list of four cells in seat order, `None` for no card.

    on the table          must play, the first that the player can
    nothing               any card
    no Jaago yet          a card of the led suit that beats the best one · any of the led suit · any Jaago · any card
    Jaago already played  any of the led suit · a Jaago that beats the best Jaago · any Jaago · any card
"""

from dataclasses import dataclass, field

LOW_TO_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
JAAGO_OF = {"C": "S", "S": "C", "D": "H", "H": "D"}
RED_SUITS = ["D", "H"]
SUIT_NAMES = {"C": "clubs", "S": "spades", "D": "diamonds", "H": "hearts"}
PACK = [rank + suit for suit in ["C", "S", "D", "H"] for rank in LOW_TO_HIGH]


@dataclass
class Illegal:
    trick: int  # counted from 1
    seat: int
    played: str
    must: str  # "beat 6S", "follow spades", "jaago clubs"
    could_have_played: list
    shown_in: int | None  # the trick in which the withheld card was played; None if the holdings are known


@dataclass
class Verdict:
    faults: list = field(default_factory=list)  # problems that make the record invalid
    winners: list = field(default_factory=list)
    trick_points: list = field(default_factory=list)
    points_won: list = field(default_factory=lambda: [0.0, 0.0, 0.0, 0.0])
    illegal: list = field(default_factory=list)
    finished: bool = False
    to_play: int | None = None
    winning_now: int | None = None  # the seat with the best card of the unfinished trick


def suit(card):
    return card[-1]


def beats(one, other):
    """Is `one` the higher of two cards of the same suit?"""
    return suit(one) == suit(other) and LOW_TO_HIGH.index(one[:-1]) > LOW_TO_HIGH.index(other[:-1])


def best_of(cards, wanted_suit):
    best = None
    for card in cards:
        if suit(card) == wanted_suit and (best is None or beats(card, best)):
            best = card
    return best


def points_of(card):
    return 1.0 if suit(card) in RED_SUITS else 0.5


def ranked_duties(on_table):
    """The duties of the next player, the strongest first: pairs of a name and the cards that fulfil it."""
    if not on_table:
        return [("any", list(PACK))]
    led = suit(on_table[0])
    jaago = JAAGO_OF[led]
    best_led = best_of(on_table, led)
    best_jaago = best_of(on_table, jaago)
    follow = (f"follow {SUIT_NAMES[led]}", [card for card in PACK if suit(card) == led])
    any_jaago = (f"jaago {SUIT_NAMES[jaago]}", [card for card in PACK if suit(card) == jaago])
    anything = ("any", list(PACK))
    if best_jaago is None:
        beat_led = (f"beat {best_led}", [card for card in PACK if beats(card, best_led)])
        return [beat_led, follow, any_jaago, anything]
    beat_jaago = (f"beat {best_jaago}", [card for card in PACK if beats(card, best_jaago)])
    return [follow, beat_jaago, any_jaago, anything]


def duty_of(on_table, holding):
    """The duty of a player with this holding, and the cards that fulfil it."""
    for name, fulfilling in ranked_duties(on_table):
        playable = [card for card in holding if card in fulfilling]
        if playable:
            return name, playable
    raise AssertionError("an empty holding")


def winning_card(on_table):
    led = suit(on_table[0])
    return best_of(on_table, JAAGO_OF[led]) or best_of(on_table, led)


def seats_from(leader, direction):
    step = 1 if direction == "clockwise" else -1
    return [(leader + step * turn) % 4 for turn in range(4)]


def structural_faults(direction, first_leader, tricks, holdings):
    """The problems that make the rows of cards invalid as a hand or the beginning of one."""
    cells = [cell for row in tricks for cell in row if cell is not None]
    if len(tricks) > 13:
        return ["more than 13 tricks"]
    if any(len(row) != 4 for row in tricks):
        return ["a row that is not four long"]
    if any(cell not in PACK for cell in cells):
        return ["not a card"]
    if len(cells) != len(set(cells)):
        return ["a card twice"]
    return faults_in_turns(direction, first_leader, tricks) + faults_in_holdings(tricks, holdings)


def faults_in_turns(direction, first_leader, tricks):
    leader = first_leader
    for number, row in enumerate(tricks):
        order = seats_from(leader, direction)
        played = [row[seat] for seat in order]
        while played and played[-1] is None:
            played.pop()
        if None in played:
            return ["a card played out of turn"]
        if len(played) < 4:
            return ["a gap"] if tricks[number + 1 :] else []
        leader = row.index(winning_card(played))
    return []


def faults_in_holdings(tricks, holdings):
    if holdings is None:
        return []
    if [len(holding) for holding in holdings] != [13, 13, 13, 13]:
        return ["holdings that are not four times thirteen"]
    if sorted(card for holding in holdings for card in holding) != sorted(PACK):
        return ["holdings that are not the pack"]
    for row in tricks:
        for seat in range(4):
            if row[seat] is not None and row[seat] not in holdings[seat]:
                return ["a card from another holding"]
    return []


def judge(direction, first_leader, tricks, holdings=None):
    """Replay a hand, complete or not, from the first card to the last one played."""
    verdict = Verdict(faults=structural_faults(direction, first_leader, tricks, holdings))
    if verdict.faults:
        return verdict
    leader = first_leader
    for number, row in enumerate([*tricks, [None] * 4]):
        if number == 13:
            verdict.finished = True
            break
        on_table = []
        for seat in seats_from(leader, direction):
            card = row[seat]
            if card is None:
                verdict.to_play = seat
                break
            illegal = illegal_play(tricks, number, seat, on_table, holdings)
            if illegal is not None:
                verdict.illegal.append(illegal)
            on_table.append(card)
        if on_table:
            winner = row.index(winning_card(on_table))
        if len(on_table) < 4:
            verdict.winning_now = winner if on_table else None
            break
        points = sum(points_of(card) for card in row) + (1.0 if number == 12 else 0.0)
        verdict.winners.append(winner)
        verdict.trick_points.append(points)
        verdict.points_won[winner] += points
        leader = winner
    return verdict


def illegal_play(tricks, number, seat, on_table, holdings):
    """Judge one card by the cards that are known of its player's holding."""
    played = tricks[number][seat]
    if holdings is not None:
        gone = [tricks[earlier][seat] for earlier in range(number)]
        holding = [card for card in holdings[seat] if card not in gone]
    else:
        holding = [played] + [row[seat] for row in tricks[number + 1 :] if row[seat] is not None]
    must, could = duty_of(on_table, holding)
    if played in could:
        return None
    shown_in = None if holdings is not None else first_trick_that_shows_the_revoke(tricks, number, seat, on_table)
    return Illegal(number + 1, seat, played, must, sorted(could, key=PACK.index), shown_in)


def first_trick_that_shows_the_revoke(tricks, number, seat, on_table):
    """The holding becomes known card by card. The first card that should have been played shows the revoke."""
    played = tricks[number][seat]
    known = [played]
    for later in range(number + 1, len(tricks)):
        if tricks[later][seat] is not None:
            known.append(tricks[later][seat])
        if played not in duty_of(on_table, known)[1]:
            return later + 1
    raise AssertionError("an illegal play that no card ever shows")
