"""allauth's pages, where this site changes what they do."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, cast

from allauth.account import views as account
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required
from allauth.account.stages import LoginStageController
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.base import views as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.webauthn import views as webauthn
from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ledger.circles.accounts.forms import DeleteAccountForm, PasskeySignupForm, ReauthenticateForm
from ledger.circles.accounts.signup import signup_closed
from ledger.circles.forms import DisplayNameForm
from ledger.circles.models import User
from ledger.circles.services.accounts import circles_owned_alone, delete_account, owned_alone_in_words
from ledger.circles.services.guests import rename_person
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page

View: TypeAlias = Callable[..., HttpResponseBase]


def can_sign_in_here(user: User) -> bool:
    """Whether this user has a password or a passkey."""
    return user.has_usable_password() or Authenticator.objects.filter(user=user).exists()


def can_sign_in_again(user: User) -> bool:
    """Whether this user could sign in again after signing out: with a password, a passkey or the provider."""
    return can_sign_in_here(user) or (settings.OIDC is not None and is_connected(user))


def is_connected(user: User) -> bool:
    """Whether this user's account is connected with the provider."""
    from allauth.socialaccount.models import SocialAccount  # installed only if the site has a provider

    return bool(SocialAccount.objects.filter(user=user).exists())


def as_anonymous(view: View) -> View:
    """Hide the guest's login from allauth, whose sign-in pages turn away everyone who is signed in.

    The guest stays in the session, where AccountAdapter finds the user, and in `request.guest`.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_guest", False):
            request.guest, request.user = request.user, AnonymousUser()  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return page


class LoginView(account.LoginView):
    extra_context = {"provider": settings.OIDC}


login = as_anonymous(LoginView.as_view())
login_by_passkey = as_anonymous(webauthn.login_webauthn)
second_step = as_anonymous(mfa.authenticate)
# These two views sign out a user who is signed in under another name. A guest could not sign in again.
password_reset_from_key = as_anonymous(account.password_reset_from_key)
confirm_email = as_anonymous(account.confirm_email)


@require_POST
def cancel_login(request: HttpRequest) -> HttpResponse:
    """Go back from the second step. allauth would sign out first, and a guest would lose their tables."""
    pending = LoginStageController.enter(request, AuthenticateStage.key)
    return cast("HttpResponse", pending.abort()) if pending else redirect("account_login")


class SignupView(account.SignupView):
    extra_context = {"provider": settings.OIDC}

    def closed(self) -> HttpResponse:
        return signup_closed(self.request)

    def get_initial(self) -> dict[str, Any]:
        guest = getattr(self.request, "guest", "")
        return {**super().get_initial(), "display_name": str(guest)}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            with transaction.atomic():
                return cast("HttpResponse", super().form_valid(form))
        except IntegrityError:  # another user took the name after the check
            form.add_error("username", _("This user name is taken."))
            return cast("HttpResponse", self.form_invalid(form))


class PasskeySignupView(SignupView):
    """Choose a user name, then make the passkey. Until the passkey is made, only this session opens the account."""

    template_name = "account/signup_by_passkey.html"

    def get_form_class(self) -> type[BaseForm]:
        return PasskeySignupForm

    def get_success_url(self) -> str:
        return reverse("mfa_add_webauthn")


signup = as_anonymous(SignupView.as_view())
signup_by_passkey = as_anonymous(PasskeySignupView.as_view())


class AddPasskeyView(webauthn.AddWebAuthnView):
    def get_success_url(self) -> str:
        # allauth leads on to the recovery codes. A code replaces the passkey as the second step after a password, so it
        # is of no use to an account without a password.
        return str(super().get_success_url()) if self.request.user.has_usable_password() else reverse("account")


add_passkey = AddPasskeyView.as_view()


class LogoutView(account.LogoutView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"can_sign_in_again": can_sign_in_again(user), "has_circles": user.memberships.exists()}


logout = LogoutView.as_view()


def needs_mail(view: View) -> View:
    """If the site sends no mail, show a page that says who can help, instead of the view."""

    @wraps(view)
    def page(request: HttpRequest) -> HttpResponseBase:
        return view(request) if settings.SENDS_MAIL else render(request, "account/no_mail.html")

    return page


password_reset = needs_mail(account.password_reset)
email = login_required(needs_mail(account.email))


def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account.

    static/js/pocket/leave.js empties the phone when a POST is answered with a redirect, so only a POST that has deleted
    the account may redirect. Pages on which a person signs in or shows a passkey are therefore reached by GET alone.
    After such a page allauth would also send the POST again by itself.
    """
    if request.method != "POST":
        return cast("HttpResponse", login_required(delete_reauthenticated)(request))
    try:
        return cast("HttpResponse", delete_reauthenticated(request))
    except ReauthenticationRequired:
        why_not = _("Please open this page once more.")
        context = {"alone": [], "why_not": why_not, "error": why_not}
        context |= {"way": reverse("account_delete"), "label": _("Open this page")}
        return render_page(request, "account/delete.html", context)


@reauthentication_required(enabled=lambda request: request.user.is_anonymous or not request.user.has_usable_password())
def delete_reauthenticated(request: HttpRequest) -> HttpResponse:
    """Show the form, and after a POST delete the account.

    The form asks for the password. If the account has a passkey and no password, the decorator has asked for the
    passkey. A guest has neither, and only ticks a box.
    """
    user = cast("User", request.user)
    form: BaseForm
    if user.has_usable_password():
        form = cast("Any", ReauthenticateForm)(form_data(request), user=user)
    else:
        form = DeleteAccountForm(form_data(request))
    sign_in_first = why_sign_in_again(request, user)
    if form.is_valid() and sign_in_first:
        form.add_error(None, sign_in_first)
    elif form.is_valid():
        with add_errors_to(form):
            delete_account(user=user)
            auth.logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("home")
    alone = circles_owned_alone(user)
    context = {"form": form, "alone": alone, "why_not": owned_alone_in_words(alone) if alone else sign_in_first}
    context |= {"way": "" if alone else reverse("account_logout"), "label": _("Sign out")}
    return render_page(request, "account/delete.html", context)


def why_sign_in_again(request: HttpRequest, user: User) -> str:
    """Return a sentence that asks for a new sign-in, or an empty text if none is needed.

    It is needed if only the provider opens this account, and the latest sign-in by the provider is too long ago.
    """
    if settings.OIDC is None or can_sign_in_here(user) or not is_connected(user):
        return ""
    since = time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    records = get_authentication_records(request, user)
    if any(record["method"] == "socialaccount" and record["at"] > since for record in records):
        return ""
    sentence = _(
        "This account is opened by %(provider)s alone. Before you delete it, sign out, "
        "and sign in with %(provider)s again."
    )
    return sentence % {"provider": settings.OIDC.name}


@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """The account page: the name that others see, and the ways to sign in."""
    user = cast("User", request.user)
    form = DisplayNameForm(form_data(request), initial={"display_name": str(user)})
    if form.is_valid():
        rename_person(user=user, name=form.cleaned_data["display_name"])
        messages.success(request, _("Saved."))
        return redirect("account")
    context = {"form": form, "can_sign_in_again": can_sign_in_again(user), "sends_mail": settings.SENDS_MAIL}
    context["provider"] = settings.OIDC
    return render_page(request, "account/overview.html", context)
