"""Records of Tarot hands, and what they bring. A sits on seat 0, B on seat 1, and so on."""

from games.catalogue.tarot.game import Tarot
from games.catalogue.tarot.rules import Rules
from tests.games.series import Series

A, B, C, D, E, F, G = range(7)
FFT = Tarot.default_preset.rules


def taken(contract="garde", bouts=2, points=49, **more):
    return {"taker": A, "contract": contract, "bouts": bouts, "points": points, **more}


def score_of(record, players=4, rules=FFT):
    return Series(Tarot, players, rules).play(record).scores[0]


def points_of(record, players=4, **options):
    return list(score_of(record, players, Rules(**options)).points_entered)


def refused(record, players=4, **options):
    """The field and the code of every problem."""
    return Series(Tarot, players, Rules(**options)).problems(record)
