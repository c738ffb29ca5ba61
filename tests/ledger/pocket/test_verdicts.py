"""Verdicts are no part of a series' chain, so a phone without signal asks for none."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest

from ledger.circles.models import Member, Player, Verdicts
from ledger.circles.services.players import claim_player
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from tests.ledger.pocket.conftest import Phone
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def test_nothing_is_asked_and_a_tap_needs_signal(
    scorer: Member, agreed: Agreement, players: list[Player], phone: Phone
) -> None:
    claim_player(player=players[0], member=scorer)
    series = start_series(me=scorer, agreed=replace(agreed, verdicts=Verdicts.OFFERED))
    record_hand(series=series, submit=Submit(scorer, 1), record=J40[2])
    series.refresh_from_db()
    phone.prepare(scorer, series)
    for page in ("", "hands/new/", "hands/1/"):
        status, text = phone.get(f"/series/{series.pk}/{page}", {})
        assert (status, 'name="verdict"' in text, 'class="marks"' in text) == (200, False, False), page
    tap = {"player": players[0].pk, "hand": "1", "seen": "1", "verdict": "agreed"}
    for address in ("answer", "said-so"):
        status, text = phone.post(f"/series/{series.pk}/{address}/", urlencode(tap))
        assert "needs signal" in text, text
