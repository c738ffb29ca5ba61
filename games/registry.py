"""The games, in the order in which they are offered. A new game is one line here."""

from collections.abc import Mapping
from types import MappingProxyType

from games.catalogue import (
    call_break,
    cha,
    coiffeur,
    differenzler,
    jaago_chalis,
    jass,
    jewel,
    marriage,
    putz,
    scorecard,
)
from games.contract import Game

GAMES: tuple[Game, ...] = (
    jaago_chalis.GAME,
    call_break.GAME,
    marriage.GAME,
    jass.GAME,
    coiffeur.GAME,
    differenzler.GAME,
    putz.GAME,
    jewel.GAME,
    cha.GAME,
    scorecard.GAME,
)

BY_SLUG: Mapping[str, Game] = MappingProxyType({game.slug: game for game in GAMES})
