"""How often a caller may call."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.test import Client

from tests.ledger.api.conftest import BASE, Program
from tests.ledger.api.test_hostile import assert_problem

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three_a_minute(settings) -> Iterator[None]:
    settings.API_RATE = "3/min"
    caches["memory"].clear()
    yield
    caches["memory"].clear()


def test_the_fourth_call_in_a_minute_is_429_with_a_waiting_time(alices):
    assert [alices.get("circles").status_code for _ in range(3)] == [200] * 3
    refused = alices.post("circles", {"name": "x"})
    assert_problem(refused, 429)
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


def test_each_token_has_its_own_limit(alice, bobs):
    one, other = Program(alice), Program(alice)
    assert [one.get("games").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert other.get("games").status_code == 200
    assert bobs.get("games").status_code == 200


def test_the_schema_is_limited_by_address(client, settings):
    settings.API_RATE = "3/h"  # a slow page must not run into the next minute
    statuses = [client.get(f"{BASE}schema", headers={"X-Forwarded-For": f"10.0.0.{last}"}) for last in range(4)]
    assert [answer.status_code for answer in statuses] == [200, 200, 200, 429]


def test_without_a_rate_there_is_no_limit(alices, settings):
    settings.API_RATE = ""
    assert {alices.get("games").status_code for _ in range(5)} == {200}


def test_invalid_tokens_are_limited_by_address(alices, settings):
    settings.API_RATE = "1000/min"
    guesses = [
        Client().get(f"{BASE}circles", headers={"Authorization": f"Bearer khata_guess{number}"}) for number in range(31)
    ]
    assert [answer.status_code for answer in guesses] == [401] * 30 + [429]
    assert_problem(guesses[-1], 429)
    assert 1 <= int(guesses[-1].headers["Retry-After"]) <= 60
    assert alices.get("circles").status_code == 200
    elsewhere = Client(REMOTE_ADDR="198.51.100.7", headers={"Authorization": "Bearer khata_guess"})
    assert elsewhere.get(f"{BASE}circles").status_code == 401
