"""Programs that act for alice, bob, vera and charlie."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

from games.registry import BY_SLUG
from ledger.api.tokens import make_token
from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.services.players import add_player

BASE = "/api/v1/"
_EXAMPLE = BY_SLUG["jaago-chalis"].example
assert _EXAMPLE is not None
J40 = list(_EXAMPLE.records)


class Program:
    """A client of the API that sends JSON and a token."""

    def __init__(self, user: User, *, read_only: bool = False, **options: Any) -> None:
        _token, secret = make_token(user=user, read_only=read_only)
        self.client = Client(headers={"Authorization": f"Bearer {secret}"}, **options)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(BASE + path, headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        text = body if isinstance(body, str) else json.dumps(body or {})
        return self.client.post(BASE + path, text, content_type="application/json", headers=headers)

    def patch(self, path: str, body: Any, **headers: str) -> HttpResponse:
        text = body if isinstance(body, str) else json.dumps(body)
        return self.client.patch(BASE + path, text, content_type="application/json", headers=headers)

    def delete(self, path: str, **headers: str) -> HttpResponse:
        return self.client.delete(BASE + path, headers=headers)


def start(program: Program, circle: Circle, players: list[Player], **details: Any) -> str:
    """Start a series, of Jaago-Chalis unless `details` name another game, and return its path."""
    body = {"game": "jaago-chalis", "players": [player.pk for player in players]} | details
    answer = program.post(f"circles/{circle.pk}/series", body)
    assert answer.status_code == 201, answer.content
    return f"series/{answer.json()['id']}"


def key(text: str) -> dict[str, str]:
    return {"Idempotency-Key": text}


def problems_of(answer: Any) -> list[tuple[str, str]]:
    """Field and code of each problem of a refusal."""
    return [(problem["field"], problem["code"]) for problem in answer.json()["problems"]]


@pytest.fixture
def open_connection() -> Iterator[None]:
    """Keep the connection, which the server would close after a request, in the middle of the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def alices(alice: User) -> Program:
    return Program(alice)


@pytest.fixture
def bobs(scorer: Member) -> Program:
    return Program(scorer.user)


@pytest.fixture
def veras(viewer: Member) -> Program:
    return Program(viewer.user)


@pytest.fixture
def charlies(charlie: User) -> Program:
    return Program(charlie)


@pytest.fixture
def players(circle: Circle) -> list[Player]:
    return [add_player(circle=circle, name=name) for name in "ABCD"]


@pytest.fixture
def started(bobs: Program, circle: Circle, players: list[Player]) -> dict[str, Any]:
    """A series of Jaago-Chalis as the API answered it."""
    body = {"game": "jaago-chalis", "players": [player.pk for player in players], "point_value": "0.25"}
    response = bobs.post(f"circles/{circle.pk}/series", body)
    assert response.status_code == 201, response.content
    return response.json()


@pytest.fixture
def at(started: dict[str, Any]) -> str:
    """The path of this series."""
    return f"series/{started['id']}"
