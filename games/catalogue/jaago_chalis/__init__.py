"""Jaago-Chalis, the flagship: see rules.py for its sources."""

from operator import attrgetter
from pathlib import Path

from games.catalogue.jaago_chalis.play import shape, strong_suit
from games.catalogue.jaago_chalis.record import RECORD, asks, check, totals_entry
from games.catalogue.jaago_chalis.rules import PRESETS, Rules
from games.catalogue.jaago_chalis.scoring import score
from games.catalogue.jaago_chalis.settlement import settle, standing
from games.contract import Column, Example, Game
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop
from games.kit.standard_money import STANDARD

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    STANDARD,
    Column("bonus", gettext_noop("Big hand"), frozenset({"big_hand"})),
)

GAME = Game(
    slug="jaago-chalis",
    name=gettext_noop("Jaago-Chalis"),
    about=gettext_noop("Four players, each alone; a trick game from Thimi, Nepal, played in series to 40."),
    seats=(4,),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    score=score,
    standing=standing,
    settle=settle,
    shape=shape,
    strong_suit=strong_suit,
    totals=totals_entry,
    asks=asks,
    throw_in=throw_in,
    goal=attrgetter("target"),
    direction=attrgetter("direction"),
    example=Example.from_file(Path(__file__).with_name("example.json")),
    columns=COLUMNS,
    bonus_hands=gettext_noop("Big hands"),
    hands_below_zero=gettext_noop("Hands under the entry rule"),
    place_names=("W", "X", "Y", "Z"),
)
