"""The peer: ihatemoney, a web application that shares expenses, from PyPI, with its own web forms.

It gets a folder and packages of its own. Where they cannot be installed, what compares with it is left out, by name.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from benchmarks.servers import Server, free_port, running

PACKAGES = ("ihatemoney", "gunicorn")
WORKERS = 2
QUIET = subprocess.DEVNULL
PEOPLE = ("A", "B", "C", "D")
SETTINGS = """
SECRET_KEY = "only-for-a-benchmark"
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/peer.sqlite3"
SESSION_COOKIE_SECURE = False
MAIL_SUPPRESS_SEND = True
"""
_TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
_MEMBER = re.compile(r'<option[^>]*value="(\d+)"[^>]*>\s*([A-D])\s*<')


class NotHereError(Exception):
    pass


@dataclass(frozen=True)
class Peer:
    """A project of four people, and the form of a bill that is ready to be sent."""

    server: Server
    headers: dict[str, str]
    form: str

    def add_order(self, times: int) -> dict[str, Any]:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        details = {"method": "POST", "path": "/table/add", "times": times, "expected": 302, "body": self.form}
        return {"what": "repeat", "headers": self.headers | form, "details": details}

    def settle_order(self, times: int) -> dict[str, Any]:
        details = {"method": "GET", "path": "/table/settle_bills", "times": times, "expected": 200}
        return {"what": "repeat", "headers": self.headers, "details": details}


@contextmanager
def served(bills: int) -> Iterator[Peer]:
    with tempfile.TemporaryDirectory(prefix="khata-peer-") as name:
        folder = Path(name)
        programs = _install(folder)
        settings = folder / "settings.py"
        settings.write_text(SETTINGS.format(folder=folder))
        address = f"127.0.0.1:{free_port()}"
        command = [programs / "gunicorn", f"--workers={WORKERS}", f"--bind={address}", "--log-level=error"]
        env = {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings), "PATH": str(programs)}
        # Whoever starts first makes its tables; two at once get into each other's way.
        subprocess.run([programs / "python", "-c", "import ihatemoney.wsgi"], env=env, check=True, stderr=QUIET)
        command = [*map(str, command), "ihatemoney.wsgi:application"]
        with running(command, env, address, "/healthcheck") as server:
            yield _with_bills(server, bills)


def _install(folder: Path) -> Path:
    programs = folder / "venv" / "bin"
    commands = ([sys.executable, "-m", "venv", folder / "venv"], [programs / "pip", "install", "--quiet", *PACKAGES])
    for command in commands:
        done = subprocess.run(list(map(str, command)), stdout=QUIET, stderr=QUIET)
        if done.returncode:
            raise NotHereError(f"`pip install {' '.join(PACKAGES)}` failed")
    return programs


def _with_bills(server: Server, bills: int) -> Peer:
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    url = f"http://{server.address}"
    project = {"name": "table", "id": "table", "password": "four-at-a-table", "contact_email": "a@example.com"}
    _send(opener, f"{url}/create", project | {"default_currency": "XXX"})
    for person in PEOPLE:
        _send(opener, f"{url}/table/members/add", {"name": person, "weight": "1"})
    page = opener.open(f"{url}/table/add").read().decode()
    people = sorted({int(number) for number, _name in _MEMBER.findall(page)})
    if len(people) != len(PEOPLE):
        raise NotHereError("its pages are others than these")
    bill = _bill(page, people)
    for _ in range(bills):
        opener.open(f"{url}/table/add", bill.encode()).close()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
    return Peer(server, {"Cookie": cookies}, bill)


def _bill(page: str, people: list[int]) -> str:
    fields = {"what": "a hand", "amount": "12.5", "date": "2024-05-01", "original_currency": "XXX"}
    fields |= {"bill_type": "Expense", "csrf_token": _TOKEN.findall(page)[0], "payer": str(people[0])}
    return urlencode([*fields.items(), *(("payed_for", person) for person in people)])


def _send(opener: OpenerDirector, url: str, fields: dict[str, str]) -> None:
    token = _TOKEN.findall(opener.open(url).read().decode())[0]
    opener.open(url, urlencode(fields | {"csrf_token": token}).encode()).close()
