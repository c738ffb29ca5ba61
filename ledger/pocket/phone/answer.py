"""Answers the requests of pages in a phone, with the views of the site."""

import io
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class Phone:
    """Answers requests. Keeps their cookies (language, theme, messages), because the browser does not."""

    def __init__(self, origin: str, cookies: dict[str, str]) -> None:
        self.origin = urlsplit(origin)
        self.cookies = cookies
        self.handler = WSGIHandler()
        # As on the site, except that a page may be shown in a frame: static/js/pocket shows all pages in one.
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
        self._keep_cookies(response.cookies)
        content = response.getvalue()
        response.close()
        answered = {name.lower(): value for name, value in response.items()} | {"content-security-policy": self.policy}
        return {"status": response.status_code, "headers": answered, "cookies": self.cookies}, content

    def _keep_cookies(self, cookies: SimpleCookie) -> None:
        for name, morsel in cookies.items():
            if morsel["max-age"] == 0 or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.coded_value
