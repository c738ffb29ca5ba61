"""Sends guests from allauth's pages to the page to sign up, and answers 422 to any form with errors."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.deprecation import MiddlewareMixin

# Pages for users who can sign in. A guest has to choose a user name first.
FOR_ACCOUNTS = frozenset(
    {
        "account_change_password",
        "account_set_password",
        "account_email",
        "account_provider",
        "mfa_index",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
        "mfa_edit_webauthn",
        "mfa_remove_webauthn",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
    }
)


class AccountPagesMiddleware(MiddlewareMixin):
    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        match = request.resolver_match
        if match and match.url_name in FOR_ACCOUNTS and getattr(request.user, "is_guest", False):
            return redirect("account_signup")
        return None

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """Answer 422 to a form with errors, as on every other page."""
        form = (response.context_data or {}).get("form")
        if request.method == "POST" and response.status_code == HTTPStatus.OK and getattr(form, "errors", None):
            response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response
