"""Differenzler, Jass with announcements: see rules.py for its source."""

from operator import attrgetter

from games.catalogue.differenzler.record import RECORD, asks, check, choices, shape, totals_entry
from games.catalogue.differenzler.rules import PRESETS, Rules
from games.catalogue.differenzler.scoring import score
from games.catalogue.differenzler.settlement import settle, standing
from games.contract import Column, Game
from games.kit.jass_cards import trump_suit
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop
from games.kit.standard_money import STANDARD

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    STANDARD,
)

GAME = Game(
    slug="differenzler",
    name=gettext_noop("Differenzler"),
    about=gettext_noop("Four players, each alone, 36 cards: who takes what they announced has the fewest points."),
    seats=(4,),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    score=score,
    standing=standing,
    settle=settle,
    shape=shape,
    choices=choices,
    strong_suit=trump_suit,
    totals=totals_entry,
    asks=asks,
    throw_in=throw_in,
    low_wins=lambda _rules: True,
    direction=attrgetter("direction"),
    columns=COLUMNS,
)
