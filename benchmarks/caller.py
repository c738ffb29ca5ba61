"""A signed-in browser, and calls of the site without a server between: every middleware, no network."""

import io
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import Took

if TYPE_CHECKING:
    from ledger.circles.models import User

Headers = dict[str, str]


def logged_in(user: "User") -> Headers:
    from django.test import Client

    client = Client()
    client.force_login(user)
    token = secrets.token_hex(16)
    cookies = {"sessionid": client.cookies["sessionid"].value, "csrftoken": token}
    return {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "X-CSRFToken": token,
        "Accept-Encoding": "gzip",
        "Accept-Language": "en",
        "HX-Request": "true",
    }


class Caller:
    """Calls the site as a server does, and says how long that took, from the request to the last byte."""

    def __init__(self, *, bare: bool = False) -> None:
        from django.core.handlers.wsgi import WSGIHandler
        from django.test import override_settings

        more: dict[str, Any] = {"MIDDLEWARE": []} if bare else {}
        with override_settings(**more):
            self.application: Callable[..., Any] = WSGIHandler()

    def get(self, path: str, headers: Headers | None = None, expected: int = 200) -> Took:
        return self._call(_environ("GET", path, b"", headers or {}), expected)[0]

    def fetch(self, path: str, headers: Headers) -> tuple[Took, bytes]:
        """The content as it travels, compressed."""
        return self._call(_environ("GET", path, b"", headers), 200)

    def post(self, path: str, body: bytes, headers: Headers | None = None, expected: int | None = None) -> Took:
        environ = _environ("POST", path, body, headers or {})
        return self._call(environ, expected or (200 if headers else 201))[0]

    def _call(self, environ: dict[str, Any], expected: int) -> tuple[Took, bytes]:
        answered: list[str] = []
        begun, busy = time.perf_counter(), time.thread_time()
        response = self.application(environ, lambda status, _headers: answered.append(status))
        content = b"".join(response)
        response.close()
        took = Took(1000 * (time.perf_counter() - begun), 1000 * (time.thread_time() - busy))
        assert answered[0].startswith(str(expected)), (answered, content[:400])
        return took, content


def _environ(method: str, path: str, body: bytes, headers: Headers) -> dict[str, Any]:
    path, _mark, query = path.partition("?")
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "SCRIPT_NAME": "",
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost:8000",
        "CONTENT_TYPE": headers.get("Content-Type", "application/x-www-form-urlencoded") if body else "",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        "wsgi.errors": io.StringIO(),
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
    }
