"""How much a phone loads to see the series page for the first time."""

import pytest

from ledger.circles.services.players import claim_player
from ledger.series.models import Series
from tests.ledger.following.weight import weights
from tests.ledger.pages import address, client_of
from tests.ledger.series.conftest import J40

AIM = 60_500  # 0.3 kB of it recognise the login page of a hotel's network


def test_the_first_load_of_the_series_page_is_small(bob_scores, viewer):
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(address("page", bob_scores.series), headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    loaded = weights(page.content)
    assert {"js/live.js", "js/status.js"} <= set(loaded)
    assert sum(loaded.values()) < AIM, loaded


@pytest.mark.parametrize("page", ["page", "enter_hand"])
def test_the_first_load_is_small_where_players_are_asked(bob_scores, page):
    Series.objects.update(verdicts="required")
    claim_player(player=bob_scores.state().players[0], member=bob_scores.me)
    bob_scores.record(*J40[:3])
    client = client_of(bob_scores.me.user)
    loaded = weights(client.get(address(page, bob_scores.series), headers={"Accept-Encoding": "gzip"}).content)
    assert {"css/verdicts/says.css"} <= set(loaded)
    assert sum(loaded.values()) < AIM, loaded
