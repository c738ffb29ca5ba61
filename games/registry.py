"""The games, in the order in which they are offered. A new game is imported here, and added to `GAMES`."""

from collections.abc import Mapping
from types import MappingProxyType

from games.catalogue.belote.game import Belote
from games.catalogue.call_break.game import CallBreak
from games.catalogue.cha.game import Cha
from games.catalogue.coiffeur.game import Coiffeur
from games.catalogue.differenzler.game import Differenzler
from games.catalogue.doppelkopf.game import Doppelkopf
from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jass.game import Jass
from games.catalogue.jewel.game import Jewel
from games.catalogue.marriage.game import Marriage
from games.catalogue.putz.game import Putz
from games.catalogue.schafkopf.game import Schafkopf
from games.catalogue.scorecard.game import Scorecard
from games.catalogue.skat.game import Skat
from games.catalogue.spades.game import Spades
from games.catalogue.tarot.game import Tarot
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
    Skat,
    Doppelkopf,
    Schafkopf,
    Tarot,
    Belote,
    Spades,
    Scorecard,
)

BY_SLUG: Mapping[str, type[Game]] = MappingProxyType({game.slug: game for game in GAMES})
