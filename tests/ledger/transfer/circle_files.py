"""A circle with every kind of row, its file, and a helper that forges files."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from ledger.circles.models import Circle, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.members import remove_member
from ledger.circles.services.players import add_player, claim_player, remove_player, rename_player
from ledger.lib.hash_chain import content_hash
from ledger.money.services import Payment, record_payment
from ledger.series.starting import Agreement, start_series
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.conftest import join
from tests.ledger.series.conftest import GAME, J40, Scorer
from tests.ledger.series.evening import spend_evening

NAMES = ("अनिल शर्मा", "Bimal ‘the Ace’", "चन्द्र 👨‍👩‍👧", "Émile\N{NO-BREAK SPACE}D.".replace("\N{NO-BREAK SPACE}", " "))


def fill(scorer: Member, charlie: User) -> Circle:
    """Three series of an evening, a fourth in another currency with other rules, and members who join and leave."""
    circle = scorer.circle
    players = [add_player(circle=circle, name=name) for name in "ABCD"]
    rules = GAME.default_preset.rules
    spend_evening(scorer, Agreement(GAME, players, rules, Decimal("0.25"), GAME.default_preset.slug), players, charlie)
    for player, name in zip(players, NAMES, strict=True):
        rename_player(player=player, name=name)
    claim_player(player=players[0], member=scorer)
    change_circle(circle=circle, name="शुक्रबारको मण्डली", currency="CHF", coin_minor=5, language="ne")
    guest = join(circle, make_guest(name="गीता"), Role.SCORER)
    house = Agreement(GAME, players[::-1], rules.model_copy(update={"target": 25}), Decimal("0.3333"), "", 2)
    gita = Scorer(guest, start_series(me=guest, agreed=house, key="one press"))
    gita.record({"thrown_in": True, "reason": "पत्ता खुल्यो ♠\r\nदुई पटक"}, *J40[:2], J40[3])
    record_payment(me=guest, payment=Payment(players[1], players[0], Decimal("0.05"), note="आधा"))
    record_payment(me=guest, payment=Payment(players[2], players[0], Decimal(3), "NPR"))
    start_series(me=scorer, agreed=replace(house, point_value=Decimal(1)))
    remove_member(member=guest)
    assert not remove_player(player=players[3])
    return circle


def sealed_export(circle: Circle | str) -> str:
    printed = StringIO()
    call_command("export_circle", getattr(circle, "pk", circle), stdout=printed)
    return printed.getvalue()


def export(circle: Circle | str) -> str:
    """Without the seal, which differs by site and day."""
    return unsealed(sealed_export(circle))


def unsealed(text: str) -> str:
    return text[: text.rindex(',\n  "seal": ')] + "\n}\n"


_FILES: dict[str, str] = {}


def file_made_once(request: pytest.FixtureRequest, circle: str, write: Callable[[Circle], str] = export) -> str:
    """Return the file of this fixture's circle, which is written only once. The database is empty afterwards."""
    name = f"{write.__name__} {circle}"
    if name not in _FILES:
        _FILES[name] = write(request.getfixturevalue(circle))
        empty_the_database()
    return _FILES[name]


def moved(circle: Circle) -> tuple[str, Circle]:
    """The circle's file, and the circle that is imported from it into an empty database."""
    text = export(circle)
    empty_the_database()
    return text, import_circle(check_file(text.encode()), None)


def empty_the_database() -> None:
    Circle.objects.all().delete()
    User.objects.all().delete()


# --- Forging a file --------------------------------------------------------------------------------------------------


def forge(whole: dict[str, Any]) -> None:
    """Calculate the hashes of every chain of the file again."""
    for series in whole["series"]:
        previous = ""
        for event in series["events"]:
            event["previous_hash"] = previous
            previous = event["hash"] = _event_hash(series, event)
        series["latest_hash"] = previous
        previous = ""
        for verdict in series.get("verdicts", []):
            verdict["previous_hash"] = previous
            previous = verdict["hash"] = _event_hash(series, verdict)
    previous = ""
    for entry in whole["entries"]:
        entry["previous_hash"] = previous
        previous = entry["hash"] = _entry_hash(whole, entry)
    whole["book"] = {"version": len(whole["entries"]), "latest_hash": previous}


def _event_hash(series: dict[str, Any], event: dict[str, Any]) -> str:
    content = {name: value for name, value in event.items() if name not in ("by", "hash", "previous_hash")}
    return content_hash(content | {"series": series["id"], "previous": event["previous_hash"]})


def _entry_hash(whole: dict[str, Any], entry: dict[str, Any]) -> str:
    content = {name: value for name, value in entry.items() if name not in ("by", "hash", "previous_hash")}
    return content_hash(content | {"circle": whole["circle"]["id"], "previous": entry["previous_hash"]})


def as_bytes(whole: Any) -> bytes:
    return json.dumps(whole, ensure_ascii=False).encode()
