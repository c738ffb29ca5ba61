"""Jewel: see rules.py for its source."""

from types import MappingProxyType

from games.catalogue.jewel.record import FEWEST_PLAYERS, MOST_PLAYERS, RECORD, check, check_new
from games.catalogue.jewel.rules import PRESETS, Rules
from games.catalogue.jewel.scoring import score
from games.catalogue.jewel.settlement import settle, standing
from games.contract import Game
from games.kit.accounts import HANDS
from games.kit.sentences import gettext_noop

GAME = Game(
    slug="jewel",
    name=gettext_noop("Jewel"),
    about=gettext_noop("Two to nine players, three packs: drawing, discarding, and an account between every two."),
    seats=tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    check_new=check_new,
    score=score,
    standing=standing,
    settle=settle,
    has_form=True,
    joining=True,
    open_ended=MappingProxyType({}),
    columns=(HANDS,),
)
