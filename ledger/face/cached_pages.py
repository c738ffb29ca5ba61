"""Pages and parts of pages kept in memory under a key that holds all they depend on: docs/decisions/0110-speed.md."""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import get_language

from ledger.face.theme import theme_of

# Marks the place of the reader's CSRF token in a kept page. It is random, so no name can contain it.
TOKEN_MARK = secrets.token_hex(32)


def hash_key(*parts: Any) -> str:
    """One key for these parts, which are what JSON can hold. Different parts never give the same text to hash."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def render_cached(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, cache_key: Sequence[Any]
) -> HttpResponse:
    """Render the page once for each reader and `cache_key`, which lists all that the template shows.

    Every answer gets a CSRF token of its own. The template finds the key's hash as `cache_key`, for parts that several
    readers may share. A page that shows a message is not kept.
    """
    cache, content_key = caches["pages"], hash_key(*cache_key)
    reader = [request.user.pk, get_language(), theme_of(request), request.build_absolute_uri()]
    page_key = hash_key(template, reader, content_key)
    has_message = len(get_messages(request)) > 0
    text = None if has_message else cache.get(page_key)
    if text is None:
        text = render_to_string(template, {**context, "csrf_token": TOKEN_MARK, "cache_key": content_key}, request)
        if not has_message:
            cache.set(page_key, text, timeout=None)
    return HttpResponse(text.replace(TOKEN_MARK, get_token(request)))


def development_key(key: str, key_prefix: str, version: int) -> str:
    """In development the cache's keys end when a template is saved, so that the change shows at once."""
    folder = settings.BASE_DIR / "templates"
    latest = max(file.stat().st_mtime_ns for file in folder.rglob("*.html"))
    return f"{key_prefix}:{version}:{latest}:{key}"
