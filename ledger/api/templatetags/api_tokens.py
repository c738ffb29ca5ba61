"""`{% load api_tokens %}`: the account page belongs to the circles, which know nothing of the API."""

from django import template
from django.db.models import QuerySet

from ledger.api.models import Token
from ledger.api.tokens import tokens_of
from ledger.circles.models import User

register = template.Library()


@register.inclusion_tag("api/tokens.html")
def api_tokens(user: User) -> dict[str, QuerySet[Token]]:
    """Those that work, with their buttons: `{% api_tokens user %}`."""
    return {"tokens": tokens_of(user)}
