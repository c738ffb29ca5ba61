"""`{% load books %}`: amounts, balances and reminders, and the hidden fields of forms that add to the books."""

import uuid

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from ledger.books.balances import ShownBalances, read_own_balances
from ledger.books.wording import reminder_text
from ledger.circles.models import Circle, Member
from ledger.lib import formatting
from ledger.lib.addresses import address_for_others

register = template.Library()
register.filter(formatting.typed_amount)


@register.filter
def signed_money(amount_minor: int, currency: str) -> str:
    return formatting.money(amount_minor, currency, signed=True)


@register.simple_tag(takes_context=True)
def reminder(context: Context, circle: Circle, owed: ShownBalances) -> str:
    address = address_for_others(context["request"], reverse("balances", args=[circle.pk]))
    return reminder_text(circle, owed, address)


@register.simple_tag
def own_balance(me: Member) -> str:
    return read_own_balances([me]).of(me)


@register.simple_tag
def book_fields(version: int) -> SafeString:
    """Return hidden inputs: the version of the book on the page, and a new key for the next submit of the form."""
    fields = (("base_version", version), ("key", uuid.uuid4()))
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)
