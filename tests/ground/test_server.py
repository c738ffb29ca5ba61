"""The server that `make run` starts: it restarts when it is killed, and slow clients do not block it."""

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from scripts.network import free_port
from tests.ground.helpers import ROOT, give_static_files, server_environment
from tests.ground.test_killed import PATIENCE, SET_UP, Scorer, Site, run, wait_for
from tests.needs import THOROUGH

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

SLOW_CLIENTS = 300
IS_TAKEN_WITHIN = 120  # seconds, as ledger/config/asgi.py has it
MOST_MEMORY = 250 * 2**20  # bytes of a worker
KILLS = 5 if THOROUGH else 2
# A form without its last byte, with a CSRF cookie: Django reads the body to check the CSRF token.
HALF_A_FORM = (
    b"POST /language/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na"
)


class Served(Site):
    """The site as `make run` starts it, with the process that supervises the server."""

    before: tuple[str, ...] = ()  # a command that runs the server's command, such as setpriv

    def start(self) -> None:
        give_static_files(Path(self.environment["LEDGER_DATA_DIR"]))
        with Path(self.environment["LEDGER_DATA_DIR"], "log").open("a") as log:
            self.process = subprocess.Popen(
                [*self.before, sys.executable, "-m", "scripts.serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> float:
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return time.monotonic() - began
            except OSError:
                time.sleep(0.05)
        pytest.fail(f"no answer within {PATIENCE} seconds")

    def cut_off(self) -> None:
        if self.process:
            for process in (self.process.pid, *self.processes()):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def processes(self) -> list[int]:
        """The server and its workers, in the order in which they were started. Those that have ended are left out."""
        assert self.process is not None
        command = ["ps", "-o", "pid=,stat=", "--sid", str(self.process.pid)]
        listed = [line.split() for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines()]
        return sorted({int(pid) for pid, state in listed if state[0] != "Z"} - {self.process.pid})


@pytest.fixture
def site(tmp_path):
    site = Served(server_environment(tmp_path, free_port()))
    site.token, site.tables = json.loads(run(site, "-c", SET_UP))
    site.start()
    yield site
    site.cut_off()


def test_unfinished_requests_do_not_delay_other_clients(site):
    clients = [socket.create_connection(("127.0.0.1", int(site.environment["PORT"]))) for _ in range(SLOW_CLIENTS)]
    try:
        for client in clients:
            client.sendall(HALF_A_FORM)
        time.sleep(1)  # for all of them to be read
        took = []
        for _page in range(5):
            began = time.monotonic()
            assert site.ask("GET", "/")[0] == 200
            took.append(time.monotonic() - began)
        assert sorted(took)[2] < 1, took
    finally:
        for client in clients:
            client.close()


@contextmanager
def clients_that_take_nothing(site: Served, count: int) -> Iterator[list[socket.socket]]:
    """Each asks for the largest file that there is, and reads nothing of it."""
    files = json.loads(site.ask("GET", "/pocket/bundle.json")[1])["files"]
    (url,) = [file["url"] for file in files if file["name"].endswith(".wasm")]
    clients = []
    for _client in range(count):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(site.environment["PORT"])))
        client.sendall(f"GET {url} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        clients.append(client)
    try:
        yield clients
    finally:
        for client in clients:
            client.close()


def test_clients_that_take_nothing_hold_little_memory(site):
    """The file has 9 MB. A worker that kept it for each client would need 900 MB more than before."""
    before = max(most_memory(process) for process in site.processes())
    with clients_that_take_nothing(site, 100):
        time.sleep(3)
        assert site.ask("GET", "/")[0] == 200
        held = max(most_memory(process) for process in site.processes()) - before
    assert held < 200 * 2**20, f"{held / 2**20:.0f} MB"


def test_a_client_that_takes_nothing_is_cut_off(site):
    with clients_that_take_nothing(site, 1) as (client,):
        time.sleep(IS_TAKEN_WITHIN + 5)
        client.settimeout(10)
        taken = 0
        with suppress(ConnectionError):
            while piece := client.recv(2**20):
                taken += len(piece)
    assert taken < 8 * 2**20, "the answer has 9 MB"


def most_memory(process: int) -> int:
    """The most memory that the process has used, in bytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024


def test_a_hand_in_a_chunked_request_is_recorded(site):
    """Such a request has no Content-Length. Programs that send a body while they make it do so, and some proxies."""
    body = json.dumps({"record": {"thrown_in": True, "reason": "in pieces"}, "base_version": 1}).encode()
    headers = {"Authorization": f"Bearer {site.token}", "Content-Type": "application/json", "Idempotency-Key": "one"}
    connection = http.client.HTTPConnection("127.0.0.1", int(site.environment["PORT"]), timeout=30)
    connection.request(
        "POST", f"/api/v1/series/{site.tables[0]}/hands", iter([body[:20], body[20:]]), headers, encode_chunked=True
    )
    answer = connection.getresponse()
    assert answer.status == 201, answer.read()
    connection.close()
    assert Scorer(site, site.tables[0]).stored() == ["in pieces"]


def test_writes_during_a_database_lock_are_answered_within_the_deadline(site):
    """Another program holds SQLite's lock: eight writers get 503 within ten seconds, and the site still answers."""
    other = sqlite3.connect(Path(site.environment["LEDGER_DATA_DIR"], "ledger.sqlite3"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers: list[tuple[int, float]] = []

    def write(number: int) -> None:
        began = time.monotonic()
        body = {"record": {"thrown_in": True, "reason": "locked out"}, "base_version": 1}
        path = f"/api/v1/series/{site.tables[number % len(site.tables)]}/hands"
        status, _answer = site.ask("POST", path, body, **{"Idempotency-Key": f"writer-{number}"})
        answers.append((status, time.monotonic() - began))

    writing = [threading.Thread(target=write, args=[number]) for number in range(8)]
    for thread in writing:
        thread.start()
    while any(thread.is_alive() for thread in writing):
        began = time.monotonic()
        assert site.ask("GET", "/healthz")[0] == 200
        assert time.monotonic() - began < 2
        time.sleep(0.2)
    other.execute("ROLLBACK")
    other.close()
    assert [status for status, _seconds in answers] == [503] * 8
    assert max(seconds for _status, seconds in answers) < 13  # 10, and what a busy machine adds
    scorer = Scorer(site, site.tables[0])
    scorer.write()
    assert scorer.stored() == scorer.acknowledged


@contextmanager
def writing_on(scorers: list[Scorer]) -> Iterator[None]:
    """All scorers write meanwhile, even while the server is down. No acknowledged hand is lost or stored twice."""
    stopping = threading.Event()

    def write_on(scorer: Scorer) -> None:
        while not stopping.is_set():
            try:
                scorer.write()
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)

    writing = [threading.Thread(target=write_on, args=[scorer]) for scorer in scorers]
    for thread in writing:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in writing:
            thread.join()
    for scorer in scorers:
        stored = scorer.stored()
        assert stored[: len(scorer.acknowledged)] == scorer.acknowledged
        assert len(stored) - len(scorer.acknowledged) <= 1
        assert len(set(stored)) == len(stored)


def wait_for_the_next_hand(scorers: list[Scorer]) -> None:
    before = sum(len(scorer.acknowledged) for scorer in scorers)
    wait_for(lambda: sum(len(scorer.acknowledged) for scorer in scorers) > before)


def test_acknowledged_hands_survive_killed_workers(site):
    scorers = [Scorer(site, series) for series in site.tables]
    with writing_on(scorers):
        for _kill in range(KILLS):
            wait_for_the_next_hand(scorers)
            os.kill(site.processes()[-1], signal.SIGKILL)
            site.wait_until_it_answers()
        wait_for_the_next_hand(scorers)


def test_after_a_killed_server_no_worker_of_it_goes_on(site):
    """A worker outlives granian's parent process, and would write beside its successor."""
    scorers = [Scorer(site, series) for series in site.tables]
    with writing_on(scorers):
        before = site.processes()
        os.kill(before[0], signal.SIGKILL)
        wait_for(lambda: site.processes() != [] and not set(before) & set(site.processes()))
        site.wait_until_it_answers()
        wait_for_the_next_hand(scorers)
    os.kill(site.processes()[0], signal.SIGKILL)
    assert site.process is not None
    site.process.terminate()
    assert site.process.wait(timeout=PATIENCE) == 0
    assert site.processes() == []
    with pytest.raises(OSError, match="refused"):
        site.ask("GET", "/healthz")


def test_a_worker_that_hangs_is_replaced_and_ends_with_its_supervisor(site):
    scorers = [Scorer(site, series) for series in site.tables]
    with writing_on(scorers):
        wait_for_the_next_hand(scorers)
        stopped = site.processes()[-1]
        os.kill(stopped, signal.SIGSTOP)
        wait_for(lambda: stopped not in site.processes())
        site.wait_until_it_answers()
        wait_for_the_next_hand(scorers)
    assert site.process is not None
    site.process.kill()
    wait_for(lambda: site.processes() == [])
    site.start()
    for scorer in scorers:
        assert scorer.stored()[: len(scorer.acknowledged)] == scorer.acknowledged


def test_ctrl_c_stops_the_server_and_its_workers(site):
    assert site.process is not None
    os.killpg(site.process.pid, signal.SIGINT)
    assert site.process.wait(timeout=PATIENCE) == 0
    with pytest.raises(OSError, match="refused"):
        site.ask("GET", "/healthz")
