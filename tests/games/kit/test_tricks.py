"""The trick engine itself. The tests of each game show how it judges."""

from itertools import product

from games.catalogue.call_break.game import CallBreak
from games.catalogue.call_break.play import shape
from games.catalogue.call_break.rules import Undertrump
from games.catalogue.jaago_chalis.play import SHAPE
from games.kit.cards import BITS
from games.kit.jass_cards import Trump, jass_shape
from tests.games.series import rules_of


def test_a_law_has_a_finite_repr():
    """A traceback shows the law, and its rows refer to each other in circles."""
    assert len(repr(SHAPE)) < 5000


def test_a_card_alone_proves_no_revoke():
    """So `judge_play` can leave out the trick on the table while the holdings are unknown."""
    any_call_break = [
        rules_of(CallBreak, must_beat=must_beat, must_trump=must_trump, undertrump=undertrump)
        for must_beat, must_trump, undertrump in product((False, True), (False, True), Undertrump)
    ]
    shapes = [SHAPE, *(shape(rules) for rules in any_call_break)]
    shapes += [jass_shape(trump, jack_may_be_withheld=may) for trump in Trump for may in (False, True)]
    for row in [row for each in shapes for law in each.laws for row in law.rows.values()]:
        assert not any(follow and follow[0] & BITS[card] for card, follow in enumerate(row[:-1]))
