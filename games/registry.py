"""The games, in the order in which they are offered. A new game is one line here."""

from collections.abc import Mapping
from types import MappingProxyType

from games.catalogue.call_break.game import CallBreak
from games.catalogue.cha.game import Cha
from games.catalogue.coiffeur.game import Coiffeur
from games.catalogue.differenzler.game import Differenzler
from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jass.game import Jass
from games.catalogue.jewel.game import Jewel
from games.catalogue.marriage.game import Marriage
from games.catalogue.putz.game import Putz
from games.catalogue.scorecard.game import Scorecard
from games.game import Game

GAMES: tuple[type[Game], ...] = (
    JaagoChalis,
    CallBreak,
    Marriage,
    Jass,
    Coiffeur,
    Differenzler,
    Putz,
    Jewel,
    Cha,
    Scorecard,
)

BY_SLUG: Mapping[str, type[Game]] = MappingProxyType({game.slug: game for game in GAMES})
