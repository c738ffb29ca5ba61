"""Hands of the scorecard in each of its three forms, and series by a template or by options."""

from games.catalogue.scorecard.game import Scorecard
from games.catalogue.scorecard.presets import PRESETS
from tests.games.series import Series, rules_of


def points(*figures, **more):
    return {"points": list(figures), **more}


def bids(bid, won, **more):
    return {"bids": bid, "tricks": won, **more}


def sides(won, lost, value, **more):
    return {"sides": [won, lost], "value": value, **more}


def by_template(template, seats, *records, **changes):
    """A series by the rules of a template, some of them changed."""
    rules = rules_of(Scorecard, **PRESETS[template].rules.model_dump(mode="json") | changes)
    return Series(Scorecard, seats, rules).play(*records)


def by_options(seats, *records, **options):
    return Series(Scorecard, seats, rules_of(Scorecard, **options)).play(*records)


def entered(series):
    """The points entered for each hand."""
    return [list(score.points_entered) for score in series.scores]
