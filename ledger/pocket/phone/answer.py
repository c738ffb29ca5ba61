"""Answering requests of the pages in a phone by the site's own views."""

import io
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class Phone:
    """Answers requests. Keeps the cookies (language, theme, messages), because a frame without a server has none."""

    def __init__(self, origin: str, cookies: dict[str, str]) -> None:
        self.origin = urlsplit(origin)
        self.cookies = cookies
        self.handler = WSGIHandler()
        # The site's policy, except that a page in the phone is shown in the frame of another page.
        directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"] | {"frame-ancestors": ["'self'"]}
        self.policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())

    def answer(self, method: str, address: str, headers: dict[str, str], body: bytes) -> tuple[dict[str, Any], bytes]:
        """Return the status, headers and cookies, and the content."""
        path, _mark, query = address.removeprefix(str(settings.FORCE_SCRIPT_NAME)).partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "PATH_INFO": unquote(path, "latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": self.origin.hostname,
            "SERVER_PORT": str(self.origin.port or (443 if self.origin.scheme == "https" else 80)),
            "HTTP_HOST": self.origin.netloc,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": self.origin.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
        }
        for name, value in headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        response = self.handler.get_response(WSGIRequest(environ))
        self._keep(response.cookies)
        content = response.getvalue()
        response.close()
        said = {name.lower(): value for name, value in response.items()} | {"content-security-policy": self.policy}
        return {"status": response.status_code, "headers": said, "cookies": self.cookies}, content

    def _keep(self, cookies: SimpleCookie) -> None:
        for name, morsel in cookies.items():
            if morsel["max-age"] == 0 or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.coded_value
