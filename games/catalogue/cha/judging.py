"""Two revealed hands: who wins the round, and why. [S] 4 and 5

Each player makes the choices with the best outcome for that player, and the player who leads the round chooses first.
So `judge` tries all choices: which couples in a player's own hand the jacks cancel, which couples of the other player
are cancelled by jacks that are left over, and which jack the joker removes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, TypeVar

from games.kit.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from games.kit.sentences import Seat, Sentence, Several, say

MIXED = 4  # a couple of two suits
OfPlayer = TypeVar("OfPlayer")  # what each of the two players has

COUPLE_NAMES = {
    HEARTS: say("the loving couple"),
    DIAMONDS: say("the rich couple"),
    CLUBS: say("the cultured couple"),
    SPADES: say("the valiant couple"),
    MIXED: say("a couple"),
}


class HeldCards(NamedTuple):
    couples: tuple[int, ...]  # the suit of each, or MIXED
    jacks: int
    joker: bool

    def in_words(self, seat: int) -> Sentence:
        couples = [COUPLE_NAMES[couple] for couple in self.couples] or [say("no couple")]
        jacks = [say("one jack") if self.jacks == 1 else say("{count} jacks", count=self.jacks)] if self.jacks else []
        joker = [say("the joker")] if self.joker else []
        return say("{seat} shows: {cards}.", seat=Seat(seat), cards=Several((*couples, *jacks, *joker)))


@dataclass(frozen=True, slots=True)
class Position:
    """A step in judging the hands. `cancelled_by` has for each couple the player whose jack cancels it, or None."""

    hands: tuple[HeldCards, HeldCards]
    cancelled_by: tuple[tuple[int | None, ...], tuple[int | None, ...]]
    jacks_left: tuple[int, int]
    steps: tuple[Sentence, ...] = ()

    def valid(self, player: int) -> list[int]:
        """Return the suits of the player's couples that are not cancelled."""
        couples = zip(self.hands[player].couples, self.cancelled_by[player], strict=True)
        return [couple for couple, jack in couples if jack is None]

    def open_to_jacks(self, player: int) -> list[int]:
        """Return the couples that a jack can cancel: not the loving couple, and none twice."""
        couples = enumerate(zip(self.hands[player].couples, self.cancelled_by[player], strict=True))
        return [index for index, (couple, jack) in couples if jack is None and couple != HEARTS]

    @property
    def winner(self) -> int | None:
        """A player with a jack left over loses; otherwise the player with more valid couples wins."""
        strength = [(jacks == 0, 0 if jacks else len(self.valid(seat))) for seat, jacks in enumerate(self.jacks_left)]
        if strength[0] == strength[1]:
            return None
        return 0 if strength[0] > strength[1] else 1

    def worth_to(self, player: int) -> tuple[int, int, int]:
        """Return a key to compare outcomes: a player wants a win, then two diamonds and not one, then more couples."""
        if self.winner is None:
            return 0, 0, 0
        sign = 1 if self.winner == player else -1
        return sign, sign * (DIAMONDS in self.valid(self.winner)), len(self.valid(player)) - len(self.valid(1 - player))


class Ruling(NamedTuple):
    winner: int | None
    rich: bool  # the winner may buy two diamonds
    steps: tuple[Sentence, ...]


Phase = Callable[[Position], tuple[int, list[Position]]]  # who chooses, and the positions to choose from


def pair_up(kings: Sequence[int], queens: Sequence[int]) -> tuple[int, ...]:
    """Return couples of the same suit first, then mixed couples of the other kings and queens. [S] 4.1"""
    same = sorted(set(kings) & set(queens))
    mixed = min(len(kings), len(queens)) - len(same)
    return (*same, *([MIXED] * mixed))


def judge(hands: tuple[HeldCards, HeldCards], leader: int) -> Ruling:
    """Judge the hands by the best choices of both players, with the steps in words."""
    start = Position(
        hands=hands,
        cancelled_by=((None,) * len(hands[0].couples), (None,) * len(hands[1].couples)),
        jacks_left=(hands[0].jacks, hands[1].jacks),
        steps=tuple(hand.in_words(seat) for seat, hand in enumerate(hands)),
    )
    order = (leader, 1 - leader)
    phases: list[Phase] = [_own_jacks(seat) for seat in order]
    phases += [_jacks_left_over(seat) for seat in order]
    phases.append(_joker)
    end = _best_end(start, phases)
    winner = end.winner
    rich = winner is not None and DIAMONDS in end.valid(winner)

    steps = [*end.steps]
    left_over = [seat for seat, jacks in enumerate(end.jacks_left) if jacks]
    one, other = len(end.valid(0)), len(end.valid(1))
    if len(left_over) > 1:
        steps.append(say("Both have a jack left over: a tie."))
    elif left_over:
        steps.append(say("{seat} has a jack left over and loses.", seat=Seat(left_over[0])))
    elif one == other:
        steps.append(say("Valid couples: {one} to {other}, a tie.", one=one, other=other))
    else:
        steps.append(say("Valid couples: {one} to {other}.", one=one, other=other))
    if winner is not None and rich:
        steps.append(say("{seat} may buy two diamonds: the rich couple is valid.", seat=Seat(winner)))
    return Ruling(winner=winner, rich=rich, steps=tuple(steps))


