"""What a visitor sends changes nothing in an address that is kept, except for the choice among the allowed names."""

from typing import Any

import pytest
from django.test import RequestFactory

from ledger.lib.addresses import public_address


def address(host: str, port: str = "8000", **more: Any) -> str:
    request = RequestFactory().get("/", headers={"host": host}, SERVER_PORT=port, **more)
    return public_address(request, "/series/a/")


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "localhost:65535", "LocalHost:8000", "localhost.:8000"])
def test_the_port_is_that_of_the_server(host: str) -> None:
    assert address(host) == "http://localhost:8000/series/a/"


def test_the_usual_port_is_left_out() -> None:
    assert address("localhost:8000", port="80") == "http://localhost/series/a/"


def test_an_address_of_ipv6_keeps_its_brackets(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["[::1]"]
    assert address("[::1]:9") == "http://[::1]:8000/series/a/"


def test_behind_a_proxy_the_port_is_left_out(settings: Any) -> None:
    settings.PROXIES, settings.SECURE_PROXY_SSL_HEADER = 1, ("HTTP_X_FORWARDED_PROTO", "https")
    forwarded = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_PORT": "7"}
    assert address("localhost:5555", **forwarded) == "https://localhost/series/a/"


def test_the_address_that_was_set_is_used(settings: Any) -> None:
    settings.ADDRESS = "https://scores.example.org:8443"
    assert address("localhost:5555") == "https://scores.example.org:8443/series/a/"
