"""Calls of the site by a signed-in browser or a program, through every middleware but without a server or network."""

import secrets
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ledger.circles.models import User

Headers = dict[str, str]


def browser_headers(user: "User") -> Headers:
    from django.test import Client

    client = Client()
    client.force_login(user)
    token = secrets.token_hex(16)
    return {
        "Cookie": f"sessionid={client.cookies['sessionid'].value}; csrftoken={token}",
        "X-CSRFToken": token,
        "Accept-Encoding": "gzip",
        "Accept-Language": "en",
        "HX-Request": "true",
    }


def program_headers(user: "User") -> Headers:
    from ledger.api.tokens import make_token

    return {"Authorization": f"Bearer {make_token(user=user)[1]}", "Content-Type": "application/json"}


class Caller:
    """Calls the site as a server does. A call returns the milliseconds that the processor took for the answer."""

    def __init__(self, *, bare: bool = False) -> None:
        from django.core.handlers.wsgi import WSGIHandler
        from django.test import RequestFactory, override_settings

        self.requests = RequestFactory(SERVER_NAME="localhost")
        more: dict[str, Any] = {"MIDDLEWARE": []} if bare else {}
        with override_settings(**more):
            self.application = WSGIHandler()

    def get(self, path: str, headers: Headers | None = None, expected: int = 200) -> float:
        return self._call("GET", path, b"", headers or {}, expected)

    def post(self, path: str, body: bytes, headers: Headers | None = None, expected: int = 200) -> float:
        return self._call("POST", path, body, headers or {}, expected)

    def _call(self, method: str, path: str, body: bytes, headers: Headers, expected: int) -> float:
        kind = headers.get("Content-Type", "application/x-www-form-urlencoded")
        others = {name: text for name, text in headers.items() if name != "Content-Type"}
        request = self.requests.generic(method, path, body, kind, headers=others)
        answered: list[str] = []
        busy = time.thread_time()
        response = self.application(request.environ, lambda status, _headers: answered.append(status))
        content = b"".join(response)
        response.close()
        took = 1000 * (time.thread_time() - busy)
        assert answered[0].startswith(str(expected)), (answered, content[:400])
        return took
