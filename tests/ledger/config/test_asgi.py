"""The ASGI entry point: requests are complete before they reach a thread, and slow clients block no thread."""

import asyncio
import json
import threading
from collections.abc import Callable
from io import BytesIO
from tempfile import TemporaryFile
from typing import Any

import pytest

from ledger.config import asgi
from ledger.config.asgi import MOST_LARGE_AT_ONCE, WholeRequests
from tests.ledger.config.event_loop import run_async

Messages = list[dict[str, Any]]
SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "POST",
    "path": "/x",
    "raw_path": b"/%E0%A4%95?page=2",
    "query_string": b"page=2",
    "http_version": "1.1",
    "headers": [(b"content-type", b"text/plain"), (b"host", b"localhost"), (b"x_forwarded_for", b"6.6.6.6")],
    "client": ("127.0.0.1", 4000),
    "server": ("127.0.0.1", 8000),
}


def to(path: str, method: str = "GET") -> dict[str, Any]:
    """The part of a request's scope that names its address."""
    return {"path": path, "raw_path": path.encode(), "method": method}


async def no_body() -> dict[str, Any]:
    return part(b"")


async def ask(server: WholeRequests, path: str = "/x", receive: Callable[[], Any] = no_body, **scope: Any) -> Messages:
    """Return the answer to a request."""
    answered: Messages = []

    async def send(message: dict[str, Any]) -> None:
        answered.append(message)

    await server(SCOPE | {"path": path} | scope, receive, send)
    return answered


