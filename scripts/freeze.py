"""`python -m scripts.freeze 1`: the files of a release, which every later version must be able to read.

It writes circle.json, an export, and khata.sqlite3.xz, its database, into tests/ledger/transfer/released/1/. Everything
that can happen has happened in this circle; its ids and times are the same in every run. Run it once for each release:
released files are never written again (docs/decisions/0050-files.md).
"""

import lzma
import os
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import django
from django.core.management import call_command
from django.db import connections

from scripts.data_folder import ROOT

RELEASED = ROOT / "tests" / "ledger" / "transfer" / "released"
BEGAN = datetime(2024, 10, 18, 14, tzinfo=UTC)


def write_circle() -> str:
    """Make the circle, and return the text of its file."""
    from games.game import Game
    from games.registry import BY_SLUG
    from ledger.api.tokens import make_token
    from ledger.circles.roles import Role
    from ledger.circles.services.circles import make_circle
    from ledger.circles.services.invites import make_invite
    from ledger.circles.services.players import add_player
    from ledger.scoring.cards.drafts import begin
    from ledger.series import services, starting
    from ledger.series.house_rules import keep_rules
    from ledger.series.starting import Agreement
    from ledger.transfer.export import circle_file
    from tests.ledger.conftest import join, make_user
    from tests.ledger.series.conftest import GAME, Scorer
    from tests.ledger.sheets.evenings import every_way_to_settle
    from tests.ledger.sheets.tables import NAMES
    from tests.ledger.transfer.circle_files import fill

    alice, bob, charlie = (make_user(name) for name in ("Alice", "Bob", "Charlie"))
    owner = make_circle(owner=alice, name="Friday table", currency="NPR", language="en")
    scorer = join(owner.circle, bob, Role.SCORER)
    circle = fill(scorer, charlie)  # corrections, undo, stop, reopen, payments, a reversal; a member who has left
    owner.refresh_from_db()
    scorer.refresh_from_db()

    players = [add_player(circle=circle, name=name) for name in NAMES]

    def start(game: type[Game], seats: int, rules: Any = None) -> Scorer:
        agreed = Agreement(game, players[:seats], rules or game.default_preset.rules, Decimal("0.25"))
        return Scorer(scorer, starting.start_series(me=scorer, agreed=agreed))

    # Every game, by every way of settling it, each with house rules.
    for number, table in enumerate(every_way_to_settle(), start=1):
        rules = table.rules.model_dump(mode="json")
        keep_rules(circle=circle, game=table.game, rules=rules, name=f"Our rules {number}")
        played = start(table.game, len(table.names), table.rules)
        played.record(*table.records)
        if played.series.is_open:
            services.stop_series(series=played.series, submit=played.submit(), with_standard=True)

    # Two players join, and the second one leaves again before a hand is played.
    joined = start(BY_SLUG["jewel"], 4)
    for player in players[4:6]:
        services.join_series(series=joined.series, submit=joined.submit(), player=player)
    services.unseat_last(series=joined.series, submit=joined.submit())

    # These are in the database alone: an invitation, a token for the API and a hand that is half entered.
    make_invite(actor=alice, circle=circle, role=Role.VIEWER)
    make_token(user=bob, name="Spreadsheet")
    begin(state=start(GAME, 4).state(), me=scorer, start={"direction": "clockwise", "first_leader": 2})
    return circle_file(circle)


def main(release: str) -> None:
    folder = RELEASED / release
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="khata-freeze-") as data:
        database = Path(data, "khata.sqlite3")
        os.environ |= {"LEDGER_DEBUG": "1", "LEDGER_DATA_DIR": data, "DATABASE_URL": f"sqlite:///{database}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
        chance = random.Random(release)  # noqa: S311  (the same ids every time)
        times = (BEGAN + timedelta(minutes=number) for number in count())
        # Before Django loads the models, because their defaults hold the function.
        with mock.patch("django.utils.timezone.now", side_effect=times), mock.patch("secrets.choice", chance.choice):
            django.setup()
            call_command("migrate", verbosity=0)
            call_command("createcachetable", verbosity=0)
            text = write_circle()
            call_command("audit")
        connections.close_all()
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # all data in one file
        (folder / "circle.json").write_text(text, encoding="utf-8")
        (folder / "khata.sqlite3.xz").write_bytes(lzma.compress(database.read_bytes(), preset=9))
    for file in sorted(folder.iterdir()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
