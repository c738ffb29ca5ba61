"""The signs of life of a worker: they come while a request thread is free, and end with the supervisor."""

import asyncio
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client

from ledger.config import heartbeat
from ledger.config.asgi import WholeRequests
from tests.ledger.config.event_loop import run_async
from tests.ledger.config.test_asgi import ask

HEADERS = (
    *("content-security-policy", "permissions-policy", "cross-origin-opener-policy", "referrer-policy"),
    *("content-type", "x-content-type-options", "x-frame-options"),
)
AWAKE = 1.5  # seconds that a server runs before its beats are counted


@pytest.fixture
def beats(tmp_path, settings, monkeypatch) -> Iterator[socket.socket]:
    """The supervisor's socket, on which the beats arrive."""
    settings.DATA_DIR = tmp_path
    (tmp_path / heartbeat.WORKERS_LOCK).touch(mode=0o400)
    monkeypatch.setattr(heartbeat, "EVERY", 0.1)
    monkeypatch.setattr(heartbeat, "SILENT", 1.0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as beats:
        beats.bind(str(tmp_path / heartbeat.SOCKET))
        beats.settimeout(0)
        monkeypatch.setenv(heartbeat.SUPERVISOR, str(tmp_path))
        yield beats


def while_busy(beats: socket.socket, *, busy: int) -> tuple[int, set[bytes]]:
    """The status of /healthz and the latest beats when `busy` of two threads have long been at work."""
    release = threading.Event()

    def work(_environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        release.wait(60)
        start_response("200 OK", [])
        return [b"done"]

    async def run() -> tuple[int, set[bytes]]:
        server = WholeRequests(work, threads=2, largest=1000)
        started = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if started.is_set():
                await asyncio.sleep(60)
            return {"type": "lifespan.startup"}

        async def send(_message: dict[str, Any]) -> None:
            started.set()

        working = [asyncio.create_task(ask(server, "/x")) for _request in range(busy)]
        await asyncio.sleep(0.1)
        living = asyncio.create_task(server({"type": "lifespan"}, receive, send))
        await started.wait()
        await asyncio.sleep(AWAKE)
        heard(beats)
        await asyncio.sleep(AWAKE / 2)
        start, _body = await ask(server, "/healthz")
        found = heard(beats)
        living.cancel()
        release.set()
        await asyncio.gather(*working)
        return start["status"], found

    status, found = run_async(run())
    return status, found


def heard(beats: socket.socket) -> set[bytes]:
    found = set()
    with suppress(BlockingIOError):
        while True:
            found.add(beats.recv(32))
    return found


def test_one_long_request_does_not_look_like_a_hang(beats):
    assert while_busy(beats, busy=1) == (200, {str(os.getpid()).encode()})


def test_a_busy_worker_does_not_look_like_a_hang(beats, caplog):
    """The log names the requests that keep all threads busy, by their routes."""
    assert while_busy(beats, busy=2) == (503, {str(os.getpid()).encode()})
    (said,) = [record.getMessage() for record in caplog.records if "no thread has been free" in record.getMessage()]
    assert re.search(r"at work: POST no such address for \d s, POST no such address for \d s$", said)


def test_no_beat_comes_while_all_threads_are_stuck_for_long(beats, monkeypatch):
    monkeypatch.setattr(heartbeat, "BUSY", 2.0)  # and SILENT is 1
    assert while_busy(beats, busy=2) == (503, set())


def test_without_its_supervisor_the_server_stops(beats, monkeypatch):
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "killpg", lambda group, number: sent.append((group, number)))
    server = WholeRequests(lambda *_given: [], threads=1, largest=1)
    server.heartbeat.beat()
    assert sent == []
    beats.close()
    server.heartbeat.beat()
    assert sent == [(os.getpgrp(), signal.SIGTERM)]


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/large", 413)])
def test_answers_without_a_thread_have_the_usual_headers(path, status, settings):
    settings.PROXIES = 1
    server = WholeRequests(lambda *_given: [], threads=1, largest=-1)
    (start, _body) = run_async(ask(server, path, headers=[(b"x-request-id", b"chosen")]))
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    usual = Client().get("/healthz").headers
    assert start["status"] == status
    assert {name: headers[name] for name in HEADERS[:4]} == {name: usual[name] for name in HEADERS[:4]}
    assert set(HEADERS) <= headers.keys()
    assert (headers["x-request-id"], headers["cache-control"]) == ("chosen", "no-store")
