"""A site with a data folder and a database of its own, in this process or served as `make run` does."""

import atexit
import json
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.network import answers, free_port
from scripts.processes import children, offspring

if TYPE_CHECKING:
    from ledger.circles.models import Member, Player
    from ledger.series.models import Series

ROOT = Path(__file__).parents[1]
PATIENCE = 180  # seconds until a server answers
POSTGRES = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
FAR = 100_000  # a target that no total reaches, so that a series does not end


@dataclass(frozen=True)
class Server:
    address: str
    pid: int

    def busy(self) -> float:
        """The processors' seconds that the server's processes have taken so far."""
        return sum(map(_ticks, offspring(self.pid))) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Site:
    environment: Mapping[str, str]

    def call(self, module: str, what: str, **details: Any) -> Any:
        """Call a function of a benchmark in a process with the site's database, and return its result."""
        code = f"import django, json, sys; django.setup(); from {module} import {what} as work"
        code += "; json.dump(work(**json.load(sys.stdin)), sys.stdout)"
        ran = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=self.environment,
            input=json.dumps(details),
            text=True,
            stdout=subprocess.PIPE,
        )
        if ran.returncode:
            raise SystemExit(f"{module}.{what} failed")
        return json.loads(ran.stdout)

    @contextmanager
    def served(self, **more: str) -> Iterator[Server]:
        """Serve as `make run` does. The server's output is discarded: it warns of every writer that came too late."""
        port = free_port()
        env = {**self.environment, "BIND": "127.0.0.1", "PORT": str(port), **more}
        quiet = subprocess.DEVNULL
        server = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"], cwd=ROOT, env=env, stdout=quiet, stderr=quiet
        )
        try:
            _wait_for(server, f"http://127.0.0.1:{port}/healthz")
            yield Server(f"127.0.0.1:{port}", server.pid)
        finally:
            server.terminate()
            server.wait()


@contextmanager
def new_site(**more: str) -> Iterator[Site]:
    """A site with production's settings, but without a limit on the requests of programs."""
    with tempfile.TemporaryDirectory(prefix="khata-bench-") as folder:
        site = Site({**os.environ, **_environment(folder), **more})
        command = [sys.executable, "-c", f"from benchmarks.site import bring_up_to_date as up; up({folder!r})"]
        subprocess.run(command, cwd=ROOT, env=site.environment, check=True, stdout=subprocess.DEVNULL)
        yield site


@contextmanager
def postgres_site() -> Iterator[Site]:
    """A site in a new database, which is dropped afterwards. Raises OSError where PostgreSQL does not run."""
    import psycopg

    database = f"khata_bench_{secrets.token_hex(8)}"
    try:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {database}".encode())
    except psycopg.OperationalError as error:
        raise OSError(str(error)) from error
    try:
        with new_site(DATABASE_URL=f"{POSTGRES.rpartition('/')[0]}/{database}") as site:
            yield site
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {database} WITH (FORCE)".encode())


SITES = {"SQLite": new_site, "PostgreSQL": postgres_site}


@cache
def set_up_site() -> None:
    """Set up a site in this process. The database is a real file, as durable as in production."""
    folder = tempfile.TemporaryDirectory(prefix="khata-bench-")
    atexit.register(folder.cleanup)
    os.environ |= _environment(folder.name)
    bring_up_to_date(folder.name)


def bring_up_to_date(folder: str) -> None:
    import django
    from django.core.management import call_command

    from scripts.data_folder import ensure_secret_key

    ensure_secret_key(Path(folder))
    Path(folder, "static").mkdir()
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)


def _environment(folder: str) -> dict[str, str]:
    return {
        "LEDGER_DATA_DIR": folder,
        "LEDGER_ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
        "LEDGER_LOG_LEVEL": "ERROR",
        "LEDGER_DEBUG": "0",
        "LEDGER_API_RATE": "",
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "DATABASE_URL": f"sqlite:///{folder}/ledger.sqlite3",
    }


def _wait_for(server: "subprocess.Popen[bytes]", url: str) -> None:
    until = time.monotonic() + PATIENCE
    while not answers(url):
        if time.monotonic() > until or server.poll() is not None:
            raise SystemExit(f"The server did not answer at {url}")
        time.sleep(0.1)


# --- Processes -------------------------------------------------------------------------------------------------------


def _ticks(pid: int) -> int:
    """The processors' time of a process: fields 14 and 15 of proc(5), after the name in parentheses."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@contextmanager
def memory_watch(pid: int) -> Iterator[dict[str, float]]:
    """The peak memory in MB of a worker below scripts.serve, and of a process that a worker has started."""
    most: dict[str, float] = {}
    over = threading.Event()

    def look(parent: int, depth: int) -> None:
        for child in children(parent):
            look(child, depth + 1)
            with suppress(OSError, IndexError):
                used = int(Path(f"/proc/{child}/status").read_text().partition("VmHWM:")[2].split()[0]) / 1024
                if depth:  # the first one is the server that starts the workers
                    name = "worker" if depth == 1 else "printer"
                    most[name] = max(most.get(name, 0), used)

    def watch() -> None:
        while not over.wait(0.2):
            look(pid, 0)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield most
    finally:
        over.set()
        watching.join()


# --- A circle with four players --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CircleOfFour:
    """A circle, its owner and four players."""

    owner: "Member"
    players: Sequence["Player"]

    def new_series(self, players: Sequence["Player"] = (), game: str = "jaago-chalis", **rules: Any) -> "Series":
        from games.registry import BY_SLUG
        from ledger.series.starting import Agreement, start_series

        played = BY_SLUG[game]
        agreed = played.default_preset.rules.model_copy(update={"target": FAR} | rules)
        agreement = Agreement(played, players or self.players, agreed, Decimal("0.25"))
        return start_series(me=self.owner, agreed=agreement)


def make_circle_of_four(name: str = "bench") -> CircleOfFour:
    from ledger.circles.models import User
    from ledger.circles.services.circles import make_circle
    from ledger.circles.services.players import add_player

    user = User.objects.create_user(username=name, display_name=name)
    owner = make_circle(owner=user, name=name, currency="EUR", language="en")
    return CircleOfFour(owner, [add_player(circle=owner.circle, name=player) for player in "ABCD"])
