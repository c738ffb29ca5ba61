"""Links that let somebody set a new password: by e-mail, or given by the owner of a circle."""

from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from ledger.circles.models import Member, User


class ResetTokens(PasswordResetTokenGenerator):
    """Ends with the hour (PASSWORD_RESET_TIMEOUT), with the next sign-in, and with any change of what it would open:
    the password, the e-mail addresses, the circles and the roles in them. So a link that an owner asked for while an
    account was only in that owner's circles is dead once the account has joined another.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        emails = EmailAddress.objects.filter(user=user.pk).order_by("email").values_list("email", flat=True)
        memberships = Member.objects.filter(user=user.pk).order_by("circle").values_list("circle", "role")
        return f"{super()._make_hash_value(user, timestamp)}{list(emails)}{list(memberships)}"
