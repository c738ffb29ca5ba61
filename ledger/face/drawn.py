"""A page that is drawn once for all that it depends on, and handed to its reader with a fresh token each time.

Nothing of it is shared between readers: what two may share are the parts inside, which know nothing of them.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.messages import get_messages
from django.core.cache import caches
from django.core.cache.utils import make_template_fragment_key
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import get_language

from ledger.face.theme import theme_of

# Where the reader's CSRF token will stand. Nobody can know it, and so write it into a name.
TOKEN_HERE = secrets.token_hex(32)


def render_once(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, drawn_for: Sequence[object]
) -> HttpResponse:
    """`drawn_for` says all that the template shows, beside what every page knows of its reader."""
    reader = [request.user.pk, get_language(), theme_of(request), request.build_absolute_uri()]
    key = make_template_fragment_key(template, [reader, drawn_for])
    told_something = len(get_messages(request)) > 0
    text = None if told_something else caches["drawn"].get(key)
    if text is None:
        text = render_to_string(template, {**context, "csrf_token": TOKEN_HERE, "drawn_for": drawn_for}, request)
        if not told_something:
            caches["drawn"].set(key, text, timeout=None)
    return HttpResponse(text.replace(TOKEN_HERE, get_token(request)))
