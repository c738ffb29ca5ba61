"""The site's own addresses, for what is kept and shared: links, QR codes and the keys of what was made."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

DEFAULT_PORTS = {"http": "80", "https": "443"}


def public_address(request: HttpRequest, path: str) -> str:
    """`path` on this site: below LEDGER_ADDRESS if it is set, else below the allowed name that the visitor asked for.

    The port is the server's own, or behind a proxy the usual one. The port in the visitor's `Host` is not used: every
    value of it would make another sheet.
    """
    if settings.ADDRESS:
        return f"{settings.ADDRESS}{path}"
    scheme = "https" if request.is_secure() else "http"
    host = (urlsplit(f"//{request.get_host()}").hostname or "").rstrip(".")  # in small letters
    host = f"[{host}]" if ":" in host else host
    port = DEFAULT_PORTS[scheme] if settings.PROXIES else str(request.META["SERVER_PORT"])
    return f"{scheme}://{host}{'' if port == DEFAULT_PORTS[scheme] else f':{port}'}{path}"
