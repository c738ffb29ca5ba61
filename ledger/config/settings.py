"""All settings, read from the environment: docs/operate/limits.md lists them with their defaults.

Production is the default; `LEDGER_DEBUG=1` is for development.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env

from ledger.api.description import SPECTACULAR_SETTINGS  # noqa: F401  (drf-spectacular reads it here)
from ledger.circles.accounts.provider_settings import ALLAUTH_APPS, ALLAUTH_SETTINGS, read_provider
from ledger.config.database import read_database_url
from ledger.config.reading import (
    keys_by_name,
    log_level,
    mail_address,
    one_of,
    rate,
    time_zone,
    whole_number,
    yes_or_no,
)
from ledger.lib import languages

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = env.path("LEDGER_DATA_DIR", BASE_DIR / "var")
DEBUG = yes_or_no("LEDGER_DEBUG")
TLS = yes_or_no("LEDGER_TLS")
HSTS = one_of("LEDGER_HSTS", "host", "subdomains", "preload")
PROXIES = whole_number("LEDGER_PROXIES", 0, most=9)
# At least two: while one works on a slow request, another shows that the process does not hang.
THREADS = whole_number("LEDGER_THREADS", min(8, 2 * (os.cpu_count() or 1) + 1), least=2, most=64)


def from_environment_or_file(variable: str, file_name: str) -> str:
    """Return the value of an environment variable, or else the content of a file that `make run` makes."""
    file = DATA_DIR / file_name
    return env.str(variable, "") or (file.read_text().strip() if file.is_file() else "")


SECRET_KEY = from_environment_or_file("LEDGER_SECRET_KEY", "secret_key")
# Earlier secret keys, with commas between them. What they signed stays valid. New signatures are made with SECRET_KEY.
SECRET_KEY_FALLBACKS: list[str] = env.list("LEDGER_SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = from_environment_or_file("LEDGER_ALLOWED_HOSTS", "allowed_hosts").replace(",", " ").split()
if DEBUG:
    SECRET_KEY = SECRET_KEY or "django-insecure-development-only"
    ALLOWED_HOSTS = ["*"]
# Signs sheets and files. Without it, the file `signing_key` in the data folder is used: see ledger/signing/keys.py.
SIGNING_KEY = env.str("LEDGER_SIGNING_KEY", "")
SIGNING_KEYS_OLD: list[str] = env.list("LEDGER_SIGNING_KEYS_OLD", [])  # public keys
TRUSTED_KEYS: dict[str, str] = keys_by_name("LEDGER_TRUSTED_KEYS")  # public keys of other sites, by name
if not SECRET_KEY:
    raise ImproperlyConfigured("No secret key: set LEDGER_SECRET_KEY, or start with `make run`, which makes one.")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "No allowed hosts: set LEDGER_ALLOWED_HOSTS, or start with `make run`, which finds this machine's names."
    )

ADDRESS = env.str("LEDGER_ADDRESS", "").rstrip("/")
if ADDRESS and not ADDRESS.startswith(("http://", "https://")):
    raise ImproperlyConfigured("LEDGER_ADDRESS begins with http:// or https://, such as https://scores.example.org")

SIGNUP = one_of("LEDGER_SIGNUP", "open", "invited", "closed")

# --- Apps, middleware and templates ----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "ledger.api",
    "ledger.books",
    "ledger.signing",
    "ledger.circles",
    "ledger.face",
    "ledger.money",
    "ledger.operations",
    "ledger.series",
    "ledger.verdicts",
    "ledger.standings",
    "ledger.following",
    "ledger.sheets",
    "ledger.transfer",
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "drf_spectacular",
    "rest_framework",
    "template_partials",
]

MIDDLEWARE = [
    "ledger.config.logging.RequestLogMiddleware",
    "ledger.lib.site_header.SiteHeaderMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ledger.config.private_pages.PrivatePagesMiddleware",
    "ledger.operations.tidy.TidyMiddleware",
    "ledger.config.failover.FailoverMiddleware",
    "ledger.live.middleware.NothingNewMiddleware",
    "csp.middleware.CSPMiddleware",
    "ledger.config.permissions_policy.PermissionsPolicyMiddleware",
    "ledger.lib.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "ledger.config.site_time_zone.SiteTimeZoneMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "ledger.circles.accounts.middleware.AccountPagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "ledger.config.urls"
WSGI_APPLICATION = "ledger.config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ledger.face.theme.theme",
                "ledger.circles.accounts.signup.offers",
            ],
        },
    },
]

FORM_RENDERER = "ledger.face.forms.FormRenderer"

# --- Database and caches ---------------------------------------------------------------------------------------------

OWN_DATABASE = f"sqlite:///{quote(str(DATA_DIR / 'ledger.sqlite3'))}"
DATABASES = {"default": read_database_url(env.str("DATABASE_URL", OWN_DATABASE))}
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Every pragma is explained in docs/decisions/0003-serving.md. Foreign keys are switched on by Django itself.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,  # seconds that a writer waits for the lock; then the answer is 503
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }

# The default cache has the counters of most limits, so all processes must share it: docs/decisions/0003-serving.md.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "django_cache"},
    # Each process has its own counters, such as those of the API's callers and of wrong links to a series.
    "memory": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Pages and parts of pages. Their keys have everything that a page depends on: docs/decisions/0110-speed.md.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

if DEBUG:  # a change of a template shows at once
    CACHES["pages"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}

# --- The API ---------------------------------------------------------------------------------------------------------

API_RATE = rate("LEDGER_API_RATE", "600/min")  # for each caller; empty: no limit
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "ledger.api.auth.BearerAuthentication",
        "ledger.api.auth.CsrfSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated", "ledger.api.auth.TokenMayWrite"],
    "DEFAULT_THROTTLE_CLASSES": ["ledger.api.auth.CallerThrottle"],
    "DEFAULT_PARSER_CLASSES": ["ledger.api.formats.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": [
        "ledger.api.formats.SchemaRenderer",
        "ledger.api.formats.ProblemRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",  # the page for browsers: templates/rest_framework/api.html
    ],
    "DEFAULT_SCHEMA_CLASS": "ledger.api.openapi.ApiSchema",
    "EXCEPTION_HANDLER": "ledger.api.problems.exception_handler",
    "NUM_PROXIES": PROXIES,
}

# --- Users and sign-in -----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "circles.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

SENDS_MAIL = bool(mail_address("EMAIL_URL"))
globals().update(env.dj_email_url("EMAIL_URL", "dummymail:"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("LEDGER_MAIL_FROM", "khata@localhost")

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "ledger.circles.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USER_DISPLAY = str
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", *(["email"] if SENDS_MAIL else [])]
ACCOUNT_EMAIL_VERIFICATION = "optional" if SENDS_MAIL else "none"
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "ledger.circles.services.passwords.ResetTokens"  # noqa: S105 (a path)
PASSWORD_RESET_TIMEOUT = 3600
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
ACCOUNT_FORMS = {
    "login": "ledger.circles.accounts.forms.LoginForm",
    "signup": "ledger.circles.accounts.forms.SignupForm",
    "add_email": "ledger.circles.accounts.forms.AddEmailForm",
    "change_password": "ledger.circles.accounts.forms.ChangePasswordForm",
    "set_password": "ledger.circles.accounts.forms.SetPasswordForm",
    "reset_password": "ledger.circles.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "ledger.circles.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "ledger.circles.accounts.forms.ReauthenticateForm",
}
# These limits are for an hour, and allauth's own for a minute, because a whole table often shares one address.
ACCOUNT_RATE_LIMITS = {
    "signup": "600/h/ip",  # empty forms count too
    # ledger/circles/accounts/limits.py counts wrong passwords. allauth would also count by user name alone, which would
    # lock the account's owner out.
    "login_failed": "600/h/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES

MFA_ADAPTER = "ledger.circles.accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "authenticate": "ledger.circles.accounts.forms.AuthenticateForm",
    "reauthenticate": "ledger.circles.accounts.forms.ReauthenticateByCodeForm",
    "add_webauthn": "ledger.circles.accounts.forms.AddPasskeyForm",
    "edit_webauthn": "ledger.circles.accounts.forms.EditPasskeyForm",
}

OIDC = read_provider(
    issuer=env.str("LEDGER_OIDC_ISSUER", ""),
    client=env.str("LEDGER_OIDC_CLIENT", ""),
    secret=env.str("LEDGER_OIDC_SECRET", ""),
    name=env.str("LEDGER_OIDC_NAME", ""),
)
if OIDC:
    INSTALLED_APPS += ALLAUTH_APPS
    globals().update(ALLAUTH_SETTINGS)

SESSION_ENGINE = "ledger.circles.accounts.sessions"
# A guest is remembered by the session alone, so a session lasts for a year.
SESSION_COOKIE_AGE = 365 * 24 * 3600
ACCOUNT_SESSION_REMEMBER = True

# --- Limits, which the services check --------------------------------------------------------------------------------

MOST_HANDS = whole_number("LEDGER_MOST_HANDS", 500)
MOST_CHANGES = whole_number("LEDGER_MOST_CHANGES", 5_000)
MOST_SERIES = whole_number("LEDGER_MOST_SERIES", 20_000)
MOST_PLAYERS = whole_number("LEDGER_MOST_PLAYERS", 500)
MOST_CIRCLES = whole_number("LEDGER_MOST_CIRCLES", 2_000)
MOST_DRAFTS = whole_number("LEDGER_MOST_DRAFTS", 200)
MOST_LINKS = whole_number("LEDGER_MOST_LINKS", 500)
MOST_SERIES_LINKS = whole_number("LEDGER_MOST_SERIES_LINKS", 50)
MOST_TOKENS = whole_number("LEDGER_MOST_TOKENS", 100)

# --- Language, time and numbers --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = languages.CHOICES
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "ledger.lib.formats"
TIME_ZONE = time_zone("LEDGER_TIME_ZONE", "Asia/Kathmandu")

# --- Static files ----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "ledger.face.static_files.StaticFilesStorage"
    },
}

# --- Security --------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_COOKIE_HTTPONLY = True

SECURE_SSL_REDIRECT = TLS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SESSION_COOKIE_SECURE = TLS
CSRF_COOKIE_SECURE = TLS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = TLS and HSTS != "host"
SECURE_HSTS_PRELOAD = TLS and HSTS == "preload"
# These two warnings ask for subdomains and preload. Both concern other sites under the same name: the operator decides.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

DATA_UPLOAD_MAX_MEMORY_SIZE = whole_number("LEDGER_MAX_BODY", 256 * 1024, least=64 * 1024)
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_HANDLERS = [
    "ledger.transfer.views.SizeLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
MAX_IMPORT = whole_number("LEDGER_MAX_IMPORT", 64 * 1024 * 1024)
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# --- Logs ------------------------------------------------------------------------------------------------------------

LOG_FORM = one_of("LEDGER_LOG", "text", "json")

METRICS = env.str("LEDGER_METRICS", "")
if METRICS not in ("", "0", "1") and len(METRICS) < 16:  # noqa: PLR2004
    raise ImproperlyConfigured("LEDGER_METRICS is 1, or a token of 16 characters or more.")
METRICS = METRICS if METRICS != "0" else ""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "ledger.config.logging.LogFormatter", "as_json": LOG_FORM == "json"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "reason": {"class": "ledger.config.logging.ReasonHandler"},
    },
    "root": {"handlers": ["stderr"], "level": log_level("LEDGER_LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would log secrets.
        "django": {"handlers": [], "propagate": True},
        # RequestLogMiddleware writes one line for each request, so these loggers write none.
        "django.request": {"level": "CRITICAL"},
        "django.server": {"handlers": [], "propagate": True, "level": "CRITICAL"},
        "django.security": {"handlers": ["reason"], "propagate": False},
        # These two loggers report every step of making a PDF, and every letter that no font has.
        "weasyprint": {"level": "ERROR"},
        "fontTools": {"level": "WARNING"},
    },
}
