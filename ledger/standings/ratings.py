"""Ratings by openskill: how strong somebody plays, and how sure that is.

They are worked out from all series of a game in the order in which these ended, and never carried on from kept ones, so
that another version of openskill cannot mix with this one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from django.utils.translation import gettext as _
from openskill.models import PlackettLuce

from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.standings.counted import CountedSeries

FEWEST_SERIES = 3  # before a rating is shown
FEWEST_SIDES = 2
CENTRE, UNIT, SURE = 1000, 40, 3  # what is shown: 1000 + 40 × (mu − 3 × sigma)
TENS = -1  # decimals


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float
    sigma: float
    series: int  # after so many

    @property
    def shown(self) -> int:
        return round(CENTRE + UNIT * (self.mu - SURE * self.sigma))

    @property
    def low(self) -> int:
        """The real strength lies between this and `high`, almost certainly. Rounded to tens."""
        return int(round(CENTRE + UNIT * (self.mu - SURE * self.sigma), TENS))

    @property
    def high(self) -> int:
        return int(round(CENTRE + UNIT * (self.mu + SURE * self.sigma), TENS))

    @property
    def range_text(self) -> str:
        figures = {"low": formatting.digits(self.low), "high": formatting.digits(self.high)}
        return _("between %(low)s and %(high)s") % figures


Courses = Mapping[str, Sequence[tuple[str, Rating]]]  # by player: each series and the rating after it

_COURSES: LRUCache[Courses] = LRUCache(max_size=20)
_VERSION = version("openskill")


def rating_courses(key: tuple[str, ...], counted: Sequence[CountedSeries]) -> Courses:
    """`counted` are all series of a game in a circle, in order, and `key` is what they were kept under."""
    if (kept := _COURSES.get((key, _VERSION))) is not None:
        return kept
    model = PlackettLuce()
    now: dict[str, Any] = defaultdict(model.rating)
    courses: dict[str, list[tuple[str, Rating]]] = defaultdict(list)
    for series in counted:
        if series.sides < FEWEST_SIDES:
            continue
        teams: dict[int, list[str]] = {}
        places: dict[int, float] = {}
        for result in series.seats:  # in seat order, so sides come by their lowest seat
            teams.setdefault(result.side, []).append(result.player_id)
            places[result.side] = result.place
        rated = model.rate([[now[player] for player in team] for team in teams.values()], ranks=list(places.values()))
        for team, after in zip(teams.values(), rated, strict=True):
            for player, rating in zip(team, after, strict=True):
                now[player] = rating
                course = courses[player]
                course.append((series.id, Rating(rating.mu, rating.sigma, len(course) + 1)))
    _COURSES[key, _VERSION] = courses
    return courses


def latest_rating(courses: Courses, player: str) -> Rating | None:
    """None before the player's third series."""
    course = courses.get(player, ())
    return course[-1][1] if len(course) >= FEWEST_SERIES else None
