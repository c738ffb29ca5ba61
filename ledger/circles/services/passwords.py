"""Links that set a new password: sent by mail, or given by the owner of a circle where no mail is sent."""

import hmac

from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, TimestampSigner

from ledger.circles.models import Member, User
from ledger.circles.selectors import members_with_resettable_password

SALT = "ledger.circles.services.passwords"


class ResetTokens:
    """Makes and checks the tokens of password links, for allauth too (ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR).

    A token ends after PASSWORD_RESET_TIMEOUT, with the next sign-in, and with any change of the password, the e-mail
    addresses, the circles or the roles in them. An owner may make a link only for an account that is in no circles but
    the owner's; the link ends when the account joins another circle.
    """

    def make_token(self, user: User | None) -> str:
        return TimestampSigner(salt=SALT).sign(self.hash_of_account(user)) if user else ""

    def check_token(self, user: User | None, token: str | None) -> bool:
        try:
            signed_hash = TimestampSigner(salt=SALT).unsign(token or "", max_age=settings.PASSWORD_RESET_TIMEOUT)
        except BadSignature:
            return False
        return user is not None and hmac.compare_digest(signed_hash, self.hash_of_account(user))

    def hash_of_account(self, user: User) -> str:
        """Return a keyed hash of everything whose change ends a token."""
        emails = EmailAddress.objects.filter(user=user.pk).order_by("email").values_list("email", flat=True)
        memberships = Member.objects.filter(user=user.pk).order_by("circle").values_list("circle", "role")
        last_login = user.last_login.isoformat() if user.last_login else None
        parts = [user.pk, user.password, last_login, user.email, list(emails), list(memberships)]
        return hmac.new(settings.SECRET_KEY.encode(), f"{SALT} {parts!r}".encode(), "sha256").hexdigest()


def make_password_link(*, owner: Member, member: Member) -> dict[str, str]:
    """Return the parts of an address that works once, for an hour. The owner may not make one for every member."""
    if not members_with_resettable_password(owner).filter(pk=member.pk).exists():
        raise PermissionDenied
    return {"uidb36": user_pk_to_url_str(member.user), "key": ResetTokens().make_token(member.user)}
