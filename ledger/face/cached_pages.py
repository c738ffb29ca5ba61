"""Pages cached in memory. The cache key has everything on which the page depends: docs/decisions/0110-speed.md."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import get_language

from ledger.face.theme import theme_of
from ledger.lib import formatting
from ledger.lib.lru import LRUCache

MOST_BYTES = 16_000_000  # of all cached pages in this process

# A cached page has these placeholders in place of the texts that differ in each answer. They are random, so that nobody
# can write one into a name or a note.
PLACEHOLDERS = {name: secrets.token_hex(32) for name in ("csrf_token", "page_address", "site", "now")}

PAGES: LRUCache[bytes] = LRUCache(MOST_BYTES, size_of=len)


def hash_key(*parts: Any) -> str:
    """Return a hash of these parts, which must be values that JSON can hold. Different parts give different hashes."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def render_cached(
    request: HttpRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *,
    cache_key: Sequence[Any],
) -> HttpResponse:
    """Answer with the page from the cache, or render it.

    There is one cached page for each `cache_key`, language and theme, and one more for readers who are not signed in.
    `cache_key` must have everything else on which the page depends.

    Four texts are filled into the cached page for each answer: the CSRF token, the address of the page
    (`page_address`), the address of the site (`site`, such as https://example.org) and the time of day (`now`). A
    template may use nothing else of the request.

    `context` is called only if the page has to be rendered. The page shows no messages. In development no page is
    cached: a change of a template shows at once.
    """
    reader = [request.user.is_authenticated, get_language(), theme_of(request)]

    def render() -> bytes:
        return render_to_string(template, {**context(), **PLACEHOLDERS, "messages": ()}, request).encode()

    page = render() if settings.DEBUG else PAGES.get_or_make(hash_key(template, reader, cache_key), render)
    texts = {
        "csrf_token": get_token(request),
        "page_address": escape(request.get_full_path()),
        "site": escape(f"{request.scheme}://{request.get_host()}"),
        "now": formatting.clock(timezone.now()),
    }
    for name, text in texts.items():
        page = page.replace(PLACEHOLDERS[name].encode(), text.encode())
    return HttpResponse(page)
