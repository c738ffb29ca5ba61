"""Marriage: see rules.py."""

from types import MappingProxyType

from games.catalogue.marriage.record import FEWEST_PLAYERS, MOST_PLAYERS, RECORD, check
from games.catalogue.marriage.rules import PRESETS, Rules
from games.catalogue.marriage.scoring import score
from games.catalogue.marriage.settlement import settle, standing
from games.contract import Game
from games.kit.accounts import HANDS
from games.kit.sentences import gettext_noop

GAME = Game(
    slug="marriage",
    name=gettext_noop("Marriage"),
    about=gettext_noop("Two to six players, three packs: maal, who had seen, and an account between every two."),
    seats=tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    score=score,
    standing=standing,
    settle=settle,
    direction=lambda rules: rules.direction,
    has_form=True,
    joining=True,
    open_ended=MappingProxyType({"deals": 0}),
    columns=(HANDS,),
)
