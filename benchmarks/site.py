"""A site of its own in a temporary folder, with production's settings, and a table of four that plays on and on."""

import atexit
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ledger.circles.models import Member, Player
    from ledger.series.models import Series

GAME = "jaago-chalis"
FAR = 100_000  # points that nobody reaches, so that a series takes as many hands as there are to save


@cache
def stand_up() -> Path:
    """Once in a process. The database is a real file, as durable as in production."""
    folder = tempfile.TemporaryDirectory(prefix="khata-bench-")
    atexit.register(folder.cleanup)
    os.environ |= environment(Path(folder.name))
    bring_up_to_date(Path(folder.name))
    return Path(folder.name)


def bring_up_to_date(folder: Path) -> None:
    """As scripts.serve does, but for the static files: benchmarks/settings.py."""
    import django
    from django.core.management import call_command

    from scripts.data_folder import ensure_secret_key

    ensure_secret_key(folder)
    Path(folder, "static").mkdir()
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)


def environment(folder: Path) -> dict[str, str]:
    return {
        "LEDGER_DATA_DIR": str(folder),
        "LEDGER_ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
        "LEDGER_LOG_LEVEL": "ERROR",
        "LEDGER_DEBUG": "0",
        "LEDGER_API_RATE": "",  # programs may call as often as they can: how often that is, is what we ask
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
    }


@dataclass(frozen=True)
class Club:
    """A circle, its owner and four players."""

    owner: "Member"
    players: Sequence["Player"]

    def new_series(self, **rules: Any) -> "Series":
        from games.registry import BY_SLUG
        from ledger.series.services import Agreement, start_series

        game = BY_SLUG[GAME]
        agreed = game.default_preset.rules.model_copy(update={"target": FAR} | rules)
        return start_series(me=self.owner, agreed=Agreement(game, self.players, agreed, Decimal("0.25")))


def make_club(name: str = "bench") -> Club:
    from ledger.circles.models import User
    from ledger.circles.services.circles import make_circle
    from ledger.circles.services.players import add_player

    user = User.objects.create_user(username=name, display_name=name)
    owner = make_circle(owner=user, name=name, currency="EUR", language="en")
    return Club(owner, [add_player(circle=owner.circle, name=player) for player in "ABCD"])
