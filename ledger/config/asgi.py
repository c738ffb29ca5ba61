"""The entry point for the production server, which reads whole requests and then sends whole answers.

Django works on a request in a thread, and there are few threads. So a thread starts only when the last byte of a
request has arrived, and the thread is free again before the first byte of the answer is sent. A phone that vanishes in
the middle of an upload, or a program that sends one byte every five seconds, costs some memory and no thread.
"""

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from types import MappingProxyType
from typing import IO, Any
from urllib.parse import unquote_to_bytes
from wsgiref.util import FileWrapper

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import connections
from django.http import HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import Resolver404, get_resolver, resolve, reverse

from ledger.config.heartbeat import Heartbeat
from ledger.config.logging import REQUEST_ID, choose_request_id, write_request
from ledger.config.permissions_policy import PermissionsPolicyMiddleware
from ledger.config.wsgi import application as django
from ledger.lib import metrics
from ledger.lib.current_request import CurrentRequest
from ledger.lib.database_errors import RETRY_AFTER
from ledger.lib.refusals import problem_fields
from ledger.lib.site_header import HEADER as SITE_HEADER
from ledger.operations.after_answers import LuckThread
from ledger.pocket.waiting_file import MOST_BYTES

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Answer = tuple[int, list[tuple[bytes, bytes]], IO[bytes]]  # status, headers and body
Application = Callable[[dict[str, Any], Callable[..., Any]], Any]  # as PEP 3333 defines it

