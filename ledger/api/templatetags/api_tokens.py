"""`{% load api_tokens %}` for the account page, whose view is in `ledger.circles` and may not import the API."""

from django import template
from django.db.models import QuerySet

from ledger.api.models import Token
from ledger.api.tokens import tokens_of
from ledger.circles.models import User

register = template.Library()


@register.inclusion_tag("api/tokens.html")
def api_tokens(user: User) -> dict[str, QuerySet[Token]]:
    """`{% api_tokens user %}`: the user's tokens that work, with their buttons."""
    return {"tokens": tokens_of(user)}
