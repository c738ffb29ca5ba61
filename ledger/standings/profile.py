"""The figures of a player in one game as the pages say them, each with what makes it better than another player's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.game import Game
from ledger.circles.models import Player
from ledger.lib import formatting
from ledger.standings.figures import Chosen, Figures, Standings
from ledger.standings.luck import PlayerLuck
from ledger.standings.players import Step


class Better(Enum):
    HIGH = auto()
    LOW = auto()
    NEITHER = auto()  # the figure says how much somebody plays, not how well


@dataclass(frozen=True)
class Fact:
    heading: str
    text: str
    detail: str = ""
    href: str = ""
    value: Any = None  # by which two players are compared; None: not known
    better: Better = Better.NEITHER
    is_soft: bool = False  # greyed: not sure yet
    margin: float = 0  # two values that are not further apart than this may differ by chance


@dataclass(frozen=True)
class Profile:
    main: Sequence[Fact]
    totals: Sequence[Fact]
    hands: Sequence[Fact]

    @property
    def parts(self) -> tuple[Sequence[Fact], ...]:
        return self.main, self.totals, self.hands


def profile_of(shown: Standings, chosen: Chosen, game: type[Game], player: Player, steps: Sequence[Step]) -> Profile:
    """Of a player who has a row in the standings. Two players have the same facts in the same order."""
    figures = next(row.figures for row in shown.rows if row.player == player)
    return Profile(
        main=main_facts(shown, figures, steps),
        totals=facts_of_totals(shown, chosen, figures, steps),
        hands=facts_of_hands(shown, game, figures, steps),
    )


def main_facts(shown: Standings, figures: Figures, steps: Sequence[Step]) -> list[Fact]:
    facts = []
    if (rating := figures.rating) and not shown.hides_ratings:
        known = Fact(_("Rating"), rating.text, rating.error_text, value=rating.value, better=Better.HIGH)
        facts.append(replace(known, is_soft=rating.is_early, margin=rating.margin))
    elif not shown.hides_ratings:
        facts.append(Fact(_("Rating"), "–", _("after three series")))
    place = figures.average_place
    facts.append(Fact(_("Average place"), formatting.decimals(place, 2), value=place, better=Better.LOW))
    facts.append(counted(pgettext("series", "Won"), figures.won, figures.series, Better.HIGH))
    if shown.currency and figures.amount_minor is not None:
        text = formatting.amount(figures.amount_minor, shown.currency, signed=True)
        facts.append(Fact(_("Money"), text, shown.currency, value=figures.amount_minor, better=Better.HIGH))
    now = _("%(count)s now") % {"count": formatting.digits(figures.streak)}
    longest = figures.longest_streak
    facts.append(Fact(_("Most won in a row"), formatting.digits(longest), now, value=longest, better=Better.HIGH))
    evenings = len({step.series.ended_on for step in steps})
    series = _("%(count)s series") % {"count": formatting.digits(figures.series)}
    facts.append(Fact(_("Evenings"), formatting.digits(evenings), series, value=evenings))
    return facts


def facts_of_totals(shown: Standings, chosen: Chosen, figures: Figures, steps: Sequence[Step]) -> list[Fact]:
    best = Better.LOW if shown.low_wins else Better.HIGH
    average = figures.average_total
    # Of equal ones the earliest, here and below.
    highest, lowest = (pick(steps, key=lambda step: step.result.total) for pick in (max, min))
    facts = [
        Fact(_("Average total"), formatting.decimals(average, 2), value=average, better=best),
        total_fact(_("Best total"), lowest if shown.low_wins else highest, best),
        total_fact(_("Worst total"), highest if shown.low_wins else lowest, best),
    ]
    if any(row.figures.ended_below_zero for row in shown.rows):
        facts.append(counted(_("Ended below zero"), figures.ended_below_zero, figures.series, Better.LOW))
    if any(result.doubled for series in chosen.all_series for result in series.seats):
        doubled = sum(step.result.doubled for step in steps)
        facts.append(counted(_("Paid double at the end"), doubled, figures.series, Better.LOW))
    return facts


def facts_of_hands(shown: Standings, game: type[Game], figures: Figures, steps: Sequence[Step]) -> list[Fact]:
    best = Better.LOW if shown.low_wins else Better.HIGH
    mean = figures.points_won_per_hand
    facts = [
        Fact(_("Hands"), formatting.digits(figures.hands), value=figures.hands),
        Fact(_("Points won per hand"), formatting.decimals(mean, 2), value=mean, better=best),
        hand_fact(_("Best hand"), steps, shown.low_wins, best, of_best=True),
        hand_fact(_("Worst hand"), steps, shown.low_wins, best, of_best=False),
    ]
    if any(row.figures.hands_below_zero for row in shown.rows):
        facts.append(counted(_(game.hands_below_zero), figures.hands_below_zero, figures.hands, Better.LOW))
    if game.bonus_hands:
        facts.append(counted(_(game.bonus_hands), figures.bonus_hands, figures.hands, Better.HIGH))
    return facts


def counted(heading: str, count: int, of: int, better: Better) -> Fact:
    """So many of so many, and the share by which players are compared."""
    share = Fraction(count, of)
    percent = formatting.decimals(100 * share, 0)
    detail = _("of %(all)s: %(percent)s%%") % {"all": formatting.digits(of), "percent": percent}
    return Fact(heading, formatting.digits(count), detail, value=share, better=better)


def total_fact(heading: str, step: Step, better: Better) -> Fact:
    total, day = step.result.total, formatting.day(step.series.ended_on)
    href = reverse("series:page", args=[step.series.id])
    return Fact(heading, formatting.points(total), day, href, total, better)


def hand_fact(heading: str, steps: Sequence[Step], lowest_is_best: bool, better: Better, *, of_best: bool) -> Fact:
    """Where some series are won by the fewest points and some by the most, their best hand is the others' worst."""

    def hand(step: Step) -> tuple[Fraction, int]:
        result = step.result
        if of_best == (step.series.low_wins == lowest_is_best):
            return result.best_points, result.best_hand
        return result.worst_points, result.worst_hand

    pick = min if of_best == lowest_is_best else max
    step = pick(steps, key=lambda step: hand(step)[0])
    points, number = hand(step)
    href = reverse("series:hand", args=[step.series.id, number])
    return Fact(heading, formatting.points(points), formatting.day(step.series.ended_on), href, points, better)


