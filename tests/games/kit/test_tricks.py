"""What the engine promises whatever the game; how it judges is proved game by game."""

from games.catalogue.jaago_chalis.play import SHAPE


def test_a_law_can_be_written_out():
    """A traceback shows it. Its rows refer to one another without end."""
    assert len(repr(SHAPE)) < 5000
