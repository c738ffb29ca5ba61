"""The names of a circle, its players and its members are shown to its members only."""

import pytest

from ledger.circles.models import Circle, Player, User
from tests.ledger.access_table import ROWS
from tests.ledger.visitors import ask, cast, places, sessions

__all__ = ["cast", "places", "sessions"]

pytestmark = pytest.mark.django_db

SIGN = "Zyxwvu"  # in every name of the circle, and in nothing else


@pytest.fixture
def addresses(cast, places) -> list[tuple[str, str]]:
    """Every address and method, but for invite links, which show the circle to everybody who has the link."""
    for row in (*Circle.objects.all(), *Player.objects.all()):
        row.name += SIGN
        row.save()
    for user in User.objects.exclude(pk=cast["outsider"].pk):
        user.display_name += SIGN
        user.save()
    return [(method, address.format(**places)) for method, address, *_statuses in ROWS if "{token}" not in address]


def shown(session: str, method: str, address: str) -> str:
    """Return headers and content of the answer."""
    response, content = ask(session, method, address)
    return f"{response.headers}{content.decode(errors='replace')}"


@pytest.mark.parametrize("visitor", ["nobody", "outsider"])
def test_outsiders_see_no_name_of_a_circle(visitor, sessions, addresses):
    """A link to one series shows its players to whoever has it: tests/ledger/following/test_link_pages.py."""
    closed = [(method, address) for method, address in addresses if not address.startswith("/follow/")]
    leaks = [row for row in closed if SIGN in shown(sessions[visitor], *row)]
    assert leaks == []


def test_members_see_the_names(sessions, addresses):
    pages = [row for row in addresses if row[0] == "GET" and SIGN in shown(sessions["viewer"], *row)]
    assert len(pages) > 10