@dataclass(frozen=True)
class Compared:
    """The same fact of two players."""

    one: Fact
    other: Fact

    @property
    def one_is_better(self) -> bool:
        return self.is_better(self.one, self.other)

    @property
    def other_is_better(self) -> bool:
        return self.is_better(self.other, self.one)

    @staticmethod
    def is_better(fact: Fact, than: Fact) -> bool:
        if None in (fact.value, than.value) or abs(fact.value - than.value) <= max(fact.margin, than.margin):
            return False
        match fact.better:
            case Better.HIGH:
                return bool(fact.value > than.value)
            case Better.LOW:
                return bool(fact.value < than.value)
            case Better.NEITHER:
                return False


def compare(one: Profile, other: Profile, lucks: Sequence[PlayerLuck | None] = ()) -> list[list[Compared]]:
    """Part by part. `lucks` is of both, and shown where it is known of both."""
    parts = [
        [Compared(*facts) for facts in zip(*both, strict=True)] for both in zip(one.parts, other.parts, strict=True)
    ]
    known = [luck_facts(luck) for luck in lucks if luck]
    if len(known) > 1:
        parts.append([Compared(*facts) for facts in zip(*known, strict=True)])
    return parts


def luck_facts(luck: PlayerLuck) -> list[Fact]:
    """More luck is not better."""
    play = luck.play
    compared = Fact(_("Play"), play.text, play.error_text, "", play.value, Better.HIGH, margin=luck.margin)
    return [Fact(_("Luck"), luck.luck.text), compared]
