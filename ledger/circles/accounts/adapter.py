"""The hooks by which allauth asks the site what to do."""

import hashlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.contrib.auth import get_user
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.circles.accounts.limits import (
    WRONG_PASSWORDS,
    WRONG_PASSWORDS_IN_AN_HOUR,
    WRONG_PASSWORDS_OF_ALL,
    Limit,
    address_of,
)
from ledger.circles.accounts.signup import may_sign_up
from ledger.circles.models import User
from ledger.circles.names import normalise_username
from ledger.circles.services.guests import move_guest
from ledger.lib import formatting


def password_limits(request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[Limit, str]]:
    """Return the limits on wrong passwords, each with its key for this visitor. The keys have only a hash of the name.

    Two of the limits count by user name and address together. When they are reached, the account still opens at
    other addresses, and other accounts still open at this address.
    """
    name = normalise_username(str(credentials.get("username") or credentials.get("email") or ""))
    address = address_of(request)
    name_and_address = f"{hashlib.sha256(name.encode()).hexdigest()}:{address}"
    return [
        (WRONG_PASSWORDS, name_and_address),
        (WRONG_PASSWORDS_IN_AN_HOUR, name_and_address),
        (WRONG_PASSWORDS_OF_ALL, address),
    ]


class AccountAdapter(DefaultAccountAdapter):
    # allauth has no Nepali translation, so the site has a text of its own for every message that it can show.
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is switched off."),
        "cannot_remove_primary_email": gettext_lazy("The primary e-mail address cannot be removed."),
        "duplicate_email": gettext_lazy("This e-mail address belongs to your account already."),
        "email_taken": gettext_lazy("This e-mail address belongs to another account."),
        "enter_current_password": gettext_lazy("Please type your current password."),
        "incorrect_code": gettext_lazy("This code or key is not right, or it came too late."),
        "incorrect_password": gettext_lazy("This password is not right."),
        "invalid_login": gettext_lazy("This did not work. Please try again."),
        "invalid_password_reset": gettext_lazy("This link has been used already, or it is too old."),
        "rate_limited": gettext_lazy("That was too often. Please wait a minute."),
        "too_many_login_attempts": gettext_lazy("That was too often. Please wait a few minutes before you try again."),
        "unknown_email": gettext_lazy("No account has this e-mail address."),
        "unverified_primary_email": gettext_lazy("The primary e-mail address has to be a confirmed one."),
        "username_password_mismatch": gettext_lazy("The user name or the password is not right."),
        "username_taken": gettext_lazy("This user name is taken."),
    }

    def format_email_subject(self, subject: str) -> str:
        return f"{_('Khata')}: {subject}"

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return str(super().clean_username(normalise_username(username), shallow))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return may_sign_up(request)

    def new_user(self, request: HttpRequest) -> User:
        """Return the user who signs up. A guest keeps the same user, and so the memberships."""
        user = get_user(request)
        return user if isinstance(user, User) and user.is_guest else User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        name = form.cleaned_data.get("display_name")
        user.display_name = name or user.display_name or form.cleaned_data["username"]
        user.is_guest = False
        super().save_user(request, user, form, commit)
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse to check a password after too many wrong passwords."""
        if any(limit.is_reached(key) for limit, key in password_limits(request, credentials)):
            raise self.validation_error("too_many_login_attempts")
        super().pre_authenticate(request, **credentials)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        for limit, key in password_limits(request, credentials):
            limit.count(key)
        super().authentication_failed(request, **credentials)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign the user in. If the visitor was a guest until now, move the guest's memberships to the user."""
        previous = get_user(request)
        super().login(request, user)
        if isinstance(previous, User) and previous.is_guest and previous.pk != user.pk:
            moved = move_guest(guest=previous, account=user)
            if moved:
                message = ngettext(
                    "%(count)s table came along from before you signed in.",
                    "%(count)s tables came along from before you signed in.",
                    moved,
                )
                messages.success(request, message % {"count": formatting.digits(moved)})


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": gettext_lazy("Recovery codes come with a passkey: make one first."),
        "incorrect_code": gettext_lazy("This code or key is not right, or it came too late."),
        "unverified_email": gettext_lazy("Please confirm your e-mail address before you make a passkey."),
    }

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002 (the parent's name)
        made = user.authenticator_set.filter(type=type).count()
        if not made:
            return _("My passkey")
        return _("Passkey %(number)s") % {"number": formatting.digits(made + 1)}
