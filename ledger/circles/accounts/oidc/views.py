"""Signing in by the provider, and the page on which an account is connected with the provider."""

import logging
import secrets
from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import complete_social_login
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from ledger.circles.accounts.limits import ASKED_PROVIDER, too_many
from ledger.circles.accounts.oidc.protocol import (
    ProviderIsSilentError,
    UntrustedAnswerError,
    address_to_sign_in,
    who_signed_in,
)
from ledger.circles.accounts.oidc.provider import SiteProvider, site_provider
from ledger.circles.accounts.oidc.trouble import Trouble, show_trouble
from ledger.circles.accounts.views import as_anonymous, can_sign_in_here, is_connected
from ledger.circles.models import User

logger = logging.getLogger(__name__)


def address_of_callback(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("account_provider_callback"))


def show_failure(request: HttpRequest, error: Exception) -> HttpResponse:
    logger.warning("Sign-in by the provider failed. %s", error)
    return show_trouble(request, Trouble.SILENT if isinstance(error, ProviderIsSilentError) else Trouble.UNTRUSTED)


def go_to_provider(request: HttpRequest, process: str) -> HttpResponse:
    """Answer with a page that goes on to the provider.

    After a form, a browser follows a redirect only to sites that `form-action` allows (Content-Security-Policy): the
    policy would have to name the provider, and every site to which the provider redirects.
    """
    if refused := too_many(request, ASKED_PROVIDER):
        return refused
    nonce, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    provider = get_adapter(request).get_provider(request, SiteProvider.id)
    next_url = get_next_redirect_url(request)
    state = provider.stash_redirect_state(request, process, next_url, nonce=nonce, verifier=verifier)
    back_to = address_of_callback(request)
    try:
        address = address_to_sign_in(site_provider(), back_to=back_to, state=state, nonce=nonce, verifier=verifier)
    except (ProviderIsSilentError, UntrustedAnswerError) as error:
        return show_failure(request, error)
    return render(request, "account/to_provider.html", {"address": address, "provider": site_provider()})


@as_anonymous
@require_POST
def login(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    return go_to_provider(request, AuthProcess.LOGIN)


@as_anonymous
@require_GET
def callback(request: HttpRequest) -> HttpResponse:
    """The provider sends people back to this view. `state` in the address works once.

    Under `state`, the session has the nonce and the verifier of this sign-in, and the page to which it leads.
    """
    provider = get_adapter(request).get_provider(request, SiteProvider.id)
    try:
        state = provider.unstash_redirect_state(request, request.GET.get("state", ""))
    except PermissionDenied:
        return show_trouble(request, Trouble.STALE)
    if "code" not in request.GET:
        logger.info("The provider refused a visitor: %.40r", request.GET.get("error", ""))
        return show_trouble(request, Trouble.DENIED)
    nonce, verifier = state["nonce"], state["verifier"]
    back_to = address_of_callback(request)
    try:
        claims = who_signed_in(
            site_provider(), code=request.GET["code"], back_to=back_to, nonce=nonce, verifier=verifier
        )
    except (ProviderIsSilentError, UntrustedAnswerError) as error:
        return show_failure(request, error)
    sociallogin = provider.sociallogin_from_response(request, claims)
    sociallogin.state = state
    try:
        return cast("HttpResponse", complete_social_login(request, sociallogin))
    except IntegrityError:  # the same person signed in by another window at the same moment
        return show_trouble(request, Trouble.STALE)


@login_required
@reauthentication_required
def connection(request: HttpRequest) -> HttpResponse:
    """Connect the account with the provider, or end the connection."""
    user = cast("User", request.user)
    connected, may_disconnect = is_connected(user), can_sign_in_here(user)
    if "connect" in request.POST and not connected:
        return go_to_provider(request, AuthProcess.CONNECT)
    if "disconnect" in request.POST and may_disconnect:
        SocialAccount.objects.filter(user=user).delete()
        messages.success(request, _("The connection with %(provider)s has ended.") % {"provider": site_provider().name})
        return redirect("account_provider")
    context = {"provider": site_provider(), "is_connected": connected, "may_disconnect": may_disconnect}
    return render(request, "account/provider.html", context, status=422 if request.method == "POST" else 200)
