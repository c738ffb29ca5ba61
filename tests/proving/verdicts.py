"""The verdicts on a series, kept apart from the site (as on paper), and compared with those that the site shows."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.proving.arithmetic.account import Account
from tests.proving.differences import Reader

AT_ONCE = ("bonus", "at_once")  # the headings under which a single hand is paid
BY_PROXY, BY_LINK, OWN = range(3)

Paid = list[tuple[str, int, int, Any]]


@dataclass
class PaperHand:
    """A recorded hand. If it is withdrawn, the next hand with its number is another `PaperHand`."""

    corrections: int = 0


@dataclass
class PaperVerdict:
    verdict: str
    weight: int
    hand: PaperHand | None  # None: the settlement
    corrections: int
    shown: Any
    about: tuple[Any, ...]  # the revision of the hand, or of the series


@dataclass
class Paper:
    """The latest verdict of each player, by the number of the hand (0: the settlement) and the seat."""

    asked: bool
    hands: list[PaperHand] = field(default_factory=list)
    said: dict[tuple[int, int], PaperVerdict] = field(default_factory=dict)
    by_link: set[tuple[Any, ...]] = field(default_factory=set)  # the values of `about` that a link has answered
    waived_at: int = 0  # the version of the series that an owner has waived; 0: none

    def holds(self, number: int, seat: int, shown: Any) -> PaperVerdict | None:
        """Return the verdict that holds. `shown`: what the player would be shown now; None for nothing."""
        said = self.said.get((number, seat))
        if said is None or said.verdict == "none" or shown is None:
            return None
        if not number:
            return said if said.shown == shown else None
        hand = self.hands[number - 1] if number <= len(self.hands) else None
        if hand is not said.hand:
            return None
        is_unchanged = said.corrections == hand.corrections if said.verdict == "disputed" else said.shown == shown
        return said if is_unchanged else None

    def speak(self, number: int, seat: int, verdict: str, weight: int, shown: Any, version: int) -> bool:
        """Return False if the verdict must be refused.

        It is refused if a verdict of a higher weight holds; from a link, also if a scorer has replaced one from a link.
        """
        held = self.holds(number, seat, shown)
        if held and held.weight > weight:
            return False
        if held and (held.weight, weight) == (BY_PROXY, BY_LINK) and held.about in self.by_link:
            return False
        if not held and verdict == "none":
            return True
        hand = self.hands[number - 1] if number else None
        corrections = hand.corrections if hand else 0
        about = (number, seat, id(hand), corrections) if hand else (number, seat, version)
        self.said[number, seat] = PaperVerdict(verdict, weight, hand, corrections, shown, about)
        if weight == BY_LINK:
            self.by_link.add(about)
        return True


def shown_of_end(account: Account) -> Any:
    return sorted(without_zero_or_negative(account.paid))


def shown_to(account: Account, before: Account, seat: int) -> Any:
    """The figures of this seat in the last hand of the account; `before` is the account without this hand."""
    hand = account.hands[-1]
    paid = [each for each in account.paid if each[0] in AT_ONCE]
    earlier = sum(each[0] in AT_ONCE for each in before.paid)
    own = [each for each in without_zero_or_negative(paid[earlier:]) if seat in each[1:3]]
    return hand.won[seat], hand.entered[seat], own


def without_zero_or_negative(paid: Paid) -> Paid:
    """Return the payments without those of 0 points, and with payer and payee swapped if the points are negative."""
    return [
        (heading, payer, payee, points) if points > 0 else (heading, payee, payer, -points)
        for heading, payer, payee, points in paid
        if points
    ]


def asked_of(account: Account, is_open: bool) -> Iterator[tuple[int, int]]:
    """Yield hand and seat of each verdict that is asked for: hands that count, and the settlement (0) after the end."""
    for number, hand in enumerate(account.hands, start=1):
        if hand.counts:
            yield from ((number, seat) for seat in (range(account.seats) if hand.sitting is None else hand.sitting))
    if not is_open:
        yield from ((0, seat) for seat in range(account.seats))


def compare_agreement(reader: Reader, api: Any, paper: Paper, right: dict[tuple[int, int], str | None]) -> None:
    """Compare with the site. `right`: for each hand and seat that is asked the verdict that holds, or None."""
    players = {player["id"]: seat for seat, player in enumerate(api["players"])}
    lists = {hand["number"]: hand["verdicts"] for hand in api["hands"]} | {0: api["verdicts"]}
    shown = {
        (number, players[each["player"]]): each["verdict"] for number, verdicts in lists.items() for each in verdicts
    }
    held = {place: verdict for place, verdict in right.items() if verdict}
    reader.compare("verdicts", {place: shown[place] for place in shown if place in right}, held)
    is_open, waived = api["status"] == "open", api["version"] == paper.waived_at
    agreed = paper.asked and not is_open and (waived or set(right.values()) <= {"agreed"})
    reader.compare("agreed", api["agreed"], agreed)
    reader.compare("waived", api["waived"] is not None, waived and not is_open)
