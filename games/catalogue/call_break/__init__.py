"""Call Break, the trick game with calls: see rules.py for its source."""

from operator import attrgetter

from games.catalogue.call_break.play import SEATS, shape, strong_suit
from games.catalogue.call_break.record import RECORD, asks, check, totals_entry
from games.catalogue.call_break.rules import PRESETS, TRICKS, Rules, fits
from games.catalogue.call_break.scoring import score
from games.catalogue.call_break.settlement import settle, standing
from games.contract import Column, Game
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop
from games.kit.standard_money import STANDARD

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    STANDARD,
)

GAME = Game(
    slug="call-break",
    name=gettext_noop("Call Break"),
    about=gettext_noop("Three to five players, each alone: calls before the play, spades are trump, five deals."),
    seats=tuple(TRICKS),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    score=score,
    standing=standing,
    settle=settle,
    fits=fits,
    shape=shape,
    card_seats=(SEATS,),
    strong_suit=strong_suit,
    totals=totals_entry,
    asks=asks,
    throw_in=throw_in,
    direction=attrgetter("direction"),
    columns=COLUMNS,
    hands_below_zero=gettext_noop("Hands that missed the call"),
)
