"""The provider as allauth knows it: what the site takes from its answers. allauth finds this module by its name."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.providers.base import Provider
from django.conf import settings

from ledger.circles.accounts.provider_settings import SignInProvider

Claims = dict[str, Any]


def site_provider() -> SignInProvider:
    assert settings.OIDC
    return settings.OIDC


def text(claims: Claims, name: str) -> str:
    value = claims.get(name)
    return value if isinstance(value, str) else ""


class SiteProvider(Provider):
    id = "oidc"  # in allauth's rows; it stays when the provider gets another name
    name = "OpenID Connect"
    uses_apps = False  # the settings name the provider, and no row of the database

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.name = site_provider().name

    def extract_uid(self, data: Claims) -> str:
        return text(data, "sub")

    def extract_extra_data(self, _data: Claims) -> Claims:
        """Keep nothing but who it is: the site needs neither a picture nor groups."""
        return {}

    def extract_common_fields(self, data: Claims) -> Claims:
        """An e-mail address is not among these: allauth would keep it without a confirmation."""
        return {"username": text(data, "preferred_username").partition("@")[0], "name": text(data, "name")}

    def extract_email_addresses(self, data: Claims) -> list[EmailAddress]:
        """Only an address that the provider has confirmed, which it says with `true` and not with a text."""
        email = text(data, "email")
        if not email or data.get("email_verified") is not True:
            return []
        return [EmailAddress(email=email, verified=True, primary=True)]


provider_classes = [SiteProvider]
