"""`{% load agreeing %}`: what was said of a hand, in a sentence, and how much of a circle is disputed."""

from django import template

from ledger.agreeing.models import Verdict, VerdictEntry
from ledger.agreeing.selectors import open_disputes
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.following.agreement import entry_sentence

register = template.Library()


@register.filter
def verdict_sentence(entry: VerdictEntry) -> str:
    return entry_sentence(entry)


@register.simple_tag
def disputes_for(me: Member) -> int:
    """How many are open in the circle. 0 for a member who is no owner."""
    disputed = VerdictEntry.objects.filter(series__circle=me.circle, verdict=Verdict.DISPUTED)
    return len(open_disputes(me.circle)) if me.may(Role.OWNER) and disputed.exists() else 0
