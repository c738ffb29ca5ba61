"""Hands and tables that the tests of Doppelkopf share."""

from games.catalogue.doppelkopf.game import Doppelkopf
from tests.games.series import Series, rules_of

EXTRAS = ["fox", "doppelkopf", "charlie", "against_the_old", "hearts", "charlie_caught"]


def hand(re_points=None, re=(0, 2), **more):
    return {"re": list(re), "re_points": re_points, **more}


def solo(re_points=None, soloist=0, **more):
    return hand(re_points, [soloist], **{"kind": "solo", **more})


def table(seats=4, **options):
    return Series(Doppelkopf, seats, rules_of(Doppelkopf, **options))


def entered(record, **options):
    return table(**options).play(record).entered


def lines(record, **options):
    return [str(line.why) for line in table(**options).play(record).scores[-1].lines]
