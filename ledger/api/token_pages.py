"""/account/tokens/: pages about the tokens by which programs act for a user. The account page lists them."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from ledger.api.tokens import make_token, revoke_token, tokens_of
from ledger.circles.forms import NameField
from ledger.circles.models import User
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page, secret_page


class TokenForm(forms.Form):
    name = NameField(
        label=gettext_lazy("What it is for"),
        help_text=gettext_lazy("To tell your tokens apart: scoreboard in the club."),
    )
    read_only = forms.BooleanField(
        label=gettext_lazy("It may only read"),
        required=False,
        help_text=gettext_lazy("Otherwise it may do all that you may do in your circles."),
    )


def _user_with_account(request: HttpRequest) -> User:
    """Return the user. Refuse a guest: programs can act only for a user with an account."""
    assert isinstance(request.user, User)
    if request.user.is_guest:
        raise PermissionDenied
    return request.user


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@secret_page
def new(request: HttpRequest) -> HttpResponse:
    """Show the form, or after a POST the token, which cannot be shown again."""
    user, form = _user_with_account(request), TokenForm(form_data(request))
    if form.is_valid():
        with add_errors_to(form):
            token, secret = make_token(user=user, **form.cleaned_data)
            return render(request, "api/token_made.html", {"token": token, "secret": secret})
    return render_page(request, "api/token_new.html", {"form": form})


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: str) -> HttpResponse:
    revoke_token(token=get_object_or_404(tokens_of(_user_with_account(request)), pk=token_id))
    messages.success(request, _("The token no longer works."))
    return redirect("account")


urlpatterns = [
    path("new/", new, name="new_token"),
    path("<id:token_id>/revoke/", revoke, name="revoke_token"),
]
