"""The users: alice is an owner, bob a scorer, vera a viewer, charlie an outsider; gus, gina and gita are guests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.players import add_player
from ledger.lib.refusals import Refused
from ledger.sheets import printer
from ledger.transfer import file_process
from tests.ledger.pages import client_of
from tests.ledger.series.conftest import agreed, bob_scores, series

__all__ = ["agreed", "bob_scores", "series"]  # a series of the four players, which Bob scores

PASSWORD = "kings-and-queens-9"


def make_user(name: str) -> User:
    return User.objects.create_user(username=name.lower(), password=PASSWORD, display_name=name)


def join(circle: Circle, user: User, role: Role) -> Member:
    return Member.objects.create(circle=circle, user=user, role=role)


@contextmanager
def refuses(*codes: str, by: type[Refused] = Refused) -> Iterator[None]:
    """Expect that a service refuses, with exactly these problems."""
    with pytest.raises(by) as refused:
        yield
    assert [problem.code for problem in refused.value.problems] == list(codes)


@pytest.fixture(scope="session", autouse=True)
def wait_for_sheets() -> None:
    """Let requests wait for their sheet longer, as they must on a busy machine."""
    printer.WAITS = 60


@pytest.fixture(scope="session", autouse=True)
def read_files_here() -> None:
    """Read files in this process: another one does not see the test's rows. See tests/ground/test_circle_files.py."""
    file_process.ask = file_process.work


@pytest.fixture
def counters(settings: Any) -> Iterator[None]:
    """Count limited actions, such as wrong passwords, in memory and from zero."""
    in_memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    settings.CACHES = {**settings.CACHES, "default": in_memory}
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alice(db: None) -> User:
    return make_user("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_user("Bob")


@pytest.fixture
def vera(db: None) -> User:
    return make_user("Vera")


@pytest.fixture
def charlie(db: None) -> User:
    return make_user("Charlie")


@pytest.fixture
def elsewhere(charlie: User) -> Member:
    """Charlie's membership in another circle."""
    return make_circle(owner=charlie, name="Elsewhere", currency="NPR", language="en")


@pytest.fixture
def gus(db: None) -> User:
    return make_guest(name="Gus")


@pytest.fixture
def owner(alice: User) -> Member:
    """Alice's membership in the circle of most tests."""
    return make_circle(owner=alice, name="Friday table", currency="NPR", language="en")


@pytest.fixture
def circle(owner: Member) -> Circle:
    return owner.circle


@pytest.fixture
def scorer(circle: Circle, bob: User) -> Member:
    return join(circle, bob, Role.SCORER)


@pytest.fixture
def viewer(circle: Circle, vera: User) -> Member:
    return join(circle, vera, Role.VIEWER)


@pytest.fixture
def alices_phone(owner: Member) -> Client:
    return client_of(owner.user)


@pytest.fixture
def bobs_phone(scorer: Member) -> Client:
    return client_of(scorer.user)


@pytest.fixture
def veras_phone(viewer: Member) -> Client:
    return client_of(viewer.user)


@pytest.fixture
def players(circle: Circle) -> list[Player]:
    return [add_player(circle=circle, name=name) for name in ("Asha", "Bimal", "Chandra", "Dipak")]


@pytest.fixture
def stranger(elsewhere: Member) -> Player:
    """A player of Charlie's circle."""
    return add_player(circle=elsewhere.circle, name="Zora")


@pytest.fixture
def anil(circle: Circle) -> Player:
    return add_player(circle=circle, name="Anil")
