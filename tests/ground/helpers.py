"""Run the project's programs in a new process with a clean environment."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ("LEDGER_", "DJANGO_", "DATABASE_URL", "EMAIL_URL", "PORT", "BIND")
TESTS = ("CI", "PYTEST", "MAKE", "THOROUGH", "CHROMIUM")
OURS = SITE + TESTS


def clean_environment(**settings: str) -> dict[str, str]:
    """The environment without the variables of Khata and pytest, plus `settings`."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)} | settings


def run_python(*arguments: str, cwd: Path = ROOT, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=cwd, env=clean_environment(**settings), capture_output=True, text=True, timeout=1800
    )
