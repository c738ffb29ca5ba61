"""`make run`: bring the data up to date, print the addresses of the site, and run the production server."""

import hashlib
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connections

from ledger.config.reading import whole_number
from ledger.lib.addresses import own_address
from ledger.operations.start import (
    back_up_before_update,
    check_database,
    check_secret_key,
    check_signing_key,
    checkpoint,
)
from scripts.data_folder import ROOT, data_folder, ensure_secret_key
from scripts.network import own_hosts, why_not_free
from scripts.supervisor import Supervisor, folder_in_memory, only_server


def collect_static_files(folder: Path) -> None:
    """Collect the files if a file or a package has changed. To compress every file takes seconds."""
    sources = sorted(path for path in (ROOT / "static").rglob("*") if path.is_file())
    state = hashlib.sha256()
    for path in (ROOT / "requirements" / "prod.txt", *sources):
        state.update(str(path).encode())
        state.update(path.read_bytes())
    stamp = folder / "static.stamp"
    if stamp.exists() and stamp.read_text() == state.hexdigest():
        return
    print("Collecting and compressing static files", flush=True)
    call_command("collectstatic", "--noinput", "--clear", verbosity=0)
    stamp.write_text(state.hexdigest())


def make_bundle() -> None:
    """Make the bundle with which a phone goes on without signal. The site runs without a bundle too."""
    from ledger.pocket import bundle

    if problem := bundle.make().get("problem"):
        print(f"Phones cannot be prepared to go on without signal. {problem}", flush=True)


def bring_up_to_date(folder: Path) -> None:
    is_new = not (os.environ.get("LEDGER_SECRET_KEY") or (folder / "secret_key").exists())
    if is_new:
        os.environ["LEDGER_SECRET_KEY"] = secrets.token_urlsafe(64)  # until it is known whether a key may be made
    # At every start, because the address of a laptop changes with its network.
    (folder / "allowed_hosts").write_text("\n".join(own_hosts()) + "\n")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()
    check_database()
    if is_new:
        check_secret_key(folder)
        ensure_secret_key(folder)
        del os.environ["LEDGER_SECRET_KEY"]
        settings.SECRET_KEY = (folder / "secret_key").read_text().strip()
    if warning := check_signing_key():
        print(warning, flush=True)
    if backup := back_up_before_update():
        print(f"This version changes the database. What was in it before: {backup}", flush=True)
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    collect_static_files(folder)
    make_bundle()
    checkpoint()
    connections.close_all()


def announce(port: int) -> None:
    print(f"\nKhata is served on this machine at  http://localhost:{port}/")
    address = own_address()
    if address in settings.ALLOWED_HOSTS:  # not in a container: phones reach the host's address
        url = f"http://{address}:{port}/"
        print(f"and for a phone on the same network  {url}\n")
        segno.make(url, micro=False).terminal(compact=True, border=2)
    print("\nStop it with Ctrl-C.", flush=True)


def workers() -> int:
    return whole_number("LEDGER_WORKERS", 1, least=1, most=64)


def server_command(host: str, port: int) -> list[str]:
    """One process suits SQLite, which has one writer anyway; with PostgreSQL LEDGER_WORKERS may ask for more.

    There is no access log: it would hold the tokens of invite links.
    """
    return [
        str(Path(sys.executable).with_name("granian")),
        "--interface=asgi",
        f"--host={host}",
        f"--port={port}",
        f"--workers={workers()}",
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

    The folder is in memory. The files are mapped into memory, and on a full disk would end the process.
    """
    if not settings.METRICS or workers() == 1:
        yield
        return
    with folder_in_memory("khata-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        yield


def main() -> None:
    host, port = os.environ["BIND"], os.environ["PORT"]
    if not port.isdecimal():
        sys.exit(f"PORT must be a number, and {port!r} is none.")
    os.umask(0o077)  # the database, the key and backups are for their owner alone
    folder = data_folder()
    with only_server(folder):
        if reason := why_not_free(host, int(port)):
            sys.exit(reason)
        try:
            workers()
            bring_up_to_date(folder)
            announce(int(port))
            with shared_metrics():
                Supervisor(server_command(host, int(port)), workers=workers(), data_folder=folder).run()
            checkpoint()
        except (CommandError, ImproperlyConfigured) as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
