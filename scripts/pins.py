"""Write the site's answers to files, to compare two commits: `diff -r before after`.

    python -m scripts.pins fill DATABASE      the demo's circles, and a circle with the example of every game and preset
    python -m scripts.pins write DATABASE DIR      every page, file and answer of the API for a GET, of every series

The database is filled once. Each commit writes its answers from a copy of this database, with the clock at the same
moment and with the same keys. To use this file on another checkout, go to that checkout and run the file by its path:
it imports the project from the current folder.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, os.getcwd())  # noqa: PTH109
MOMENT = datetime(2026, 11, 1, 12, tzinfo=UTC)
SHEET_IS_BEING_MADE = 503
HANDS = (1, 2, 7)  # of each series whose pages are written
CHANGES_EACH_TIME = [
    (re.compile(r'name="csrfmiddlewaretoken"\s+value="\w+"'), 'name="csrfmiddlewaretoken"'),
    (re.compile(r'"X-CSRFToken": "\w+"'), '"X-CSRFToken"'),
    (re.compile(r"/static/([\w./-]+?)\.[0-9a-f]{12}\."), r"/static/\1."),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "UUID"),
    (re.compile(r'nonce="[^"]+"'), "nonce"),
    (re.compile(r'name="key"\s+value="[^"]+"'), 'name="key"'),
    (re.compile(r"cursor(=|\": ?\")[\w.:%-]+"), "cursor"),
    (re.compile(r":1[A-Za-z0-9]{5}:[\w-]{43}"), ":signed"),
    (re.compile(r'name="form_key"\s+value="[^"]+"'), 'name="form_key"'),
]
LEFT_OUT = re.compile(r"^(admin|static|metrics|readyz|healthz|account|__|pocket/bundle|media)|\.wasm|\.minisig")


def fill() -> None:
    from decimal import Decimal

    from django.core.management import call_command

    from games.registry import GAMES
    from ledger.circles.models import User
    from ledger.circles.services.circles import make_circle
    from ledger.circles.services.players import add_player
    from ledger.series.services import Submit, record_hand
    from ledger.series.starting import Agreement, start_series

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("demo", stdout=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    owner = make_circle(owner=User.objects.get(username="demo"), name="Examples", currency="CHF", language="en")
    people = [add_player(circle=owner.circle, name=name) for name in "ABCDEFGH"]
    for game in GAMES:
        if game.example is None:
            continue
        players = people[: len(game.example.players)]
        for preset in game.presets.values():
            try:
                series = start_series(me=owner, agreed=Agreement(game, players, preset.rules, Decimal("0.25")))
                for version, record in enumerate(game.example.records, start=1):
                    record_hand(series=series, submit=Submit(owner, version), record=record)
            except Exception as error:  # noqa: BLE001  (the example does not fit every preset: its hands so far stay)
                print(f"{game.slug} {preset.slug}: {error}"[:120])


def write(folder: Path) -> None:
    from django.test import Client

    from ledger.circles.models import Member

    for member in Member.objects.filter(role="owner", user__is_active=True).select_related("user", "circle"):
        client = Client(headers={"host": "localhost"})
        client.force_login(member.user)
        for address in sorted(set(addresses(member.circle))):
            answer = client.get(f"/{address}")
            while answer.status_code == SHEET_IS_BEING_MADE:
                time.sleep(1)
                answer = client.get(f"/{address}")
            path = folder / (re.sub(r"[/?=]", "_", address.strip("/")) or "home")
            path.write_bytes(f"{answer.status_code} {answer.get('Content-Type')}\n".encode() + text_of(answer))


def addresses(circle: Any) -> Iterator[str]:
    """Every address with known parameters, for everything in the circle."""
    from django.urls import get_resolver

    from games.registry import GAMES
    from ledger.series.models import Series

    series = list(Series.objects.filter(circle=circle).order_by("started_at", "pk"))
    values: dict[str, list[Any]] = {
        "circle_id": [circle.pk],
        "series_id": [one.pk for one in series],
        "player_id": list(circle.players.order_by("created_at", "pk").values_list("pk", flat=True)),
        "season_id": [season.pk for season in circle.seasons.order_by("pk")] if hasattr(circle, "seasons") else [],
        "number": list(HANDS),
        "hand_number": list(HANDS),
        "seat": [0],
        "slug": [game.slug for game in GAMES],
        "game": [game.slug for game in GAMES],
    }
    for route in routes(get_resolver().url_patterns):
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        if LEFT_OUT.search(route) or "(?P" in route or not set(names) <= set(values):
            continue
        for chosen in itertools.product(*(values[name] for name in names)):
            address = route
            for value in chosen:
                address = re.sub(r"<[^>]+>", str(value), address, count=1)
            yield address


def routes(patterns: Any, before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def text_of(answer: Any) -> bytes:
    body: bytes = answer.getvalue()
    kind = answer.get("Content-Type", "")
    if kind.startswith("application/pdf"):
        return subprocess.run(["pdftotext", "-layout", "-", "-"], input=body, stdout=subprocess.PIPE, check=True).stdout
    if not kind.startswith(("text/", "application/json", "application/problem", "image/svg")):
        return f"{len(body)} bytes\n".encode()
    text = body.decode()
    for changing, instead in CHANGES_EACH_TIME:
        text = changing.sub(instead, text)
    return text.encode()


def main() -> None:
    what, database, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="khata-pins-") as data:
        used = Path(data, "ledger.sqlite3")
        if what == "write":
            shutil.copy(database, used)
        os.environ |= {
            "LEDGER_DATA_DIR": data,
            "DATABASE_URL": f"sqlite:///{used}",
            "LEDGER_SECRET_KEY": "only-for-pins-" * 5,
            "LEDGER_SIGNING_KEY": b64encode(bytes(range(32))).decode(),
            "LEDGER_API_RATE": "",
            "LEDGER_ALLOWED_HOSTS": "localhost",
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        }
        import django
        from django.core.management import call_command

        django.setup()
        with mock.patch("django.utils.timezone.now", return_value=MOMENT):
            if what == "fill":
                fill()
                django.db.connections.close_all()
                shutil.copy(used, database)
            else:
                call_command("migrate", verbosity=0)
                folder = Path(rest[0])
                folder.mkdir(parents=True)
                write(folder)


if __name__ == "__main__":
    main()
