"""Every call of the description is sent what it allows and what it forbids. All of schemathesis' checks are on.

What is sent is the same in every run: nothing is drawn by chance, and the ids are fixed.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.db.models import Model
from hypothesis import HealthCheck, Phase, settings

from games.registry import BY_SLUG, GAMES
from ledger.api.openapi import description
from ledger.api.tokens import make_token
from ledger.circles.models import Circle, Player
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.config.wsgi import application
from ledger.series.models import Series
from ledger.series.services import Agreement, Submit, record_hand, start_series
from tests.ledger.api.conftest import J40
from tests.ledger.conftest import make_user

CIRCLE, SERIES = "a" * 12, "b" * 12
PLAYERS = [letter * 12 for letter in "cdef"]
EXAMPLES = 8
GAME = "jaago-chalis"

CONFIG = schemathesis.Config.from_dict(
    {
        "generation": {"deterministic": True, "database": "none", "no-shrink": True},
        "checks": {
            # What fits the schema may still be impossible: thirteen tricks of the same card, a preset of another game.
            # The rulebook says so with 422, and no JSON Schema could.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "404", "409", "422"]},
        },
    }
)


def described_with_ids() -> dict[str, Any]:
    """The description, with what is there in place of any id: else all that is asked for would be 404."""
    told: Any = description()
    models = told["components"]["schemas"]
    sent = {name: _of_one_game(model) for name, model in models.items() if name.endswith("Input")}
    known = {
        "circle_id": {"enum": [CIRCLE]},
        "series_id": {"enum": [SERIES]},
        "number": {"enum": [1, 2]},
        "slug": {"enum": [GAME]},
    }
    paths = {
        path: {method: _with_ids(operation, known) for method, operation in methods.items()}
        for path, methods in told["paths"].items()
    }
    return told | {"paths": paths, "components": told["components"] | {"schemas": models | sent}}


def _of_one_game(told: Any) -> Any:
    """Every further game would be sent as much again: what the games read has tests of its own, game by game.

    What is answered is held to the whole description.
    """
    if isinstance(told, list):
        return [
            _of_one_game(each) for each in told if not _is_other(each.get("$ref") if isinstance(each, dict) else "")
        ]
    if not isinstance(told, dict):
        return told
    return {name: _of_one_game(value) for name, value in told.items() if not _is_other(name) and not _is_other(value)}


def _is_other(place: Any) -> bool:
    name = place.rpartition("/")[2] if isinstance(place, str) else ""
    return any(name.startswith(f"{game.slug}.") for game in GAMES if game.slug != GAME)


def _with_ids(operation: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    asked = [each | {"schema": each["schema"] | known.get(each["name"], {})} for each in operation["parameters"]]
    return operation | {"parameters": asked}


schema = schemathesis.openapi.from_dict(described_with_ids(), config=CONFIG)
schema.app = application


@pytest.fixture
def open_connection() -> Iterator[None]:
    """The server closes old connections after each request, and this one is in the middle of the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def secret(db: None, open_connection: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> str:
    """A circle and a series with two hands, under the ids that are asked for."""
    alice = make_user("Alice")
    settings.API_RATE = ""
    monkeypatch.setattr(Circle, "save", _under(CIRCLE))
    me = make_circle(owner=alice, name="Friday table", currency="NPR", language="en")
    players = []
    for one, name in zip(PLAYERS, "ABCD", strict=True):
        monkeypatch.setattr(Player, "save", _under(one))
        players.append(add_player(circle=me.circle, name=name))
    game = BY_SLUG[GAME]
    monkeypatch.setattr(Series, "save", _under(SERIES))
    series = start_series(me=me, agreed=Agreement(game, players, game.default_preset.rules, Decimal("0.25")))
    monkeypatch.undo()
    for version in (1, 2):
        record_hand(series=series, submit=Submit(me, version), record=J40[version + 1])
    return make_token(user=alice)[1]


def _under(one: str) -> Any:
    def save(self: Model, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.pk = one
        Model.save(self, *args, **kwargs)

    return save


@pytest.mark.slow
@pytest.mark.django_db
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),  # they measure time, which a busy machine has less of
)
def test_every_call_keeps_to_its_description(case: schemathesis.Case, secret: str) -> None:
    # Packed answers are for transports that unpack them; this one hands over what it got.
    case.call_and_validate(headers={"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"})
