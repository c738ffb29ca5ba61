"""`{% load verdicts %}`: a verdict or a waiver in a sentence, and the number of open disputes in a circle."""

from django import template

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.verdicts.models import Verdict, VerdictEntry
from ledger.verdicts.selectors import open_disputes
from ledger.verdicts.wording import entry_sentence

register = template.Library()

register.filter("verdict_sentence", entry_sentence)


@register.simple_tag
def disputes_for(me: Member) -> int:
    """Return the number of open disputes in the circle, or 0 for a member who is not an owner."""
    disputed = VerdictEntry.objects.filter(series__circle=me.circle, verdict=Verdict.DISPUTED)
    return len(open_disputes(me.circle)) if me.may(Role.OWNER) and disputed.exists() else 0
