"""A scorecard for any other game: see rules.py."""

from games.catalogue.scorecard.record import RECORD, check, totals_entry
from games.catalogue.scorecard.rules import FEWEST_SEATS, MOST_SEATS, PRESETS, Rules, fits, sides
from games.catalogue.scorecard.scoring import score
from games.catalogue.scorecard.settlement import settle, standing
from games.contract import Column, Game
from games.kit.sentences import gettext_noop

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    Column("rank", gettext_noop("By rank"), frozenset({"rank"})),
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
    score=score,
    standing=standing,
    settle=settle,
    fits=fits,
    sides=sides,
    totals=totals_entry,
    title_field="name",
    columns=COLUMNS,
)
