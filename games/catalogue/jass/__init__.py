"""Jass in two teams: see rules.py for its source."""

from operator import attrgetter

from games.catalogue.jass.record import RECORD, asks, check, choices, shape, totals_entry
from games.catalogue.jass.rules import PRESETS, Rules
from games.catalogue.jass.scoring import score
from games.catalogue.jass.settlement import check_new, settle, standing
from games.contract import Column, Game
from games.kit.jass_cards import trump_suit
from games.kit.jass_teams import TEAMS
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop
from games.kit.team_stakes import COLUMNS

BERGPREIS = Column("bergpreis", gettext_noop("Bergpreis"), frozenset({"bergpreis"}))

GAME = Game(
    slug="jass",
    name=gettext_noop("Jass"),
    about=gettext_noop("Four players in two teams, 36 cards: the Swiss game, played to 1000."),
    seats=(4,),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    check_new=check_new,
    score=score,
    standing=standing,
    settle=settle,
    shape=shape,
    choices=choices,
    strong_suit=trump_suit,
    totals=totals_entry,
    asks=asks,
    sides=lambda _rules, _seats: TEAMS,
    throw_in=throw_in,
    goal=attrgetter("target"),
    direction=attrgetter("direction"),
    columns=(*COLUMNS, BERGPREIS),
)
