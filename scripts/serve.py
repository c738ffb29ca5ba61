"""`make run`: brings the data up to date, says where the site is, and becomes the production server."""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import segno
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections

from ledger.operations.start import back_up_before_update, check_database, checkpoint
from scripts.data_folder import ROOT, data_folder, ensure_secret_key
from scripts.network import main_address, own_hosts, why_not_free

QUICK = 5.0  # seconds: a server that ends sooner has not really started
MOST_QUICK_ENDS = 5  # in a row; then something is wrong that another start does not mend


def digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(str(path).encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def collect_static_files(folder: Path) -> None:
    """Compressing every file takes seconds, so it is done only when one of them, or a package, has changed."""
    sources = sorted(path for path in (ROOT / "static").rglob("*") if path.is_file())
    state = digest([ROOT / "requirements" / "prod.txt", *sources])
    stamp = folder / "static.stamp"
    if stamp.exists() and stamp.read_text() == state:
        return
    print("Collecting and compressing static files", flush=True)
    call_command("collectstatic", "--noinput", "--clear", verbosity=0)
    stamp.write_text(state)


def bring_up_to_date(folder: Path) -> None:
    ensure_secret_key(folder)
    # At every start, since the address of a laptop changes from table to table.
    (folder / "allowed_hosts").write_text("\n".join(own_hosts()) + "\n")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()
    check_database()
    if backup := back_up_before_update():
        print(f"This version changes the database. What was in it before: {backup}", flush=True)
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    collect_static_files(folder)
    checkpoint()
    connections.close_all()


def announce(port: int) -> None:
    print(f"\nKhata is served on this machine at  http://localhost:{port}/")
    address = main_address()
    if address in settings.ALLOWED_HOSTS:  # in a container it is not: phones reach its host
        url = f"http://{address}:{port}/"
        print(f"and for a phone on the same network  {url}\n")
        segno.make(url, micro=False).terminal(compact=True, border=2)
    print("\nStop it with Ctrl-C.", flush=True)


def server_command(host: str, port: int) -> list[str]:
    """One process suits SQLite, which has one writer anyway; with PostgreSQL LEDGER_WORKERS may ask for more.

    There is no access log: it would hold the tokens of invite links.
    """
    return [
        str(Path(sys.executable).with_name("granian")),
        "--interface=asgi",
        f"--host={host}",
        f"--port={port}",
        f"--workers={os.environ.get('LEDGER_WORKERS', '1')}",
        "--no-ws",
        "--respawn-failed-workers",  # when the kernel has killed one
        "--respawn-interval=0.2",
        "--no-access-log",
        "--log-level=warning",
        "--workers-kill-timeout=5s",  # for a request that never ends
        "ledger.config.asgi:application",
    ]


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Several worker processes share a new folder for their counts, so that /metrics shows the sum.

    It lies in memory. On a full disk the files there, which are mapped into memory, would end the process.
    """
    if not settings.METRICS or os.environ.get("LEDGER_WORKERS", "1") == "1":
        yield
        return
    memory = Path("/dev/shm")  # noqa: S108  (the folder in it gets a name that cannot be guessed)
    place = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="khata-metrics-", dir=place) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def keep_running(command: list[str]) -> None:
    """Run the server until this process is asked to stop, and start it again whenever it ends by itself.

    granian replaces a worker that was killed; but it gives up when one is killed twice within five seconds.
    """
    server: subprocess.Popen[bytes] | None = None
    stopping = False

    def stop(_signal: int, _frame: object) -> None:
        nonlocal stopping
        stopping = True
        if server is not None:
            server.terminate()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    quick_ends = 0
    while not stopping:
        began = time.monotonic()
        # In a process group of its own: Ctrl-C goes to this process alone, and it stops the server in order.
        server = subprocess.Popen(command, process_group=0)
        if stopping:
            server.terminate()
        status = server.wait()
        if stopping:
            return
        quick_ends = quick_ends + 1 if time.monotonic() - began < QUICK else 0
        if quick_ends == MOST_QUICK_ENDS:
            sys.exit("The server ends as soon as it is started; the lines above say why.")
        print(f"The server has ended with status {status}. It is started again.", file=sys.stderr, flush=True)
        time.sleep(0.5)


def main() -> None:
    host, port = os.environ["BIND"], os.environ["PORT"]
    if not port.isdecimal():
        sys.exit(f"PORT must be a number, and {port!r} is none.")
    if reason := why_not_free(host, int(port)):
        sys.exit(reason)
    os.umask(0o077)  # the database, the key and backups are for their owner alone
    try:
        bring_up_to_date(data_folder())
        announce(int(port))
        with shared_metrics():
            keep_running(server_command(host, int(port)))
        checkpoint()
    except CommandError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
