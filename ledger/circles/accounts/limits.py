"""How often a visitor may guess, or send a request that costs the site something.

What counts is a wrong guess, or a request that makes rows, reads a file or asks the provider. To open a page or to send
an empty form does not count: the phones in a café all have the same address, and one must not lock out the others.
"""

import ipaddress
import time
from dataclasses import dataclass
from http import HTTPStatus

from allauth.account.adapter import get_adapter
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

NETWORK_BITS = 64  # of an IPv6 address


@dataclass(frozen=True)
class Limit:
    """At most `most` counted requests within `seconds`, for each key."""

    name: str
    most: int
    seconds: int
    cache: str = "default"  # or "memory": each process counts for itself, and nothing is written to the database

    def is_reached(self, key: str) -> bool:
        return len(self._counted(key)) >= self.most

    def require(self, key: str) -> None:
        if self.is_reached(key):
            raise ValidationError(_("That was too often. Please wait a few minutes before you try again."))

    def count(self, key: str) -> None:
        counted = [*self._counted(key), time.time()]
        caches[self.cache].set(self._cache_key(key), counted[-self.most :], self.seconds)

    def refuses(self, key: str) -> bool:
        """Return whether the limit is reached. If it is not, count the request."""
        if self.is_reached(key):
            return True
        self.count(key)
        return False

    def _counted(self, key: str) -> list[float]:
        """Return the times of the counted requests in the last `seconds`."""
        return [at for at in caches[self.cache].get(self._cache_key(key), ()) if at > time.time() - self.seconds]

    def _cache_key(self, key: str) -> str:
        return f"limit:{self.name}:{key}"


# Each comment says what the `key` of the limit stands for.
STARTED_TABLES = Limit("tables", 60, 3600)  # by address
READ_FILES = Limit("files", 30, 3600)  # by address
ASKED_PROVIDER = Limit("provider", 300, 3600)  # by address
JOINED = Limit("joined", 120, 3600)  # guests, by link and address
WRONG_LINKS = Limit("wrong-links", 120, 3600)  # by address
WRONG_PASSWORDS = Limit("wrong-passwords", 5, 60)  # by user name and address
WRONG_PASSWORDS_IN_AN_HOUR = Limit("wrong-passwords-hour", 50, 3600)  # by user name and address
WRONG_PASSWORDS_OF_ALL = Limit("wrong-passwords-all", 300, 3600)  # by address, whatever the name
# These four are counted in memory, so that a guess causes no write in the database.
WRONG_CODES = Limit("wrong-codes", 30, 60, "memory")  # of links to a series, and of seals: by address
WRONG_TOKENS = Limit("wrong-tokens", 30, 60, "memory")  # of the API, by address
LINK_VERDICTS = Limit("link-verdicts", 120, 60, "memory")  # by link and address, which a whole table may share
LINK_FILES = Limit("link-files", 20, 60, "memory")  # new sheets and pictures, by link and address


def address_of(request: HttpRequest) -> str:
    """Return the visitor's IPv4 address, or the network of the IPv6 address: one visitor may have all its addresses."""
    try:
        address = str(get_adapter().get_client_ip(request))
    except (ImproperlyConfigured, PermissionDenied):  # fewer proxies than LEDGER_PROXIES, or no address in the header
        address = request.META.get("REMOTE_ADDR", "")
    try:
        ipv6 = ipaddress.IPv6Address(address)
    except ValueError:  # an IPv4 address
        return address
    if ipv6.ipv4_mapped:  # a server that listens to both kinds has the IPv4 address as ::ffff:203.0.113.20
        return str(ipv6.ipv4_mapped)
    return str(ipaddress.IPv6Network((ipv6, NETWORK_BITS), strict=False).network_address)


def too_many(request: HttpRequest, limit: Limit, key: str = "") -> HttpResponse | None:
    """Count the request under the key and the address. Return the answer 429 if the limit is reached, else None."""
    return too_often(request, limit.seconds) if limit.refuses(key + address_of(request)) else None


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """Ask the visitor to come back after so many seconds."""
    response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(seconds)
    return response