def _best_end(position: Position, phases: Sequence[Phase]) -> Position:
    """Return the position after all phases, if in each of them the player who chooses makes the best choice."""
    if not phases:
        return position
    chooser, choices = phases[0](position)
    ends = [_best_end(choice, phases[1:]) for choice in choices]
    return max(ends, key=lambda end: end.worth_to(chooser))


def _own_jacks(player: int) -> Phase:
    """[S] 4.2: each jack cancels a couple in its own hand, if there is one to cancel."""

    def choices(position: Position) -> tuple[int, list[Position]]:
        open_couples = position.open_to_jacks(player)
        count = min(position.jacks_left[player], len(open_couples))
        return player, [_cancel(position, player, player, chosen) for chosen in combinations(open_couples, count)]

    return choices


def _jacks_left_over(player: int) -> Phase:
    """[S] 4.3: jacks left over may cancel couples of the other player."""

    def choices(position: Position) -> tuple[int, list[Position]]:
        open_couples = position.open_to_jacks(1 - player)
        most = min(position.jacks_left[player], len(open_couples))
        targets = (chosen for count in range(most, -1, -1) for chosen in combinations(open_couples, count))
        return player, [_cancel(position, player, 1 - player, chosen) for chosen in targets]

    return choices


def _cancel(position: Position, player: int, owner: int, chosen: Sequence[int]) -> Position:
    cancelled = tuple(player if index in chosen else jack for index, jack in enumerate(position.cancelled_by[owner]))
    steps = [*position.steps]
    for index in chosen:
        jack, couple = Seat(player), COUPLE_NAMES[position.hands[owner].couples[index]]
        if player == owner:
            steps.append(say("A jack of {seat} cancels {couple} of the same hand.", seat=jack, couple=couple))
        else:
            other = Seat(owner)
            steps.append(say("A jack of {seat} cancels {couple} of {owner}.", seat=jack, couple=couple, owner=other))
    return replace(
        position,
        cancelled_by=_with_new(position.cancelled_by, owner, cancelled),
        jacks_left=_with_new(position.jacks_left, player, position.jacks_left[player] - len(chosen)),
        steps=tuple(steps),
    )


def _with_new(pair: tuple[OfPlayer, OfPlayer], player: int, value: OfPlayer) -> tuple[OfPlayer, OfPlayer]:
    """Return the values of both players, with a new one for this player."""
    return (value, pair[1]) if player == 0 else (pair[0], value)


def _joker(position: Position) -> tuple[int, list[Position]]:
    """[S] 4.6, 5.4: the joker removes a jack.

    If the other player has a valid valiant couple, that player takes the joker, and can remove only an own jack.
    """
    holder = next((seat for seat in (0, 1) if position.hands[seat].joker), None)
    if holder is None:
        return 0, [position]
    stolen = SPADES in position.valid(1 - holder)
    user = 1 - holder if stolen else holder
    if stolen:
        taken = say("{seat} takes the joker by the valiant couple.", seat=Seat(user))
        position = replace(position, steps=(*position.steps, taken))

    choices = [position]
    if position.jacks_left[user]:
        removed = say("The joker of {seat} removes a jack that was left over.", seat=Seat(user))
        left = _with_new(position.jacks_left, user, position.jacks_left[user] - 1)
        choices.append(replace(position, jacks_left=left, steps=(*position.steps, removed)))
    cancelled = position.cancelled_by[user]
    for index, jack in enumerate(cancelled):
        if jack is not None and (jack == user or not stolen):
            without_jack = (*cancelled[:index], None, *cancelled[index + 1 :])
            cancelled_by = _with_new(position.cancelled_by, user, without_jack)
            name = COUPLE_NAMES[position.hands[user].couples[index]]
            saved = say("The joker of {seat} removes the jack that cancels {couple}.", seat=Seat(user), couple=name)
            choices.append(replace(position, cancelled_by=cancelled_by, steps=(*position.steps, saved)))
    return user, choices
