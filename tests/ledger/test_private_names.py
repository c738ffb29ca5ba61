"""The names of a circle, its players and its members are shown to its members only."""

import pytest
from django.db import transaction
from django.test import Client

from ledger.circles.models import Circle, Player, User
from tests.ledger.access_table import ROWS
from tests.ledger.visitors import cast, places

__all__ = ["cast", "places"]

pytestmark = pytest.mark.django_db

SIGN = "Zyxwvu"  # in every name of the circle, and in nothing else


@pytest.fixture
def addresses(cast: dict[str, User | None], places: dict[str, str]) -> list[tuple[str, str]]:
    """Every address and method, without that of an invite link: it shows the circle to those who have the link."""
    for row in (*Circle.objects.all(), *Player.objects.all()):
        row.name += SIGN
        row.save()
    for user in User.objects.exclude(pk=cast["outsider"].pk):
        user.display_name += SIGN
        user.save()
    return [(method, address.format(**places)) for method, address, *_statuses in ROWS if "{token}" not in address]


def shown(user: User | None, method: str, address: str) -> str:
    """Headers and content of the answer. Changes in the database are rolled back."""
    client = Client()
    with transaction.atomic():
        if user:
            client.force_login(user)
        response = client.generic(method, address)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        transaction.set_rollback(True)
    return f"{response.headers}{content.decode(errors='replace')}"


@pytest.mark.parametrize("visitor", ["nobody", "outsider"])
def test_outsiders_see_no_name_of_a_circle(
    visitor: str, cast: dict[str, User | None], addresses: list[tuple[str, str]]
) -> None:
    """A link to one series shows its players to whoever has it: tests/ledger/following/test_link_pages.py."""
    closed = [(method, address) for method, address in addresses if not address.startswith("/follow/")]
    leaks = [row for row in closed if SIGN in shown(cast[visitor], *row)]
    assert leaks == []


def test_members_see_the_names(cast: dict[str, User | None], addresses: list[tuple[str, str]]) -> None:
    pages = [
        address for method, address in addresses if method == "GET" and SIGN in shown(cast["viewer"], "GET", address)
    ]
    assert len(pages) > 10
