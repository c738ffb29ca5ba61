"""CHA: see rules.py for its source."""

from fractions import Fraction

from games.catalogue.cha.record import RECORD, SEATS, check, check_new
from games.catalogue.cha.rules import PRESETS, Rules
from games.catalogue.cha.scoring import score
from games.catalogue.cha.settlement import settle, standing, youngest_starts
from games.contract import Column, Dealing, Game
from games.kit.sentences import gettext_noop

COLUMNS = (
    Column("difference", gettext_noop("Difference of diamonds"), frozenset({"difference", "extra_round"})),
    Column("game", gettext_noop("The game"), frozenset({"game"})),
)

GAME = Game(
    slug="cha",
    name=gettext_noop("CHA"),
    about=gettext_noop("Two players, face cards and a joker: culture, humor and affection."),
    seats=(SEATS,),
    rules=Rules,
    record=RECORD,
    presets=PRESETS,
    check=check,
    check_new=check_new,
    score=score,
    standing=standing,
    settle=settle,
    has_form=True,
    goal=lambda rules: Fraction(rules.more_than_half),
    columns=COLUMNS,
    dealing=Dealing(gettext_noop("Starts"), gettext_noop("%(name)s starts"), gettext_noop("Who starts (the youngest)")),
    next_first_dealer=youngest_starts,
)
