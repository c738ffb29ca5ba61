"""Find missing programs and libraries of Debian and Ubuntu, and install them if possible."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True)
class Need:
    """A program or library, the package that brings it, and a check that it is installed."""

    package: str
    reason: str
    is_here: Callable[[], bool]


def has_library(soname: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def has_program(*names: str) -> bool:
    return any(shutil.which(name) for name in names)


def library(soname: str, package: str) -> Need:
    return Need(package, "PDF sheets", partial(has_library, soname))


def program(package: str, reason: str, *names: str) -> Need:
    return Need(package, reason, partial(has_program, *names))


def may_install() -> list[str] | None:
    """What to write before `apt-get`, or None if this user may not install anything."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def apt_install(prefix: list[str], packages: list[str]) -> bool:
    """Install the packages. If that fails, update the package lists and try once more."""
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    install = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    if subprocess.run(install, capture_output=True).returncode == 0:
        return True
    subprocess.run([*apt, "update"], stdout=sys.stderr)
    return subprocess.run(install, stdout=sys.stderr).returncode == 0


def provide(needs: Iterable[Need]) -> list[Need]:
    """Install what is missing, if this user may; return what is still missing."""
    missing = [need for need in needs if not need.is_here()]
    packages = sorted({need.package for need in missing})
    prefix = may_install() if missing else None
    if prefix is not None:
        print(f"Installing with apt: {' '.join(packages)}", flush=True)
        if not apt_install(prefix, packages):
            for package in packages:  # one unknown package does not stop the others
                apt_install(prefix, [package])
    return [need for need in missing if not need.is_here()]


def advice(missing: list[Need]) -> str:
    """One line that says what to install and what it is for."""
    packages = " ".join(sorted({need.package for need in missing}))
    reasons = ", ".join(sorted({need.reason for need in missing}))
    return f"Missing for {reasons}: ask the administrator of this machine for `sudo apt-get install {packages}`."
