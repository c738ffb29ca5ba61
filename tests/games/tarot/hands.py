"""Records of Tarot hands, and what they bring. A sits on seat 0, B on seat 1, and so on."""

from games.catalogue.tarot.game import Tarot
from games.catalogue.tarot.rules import Rules
from games.contract import Table

A, B, C, D, E, F, G = range(7)
FFT = Tarot.default_preset.rules


def taken(contract="garde", bouts=2, points=49, **more):
    return {"taker": A, "contract": contract, "bouts": bouts, "points": points, **more}


def score_of(record, players=4, rules=FFT):
    game, table = Tarot(rules, players), Table(players)
    reading = Tarot.read_record(record)
    assert reading.problems == ()
    assert game.check(reading.value, table) == []
    return game.score(reading.value, table)


def points_of(record, players=4, **options):
    return list(score_of(record, players, Rules(**options)).points_entered)


def refused(record, players=4, **options):
    """The field and the code of every problem."""
    reading = Tarot.read_record(record)
    found = reading.problems or Tarot(Rules(**options), players).check(reading.value, Table(players))
    return [(problem.field, problem.code) for problem in found]
