#!/usr/bin/env python
"""Django's command line for the ledger."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.umask(0o077)  # databases, keys and backups are for their owner alone
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    if sys.argv[1:2] == ["restore"]:
        # On a new machine the key is still in the backup, and no page is served meanwhile.
        os.environ.setdefault("LEDGER_SECRET_KEY", secrets.token_urlsafe(64))
        os.environ.setdefault("LEDGER_ALLOWED_HOSTS", "localhost")
    execute_from_command_line(sys.argv)
