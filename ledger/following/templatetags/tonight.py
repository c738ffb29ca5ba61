"""`{% load tonight %}`: the open tables of a circle, for pages of apps that may not import `ledger.series`."""

from django import template

from ledger.circles.models import Member
from ledger.following.tonight import Tonight, tonight_of

register = template.Library()


@register.simple_tag
def tonight_in(me: Member) -> Tonight:
    return tonight_of([me])
