"""allauth's forms in our words: labels that are in our catalogues, and no placeholder that repeats its label."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ledger.circles.forms import NameField
from ledger.circles.names import normalise_username

LABELS: dict[str, Any] = {
    "login": _("User name"),
    "username": _("User name"),
    "password": _("Password"),
    "oldpassword": _("Current password"),
    "password1": _("Password"),
    "password2": _("Password, once more"),
    "email": _("E-mail address"),
    "code": _("Recovery code"),
    "name": _("Name of the passkey"),
}

HELP: dict[str, Any] = {
    "password": "",
    "oldpassword": "",
    "password1": _("At least 8 characters, and nothing that is easy to guess."),
}


class OwnWords(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.help_text = HELP.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)
            if name in ("login", "username"):
                field.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}

    def add_error(self, field: str | None, error: Any) -> None:
        """allauth writes one sentence straight into its forms: the one about two passwords that differ."""
        if field == "password2" and not isinstance(error, ValidationError):
            error = _("The two passwords differ.")
        super().add_error(field, error)


class LoginForm(OwnWords, account.LoginForm):
    def clean_login(self) -> str:
        return normalise_username(self.cleaned_data["login"])


class SignupForm(OwnWords, account.SignupForm):
    field_order = ("display_name", "username", "password1", "password2", "email")

    display_name = NameField(
        label=_("Name at the table"),
        required=False,
        help_text=_("What the others call you; empty means your user name."),
    )


class PasskeySignupForm(SignupForm):
    """A user name and no password: the passkey is made on the next page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, by_passkey=True, **kwargs)


class ChangePasswordForm(OwnWords, account.ChangePasswordForm):
    pass


class SetPasswordForm(OwnWords, account.SetPasswordForm):
    pass


class ResetPasswordForm(OwnWords, account.ResetPasswordForm):
    pass


class ResetPasswordKeyForm(OwnWords, account.ResetPasswordKeyForm):
    pass


class AddEmailForm(OwnWords, account.AddEmailForm):
    pass


class ReauthenticateForm(OwnWords, account.ReauthenticateForm):
    pass


class AuthenticateForm(OwnWords, mfa.AuthenticateForm):
    pass


class ReauthenticateByCodeForm(OwnWords, mfa.ReauthenticateForm):
    pass


class AddPasskeyForm(OwnWords, webauthn.AddWebAuthnForm):
    """Every key here is a passkey: one that signs in by itself, and that the phone guards with a finger or a PIN."""

    passwordless = forms.BooleanField(initial=True)


class EditPasskeyForm(OwnWords, webauthn.EditWebAuthnForm):
    pass
