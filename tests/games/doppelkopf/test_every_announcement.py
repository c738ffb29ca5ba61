"""Every pair of announcements with all results, against the second arithmetic (tests/proving)."""

from itertools import product

import pytest

from games.catalogue.doppelkopf.game import Doppelkopf
from games.catalogue.doppelkopf.record import Said
from games.contract import Table
from tests.games.series import rules_of
from tests.needs import daily
from tests.proving.arithmetic import doppelkopf as arithmetic

TABLE = Table(4)
SAID = [None, *(said.value for said in Said)]
LIMITS = (0, 30, 60, 90, 120, 151, 181, 211, 240)
EDGES = sorted({points + step for points in LIMITS for step in (-1, 0, 1) if 0 <= points + step <= 240})
KINDS = ({"kind": "normal", "re": [0, 2]}, {"kind": "solo", "re": [1]}, {"kind": "silent_solo", "re": [3]})


BLACK = ({"black": "re"}, {"black": "re", "re_points": 0}, {"black": "kontra"}, {"black": "kontra", "re_points": 240})


@pytest.mark.parametrize(("by_re", "by_kontra"), list(product(SAID, SAID)))
@pytest.mark.parametrize("all_points", daily([EDGES, range(241)]), ids=["edges", "all"])
def test_every_pair_of_announcements(all_points, by_re, by_kontra):
    results = (*({"re_points": points} for points in all_points), *BLACK)
    for announcements in ("add", "double"):
        rules = rules_of(Doppelkopf, announcements=announcements)
        as_json = rules.model_dump(mode="json")
        for kind, result in product(KINDS, results):
            record = kind | result | {"re_said": by_re, "kontra_said": by_kontra}
            reading = Doppelkopf.read_record(record)
            assert not reading.problems
            assert not Doppelkopf(rules, 4).check(reading.value, TABLE)
            entered = list(Doppelkopf(rules, 4).score(reading.value, TABLE).points_entered)
            assert entered == arithmetic.work_out(as_json, [record], 4, standard=True).hands[0].entered, record
