"""A scorecard for any other game: see rules.py."""

from types import MappingProxyType

from games.catalogue.scorecard.options import FEWEST_SEATS, MOST_SEATS, End
from games.catalogue.scorecard.presets import PRESETS
from games.catalogue.scorecard.record import RECORD, asks, check, totals_entry
from games.catalogue.scorecard.rules import LATER_OPTIONS, Rules, fits, low_wins, sides, thrown_in_by
from games.catalogue.scorecard.scoring import score
from games.catalogue.scorecard.settlement import check_new, settle, standing
from games.contract import Column, Game
from games.kit.records import throw_in
from games.kit.sentences import gettext_noop

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    Column("rank", gettext_noop("By rank"), frozenset({"rank"})),
    Column("at_once", gettext_noop("After each hand"), frozenset({"at_once"})),
)

GAME = Game(
    slug="scorecard",
    name=gettext_noop("Scorecard"),
    about=gettext_noop("Any other game: you say what is counted, when it ends and who pays whom."),
    seats=tuple(range(FEWEST_SEATS, MOST_SEATS + 1)),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    check_new=check_new,
    score=score,
    standing=standing,
    settle=settle,
    fits=fits,
    sides=sides,
    low_wins=low_wins,
    totals=totals_entry,
    asks=asks,
    title_field="name",
    later_options=LATER_OPTIONS,
    throw_in=throw_in,
    thrown_in_by=thrown_in_by,
    open_ended=MappingProxyType({"end": End.TABLE}),
    columns=COLUMNS,
)
