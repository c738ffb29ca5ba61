"""Find missing programs and libraries, and install them with the system's own packages: by apt, dnf or brew."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

BREW_LIBRARIES = (Path("/opt/homebrew/lib"), Path("/usr/local/lib"))


@dataclass(frozen=True)
class Manager:
    """A program that installs packages. `knows` fails for an unknown package; `refresh` reads the lists anew."""

    name: str
    program: str
    install: tuple[str, ...]
    knows: tuple[str, ...]
    refresh: tuple[str, ...]
    as_root: bool = True


MANAGERS = (
    Manager(
        "apt",
        "apt-get",
        ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "install", "--yes", "--no-install-recommends"),
        ("apt-get", "-qq", "--simulate", "install"),
        ("apt-get", "-qq", "update"),
    ),
    Manager(
        "dnf",
        "dnf",
        ("dnf", "--quiet", "--assumeyes", "install"),
        ("dnf", "--quiet", "info"),
        ("dnf", "--quiet", "makecache"),
    ),
    Manager(
        "brew",
        "brew",
        ("env", "HOMEBREW_NO_AUTO_UPDATE=1", "HOMEBREW_NO_INSTALL_UPGRADE=1", "brew", "install", "--quiet"),
        ("brew", "info"),
        ("brew", "update", "--quiet"),
        as_root=False,
    ),
)


@dataclass(frozen=True)
class Need:
    """A program or library, Debian's package that brings it, and a check that it is installed.

    `dnf` and `brew` are the names of the package there, if they differ from Debian's. "" means that there is no such
    package, and that nothing is missing without it. `others` are its names on older or newer systems with apt.
    """

    package: str
    reason: str
    is_here: Callable[[], bool]
    dnf: str | None = None
    brew: str | None = None
    others: tuple[str, ...] = ()

    def names(self, manager: Manager | None) -> tuple[str, ...]:
        own = {"dnf": self.dnf, "brew": self.brew}.get(manager.name if manager else "apt")
        if own is None:
            return (self.package, *self.others)
        return (own,) if own else ()


def has_library(soname: str) -> bool:
    """Return whether the library can be loaded, or is one of Homebrew's: libpango-1.0.so.0 is libpango-1.0.dylib."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return any((folder / f"{soname.partition('.so')[0]}.dylib").exists() for folder in BREW_LIBRARIES)
    return True


def has_program(*names: str) -> bool:
    return any(shutil.which(name) for name in names)


def library(soname: str, package: str, *, dnf: str, brew: str) -> Need:
    return Need(package, "PDF sheets", partial(has_library, soname), dnf, brew)


def program(package: str, reason: str, *names: str, brew: str | None = None) -> Need:
    return Need(package, reason, partial(has_program, *names), brew=brew)


def find_manager() -> Manager | None:
    return next((manager for manager in MANAGERS if shutil.which(manager.program)), None)


def may_ask() -> bool:
    """Return whether a person sits at a terminal, who can answer a question."""
    return sys.stdin.isatty() and os.environ.get("CI") != "true"


def install_prefix(manager: Manager, packages: list[str]) -> list[str] | None:
    """What to write before the manager's command, or None if this user may not install anything."""
    is_root = os.geteuid() == 0
    if is_root or not manager.as_root:
        return [] if is_root == manager.as_root else None  # brew refuses to work for root
    if not shutil.which("sudo"):
        return None
    if subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    if may_ask():
        print(f"To install with {manager.name}: {' '.join(packages)}. sudo asks for your password.", flush=True)
        if subprocess.run(["sudo", "-v"]).returncode == 0:
            return ["sudo"]
    return None


def install(manager: Manager, prefix: list[str], packages: list[str], *, quietly: bool = False) -> bool:
    ran = subprocess.run([*prefix, *manager.install, *packages], capture_output=True, text=True)
    if ran.returncode and not quietly:
        print(ran.stdout + ran.stderr, end="", file=sys.stderr)
    return ran.returncode == 0


def install_all(manager: Manager, prefix: list[str], needs: list[Need]) -> None:
    """Install the packages. If that fails, read the system's lists of packages anew and try once more."""
    packages = sorted({package_of(need, manager) for need in needs})
    print(f"Installing with {manager.name}: {' '.join(packages)}", flush=True)
    if install(manager, prefix, packages, quietly=True):
        return
    subprocess.run([*prefix, *manager.refresh], stdout=sys.stderr)
    packages = sorted({package_of(need, manager) for need in needs})
    if not install(manager, prefix, packages) and len(packages) > 1:
        for package in packages:  # one unknown package does not stop the others
            install(manager, prefix, [package])


def package_of(need: Need, manager: Manager | None) -> str:
    """Return the first name of the package that the manager knows. If it knows none, return the first name."""
    names = need.names(manager)
    if manager and len(names) > 1:
        for name in names:
            if subprocess.run([*manager.knows, name], capture_output=True).returncode == 0:
                return name
    return names[0]


def provide(needs: Iterable[Need], given_up: Collection[str] = ()) -> list[Need]:
    """Install what is missing, if this user may, without the packages `given_up`. Return what is still missing."""
    manager = find_manager()
    missing = [need for need in needs if need.names(manager) and not need.is_here()]
    to_install = [need for need in missing if need.package not in given_up]
    if manager and to_install:
        prefix = install_prefix(manager, [package_of(need, manager) for need in to_install])
        if prefix is not None:
            install_all(manager, prefix, to_install)
    return [need for need in missing if not need.is_here()]


def advice(missing: list[Need]) -> str:
    """Return one line that says what to install and for what, with this system's package manager."""
    manager = find_manager()
    packages = " ".join(sorted({package_of(need, manager) for need in missing}))
    reasons = ", ".join(sorted({need.reason for need in missing}))
    if not manager:
        return f"Missing for {reasons}: install what Debian calls {packages}, by whatever name this system has for it."
    if manager.as_root:
        typed = f"sudo {manager.program} install {packages}"
        return f"Missing for {reasons}: ask the administrator of this machine for `{typed}`."
    return f"Missing for {reasons}: install it with `{manager.program} install {packages}`."
