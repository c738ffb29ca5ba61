"""A site as `make run` serves it, with an evening in it: for what is measured in a browser.

`python -m benchmarks.evening`, in a process that knows the database, plays the evening and prints where it is.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.servers import ROOT, free_port, running
from benchmarks.site import GAME


@dataclass(frozen=True)
class Evening:
    """Paths of the pages that a table sees, and the session of the person who scores."""

    site: str
    session: str
    circle: str
    open_series: str
    finished_series: str

    @property
    def pages(self) -> dict[str, str]:
        return {
            "home": "/",
            "circle": f"/circles/{self.circle}/",
            "entry": f"/series/{self.open_series}/hands/new/",
            "series": f"/series/{self.open_series}/",
            "end": f"/series/{self.finished_series}/",
            "settlement": f"/series/{self.finished_series}/settlement/",
        }


@contextmanager
def served_evening() -> Iterator[Evening]:
    with tempfile.TemporaryDirectory(prefix="khata-evening-") as folder:
        port = free_port()
        environment = {
            **os.environ,
            "LEDGER_DATA_DIR": folder,
            "LEDGER_DEBUG": "0",
            "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
            "BIND": "127.0.0.1",
            "PORT": str(port),
        }
        with running([sys.executable, "-m", "scripts.serve"], environment, f"127.0.0.1:{port}"):
            command = [sys.executable, "-m", "benchmarks.evening"]
            played = subprocess.run(command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE)
            yield Evening(site=f"http://127.0.0.1:{port}", **json.loads(played.stdout))


def play() -> dict[str, str]:
    """One series that has ended, and one of four hands that goes on."""
    import django

    django.setup()
    from django.test import Client

    from benchmarks.site import make_club
    from games.registry import BY_SLUG
    from ledger.series.services import Submit, record_hand

    club = make_club("Evening")
    example = BY_SLUG[GAME].example
    assert example is not None
    finished, going_on = club.new_series(target=40), club.new_series()
    for series in (finished, going_on):
        for version, record in enumerate(example.records, start=1):
            record_hand(series=series, submit=Submit(club.owner, version), record=record)
    client = Client()
    client.force_login(club.owner.user)
    return {
        "session": client.cookies["sessionid"].value,
        "circle": club.owner.circle_id,
        "open_series": going_on.pk,
        "finished_series": finished.pk,
    }


if __name__ == "__main__":
    json.dump(play(), sys.stdout)
