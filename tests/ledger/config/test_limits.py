"""Rate limits for visitors and for wrong passwords, and logs without secrets."""

import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ledger.circles.accounts import limits
from ledger.circles.accounts.adapter import AccountAdapter
from ledger.circles.accounts.limits import Limit
from ledger.circles.models import Circle
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.config.logging import LogFormatter
from tests.ledger.circles.test_start_page import form
from tests.ledger.conftest import PASSWORD

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("counters"),
    # Not every cache takes a key with a space.
    pytest.mark.filterwarnings("error::django.core.cache.backends.base.CacheKeyWarning"),
]


def few(limit: Limit, monkeypatch: pytest.MonkeyPatch, most: int = 2) -> None:
    """Lower a limit. It is the same object in every view."""
    monkeypatch.setitem(limit.__dict__, "most", most)


def test_starting_tables_is_limited(client, monkeypatch):
    few(limits.STARTED_TABLES, monkeypatch)
    answers = [client.post("/start/", form(form_key=f"{n}" * 22)).status_code for n in range(3)]
    assert answers == [302, 302, 429]
    assert Circle.objects.count() == 2
    assert client.get("/start/").status_code == 200


def test_empty_forms_lock_out_nobody(client, monkeypatch):
    few(limits.STARTED_TABLES, monkeypatch)
    few(limits.READ_FILES, monkeypatch)
    for address in ("/start/", "/start/file/"):
        assert {client.post(address).status_code for _form in range(5)} == {422}
    assert Client().post("/start/", form(form_key="a" * 22)).status_code == 302


def test_joining_by_one_link_is_limited(owner, monkeypatch):
    few(limits.JOINED, monkeypatch)
    token, other = (make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)[1] for _link in range(2))
    data = [{"name": "Gita", "form_key": f"{n}" * 22} for n in range(4)]
    assert [Client().post(f"/join/{token}/", each).status_code for each in data[:3]] == [302, 302, 422]
    assert Client().post(f"/join/{other}/", data[3]).status_code == 302


def test_who_guesses_links_keeps_nobody_from_joining(owner, monkeypatch):
    few(limits.WRONG_LINKS, monkeypatch)
    token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)[1]
    assert [Client().post(f"/join/nonsense-{n}/").status_code for n in range(3)] == [404, 404, 429]
    joined = Client().post(f"/join/{token}/", {"name": "Gita", "form_key": "a" * 22})
    assert joined.status_code == 302


@pytest.mark.parametrize(
    "address",
    ["/join/secret-token/", "/account/password/reset/key/1-secret-token/", "/account/confirm-email/secret-token/"],
)
def test_tokens_are_not_logged(client, caplog, address):
    caplog.set_level(logging.DEBUG)
    client.post(address)
    client.get(address)
    scrubbed = [LogFormatter().format(record) for record in caplog.records]
    assert len([line for line in scrubbed if "route=" in line]) == 2
    assert not any("secret-token" in line for line in scrubbed)


def test_reading_files_is_limited(client, monkeypatch):
    few(limits.READ_FILES, monkeypatch)

    def choose() -> int:
        return client.post("/start/file/", {"file": SimpleUploadedFile("circle.json", b"no circle")}).status_code

    assert [choose() for _file in range(3)] == [422, 422, 429]
    assert client.get("/start/file/").status_code == 200


def sign_in(client: Client, password: str) -> int:
    return client.post("/account/login/", {"login": "alice", "password": password}).status_code


def test_wrong_passwords_are_limited_by_name_and_address(alice, bob):
    """Neither the owner elsewhere nor others at the same address are refused."""
    attacker, owner = Client(REMOTE_ADDR="198.51.100.7"), Client(REMOTE_ADDR="203.0.113.20")
    assert [sign_in(attacker, f"wrong-{n}") for n in range(12)] == [422] * 12
    assert sign_in(attacker, PASSWORD) == 422, "the right password does not help this address for a while"
    assert sign_in(owner, PASSWORD) == 302
    neighbour = Client(REMOTE_ADDR="198.51.100.7")
    assert neighbour.post("/account/login/", {"login": "bob", "password": PASSWORD}).status_code == 302


def test_wrong_passwords_for_many_names_are_limited_by_address(alice, monkeypatch):
    few(limits.WRONG_PASSWORDS_OF_ALL, monkeypatch, most=5)
    attacker = Client(REMOTE_ADDR="198.51.100.7")
    for n in range(5):
        attacker.post("/account/login/", {"login": f"name-{n}", "password": "wrong"})
    assert sign_in(attacker, PASSWORD) == 422


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.20", "203.0.113.20"),
        ("::ffff:203.0.113.20", "203.0.113.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("unknown", "unknown"),
    ],
)
def test_visitors_of_ipv6_have_a_whole_network(address, key, rf, monkeypatch):
    monkeypatch.setattr(AccountAdapter, "get_client_ip", lambda _adapter, _request: address)
    assert limits.address_of(rf.get("/")) == key


@pytest.mark.parametrize("forwarded", ["203.0.113.20", "unknown, 10.0.0.1", ""])
def test_a_wrong_number_of_proxies_stops_nobody(forwarded, client, db, settings):
    """LEDGER_PROXIES is 2, and the request came through fewer, or without a readable address."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    assert client.get("/follow/ABCDEFGH/", headers={"X-Forwarded-For": forwarded}).status_code == 404


def test_correct_passwords_are_not_limited(alice):
    assert [sign_in(Client(), PASSWORD) for _ in range(7)] == [302] * 7
