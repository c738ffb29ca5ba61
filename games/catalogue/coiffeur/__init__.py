"""Coiffeur, Jass with a box for each kind: see rules.py for its source."""

from operator import attrgetter

from games.catalogue.coiffeur.record import RECORD, asks, check, choices, shape
from games.catalogue.coiffeur.rules import PRESETS, Rules
from games.catalogue.coiffeur.scoring import boxes, score
from games.catalogue.coiffeur.settlement import settle, standing
from games.contract import Game
from games.kit.jass_cards import trump_suit
from games.kit.jass_teams import TEAMS
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop
from games.kit.team_stakes import COLUMNS

GAME = Game(
    slug="coiffeur",
    name=gettext_noop("Coiffeur"),
    about=gettext_noop("Four players in two teams, 36 cards: each team plays every kind once."),
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
    has_form=True,
    asks=asks,
    boxes=boxes,
    sides=lambda _rules, _seats: TEAMS,
    throw_in=throw_in,
    direction=attrgetter("direction"),
    columns=COLUMNS,
)
