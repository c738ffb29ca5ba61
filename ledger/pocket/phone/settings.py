"""Settings of the site in a phone without signal: one person, some series, no secrets.

The site's own settings (language, time zone, limits) come with the bundle: `ledger.pocket.rows.site_settings`.
"""

import json
import os
from pathlib import Path
from typing import Any

BASE_DIR = Path(__file__).resolve().parents[3]
POCKET_DIR = Path(os.environ["POCKET_DIR"])

globals().update(json.loads((POCKET_DIR / "site.json").read_text()))

SECRET_KEY = "there is nothing to protect from the owner of the phone"  # noqa: S105
DEBUG = TLS = False
SIGNUP = "closed"
SENDS_MAIL = False
OIDC = None
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "ledger.pocket.phone.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "ledger.verdicts",
    "ledger.books",
    "ledger.circles",
    "ledger.face",
    "ledger.following",
    "ledger.money",
    "ledger.series",
    "ledger.standings",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
]
MIDDLEWARE = [
    "ledger.lib.site_header.SiteHeaderMiddleware",
    "ledger.pocket.phone.middleware.OnePersonMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # The loaders that the app config of template_partials sets, which cannot be used: it imports the admin.
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "django.template.loaders.filesystem.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
            "libraries": {"partials": "template_partials.templatetags.partials"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ledger.face.theme.theme",
                "ledger.circles.accounts.signup.offers",
                "ledger.pocket.phone.views.in_phone",
            ],
        },
    },
]
FORM_RENDERER = "ledger.face.forms.FormRenderer"

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": POCKET_DIR / "pocket.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            # This is safe, because the page stores a copy of the whole file after each change.
            "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;",
        },
    }
}
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "memory", "pages")
}
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

AUTH_USER_MODEL = "circles.User"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
# The phone answers only below this address: see static/js/pocket/sw.js.
FORCE_SCRIPT_NAME = "/pocket"
STATIC_URL = "/pocket/static/"
STATIC_ROOT = POCKET_DIR / "static"

DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
LOGGING_CONFIG = None
