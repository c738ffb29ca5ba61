"""`{% load figures %}`: money and days. Points and digits come with `{% load face %}`."""

import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.lib import formatting

register = template.Library()
register.filter(formatting.money)
register.filter(formatting.amount)


@register.filter
def day(value: datetime.date) -> SafeString:
    return _time(value, formatting.day(value))


@register.filter
def day_and_time(value: datetime.datetime) -> SafeString:
    return _time(value, formatting.day_and_time(value))


def _time(value: datetime.date, written: str) -> SafeString:
    if isinstance(value, datetime.datetime):
        value = timezone.localtime(value)
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), written)
