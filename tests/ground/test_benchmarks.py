"""The benchmarks that need a server run in a short form: no attack by a link stops a save, and no hand is lost."""

import pytest

from benchmarks import crowd, load
from benchmarks.site import new_site
from tests.ledger.config.event_loop import in_thread

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

# Long enough for each attack to fill all threads. A save may take four times its aim, because the machine may be busy.
SHORT = crowd.Size(hands=100, seconds=1.5, followers=60, patience=4)


def test_the_attacks_stop_no_save():
    rows = in_thread(lambda: list(crowd.rows(SHORT)))
    assert [row for row in rows if row.is_short] == []
    assert len(rows) == 1 + len(crowd.TARGETS) + 2 * 3 + 9 + 1 + 2 + 2


def test_hands_of_many_clients_are_recorded_once():
    with new_site() as site, site.served() as server:
        outcome = in_thread(lambda: load.record_hands(site, server, clients=4, count=80))
        assert (len(outcome.took), outcome.refused, outcome.lost) == (80, 0, 0)
        assert site.call("benchmarks.load", "audit")
