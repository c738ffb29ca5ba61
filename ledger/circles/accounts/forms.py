"""allauth's forms with labels from our translations, and without placeholders that repeat the label."""

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


class TranslatedForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.help_text = HELP.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)
            if name in ("login", "username"):
                field.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}

    def add_error(self, field: str | None, error: Any) -> None:
        """Replace allauth's message for two passwords that differ. `AccountAdapter` has the other messages."""
        if field == "password2" and not isinstance(error, ValidationError):
            error = _("The two passwords differ.")
        super().add_error(field, error)


class LoginForm(TranslatedForm, account.LoginForm):
    def clean_login(self) -> str:
        return normalise_username(self.cleaned_data["login"])


class SignupForm(TranslatedForm, account.SignupForm):
    field_order = ("display_name", "username", "password1", "password2", "email")

    display_name = NameField(
        label=_("Name at the table"),
        required=False,
        help_text=_("What the others call you; empty means your user name."),
    )


class PasskeySignupForm(SignupForm):
    """To sign up with a user name and without a password. The passkey is made on the next page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, by_passkey=True, **kwargs)


class AddPasskeyForm(TranslatedForm, webauthn.AddWebAuthnForm):
    """Makes a passkey, which signs a user in without a password: the phone asks for a fingerprint or a PIN.

    allauth could also store a security key that is only a second step after a password. This site stores none.
    """

    passwordless = forms.BooleanField(initial=True)


class DeleteAccountForm(forms.Form):
    """The form for an account without a password, which asks for a tick instead of the password."""

    sure = forms.BooleanField(label=_("Yes, delete my account"))


def translated(form: type[forms.Form]) -> type[forms.Form]:
    """Return one of allauth's forms, changed only by TranslatedForm."""
    return type(form.__name__, (TranslatedForm, form), {})


ChangePasswordForm = translated(account.ChangePasswordForm)
SetPasswordForm = translated(account.SetPasswordForm)
ResetPasswordForm = translated(account.ResetPasswordForm)
ResetPasswordKeyForm = translated(account.ResetPasswordKeyForm)
AddEmailForm = translated(account.AddEmailForm)
ReauthenticateForm = translated(account.ReauthenticateForm)
AuthenticateForm = translated(mfa.AuthenticateForm)
ReauthenticateByCodeForm = translated(mfa.ReauthenticateForm)
EditPasskeyForm = translated(webauthn.EditWebAuthnForm)
