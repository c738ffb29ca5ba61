"""The environment of the programs that scripts and tests start."""

import os

OF_THE_SITE = ("LEDGER_", "DJANGO_", "DATABASE_URL", "EMAIL_URL", "PORT", "BIND")


def clean_environment(*others: str) -> dict[str, str]:
    """Leave out the variables of the site that runs here, and those that begin with one of `others`."""
    left_out = OF_THE_SITE + others
    return {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
