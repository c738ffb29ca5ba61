"""Rate limits for visitors and for wrong passwords, and logs without secrets."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from ledger.circles.models import Circle, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.config.logging import LogFormatter
from tests.ledger.circles.test_start_page import form
from tests.ledger.conftest import PASSWORD


@pytest.fixture(autouse=True)
def counters(settings: Any) -> Iterator[None]:
    in_memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    settings.CACHES = {**settings.CACHES, "default": in_memory}
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "start_table": "2/h/ip", "join": "2/h/ip"}
    cache.clear()
    yield
    cache.clear()


@pytest.mark.django_db
def test_starting_tables_is_limited(client: Client) -> None:
    answers = [client.post("/start/", form(form_key=f"{n}" * 22)).status_code for n in range(3)]
    assert answers == [302, 302, 429]
    assert Circle.objects.count() == 2
    assert client.get("/start/").status_code == 200


def test_joining_is_limited(owner: Member) -> None:
    token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)[1]
    data = [{"name": "Gita", "form_key": f"{n}" * 22} for n in range(3)]
    assert [Client().post(f"/join/{token}/", each).status_code for each in data] == [302, 302, 429]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/join/secret-token/", "/account/password/reset/key/1-secret-token/", "/account/confirm-email/secret-token/"],
)
def test_tokens_are_not_logged(client: Client, caplog: pytest.LogCaptureFixture, address: str) -> None:
    caplog.set_level(logging.DEBUG)
    client.post(address)
    client.get(address)
    scrubbed = [LogFormatter().format(record) for record in caplog.records]
    assert len([line for line in scrubbed if "route=" in line]) == 2
    assert not any("secret-token" in line for line in scrubbed)


@pytest.mark.django_db
def test_reading_files_is_limited(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "import_circle": "2/h/ip"}
    assert [client.post("/start/file/").status_code for _ in range(3)] == [422, 422, 429]
    assert client.get("/start/file/").status_code == 200


def sign_in(client: Client, password: str) -> int:
    return client.post("/account/login/", {"login": "alice", "password": password}).status_code


def test_wrong_passwords_are_limited_by_address_and_not_for_the_owner(alice: User) -> None:
    attacker, owner = Client(REMOTE_ADDR="198.51.100.7"), Client(REMOTE_ADDR="203.0.113.20")
    assert [sign_in(attacker, f"wrong-{n}") for n in range(12)] == [422] * 12
    assert sign_in(attacker, PASSWORD) == 422, "the right password does not help this address for a while"
    assert sign_in(owner, PASSWORD) == 302


def test_wrong_passwords_for_many_names_are_limited_by_address(alice: User) -> None:
    attacker = Client(REMOTE_ADDR="198.51.100.7")
    for n in range(5):
        attacker.post("/account/login/", {"login": f"name-{n}", "password": "wrong"})
    assert sign_in(attacker, PASSWORD) == 422


def test_correct_passwords_are_not_limited(alice: User) -> None:
    assert [sign_in(Client(), PASSWORD) for _ in range(7)] == [302] * 7