HEALTH = "/healthz"  # answered without a thread: it must answer when every thread is busy
# The files of circles. One thread writes them, and also works on the files that are sent to the addresses of `large`.
FILES = re.compile(r"/circles/\w+/export/")
# These pages read all series of a circle, and may take a second in a large circle. At most two threads work on them.
OF_ALL_SERIES = re.compile(
    r"/circles/\w+/((standings|seasons|balances)/|series/$)|/pocket/rows/"
    r"|/api/v1/circles/\w+/(standings|declared|rivals|records|seasons|balances|series$)"
)
# Pages of links, for which anybody can ask. They have a thread of their own, so that no save waits for them.
LINKS = "/follow/"
PROVIDER = "/account/provider/"  # requests that wait for another site, which may be slow
IN_MEMORY = 256 * 1024  # bytes of a body; a larger one waits in a temporary file
ARRIVES_WITHIN = 30.0  # seconds for the whole body, however slowly it comes
# A large circle's file has 20 MB, for which a phone that sends 1 Mbit/s needs three minutes. Only requests to the
# addresses of `large` may take so long. MOST_LARGE_AT_ONCE of them at once may be larger than any other request.
LARGE_ARRIVES_WITHIN = 600.0
MOST_LARGE_AT_ONCE = 4
ALL_SERIES_START_WITHIN = 20.0  # seconds
FILE_STARTS_WITHIN = 60.0  # seconds that a request with or for a circle's file waits for its turn
STARTS_WITHIN = 5.0  # seconds that a request waits for a thread; after that it may wait 5 more for the database's lock
IS_TAKEN_WITHIN = 120.0  # seconds for the client to receive the whole answer
FILE_IS_TAKEN_WITHIN = 600.0  # seconds, if the answer is the file of a circle
MOST_FILES_TAKEN = 4  # files of circles that are sent at once; each is on the disk meanwhile
PIECE = 64 * 1024  # bytes of an answer that are sent at once
SURROUNDS_A_FILE = 64 * 1024  # bytes for the other fields of a form with a file
# The API's answers to requests that are refused here: the kind of problem and its sentence.
PROBLEMS = {
    HTTPStatus.REQUEST_TIMEOUT: ("too-slow", "The request did not arrive in time. Nothing was written."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too-large", "This is too much at once."),
    HTTPStatus.SERVICE_UNAVAILABLE: ("unavailable", "The server is busy. Nothing was written. Please try again."),
}


class ClientGone(Exception):
    """The client has closed the connection before its request was complete."""


class Lane:
    """The threads for one kind of request, and how many of them are free."""

    def __init__(self, threads: int, name: str) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.free = asyncio.Semaphore(threads)


class WholeRequests:
    """Serves a WSGI application over ASGI.

    The body of a request must arrive in at most `arrives_within` seconds, and have at most `largest` bytes. Then a
    thread must be free within `starts_within` seconds. Otherwise the request is refused.

    Pages of links have one thread of their own, and so have the files of circles. Pages that read all series of a
    circle have two threads of their own, and so has signing in by a provider. Requests for files and for all series
    may wait longer: FILE_STARTS_WITHIN, ALL_SERIES_START_WITHIN.

    `large` has the addresses that take larger bodies, each with its number of bytes. There a body must arrive in
    LARGE_ARRIVES_WITHIN seconds. `after_answer` is called when an answer has been sent, and must be quick.
    """

    def __init__(
        self,
        application: Application,
        *,
        threads: int,
        largest: int,
        arrives_within: float = ARRIVES_WITHIN,
        starts_within: float = STARTS_WITHIN,
        large: Mapping[str, int] = MappingProxyType({}),
        after_answer: Callable[[], None] = lambda: None,
    ) -> None:
        self.application, self.largest = application, largest
        self.large, self.large_now, self.files_taken = large, 0, 0
        self.arrives_within, self.starts_within = arrives_within, starts_within
        self.after_answer = after_answer
        self.lane, self.links_lane, self.files_lane = Lane(threads, "request"), Lane(1, "link"), Lane(1, "file")
        self.all_series_lane, self.provider_lane = Lane(2, "all-series"), Lane(2, "provider")
        self.at_work: dict[int, tuple[float, str, str]] = {}  # start, method and path
        self.heartbeat = Heartbeat(self.lane.threads, settings.DATA_DIR, self.requests_at_work)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.run_heartbeat(receive, send)
        if scope["type"] != "http":
            return
        if scope["path"] == HEALTH:
            await send_answer(send, *health(scope, no_thread_is_free=self.heartbeat.no_thread_is_free()))
            return
        began = time.perf_counter()
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            try:
                refused = await self.read_body(scope, receive, body)
            except ClientGone:
                return
            answer = refusal_answer(scope, refused, began) if refused else await self.answer(scope, body)
        is_file = bool(FILES.match(scope["path"]))
        self.files_taken += is_file
        try:
            async with asyncio.timeout(FILE_IS_TAKEN_WITHIN if is_file else IS_TAKEN_WITHIN):
                await send_answer(send, *answer)
        finally:
            self.files_taken -= is_file
        self.after_answer()

    async def run_heartbeat(self, receive: Receive, send: Send) -> None:
        """Run the heartbeat from the start of this process to its end, which ASGI's lifespan protocol announces."""
        await receive()
        beating = asyncio.create_task(self.heartbeat.run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        beating.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def answer(self, scope: Message, body: IO[bytes]) -> Answer:
        """Wait for a free thread of the right lane, and return the application's answer; or 503 if none gets free."""
        began = time.perf_counter()
        lane, starts_within = self.lane, self.starts_within
        if scope["path"].startswith(LINKS):
            lane = self.links_lane
        elif scope["path"].startswith(PROVIDER):
            lane = self.provider_lane
        elif (scope["path"] in self.large and scope["method"] == "POST") or FILES.match(scope["path"]):
            lane, starts_within = self.files_lane, FILE_STARTS_WITHIN
        elif scope["method"] == "GET" and OF_ALL_SERIES.match(scope["path"]):
            lane, starts_within = self.all_series_lane, ALL_SERIES_START_WITHIN
        try:
            async with asyncio.timeout(starts_within):
                await lane.free.acquire()
        except TimeoutError:
            return refusal_answer(scope, HTTPStatus.SERVICE_UNAVAILABLE, began)
        finally:
            metrics.THREAD_WAIT.observe(time.perf_counter() - began)
        self.at_work[id(scope)] = time.monotonic(), scope["method"], scope["path"]
        try:
            if lane is self.files_lane and self.files_taken == MOST_FILES_TAKEN:
                return refusal_answer(scope, HTTPStatus.SERVICE_UNAVAILABLE, began)
            work = partial(run_wsgi, self.application, environ_of(scope, body))
            return await asyncio.get_running_loop().run_in_executor(lane.threads, work)
        finally:
            del self.at_work[id(scope)]
            lane.free.release()

    def requests_at_work(self) -> str:
        """Return the requests in threads, such as "GET circles/<id:circle_id>/standings/ for 25 s".

        They are named by their routes, because an address may hold a secret.
        """
        now = time.monotonic()
        return ", ".join(
            f"{method} {route_of(path)} for {now - since:.0f} s"
            for since, method, path in sorted(self.at_work.values())
        )

    async def read_body(self, scope: Message, receive: Receive, body: IO[bytes]) -> HTTPStatus | None:
        """Return None once the body is complete, or the status with which the request is refused."""
        size, more, largest, is_large = 0, True, self.largest, False
        takes_large = scope["path"] in self.large and scope["method"] == "POST"
        try:
            async with asyncio.timeout(LARGE_ARRIVES_WITHIN if takes_large else self.arrives_within):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone
                    size += body.write(message.get("body", b""))
                    more = message.get("more_body", False)
                    if takes_large and not is_large and size > largest:
                        if self.large_now == MOST_LARGE_AT_ONCE:
                            return HTTPStatus.SERVICE_UNAVAILABLE
                        is_large, largest = True, self.large[scope["path"]]
                        self.large_now += 1
                    if size > largest:
                        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        except TimeoutError:
            return HTTPStatus.REQUEST_TIMEOUT
        finally:
            self.large_now -= is_large
        return None


def route_of(path: str) -> str:
    try:
        return resolve(path).route
    except Resolver404:
        return "no such address"


def health(scope: Message, *, no_thread_is_free: bool) -> Answer:
    """Answer 503 if no thread has been free for 20 seconds (`SILENT` of heartbeat.py). Needs no thread."""
    text, status = "ok\n", HTTPStatus.OK
    if no_thread_is_free:
        text, status = "no thread is free\n", HTTPStatus.SERVICE_UNAVAILABLE
    return answer_without_thread(scope, HttpResponse(text, content_type="text/plain", status=status))


def refusal_answer(scope: Message, status: HTTPStatus, began: float) -> Answer:
    """Return a refusal, without a thread. The connection is closed, because the rest of the request is not read."""
    current = CurrentRequest(request_id_of(scope), reason=f"{status.phrase}, before any work on it began")
    write_request(current, "refused", scope["method"], status, time.perf_counter() - began)
    response = HttpResponse(f"{status.value} {status.phrase}\n", content_type="text/plain", status=status)
    if scope["path"].startswith("/api/"):
        problem = problem_fields(status, *PROBLEMS[status]) | {"problems": []}
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            problem["request_id"] = current.id
        response = HttpResponse(json.dumps(problem), content_type="application/problem+json", status=status)
    response.headers[REQUEST_ID] = current.id
    response.headers["Connection"] = "close"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return answer_without_thread(scope, response)


def request_id_of(scope: Message) -> str:
    return choose_request_id(dict(scope["headers"]).get(REQUEST_ID.lower().encode(), b"").decode("latin-1"))


def answer_without_thread(scope: Message, response: HttpResponse) -> Answer:
    """Return the response with the headers that every answer of Django has. The same middleware adds them."""
    request = WSGIRequest(environ_of(scope, BytesIO()))
    response.headers.setdefault(REQUEST_ID, request_id_of(scope))
    response.headers["Cache-Control"] = "no-store"
    response.headers[SITE_HEADER] = "1"
    for middleware in (XFrameOptionsMiddleware, CSPMiddleware, SecurityMiddleware, PermissionsPolicyMiddleware):
        middleware(lambda _request: response).process_response(request, response)
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    return response.status_code, headers, BytesIO(response.content)


async def send_answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: IO[bytes]) -> None:
    """Send the answer in pieces. Each piece waits until the client has received the pieces before it."""
    with closing(body):
        await send({"type": "http.response.start", "status": int(status), "headers": headers})
        piece, more = body.read(PIECE), True
        while more:
            next_piece = body.read(PIECE)
            more = bool(next_piece)
            await send({"type": "http.response.body", "body": piece, "more_body": more})
            piece = next_piece


def run_wsgi(application: Application, environ: dict[str, Any]) -> Answer:
    """Return the application's answer. A body that is a file stays on the disk. Runs in a thread."""
    started: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], _exc_info: Any = None) -> None:
        started["status"] = int(status.split(" ", 1)[0])
        started["headers"] = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]

    chunks = application(environ | {"wsgi.file_wrapper": FileWrapper}, start_response)
    if isinstance(chunks, FileWrapper):
        return started["status"], started["headers"], chunks.filelike
    try:
        body = BytesIO(b"".join(chunks))
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    if started["status"] == HTTPStatus.SERVICE_UNAVAILABLE:
        # A database that was opened while its folder was read-only stays read-only: the next request opens it anew.
        connections.close_all()
    return started["status"], started["headers"], body


def environ_of(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """Return the request as WSGI (PEP 3333) describes it."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    path = scope.get("raw_path") or scope["path"].encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path.split(b"?", 1)[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # "X_Forwarded_For" would look like "X-Forwarded-For", which only a proxy may set.
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{separator}{text}" if key in environ else text
    # Django reads no further than this length, which is counted because a chunked request does not state it.
    environ["CONTENT_LENGTH"] = str(body.seek(0, os.SEEK_END))
    body.seek(0)
    return environ


get_resolver().url_patterns  # noqa: B018  (imports every page now, so that the first visitor need not wait for it)
application = WholeRequests(
    django,
    threads=settings.THREADS,
    largest=settings.DATA_UPLOAD_MAX_MEMORY_SIZE + SURROUNDS_A_FILE,
    large={
        reverse("start_from_file"): settings.MAX_IMPORT + SURROUNDS_A_FILE,
        reverse("pocket_read_in"): MOST_BYTES + SURROUNDS_A_FILE,
    },
    after_answer=LuckThread().start_if_due,
)
