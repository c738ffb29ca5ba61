"""The site's own addresses, for links, QR codes and the keys of stored sheets."""

import os
import socket
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

DEFAULT_PORTS = {"http": "80", "https": "443"}

# An address that is reserved for documentation (RFC 5737). Connecting a UDP socket to it sends nothing, but the system
# chooses the address of this machine from which it would send.
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def network_address(request: Any) -> str:
    """Return this machine's address in its network if the visitor has asked for localhost. Otherwise return "".

    Return "" also if LEDGER_ADDRESS is set, if only this machine can reach the server, or if ALLOWED_HOSTS lacks the
    address. `request` is Django's or the API's.
    """
    if asked_host(request) not in LOOPBACK or settings.ADDRESS or os.environ.get("BIND", "") in LOOPBACK:
        return ""
    address = own_address()
    return address if address in settings.ALLOWED_HOSTS else ""


def asked_host(request: Any) -> str:
    """Return the host name that the visitor asked for, in small letters, without a port."""
    return (urlsplit(f"//{request.get_host()}").hostname or "").rstrip(".")


def own_address() -> str:
    """Return this machine's address in its network, which a phone in the network can open. Return "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if address in LOOPBACK else address


def address_for_others(request: Any, path: str) -> str:
    """Return the address of `path` that other phones can open: a laptop's "localhost" leads nowhere on a phone."""
    if address := network_address(request):
        return f"{request.scheme}://{address}:{request.META['SERVER_PORT']}{path}"
    return str(request.build_absolute_uri(path))


def public_address(request: HttpRequest, path: str) -> str:
    """Return the address of `path` below LEDGER_ADDRESS, or below the allowed host name that the visitor asked for.

    The address of this machine in its network replaces localhost. The port is that of the server, or behind a proxy
    the default port. The port in the header `Host` is not used: for every port that a client makes up, a new sheet
    would be made and stored.
    """
    if settings.ADDRESS:
        return f"{settings.ADDRESS}{path}"
    scheme = "https" if request.is_secure() else "http"
    host = asked_host(request)
    host = network_address(request) or (f"[{host}]" if ":" in host else host)
    port = DEFAULT_PORTS[scheme] if settings.PROXIES else str(request.META["SERVER_PORT"])
    return f"{scheme}://{host}{'' if port == DEFAULT_PORTS[scheme] else f':{port}'}{path}"
