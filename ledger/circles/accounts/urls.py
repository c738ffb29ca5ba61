"""The addresses under /account/. They come before allauth's addresses of the same names."""

from django.conf import settings
from django.urls import include, path, re_path

from ledger.circles.accounts import views

urlpatterns = [
    path("", views.overview, name="account"),
    path("login/", views.login, name="account_login"),
    path("login/cancel/", views.cancel_login, name="account_cancel_login"),
    path("logout/", views.logout, name="account_logout"),
    path("delete/", views.delete, name="account_delete"),
    path("signup/", views.signup, name="account_signup"),
    path("signup/passkey/", views.signup_by_passkey, name="account_signup_by_passkey"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"),
    path("email/", views.email, name="account_email"),
    path("2fa/authenticate/", views.second_step, name="mfa_authenticate"),
    path("2fa/webauthn/add/", views.add_passkey, name="mfa_add_webauthn"),
    path("2fa/webauthn/login/", views.login_by_passkey, name="mfa_login_webauthn"),
    # allauth.urls would add its own addresses for providers.
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.urls")),
]

if settings.OIDC:
    from ledger.circles.accounts.oidc import views as oidc

    urlpatterns += [
        path("provider/", oidc.connection, name="account_provider"),
        path("provider/login/", oidc.login, name="account_provider_login"),
        path("provider/callback/", oidc.callback, name="account_provider_callback"),
    ]
