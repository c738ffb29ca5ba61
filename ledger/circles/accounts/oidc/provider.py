"""The provider as a class of allauth: what the site reads from the claims that the provider sends about a person.

allauth imports the module `provider` of each app, and registers its `provider_classes`.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.providers.base import Provider
from django.conf import settings

from ledger.circles.accounts.provider_settings import SignInProvider

Claims = dict[str, Any]


def site_provider() -> SignInProvider:
    assert settings.OIDC
    return settings.OIDC


def text_claim(claims: Claims, name: str) -> str:
    """Return the claim, or "" if it is missing or not a string."""
    value = claims.get(name)
    return value if isinstance(value, str) else ""


class SiteProvider(Provider):
    id = "oidc"  # stored in allauth's tables, so it is not the name, which the operator may change
    name = "OpenID Connect"
    uses_apps = False  # the provider is in the settings, and not in allauth's table of apps

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.name = site_provider().name

    def extract_uid(self, data: Claims) -> str:
        return text_claim(data, "sub")

    def extract_extra_data(self, _data: Claims) -> Claims:
        """Store no claim besides the uid: the site needs neither a picture nor groups."""
        return {}

    def extract_common_fields(self, data: Claims) -> Claims:
        """Return no e-mail address here: allauth would store it even if the provider has not confirmed it."""
        return {"username": text_claim(data, "preferred_username").partition("@")[0], "name": text_claim(data, "name")}

    def extract_email_addresses(self, data: Claims) -> list[EmailAddress]:
        """Return the e-mail address if the provider has confirmed it: `email_verified` is true, and not a string."""
        email = text_claim(data, "email")
        if not email or data.get("email_verified") is not True:
            return []
        return [EmailAddress(email=email, verified=True, primary=True)]


provider_classes = [SiteProvider]
