"""A deal that was thrown in, in every game that allows it."""

import pytest
from django.test import Client

from games.contract import Preset
from games.registry import GAMES
from ledger.circles.models import Member, Player
from tests.ledger.pages import address
from tests.ledger.series.conftest import start_game


@pytest.mark.parametrize(
    "preset",
    [
        preset
        for game in GAMES
        if 4 in game.allowed_seats
        for preset in game.presets.values()
        if game(preset.rules, 4).can_throw_in and not game(preset.rules, 4).fits()
    ],
    ids=lambda preset: preset.slug,
)
def test_a_deal_that_was_thrown_in_can_be_corrected_and_undone(
    scorer: Member, players: list[Player], bobs_phone: Client, preset: Preset
) -> None:
    """The record of such a deal has no figures for the form, and none for the entry screen after undo."""
    game = next(game for game in GAMES if preset in game.presets.values())
    bob = start_game(scorer, game.slug, players, preset=preset.slug)
    bob.record(game.throw_in("misdeal"))
    page = address("correct", bob.series, 1)
    assert 'name="hand-reason"' in bobs_phone.get(page).content.decode()  # not the form of a hand that was played
    for way in ("", "?way=totals", "?way=form", "?way=thrown-in"):
        assert bobs_phone.get(page + way).status_code == 200
    bob.undo()
    entry = bobs_phone.get(address("enter_hand", bob.series))
    assert entry.status_code == 200
    assert 'value="[]"' not in entry.content.decode()
