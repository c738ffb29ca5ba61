"""The settings LEDGER_OIDC_…: the provider by which people may sign in, besides passwords and passkeys."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

LONGEST_NAME = 40  # of the provider, on the button to sign in
ALLAUTH_APPS = ["allauth.socialaccount", "ledger.circles.accounts.oidc"]
ALLAUTH_SETTINGS = {
    "SOCIALACCOUNT_ADAPTER": "ledger.circles.accounts.oidc.adapter.ProviderAdapter",
    # allauth connects the provider with the account that `ProviderAdapter.authenticate_by_email` finds.
    "SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT": True,
}
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class SignInProvider:
    issuer: str  # the address of the provider, below which it describes itself
    client: str  # the id of this site at the provider
    secret: str = field(repr=False)
    name: str  # the provider's name on the button to sign in


def read_provider(*, issuer: str, client: str, secret: str, name: str) -> SignInProvider | None:
    """Return the provider, or None if none of its settings is set. Raise ImproperlyConfigured if one is wrong."""
    values = {"ISSUER": issuer, "CLIENT": client, "SECRET": secret, "NAME": name}
    missing = [f"LEDGER_OIDC_{each}" for each, value in values.items() if not value]
    if len(missing) == len(values):
        return None
    if missing:
        raise ImproperlyConfigured(f"The four settings LEDGER_OIDC_… belong together: {', '.join(missing)} is missing.")
    if not may_receive_secrets(issuer, may_be_http=True):
        raise ImproperlyConfigured(
            "LEDGER_OIDC_ISSUER must be like https://login.example.org/realms/club, without ? and #. "
            "http:// is for localhost alone."
        )
    if len(name) > LONGEST_NAME:
        raise ImproperlyConfigured(f"LEDGER_OIDC_NAME has at most {LONGEST_NAME} letters: it stands on a button.")
    return SignInProvider(issuer, client, secret, name)


def may_receive_secrets(address: str, *, may_be_http: bool) -> bool:
    """Whether the site may send secrets to the address: to https, and if `may_be_http` also to http on this machine.

    An address with a user name, a query or a fragment is never safe.
    """
    try:
        parts = urlsplit(address)
        is_safe = parts.scheme == "https" or (may_be_http and parts.scheme == "http" and parts.hostname in THIS_MACHINE)
    except ValueError:
        return False
    return is_safe and bool(parts.hostname) and not parts.username and not parts.query and not parts.fragment
