"""`make run`: brings the data up to date, says where the site is, and becomes the production server."""

import hashlib
import os
import sys
from pathlib import Path

import django
import segno
from django.core.management import call_command

from scripts.data_folder import ROOT, data_folder, ensure_secret_key, write_allowed_hosts
from scripts.network import main_address, own_hosts, why_not_free

# Enough that a slow page keeps nobody waiting, few enough that threads do not fight over the processors.
THREADS = min(8, 2 * (os.cpu_count() or 1) + 1)


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
    write_allowed_hosts(folder, own_hosts())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    collect_static_files(folder)


def announce(port: int) -> None:
    print(f"\nKhata is served on this machine at  http://localhost:{port}/")
    if address := main_address():
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
        "--interface=wsgi",
        f"--host={host}",
        f"--port={port}",
        f"--workers={os.environ.get('LEDGER_WORKERS', '1')}",
        f"--blocking-threads={THREADS}",
        "--no-ws",
        "--no-access-log",
        "--log-level=warning",
        "--workers-kill-timeout=5s",  # for a request that never ends
        "scripts.worker:application",
    ]


def main() -> None:
    host, port = os.environ["BIND"], os.environ["PORT"]
    if not port.isdecimal():
        sys.exit(f"PORT must be a number, and {port!r} is none.")
    if reason := why_not_free(host, int(port)):
        sys.exit(reason)
    bring_up_to_date(data_folder())
    announce(int(port))
    command = server_command(host, int(port))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
