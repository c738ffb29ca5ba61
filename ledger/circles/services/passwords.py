"""The owner's help for a member who has forgotten their password, where no mail is sent."""

from allauth.account.utils import user_pk_to_url_str
from django.core.exceptions import PermissionDenied

from ledger.circles.accounts.reset_tokens import ResetTokens
from ledger.circles.models import Member
from ledger.circles.selectors import members_with_resettable_password


def make_password_link(*, owner: Member, member: Member) -> dict[str, str]:
    """The parts of an address that works once, for an hour: for accounts that open nothing but the owner's circles."""
    if not members_with_resettable_password(owner).filter(pk=member.pk).exists():
        raise PermissionDenied
    return {"uidb36": user_pk_to_url_str(member.user), "key": ResetTokens().make_token(member.user)}
