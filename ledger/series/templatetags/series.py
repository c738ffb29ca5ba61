"""`{% load series %}`: sentences, moments and hidden fields for the pages of a series."""

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.kit.sentences import Sentence
from ledger.lib import formatting
from ledger.lib.ids import new_key
from ledger.series import descriptions
from ledger.series.changes import CHANGES
from ledger.series.models import Event, Series
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

register = template.Library()


@register.filter
def sentence(value: Sentence, names: Sequence[str]) -> str:
    """`{{ problem.message|sentence:names }}`, with the names of the players in seat order."""
    return in_words(value, names)


@register.filter
def event_sentence(event: Event) -> str:
    return descriptions.describe_event(event)


@register.filter
def revision_heading(event: Event) -> str:
    return str(CHANGES[event.kind].heading)


@register.filter
def when(moment: datetime) -> SafeString:
    """Write the time of today's moments, and the day and time of others."""
    is_today = timezone.localdate(moment) == timezone.localdate()
    written = formatting.clock(moment) if is_today else formatting.moment(moment)
    return format_html('<time datetime="{}">{}</time>', timezone.localtime(moment).isoformat(), written)


@register.filter
def series_name(series: Series) -> str:
    return descriptions.series_name(series)


@register.simple_tag
def submit_fields(series: Series) -> SafeString:
    """Return hidden fields for a form that changes the series: the version on the page, and a new key."""
    fields = (("base_version", series.version), ("key", new_key()))
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)


register.simple_tag(new_key, name="new_key")


@register.filter
def table_text(state: SeriesState) -> str:
    return descriptions.table_text(state)


@register.filter
def dealer_text(state: SeriesState) -> str:
    return descriptions.dealer_text(state)
