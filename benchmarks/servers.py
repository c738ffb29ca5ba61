"""The production server as `make run` starts it, on a database of its own, until the benchmark is through with it."""

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from benchmarks.site import environment
from scripts.serve import server_command

ROOT = Path(__file__).parents[1]
PATIENCE = 180  # seconds until a server answers
POSTGRES = os.environ.get("BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")


@dataclass(frozen=True)
class Server:
    address: str
    pid: int

    def busy(self) -> float:
        return seconds_of([self.pid, *offspring(self.pid)])


def seconds_of(processes: Iterable[int]) -> float:
    """Of the processors' time, that these have taken so far; 0 where the system does not say."""
    try:
        return sum(map(_busy, processes)) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def offspring(pid: int) -> Iterator[int]:
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, thread.read_text().split()):
            yield child
            yield from offspring(child)


def _busy(pid: int) -> int:
    """In ticks: proc(5), fields 14 and 15, after the name in parentheses."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@dataclass(frozen=True)
class Site:
    """A data folder and a database, brought up to date."""

    environment: Mapping[str, str]

    def ask(self, module: str, *arguments: str, **details: Any) -> Any:
        """The answer of a benchmark's helper, in a process that knows this database."""
        command = [sys.executable, "-m", module, *arguments]
        asked = subprocess.run(
            command, cwd=ROOT, env=self.environment, input=json.dumps(details), text=True, stdout=subprocess.PIPE
        )
        if asked.returncode:
            raise SystemExit(f"{' '.join(command[1:])} failed")
        return json.loads(asked.stdout)

    @contextmanager
    def served(self, workers: int = 1, *, bare: bool = False) -> Iterator[Server]:
        address = f"127.0.0.1:{(port := free_port())}"
        command = server_command("127.0.0.1", port)
        if bare:
            command[-1] = "benchmarks.bare_worker:application"
        command[command.index("--workers=1")] = f"--workers={workers}"
        with running(command, self.environment, address) as server:
            yield server


@contextmanager
def sqlite_site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="khata-load-") as folder:
        yield _up_to_date(Path(folder), DATABASE_URL=f"sqlite:///{folder}/ledger.sqlite3")


@contextmanager
def postgres_site() -> Iterator[Site]:
    """In a database that is made for it and dropped again. Raises OSError where there is no server."""
    database = f"khata_bench_{secrets.token_hex(6)}"
    _on_postgres(f"CREATE DATABASE {database}")
    try:
        with tempfile.TemporaryDirectory(prefix="khata-load-") as folder:
            yield _up_to_date(Path(folder), DATABASE_URL=f"{POSTGRES.rpartition('/')[0]}/{database}")
    finally:
        _on_postgres(f"DROP DATABASE {database} WITH (FORCE)")


def _on_postgres(statement: str) -> None:
    import psycopg

    try:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(statement.encode())
    except psycopg.OperationalError as error:
        raise OSError(str(error)) from error


def _up_to_date(folder: Path, **more: str) -> Site:
    site = Site({**os.environ, **environment(folder), **more})
    bring = "from pathlib import Path; from benchmarks.site import bring_up_to_date; bring_up_to_date(Path({!r}))"
    command = [sys.executable, "-c", bring.format(str(folder))]
    subprocess.run(command, cwd=ROOT, env=site.environment, check=True, stdout=subprocess.DEVNULL)
    return site


@contextmanager
def running(command: Sequence[str], env: Mapping[str, str], address: str, path: str = "/healthz") -> Iterator[Server]:
    """What it has to say goes nowhere: it warns of every writer that was told to look again."""
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=quiet, stderr=quiet)
    try:
        _wait_for(server, f"http://{address}{path}")
        yield Server(address, server.pid)
    finally:
        server.terminate()
        server.wait()


def _wait_for(server: "subprocess.Popen[bytes]", url: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        try:
            urlopen(url, timeout=PATIENCE).close()  # noqa: S310  (our own address)
            return
        except OSError as error:
            if hasattr(error, "code"):  # it answers, if only to refuse
                return
            time.sleep(0.1)
    raise SystemExit(f"The server did not answer at {url}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
