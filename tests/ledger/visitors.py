"""For tests of all addresses: every kind of visitor, and a row for each id in an address."""

from datetime import date
from decimal import Decimal

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games.registry import GAMES
from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player, claim_player
from ledger.live.links import make_link, token_of
from ledger.money.services import Payment, record_payment
from ledger.series.house_rules import keep_rules
from ledger.series.starting import Agreement, start_series
from ledger.standings.seasons.services import Terms, make_season
from tests.ledger.conftest import join, make_user


@pytest.fixture
def cast(db: None) -> dict[str, User | None]:
    """The users of the columns of the access table."""
    alice = make_user("Alice")
    circle = make_circle(owner=alice, name="Friday table", currency="NPR", language="en").circle
    people: dict[str, User | None] = {"nobody": None, "outsider": make_user("Charlie"), "owner": alice}
    for role in Role:
        if role != Role.OWNER:
            people[role.value] = join(circle, make_user(role.value), role).user
        people[f"guest {role.value}"] = join(circle, make_guest(name=f"Guest {role}"), role).user
    return people


@pytest.fixture
def places(cast: dict[str, User | None]) -> dict[str, str]:
    """The ids in the addresses. Tom is the member and player for some actions."""
    circle = cast["owner"].memberships.get().circle
    member = join(circle, make_user("Tom"), Role.VIEWER)
    taken = claim_player(player=add_player(circle=circle, name="Tom"), member=member)
    invite, token = make_invite(actor=None, circle=circle, role=Role.VIEWER)
    player = add_player(circle=circle, name="Anil")
    seated = [player, taken, *(add_player(circle=circle, name=name) for name in ("Bimal", "Chandra"))]
    agreed = Agreement(GAMES[0], seated, GAMES[0].default_preset.rules, Decimal(1))
    series = start_series(me=member, agreed=agreed)
    payment = record_payment(me=member, payment=Payment(taken, player, Decimal(1))).entry
    ids = {"circle": circle, "member": member, "taken": taken, "player": player, "invite": invite, "series": series}
    ids["rules"] = keep_rules(circle=circle, game=GAMES[0], rules={}, name="Ours")
    terms = Terms("Winter", GAMES[0].slug, "", date(2026, 1, 1), date(2026, 3, 31), "place")
    ids["season"] = make_season(me=member, terms=terms)
    link = ids["link"] = make_link(me=member, series=series)
    return {name: row.id for name, row in ids.items()} | {
        "token": token,
        "payment": payment.id,
        "follow": token_of(link),
    }


@pytest.fixture
def sessions(cast: dict[str, User | None]) -> dict[str, str]:
    """The session key of each visitor, "" if not signed in. Signing in once saves time."""
    clients = {name: Client() for name in cast}
    for name, user in cast.items():
        if user:
            clients[name].force_login(user)
    return {name: client.session.session_key or "" for name, client in clients.items()}


def ask(session: str, method: str, address: str) -> tuple[HttpResponse, bytes]:
    """Return the answer and its content. Changes in the database are rolled back."""
    client = Client()
    if session:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    with transaction.atomic():
        response = client.generic(method, address)
        content = response.getvalue()
        transaction.set_rollback(True)
    return response, content
