"""Users of the tests: alice owns, bob scores, vera views, charlie is an outsider; gus, gina and gita are guests."""

import pytest

from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.players import add_player
from ledger.sheets import printer
from ledger.transfer import file_process

PASSWORD = "kings-and-queens-9"


def make_user(name: str) -> User:
    return User.objects.create_user(username=name.lower(), password=PASSWORD, display_name=name)


def join(circle: Circle, user: User, role: Role) -> Member:
    return Member.objects.create(circle=circle, user=user, role=role)


@pytest.fixture(scope="session", autouse=True)
def wait_for_sheets() -> None:
    """However busy the machine of the tests is."""
    printer.WAITS = 60


@pytest.fixture(scope="session", autouse=True)
def read_files_here() -> None:
    """Another process does not see what a test has written. The process itself: tests/ground/test_circle_files.py."""
    file_process.ask = file_process.work


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
def gus(db: None) -> User:
    return make_guest(name="Gus")


@pytest.fixture
def owner(alice: User) -> Member:
    """Alice's membership in the circle that most tests are about."""
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
def anil(circle: Circle) -> Player:
    return add_player(circle=circle, name="Anil")
