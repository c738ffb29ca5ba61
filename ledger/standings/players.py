"""What is shown of one player: games, the course of totals and ratings, rivals and partners."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Player
from ledger.face.chart import Course, draw_course
from ledger.lib import formatting
from ledger.series.models import Result
from ledger.standings.counted import CountedSeries, Period, Played, SeatResult
from ledger.standings.ratings import FEWEST_SERIES, Rating, rating_courses
from ledger.standings.rivals import rivals
from ledger.standings.table import Chosen

FEWEST_TOGETHER = 3  # series, before something is said about two players
FEWEST_IN_CHART = 3


@dataclass(frozen=True)
class Step:
    """One series in the course of a player."""

    series: CountedSeries
    result: SeatResult
    rating: Rating | None


@dataclass(frozen=True)
class Sentence:
    other: Player | None  # None: somebody who is left out
    text: str
    points: Fraction | None = None


def games_of(circle: Circle, player: Player) -> list[Played]:
    """What the player has played most comes first."""
    results = Result.objects.filter(series__circle=circle, player=player).values_list("series__game", "title")
    counted = results.annotate(count=Count("pk")).order_by("-count", "series__game", "title")
    return [Played(game, title, count) for game, title, count in counted]


def course_of(chosen: Chosen, player: Player) -> list[Step]:
    """Oldest first. A rating is there from the player's third series on."""
    ratings = dict(rating_courses(chosen.key, chosen.all_series).get(player.pk, ()))
    steps = []
    for series in chosen.all_series:
        for result in series.seats:
            if result.player == player.pk:
                rating = ratings.get(series.id)
                steps.append(Step(series, result, rating if rating and rating.series >= FEWEST_SERIES else None))
    return steps


def rating_chart(steps: Sequence[Step]) -> Course | None:
    shown = [Fraction(step.rating.shown) for step in steps if step.rating]
    return draw_course(shown) if len(shown) >= FEWEST_IN_CHART else None


def rival_sentences(circle: Circle, chosen: Chosen, player: Player) -> list[Sentence]:
    """Nothing is drawn from fewer than three series."""
    sentences = []
    for pair in rivals(circle, chosen, Period()):
        if player in (pair.a, pair.b) and pair.tally.series >= FEWEST_TOGETHER:
            tally = pair.tally if pair.a == player else pair.tally.reversed()
            other = pair.b if pair.a == player else pair.a
            names = {"player": player.name, "other": other.name if other else _("one player")}
            if tally.above == tally.below:
                text = _("%(player)s and %(other)s are even: each was above in %(count)s of %(series)s.")
            elif tally.above > tally.below:
                text = _("%(player)s finishes above %(other)s in %(count)s of %(series)s.")
            else:
                text = _("%(player)s finishes below %(other)s in %(count)s of %(series)s.")
            figures = {"count": max(tally.above, tally.below), "series": tally.series}
            written = {name: formatting.digits(figure) for name, figure in figures.items()}
            sentences.append(Sentence(other, text % (names | written), tally.points))
    return sentences


def partner_sentences(circle: Circle, chosen: Chosen, player: Player) -> list[Sentence]:
    """With whom the player wins, where teams play."""
    together: dict[str, list[int]] = defaultdict(lambda: [0, 0])  # series, and those that were won
    for series in chosen.all_series:
        mine = next((result for result in series.seats if result.player == player.pk), None)
        for result in series.seats:
            if mine and result.side == mine.side and result.player != player.pk:
                together[result.player][0] += 1
                together[result.player][1] += mine.place == 1
    partners = Player.objects.filter(circle=circle).in_bulk(list(together))
    sentences = []
    for partner, (series_count, won) in sorted(
        together.items(), key=lambda item: (-item[1][0], partners[item[0]].name)
    ):
        if series_count >= FEWEST_TOGETHER:
            other = None if partners[partner].is_left_out else partners[partner]
            names = {"other": other.name if other else _("one player")}
            figures = {"count": formatting.digits(won), "series": formatting.digits(series_count)}
            text = _("With %(other)s: won %(count)s of %(series)s.") % (names | figures)
            sentences.append(Sentence(other, text))
    return sentences
