"""`{% load series %}`: sentences, times and hidden fields for the pages of a series."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ledger.lib import formatting
from ledger.lib.ids import new_key
from ledger.series import descriptions
from ledger.series.changes import CHANGES
from ledger.series.models import Event, Series
from ledger.series.wording import in_words

register = template.Library()


register.filter("sentence", in_words)  # `{{ problem.message|sentence:names }}`, with the names in seat order
register.filter("event_sentence", descriptions.describe_event)
register.filter("series_name", descriptions.series_name)
register.filter("table_text", descriptions.table_text)
register.filter("dealer_text", descriptions.dealer_text)
register.simple_tag(new_key, name="new_key")


@register.filter
def revision_heading(event: Event) -> str:
    return str(CHANGES[event.kind].heading)


@register.filter
def when(at: datetime) -> SafeString:
    """Write only the time if `at` is today, otherwise the day and the time."""
    is_today = timezone.localdate(at) == timezone.localdate()
    written = formatting.clock(at) if is_today else formatting.day_and_time(at)
    return format_html('<time datetime="{}">{}</time>', timezone.localtime(at).isoformat(), written)


@register.simple_tag
def submit_fields(series: Series) -> SafeString:
    """Return hidden fields for a form that changes the series: the version on the page, and a new key."""
    fields = (("base_version", series.version), ("key", new_key()))
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)
