"""Who sits out, where a record does not say it: it follows from who deals."""

import pytest

from games.catalogue.doppelkopf.game import Doppelkopf
from games.catalogue.schafkopf.game import Schafkopf
from games.catalogue.skat.game import Skat
from games.catalogue.tarot.game import Tarot


@pytest.mark.parametrize(
    ("game", "seats", "dealer", "sitting_out"),
    [
        (Skat, 4, 3, [3]),
        (Skat, 5, 4, [1, 4]),  # the dealer and the second after
        (Schafkopf, 5, 2, [2]),
        (Doppelkopf, 5, 0, [0]),
        (Doppelkopf, 6, 1, [1, 4]),  # the dealer and the player opposite
        (Doppelkopf, 7, 5, [0, 2, 5]),  # the dealer, the second and the fourth after
        (Tarot, 6, 5, [5]),
        (Tarot, 7, 0, [0, 3]),
    ],
)
def test_it_follows_from_who_deals(game, seats, dealer, sitting_out):
    assert game(game.default_preset.rules, seats).fields_by_dealer(dealer) == {"sitting_out": sitting_out}


@pytest.mark.parametrize(("game", "seats", "dealer"), [(Skat, 3, 1), (Skat, 4, None), (Tarot, 5, 0)])
def test_nothing_is_filled_in_where_all_play_or_nobody_knows_who_deals(game, seats, dealer):
    assert game(game.default_preset.rules, seats).fields_by_dealer(dealer) == {}
