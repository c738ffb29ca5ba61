"""A second judge, written only from the rules. It places the jacks one by one and tries every choice.

Cards are text (`KH`, `JOKER`), and a couple is the set of its cards. The result of a round is given
for the first player: +1, 0 or −1, and whether the winner may buy two.
"""

from dataclasses import dataclass, field

LOVING, VALIANT, RICH = {"KH", "QH"}, {"KS", "QS"}, {"KD", "QD"}


@dataclass
class Moment:
    couples: list[list[set[str]]]
    jack_on: list[list[int | None]]  # for each couple the player whose jack lies on it
    left_over: list[int] = field(default_factory=lambda: [0, 0])

    def valid(self, player: int) -> list[set[str]]:
        return [couple for couple, jack in zip(self.couples[player], self.jack_on[player], strict=True) if jack is None]

    def targets(self, owner: int) -> list[int]:
        return [
            index
            for index, couple in enumerate(self.couples[owner])
            if self.jack_on[owner][index] is None and couple != LOVING
        ]

    def after(self, owner: int, couple: int, jack: int | None) -> "Moment":
        marks = [list(row) for row in self.jack_on]
        marks[owner][couple] = jack
        return Moment(self.couples, marks, list(self.left_over))

    def with_left_over(self, player: int, more: int) -> "Moment":
        counts = list(self.left_over)
        counts[player] += more
        return Moment(self.couples, self.jack_on, counts)


Worth = tuple[int, int]


def brute_force(hands: tuple[list[str], list[str]], leader: int) -> Worth:
    """+1, 0 or −1 for the first player, and the same once more if the winner may buy two."""
    couples = [couples_of(hand) for hand in hands]
    start = Moment(couples, [[None] * len(couples[0]), [None] * len(couples[1])])
    jacks = [sum(card[0] == "J" and card != "JOKER" for card in hand) for hand in hands]
    holder = next((player for player in (0, 1) if "JOKER" in hands[player]), None)
    own = [("own", player) for player in (leader, 1 - leader) for _ in range(jacks[player])]
    return go_on(start, own, leader, holder)


def couples_of(hand: list[str]) -> list[set[str]]:
    kings, queens = [c for c in hand if c[0] == "K"], [c for c in hand if c[0] == "Q"]
    found = [{king, "Q" + king[1]} for king in kings if "Q" + king[1] in queens]
    taken = set().union(*found)
    rest = zip([c for c in kings if c not in taken], [c for c in queens if c not in taken], strict=False)
    return found + [set(pair) for pair in rest]


def best(player: int, worths: list[Worth]) -> Worth:
    return max(worths) if player == 0 else min(worths)


def go_on(now: Moment, steps: list[tuple[str, int]], leader: int, holder: int | None) -> Worth:
    if not steps:
        return others(now, leader, [leader, 1 - leader], holder)
    (_, player), rest = steps[0], steps[1:]
    targets = now.targets(player)
    if not targets:
        return go_on(now.with_left_over(player, 1), rest, leader, holder)
    return best(player, [go_on(now.after(player, couple, player), rest, leader, holder) for couple in targets])


def others(now: Moment, leader: int, order: list[int], holder: int | None) -> Worth:
    if not order:
        return joker(now, holder)
    player, rest = order[0], order[1:]
    worths = [others(now, leader, rest, holder)]
    if now.left_over[player]:
        for couple in now.targets(1 - player):
            used = now.after(1 - player, couple, player).with_left_over(player, -1)
            worths.append(others(used, leader, order, holder))
    return best(player, worths)


def joker(now: Moment, holder: int | None) -> Worth:
    if holder is None:
        return outcome(now)
    stolen = VALIANT in now.valid(1 - holder)
    user = 1 - holder if stolen else holder
    worths = [outcome(now)]
    if now.left_over[user]:
        worths.append(outcome(now.with_left_over(user, -1)))
    for couple, jack in enumerate(now.jack_on[user]):
        if jack == user or (jack is not None and not stolen):
            worths.append(outcome(now.after(user, couple, None)))
    return best(user, worths)


def outcome(now: Moment) -> Worth:
    one, other = now.left_over
    if one and other:
        return 0, 0
    if one or other:
        sign = -1 if one else 1
    else:
        difference = len(now.valid(0)) - len(now.valid(1))
        sign = (difference > 0) - (difference < 0)
    winner = {1: 0, -1: 1}.get(sign)
    return sign, sign if winner is not None and RICH in now.valid(winner) else 0