class Page:
    """A WSGI application that stores its requests."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.bodies: list[bytes] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        self.asked.append(environ)
        self.bodies.append(environ["wsgi.input"].read())
        start_response("201 Created", [("Content-Type", "text/plain"), ("X-Row", "one")])
        return [b"all ", b"well"]


def serve(
    page: Page, *sent: dict[str, Any] | float, largest: int = 1000, arrives_within: float = 5, path: str = "/x"
) -> Messages:
    """The answer to a request with these messages. A number is a pause in seconds."""
    waiting = list(sent)

    async def receive() -> dict[str, Any]:
        while waiting and isinstance(waiting[0], float):
            await asyncio.sleep(waiting.pop(0))
        if not waiting:
            await asyncio.sleep(60)  # the client is silent
        return waiting.pop(0)

    server = WholeRequests(page, threads=1, largest=largest, arrives_within=arrives_within)
    return run_async(ask(server, path, receive=receive))


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_parts_is_joined():
    page = Page()
    start, body = serve(page, part(b"a", more=True), 0.01, part(b"b", more=True), part(b"c"))
    assert page.bodies == [b"abc"]
    assert (start["status"], start["headers"]) == (201, [(b"content-type", b"text/plain"), (b"x-row", b"one")])
    assert (body["body"], body["more_body"]) == (b"all well", False)


def test_what_is_to_do_after_an_answer_begins_when_it_is_sent():
    happened: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        happened.append(message["type"])

    server = WholeRequests(Page(), threads=1, largest=1000, after_answer=lambda: happened.append("after"))
    run_async(server(SCOPE, no_body, send))
    assert happened == ["http.response.start", "http.response.body", "after"]


def test_the_length_of_a_body_is_counted():
    """A request with `Transfer-Encoding: chunked` does not say its length."""
    page = Page()
    serve(page, part(b"abc", more=True), part(b"de"))
    serve(page, part(b""))
    assert [environ["CONTENT_LENGTH"] for environ in page.asked] == ["5", "0"]


def test_path_and_headers_are_in_the_wsgi_environ():
    page = Page()
    serve(page, part(b""))
    (environ,) = page.asked
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/क"
    assert (environ["QUERY_STRING"], environ["REMOTE_ADDR"]) == ("page=2", "127.0.0.1")
    assert environ["HTTP_HOST"] == "localhost"
    assert environ["CONTENT_TYPE"] == "text/plain"


def test_headers_with_an_underscore_are_dropped():
    page = Page()
    serve(page, part(b""))
    assert "HTTP_X_FORWARDED_FOR" not in page.asked[0]


def test_an_unfinished_body_is_refused_after_the_deadline():
    page = Page()
    start, _body = serve(page, part(b"a", more=True), arrives_within=0.1)
    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]
    assert page.asked == []


def test_slow_single_bytes_do_not_extend_the_deadline():
    page = Page()
    drip: list[dict[str, Any] | float] = [message for _byte in range(50) for message in (0.02, part(b"a", more=True))]
    start, _body = serve(page, *drip, arrives_within=0.2)
    assert start["status"] == 408
    assert page.asked == []


def test_a_too_large_body_is_refused_early():
    page = Page()
    start, _body = serve(page, part(b"a" * 600, more=True), part(b"a" * 600, more=True), largest=1000)
    assert start["status"] == 413
    assert page.asked == []


@pytest.mark.parametrize(
    ("largest", "status", "kind"), [(1000, 408, "too-slow"), (1, 413, "too-large")], ids=["slow", "large"]
)
def test_the_api_names_the_kind_of_problem_as_everywhere(largest, status, kind):
    path = "/api/v1/circles"
    _start, body = serve(Page(), part(b"ab", more=True), largest=largest, arrives_within=0.1, path=path)
    problem = json.loads(body["body"])
    assert (problem["type"], problem["status"], problem["problems"]) == (f"urn:khata:problem:{kind}", status, [])


@pytest.mark.parametrize(
    ("path", "size", "status"), [("/x", 1500, 201), ("/x", 2500, 413), ("/y", 1500, 413), ("/y", 500, 201)]
)
def test_only_the_import_accepts_large_and_slow_bodies(path, size, status):
    start, _body = serve_large(path, size, pause=0.1 if path == "/x" else 0)
    assert start["status"] == status


def test_the_number_of_large_bodies_at_once_is_limited():
    start, _body = serve_large("/x", 1500, large_now=MOST_LARGE_AT_ONCE)
    assert start["status"] == 503
    start, _body = serve_large("/x", 900, large_now=MOST_LARGE_AT_ONCE)
    assert start["status"] == 201


def serve_large(path: str, size: int, *, pause: float = 0, large_now: int = 0) -> Messages:
    """The answer of a server whose import is at /x."""
    waiting = [part(b"a" * (size // 2), more=True), part(b"a" * (size // 2))]

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        return waiting.pop(0)

    server = WholeRequests(Page(), threads=1, largest=1000, arrives_within=0.1, large={"/x": 2000})
    server.large_now = large_now
    answered = run_async(ask(server, path, receive=receive))
    assert server.large_now == large_now
    return answered


def test_a_disconnected_client_gets_no_answer():
    page = Page()
    assert serve(page, part(b"a", more=True), {"type": "http.disconnect"}) == []
    assert page.asked == []


def test_a_client_that_does_not_read_blocks_no_thread():
    """There is one thread, and the first client never reads its answer. The second one gets its answer."""

    async def two_clients() -> Messages:
        server = WholeRequests(Page(), threads=1, largest=1000)
        blocked = asyncio.Event()

        async def never_taken(_message: dict[str, Any]) -> None:
            await blocked.wait()

        slow = asyncio.create_task(server(SCOPE, no_body, never_taken))
        await asyncio.sleep(0.05)
        answered = await asyncio.wait_for(ask(server), timeout=5)
        slow.cancel()
        return answered

    assert run_async(two_clients())


@pytest.mark.parametrize(("path", "kind"), [("/x", b"text/plain"), ("/api/v1/games", b"application/problem+json")])
def test_requests_without_a_free_thread_are_refused_and_health_is_answered(path, kind):
    release = threading.Event()

    def busy(_environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        release.wait(5)
        start_response("200 OK", [])
        return [b"done"]

    async def all_at_once() -> list[Messages]:
        server = WholeRequests(busy, threads=1, largest=1000, starts_within=0.1)
        first = asyncio.create_task(ask(server))
        await asyncio.sleep(0.05)
        healthy, refused = await ask(server, "/healthz"), await ask(server, path)
        release.set()
        return [await first, healthy, refused]

    first, healthy, refused = run_async(all_at_once())
    assert [answer[0]["status"] for answer in (first, healthy, refused)] == [200, 200, 503]
    headers = dict(refused[0]["headers"])
    assert (headers[b"content-type"], headers[b"retry-after"]) == (kind, b"5")
    if path != "/x":
        problem = json.loads(refused[1]["body"])
        assert problem["type"] == "urn:khata:problem:unavailable"
        assert problem["request_id"] == headers[b"x-request-id"].decode()


@pytest.mark.parametrize(
    ("method", "address", "most"),
    [
        ("GET", "/follow/token/", 1),
        ("POST", "/account/provider/login/", 2),
        ("GET", "/account/provider/callback/", 2),
        ("GET", "/circles/abcdefghijkm/export/", 1),
        ("POST", "/start/file/", 1),
        ("GET", "/circles/abcdefghijkm/standings/players/abcdefghijkm/", 2),
        ("GET", "/api/v1/circles/abcdefghijkm/standings", 2),
        ("GET", "/pocket/rows/abcdefghijkm/", 2),
    ],
)
def test_visitors_of_links_and_files_wait_for_each_other_and_others_do_not(method, address, most):
    release, working = threading.Event(), threading.Semaphore(0)

    def page(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] == address:
            working.release()
            release.wait(5)
        start_response("200 OK", [])
        return [b"done"]

    async def crowd() -> tuple[list[Messages], int]:
        server = WholeRequests(page, threads=2, largest=1000, large={"/start/file/": 2000})
        visitors = [asyncio.create_task(ask(server, **to(address, method))) for _ in range(20)]
        await asyncio.sleep(0.05)
        saved = [await asyncio.wait_for(ask(server, **to("/api/v1/games")), timeout=2) for _ in range(3)]
        at_once = 0
        while working.acquire(blocking=False):
            at_once += 1
        release.set()
        return saved + await asyncio.gather(*visitors), at_once

    answers, at_once = run_async(crowd())
    assert [answer[0]["status"] for answer in answers] == [200] * 23
    assert at_once == most


def test_other_protocols_are_refused():
    assert run_async(ask(WholeRequests(Page(), threads=1, largest=1), type="websocket")) == []


def test_an_answer_is_sent_in_pieces():
    """Each piece waits for the client, so a client that takes nothing is noticed and holds little memory."""
    sent: Messages = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    body = bytes(range(256)) * 1000
    run_async(asgi.send_answer(send, 200, [], BytesIO(body)))
    _start, *pieces = sent
    assert b"".join(piece["body"] for piece in pieces) == body
    assert max(len(piece["body"]) for piece in pieces) <= 64 * 1024
    assert [piece["more_body"] for piece in pieces] == [True, True, True, False]
    sent.clear()
    run_async(asgi.send_answer(send, 204, [], BytesIO()))
    assert [piece.get("more_body") for piece in sent] == [None, False]


def export_of(size: int) -> Callable[..., Any]:
    def page(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        file = TemporaryFile()  # noqa: SIM115  (the server closes it)
        file.write(b"x" * size)
        file.seek(0)
        start_response("200 OK", [])
        return environ["wsgi.file_wrapper"](file)

    return page


def test_files_of_circles_are_sent_from_the_disk_and_only_some_at_once():
    """Slow clients hold no file in memory, and together no more on the disk than there is room for."""
    size, path = 300_000, "/circles/abcdefghijkm/export/"

    async def crowd() -> list[list[Any]]:
        server, goes_on = WholeRequests(export_of(size), threads=1, largest=1000), asyncio.Event()

        async def ask() -> list[Any]:
            answered: list[Any] = []

            async def send(message: dict[str, Any]) -> None:
                answered.append(message.get("status", len(message.get("body", b""))))
                await goes_on.wait()

            await server(SCOPE | to(path), no_body, send)
            return answered

        slow = [asyncio.create_task(ask()) for _ in range(asgi.MOST_FILES_TAKEN)]
        await asyncio.sleep(0.2)
        one_more = asyncio.create_task(ask())
        await asyncio.sleep(0.2)
        goes_on.set()
        return [*(await asyncio.gather(*slow, one_more)), await ask()]

    *taken, refused, later = run_async(crowd())
    for status, *pieces in (*taken, later):
        assert (status, sum(pieces)) == (200, size)
        assert max(pieces) <= asgi.PIECE
    assert refused[0] == 503
