"""The trick engine itself. The tests of each game show how it judges."""

from games.catalogue.jaago_chalis.play import SHAPE


def test_a_law_has_a_finite_repr():
    """A traceback shows the law, and its rows refer to each other in circles."""
    assert len(repr(SHAPE)) < 5000
