"""The production settings with a temporary data folder. The database is a file, so that locks are real."""

import os
import tempfile
from pathlib import Path

data_folder = tempfile.TemporaryDirectory(prefix="khata-tests-")
Path(data_folder.name, "static").mkdir()
os.environ["LEDGER_DATA_DIR"] = data_folder.name
os.environ["LEDGER_SECRET_KEY"] = "only-for-tests-" + "k" * 50
os.environ["LEDGER_ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"
# Signing in by a provider is on, so that its rows, addresses and templates are tested with all others.
os.environ["LEDGER_OIDC_ISSUER"] = "http://127.0.0.1:1"  # where nobody answers
os.environ["LEDGER_OIDC_CLIENT"] = "khata"
os.environ["LEDGER_OIDC_SECRET"] = "only-for-tests-" + "s" * 20
os.environ["LEDGER_OIDC_NAME"] = "Club Login"

from ledger.config.settings import *  # noqa: E402, F403
from ledger.config.settings import DATABASES, STORAGES  # noqa: E402

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": f"{data_folder.name}/tests.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
