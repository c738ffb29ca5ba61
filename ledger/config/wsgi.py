"""The site as a WSGI application. ledger/config/asgi.py serves it."""

import os
from collections.abc import Callable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")

site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
    """Answer the request. A charset in its Content-Type is removed, because all text is UTF-8.

    Django would decode the body with that charset, and fail with one such as rot13.
    """
    kind, *parameters = environ.get("CONTENT_TYPE", "").split(";")
    kept = [parameter for parameter in parameters if not parameter.strip().lower().startswith("charset")]
    environ["CONTENT_TYPE"] = ";".join([kind, *kept])
    return site(environ, start_response)
