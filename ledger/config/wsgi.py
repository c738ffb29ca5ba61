"""The site as a WSGI application. ledger/config/asgi.py serves it."""

import os
from collections.abc import Callable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")

site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
    """All text is UTF-8. A charset in the Content-Type is removed, because Django would use it, and fail on rot13."""
    kind, *parameters = environ.get("CONTENT_TYPE", "").split(";")
    kept = [parameter for parameter in parameters if not parameter.strip().lower().startswith("charset")]
    environ["CONTENT_TYPE"] = ";".join([kind, *kept])
    return site(environ, start_response)
