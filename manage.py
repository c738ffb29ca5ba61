#!/usr/bin/env python
"""Django's command line for the ledger."""

import os
import secrets
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.umask(0o077)  # databases, keys and backups are for their owner alone
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    if sys.argv[1:2] in (["restore"], ["new_secret_key"]):
        # The key is still in the backup, or is to be made, and no page is served meanwhile.
        os.environ.setdefault("LEDGER_SECRET_KEY", secrets.token_urlsafe(64))
        os.environ.setdefault("LEDGER_ALLOWED_HOSTS", "localhost")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # a setting: the sentence says which
        sys.exit(str(error))
