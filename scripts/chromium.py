"""The browser of the tests and the screenshots: Chromium under any of its names, also as a snap or as Google Chrome."""

from __future__ import annotations

import os
import shutil
import subprocess

# The headless shell draws no window frames, menus or tabs: a page opens in a third of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ON_MACOS = tuple(f"/Applications/{name}.app/Contents/MacOS/{name}" for name in ("Chromium", "Google Chrome"))
ANSWERS_WITHIN = 60  # seconds: a snap unpacks itself at its first start


def find_chromium() -> str | None:
    """Return the path of the first browser that runs. `CHROMIUM=/some/path` in the environment names another."""
    if named := os.environ.get("CHROMIUM"):
        return named
    return next((path for name in (*NAMES, *ON_MACOS) if (path := shutil.which(name)) and runs(path)), None)


def runs(path: str) -> bool:
    """Return whether it is a browser. Ubuntu's /usr/bin/chromium-browser may only say that a snap is missing."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=ANSWERS_WITHIN).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
