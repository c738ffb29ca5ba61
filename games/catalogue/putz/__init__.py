"""Putz, also called Apple: see rules.py for its source."""

from operator import attrgetter

from games.catalogue.putz.record import FIVE, RECORD, THREE, asks, check, check_new, shape, totals_entry
from games.catalogue.putz.rules import PRESETS, Rules
from games.catalogue.putz.scoring import score
from games.catalogue.putz.settlement import settle, standing
from games.contract import Column, Game
from games.kit.jass_cards import trump_suit
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop

COLUMNS = (
    Column("difference", gettext_noop("Difference of marks"), frozenset({"difference"})),
    Column("game", gettext_noop("The game"), frozenset({"game"})),
)

GAME = Game(
    slug="putz",
    name=gettext_noop("Putz"),
    about=gettext_noop("Jass for three or five, each alone: marks for the best, apples for the worst."),
    seats=(THREE, FIVE),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    check_new=check_new,
    score=score,
    standing=standing,
    settle=settle,
    shape=shape,
    strong_suit=trump_suit,
    totals=totals_entry,
    asks=asks,
    throw_in=throw_in,
    goal=attrgetter("win_at"),
    direction=attrgetter("direction"),
    columns=COLUMNS,
)
