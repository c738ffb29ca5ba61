"""`make run` in a fresh copy of the project: the first start and the second one."""

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from scripts.network import free_port
from tests.ground.helpers import ROOT, clean_environment

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", "var", "build", "__pycache__", ".*_cache", ".hypothesis", "tests", "docs"
)
PATIENCE = 240
SECONDS = 60  # a start takes one or two; the rest is for a machine that runs other tests at the same time
TOKEN = "q7wz3kd9m2xv5hb8n4tc6rj1fy"


@dataclass
class Server:
    process: subprocess.Popen[str]
    port: int
    log: Path
    seconds_to_start: float

    def get(self, path: str, **headers: str) -> tuple[int, Message, bytes]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def press_ctrl_c(self) -> float:
        """Send SIGINT to the process group, as a terminal does. Returns the seconds until the end."""
        began = time.monotonic()
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(timeout=SECONDS)
        return time.monotonic() - began


def wait_until_healthy(server: Server) -> None:
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        assert server.process.poll() is None, server.log.read_text()
        try:
            if server.get("/healthz")[0] == 200:
                server.seconds_to_start = time.monotonic() - began
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"no answer within {PATIENCE} seconds:\n{server.log.read_text()}")


def start(folder: Path) -> Server:
    port, log = free_port(), folder / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            ["make", "run", f"PORT={port}"],
            cwd=folder,
            env=clean_environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
    server = Server(process, port, log, 0)
    try:
        wait_until_healthy(server)
    except BaseException:
        stop(server)
        raise
    return server


def stop(server: Server) -> None:
    """End it with Ctrl-C: the server runs in a session of its own, so killing `make` would leave it behind."""
    if server.process.poll() is None:
        server.press_ctrl_c()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    folder = tmp_path_factory.mktemp("newcomer") / "khata"
    shutil.copytree(ROOT, folder, ignore=LEFT_BEHIND)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def run(checkout):
    started: list[Server] = []

    def run() -> Server:
        started.append(start(checkout))
        return started[-1]

    yield run
    for server in started:
        stop(server)


def test_make_run_starts_the_site_and_starts_it_again(run, checkout):
    first = run()
    check_printed_addresses(first)
    check_pages_and_static_files(first)
    check_that_no_token_is_logged(first)
    assert (checkout / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    printed = first.log.read_text()
    assert first.press_ctrl_c() < SECONDS
    assert "Traceback" not in first.log.read_text().removeprefix(printed)

    second = run()
    assert second.seconds_to_start < SECONDS
    assert "Installing" not in second.log.read_text()
    assert "Collecting" not in second.log.read_text()
    check_pages_and_static_files(second)


def check_printed_addresses(server: Server) -> None:
    printed = server.log.read_text()
    assert f"http://localhost:{server.port}/" in printed
    if "for a phone on the same network" in printed:
        assert re.search(rf"http://[0-9.]+:{server.port}/", printed)
        assert "█▀" in printed  # the QR code


def check_pages_and_static_files(server: Server) -> None:
    status, headers, page = server.get("/", **{"Accept-Encoding": "identity"})
    assert status == 200
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    (stylesheet, *_) = re.findall(rb'href="(/static/[^"]+\.css)"', page)
    status, headers, _content = server.get(stylesheet.decode(), **{"Accept-Encoding": "br"})
    assert status == 200
    assert headers["Content-Encoding"] == "br"
    assert "immutable" in headers["Cache-Control"]
    assert server.get("/nowhere/")[0] == 404
    assert server.get("/", Host="elsewhere.example")[0] == 400


def check_that_no_token_is_logged(server: Server) -> None:
    server.get(f"/join/{TOKEN}/nowhere/")
    assert "route=unknown status=404" in server.log.read_text()
    assert TOKEN not in server.log.read_text()
