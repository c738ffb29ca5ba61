"""The hooks by which allauth asks the site about people who come by the provider."""

from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse

from ledger.circles.accounts.oidc.trouble import Trouble, show_trouble
from ledger.circles.accounts.signup import may_sign_up, signup_closed
from ledger.circles.models import User
from ledger.circles.names import clean_name


class ProviderAdapter(DefaultSocialAccountAdapter):
    def new_user(self, *_args: Any) -> User:
        """Return an empty user, even for a guest: the person may have an account already.

        If the person has none, `save_user` makes the guest's user the account.
        """
        return User()

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, str]) -> User:
        user: User = sociallogin.user
        user.username = free_username(request, data["username"])
        try:
            user.display_name = clean_name(data["name"])
        except ValidationError:
            user.display_name = ""
        return user

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """Find the account of a person who signs in by the provider for the first time, by the e-mail address.

        The provider and this site must both have confirmed the address. The account must have no passkey and no
        connection with the provider, and must not be that of an operator.
        """
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            return None
        for address in confirmed_here(sociallogin):
            user = address.user
            guarded = user.is_staff or user.is_superuser or Authenticator.objects.filter(user=user).exists()
            if user.is_active and not guarded and not SocialAccount.objects.filter(user=user).exists():
                return user, address.email
        return None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse to make a second account for a confirmed address. Drop an address that cannot be stored or used."""
        if sociallogin.is_existing or sociallogin.state.get("process") == AuthProcess.CONNECT:
            return
        if confirmed_here(sociallogin):
            raise ImmediateHttpResponse(show_trouble(request, Trouble.KNOWN_ADDRESS))
        # Another account may have this address without having confirmed it. The new account is then made without it.
        addresses = [each.email for each in sociallogin.email_addresses]
        if not settings.SENDS_MAIL or EmailAddress.objects.filter(email__in=addresses).exists():
            sociallogin.email_addresses = []

    def is_open_for_signup(self, request: HttpRequest, _sociallogin: SocialLogin) -> bool:
        if not may_sign_up(request):
            raise ImmediateHttpResponse(signup_closed(request))
        return True

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, **_options: Any) -> User:
        """Make the account. A guest's user becomes the account, so that the memberships stay."""
        new: User = sociallogin.user
        user: User = getattr(request, "guest", None) or new
        user.username = new.username
        user.display_name = user.display_name or new.display_name or user.username
        user.is_guest = False
        user.set_unusable_password()
        sociallogin.user = user
        with transaction.atomic():
            sociallogin.save(request)
        return user

    def get_connect_redirect_url(self, *_args: Any) -> str:
        return reverse("account_provider")


def confirmed_here(sociallogin: SocialLogin) -> list[EmailAddress]:
    """Return the person's e-mail addresses that an account of this site has confirmed."""
    addresses = [each.email.lower() for each in sociallogin.email_addresses]
    return list(EmailAddress.objects.filter(email__in=addresses, verified=True).select_related("user"))


def free_username(request: HttpRequest, wished: str) -> str:
    adapter = get_account_adapter(request)
    try:
        return str(adapter.clean_username(wished or "user"))
    except ValidationError:
        return str(adapter.generate_unique_username([wished, "user"]))
