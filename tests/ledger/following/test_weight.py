"""How much a phone loads to see the series page for the first time."""

import pytest

from ledger.circles.models import Member
from tests.ledger.following.weight import weights
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.pages import address, client_of

AIM = 60_000


@pytest.mark.django_db
def test_the_first_load_of_the_series_page_is_small(bob_scores: Scorer, viewer: Member) -> None:
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(address("page", bob_scores.series), headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    loaded = weights(page.content)
    assert {"js/live.js", "js/status.js"} <= set(loaded)
    assert sum(loaded.values()) < AIM, loaded
