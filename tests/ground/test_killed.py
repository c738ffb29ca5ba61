"""After a power failure every acknowledged hand is stored, and none twice."""

import http.client
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pytest

from scripts.network import free_port
from scripts.serve import server_command
from tests.ground.helpers import ROOT, run_python, server_environment
from tests.needs import daily

SCORERS = 4  # each at a table of their own
HANDS = 40  # acknowledged before the power fails, by all of them together
PATIENCE = 120

SET_UP = f"""
import django, json
django.setup()
from decimal import Decimal
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("createcachetable", verbosity=0)
from games.registry import BY_SLUG
from ledger.api.tokens import make_token
from ledger.circles.models import User
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.starting import Agreement, start_series
alice = User.objects.create_user("alice", display_name="Alice")
owner = make_circle(owner=alice, name="Friday table", currency="NPR", language="en")
players = [add_player(circle=owner.circle, name=name) for name in "ABCD"]
game = BY_SLUG["jaago-chalis"]
agreed = Agreement(game, players, game.default_preset.rules, Decimal("0.25"))
tables = [start_series(me=owner, agreed=agreed).pk for _ in range({SCORERS})]
print(json.dumps([make_token(user=alice)[1], tables]))
"""


@dataclass
class Site:
    """The production server with its own data. It can be killed and started again."""

    environment: dict[str, str]
    token: str = ""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = server_command("127.0.0.1", int(self.environment["PORT"]))
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, start_new_session=True)
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            assert self.process.poll() is None, "the server has ended by itself"
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
        pytest.fail(f"no answer within {PATIENCE} seconds")

    def cut_off(self) -> None:
        """Kill the server and its workers at once, without time to clean up."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", int(self.environment["PORT"]), timeout=30)
        headers |= {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@dataclass
class Scorer:
    """Writes one hand after the other. The deals are thrown in, so the series never ends."""

    site: Site
    series: str
    acknowledged: list[str] = field(default_factory=list)

    def write_until_the_power_fails(self) -> None:
        try:
            while True:
                self.write()
        except (OSError, http.client.HTTPException):
            return

    def write(self) -> None:
        """Send the next hand. Until it is acknowledged, the same hand is sent again with the same key."""
        key = f"hand-{len(self.acknowledged) + 1}"
        body = {"record": {"thrown_in": True, "reason": key}, "base_version": len(self.acknowledged) + 1}
        status = HTTPStatus.SERVICE_UNAVAILABLE
        while status == HTTPStatus.SERVICE_UNAVAILABLE:  # another writer held the lock for too long
            status, answer = self.site.ask(
                "POST", f"/api/v1/series/{self.series}/hands", body, **{"Idempotency-Key": key}
            )
        assert status == HTTPStatus.CREATED, answer
        self.acknowledged.append(key)

    def stored(self) -> list[str]:
        status, answer = self.site.ask("GET", f"/api/v1/series/{self.series}")
        assert status == 200, answer
        return [hand["record"]["reason"] for hand in json.loads(answer)["hands"]]


@pytest.fixture(params=daily(["sqlite", "postgresql"]))
def database_url(request, tmp_path):
    return (
        f"sqlite:///{tmp_path / 'ledger.sqlite3'}"
        if request.param == "sqlite"
        else request.getfixturevalue("postgres_url")
    )


@pytest.fixture
def site(tmp_path, database_url):
    site = Site(server_environment(tmp_path, free_port(), DATABASE_URL=database_url))
    yield site
    site.cut_off()


@pytest.mark.slow
def test_acknowledged_hands_survive_a_power_failure(site):
    site.token, tables = json.loads(run(site, "-c", SET_UP))
    scorers = [Scorer(site, series) for series in tables]
    site.start()
    writing = [threading.Thread(target=scorer.write_until_the_power_fails) for scorer in scorers]
    for thread in writing:
        thread.start()
    wait_for(lambda: sum(len(scorer.acknowledged) for scorer in scorers) >= HANDS)
    site.cut_off()
    for thread in writing:
        thread.join()
    site.start()
    for scorer in scorers:
        stored = scorer.stored()
        # At most one more hand is stored: the one whose answer was lost.
        assert stored[: len(scorer.acknowledged)] == scorer.acknowledged
        assert len(stored) - len(scorer.acknowledged) <= 1
        scorer.write()
        assert scorer.stored() == scorer.acknowledged
    assert "Everything is as it was written" in run(site, "manage.py", "audit")


def run(site: Site, *arguments: str) -> str:
    ran = run_python(*arguments, **site.environment)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def wait_for(happened: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not happened():
        assert time.monotonic() - began < PATIENCE, "the server acknowledges too few hands"
        time.sleep(0.01)
