"""Headers of a visitor change nothing in an address that is kept, except which of the allowed names it has."""

from typing import Any

import pytest
from django.test import RequestFactory

from ledger.lib import addresses
from ledger.lib.addresses import public_address


def address(host: str, port: str = "8000", **more: Any) -> str:
    request = RequestFactory().get("/", headers={"host": host}, SERVER_PORT=port, **more)
    return public_address(request, "/series/a/")


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "localhost:65535", "LocalHost:8000", "localhost.:8000"])
def test_the_port_is_that_of_the_server(host):
    assert address(host) == "http://localhost:8000/series/a/"


def test_the_usual_port_is_left_out():
    assert address("localhost:8000", port="80") == "http://localhost/series/a/"


def test_an_address_of_ipv6_keeps_its_brackets(settings):
    settings.ALLOWED_HOSTS = ["[::1]"]
    assert address("[::1]:9") == "http://[::1]:8000/series/a/"


def test_behind_a_proxy_the_port_is_left_out(settings):
    settings.PROXIES, settings.SECURE_PROXY_SSL_HEADER = 1, ("HTTP_X_FORWARDED_PROTO", "https")
    forwarded = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_PORT": "7"}
    assert address("localhost:5555", **forwarded) == "https://localhost/series/a/"


def test_the_address_that_was_set_is_used(settings):
    settings.ADDRESS = "https://scores.example.org:8443"
    assert address("localhost:5555") == "https://scores.example.org:8443/series/a/"


# --- At the machine itself -------------------------------------------------------------------------------------------


@pytest.fixture
def laptop(settings, monkeypatch) -> None:
    """`make run` has found its names and its address in the network."""
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.168.1.20"]
    monkeypatch.setattr(addresses, "own_address", lambda: "192.168.1.20")
    monkeypatch.delenv("BIND", raising=False)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000"])
def test_who_opens_the_site_at_the_machine_shares_its_address_in_the_network(host, laptop):
    request = RequestFactory().get("/", headers={"host": host}, SERVER_PORT="8000")
    assert addresses.address_for_others(request, "/join/x/") == "http://192.168.1.20:8000/join/x/"
    assert address(host) == "http://192.168.1.20:8000/series/a/"


def test_others_share_the_address_that_they_have(laptop):
    request = RequestFactory().get("/", headers={"host": "192.168.1.20:8000"}, SERVER_PORT="8000")
    assert addresses.network_address(request) == ""
    assert addresses.address_for_others(request, "/join/x/") == "http://192.168.1.20:8000/join/x/"


def test_a_server_for_this_machine_alone_has_no_other_address(laptop, monkeypatch):
    monkeypatch.setenv("BIND", "127.0.0.1")
    assert address("localhost:8000") == "http://localhost:8000/series/a/"


def test_a_machine_without_a_network_has_no_other_address(laptop, monkeypatch):
    monkeypatch.setattr(addresses, "own_address", lambda: "")
    assert address("localhost:8000") == "http://localhost:8000/series/a/"
