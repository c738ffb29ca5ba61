"""`{% load books %}`: where a circle stands in one line, and what every form that adds to its books carries."""

import uuid

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from ledger.books.accounts import in_one_line
from ledger.circles.models import Circle
from ledger.lib import formatting

register = template.Library()


@register.filter
def signed_money(amount_minor: int, currency: str) -> str:
    return formatting.money(amount_minor, currency, signed=True)


@register.simple_tag
def balances_in_one_line(circle: Circle) -> str:
    return in_one_line(circle)


@register.simple_tag
def book_fields(version: int) -> SafeString:
    """The version of the book that the reader sees, and a fresh key: nothing was ever written under it."""
    fields = (("base_version", version), ("key", uuid.uuid4()))
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)
