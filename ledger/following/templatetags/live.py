"""`{% load live %}`: a region of a page that asks for news."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.live.polling import PATIENCE, PERIOD

register = template.Library()


@register.simple_tag
def live_attributes(headers: str) -> SafeString:
    """Return the attributes that say when htmx asks for news, and with which headers (JSON).

    The page's script reads `data-period`, in milliseconds.
    """
    return format_html(
        'hx-trigger="every {}s, visibilitychange from:document, online from:window" hx-headers="{}" '
        'hx-request=\'{{"timeout": {}}}\' data-period="{}"',
        PERIOD,
        headers,
        PATIENCE * 1000,
        PERIOD * 1000,
    )
