"""Install what the project needs: `python3 -m scripts.prepare prod` to serve, `dev` to work, `test` to run the tests,
`image` to test the container image.

Each step first checks whether it is done, so a second run takes no time.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from scripts.chromium import find_chromium
from scripts.data_folder import ROOT
from scripts.postgres import find_programs
from scripts.system import Need, advice, has_program, library, may_ask, program, provide

VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
MADE_BY_US = "-m venv --clear "  # in the command that pyvenv.cfg names
STAMP = VENV / "installed"  # names the list that is installed, and the packages that pip made of it
GIVEN_UP = VENV / "given_up"  # packages of the system that could not be installed: they are not tried at each start
VENV_CHECK = "import pip, sys; sys.exit(sys.version_info < (3, 11))"

# The libraries that WeasyPrint loads when it makes a PDF.
PDF = [
    library("libpango-1.0.so.0", "libpango-1.0-0", dnf="pango", brew="pango"),
    library("libpangoft2-1.0.so.0", "libpangoft2-1.0-0", dnf="pango", brew="pango"),
    library("libharfbuzz-subset.so.0", "libharfbuzz-subset0", dnf="harfbuzz", brew="harfbuzz"),
]
TEXTS = [program("gettext", "message catalogues", "xgettext", "msgmerge")]
CHROMIUM = Need(
    "chromium-headless-shell",
    "browser tests",
    lambda: find_chromium() is not None,
    dnf="chromium",
    brew="google-chrome",
    others=("chromium", "chromium-browser"),
)
TESTS = [
    CHROMIUM,
    program("poppler-utils", "tests that read PDF sheets", "pdftotext", brew="poppler"),
    program("curl", "the walk through the API in its docs", "curl"),
    program("jq", "the walk through the API in its docs", "jq"),
    program("git", "the operator's handbook", "git"),
    program("openssl", "the operator's handbook", "openssl"),
    program("systemd", "the units of the operator's handbook", "systemd-analyze", brew=""),
]
# These packages start services when they are installed.
CI_ONLY = [
    program("caddy", "the operator's handbook", "caddy"),
    Need(
        "nginx-light",
        "the operator's handbook",
        lambda: has_program("nginx") or Path("/usr/sbin/nginx").exists(),
        dnf="nginx",
        brew="nginx",
    ),
    Need(
        "postgresql",
        "tests on PostgreSQL",
        lambda: find_programs() is not None,
        dnf="postgresql-server",
    ),
]

IMAGE = [
    program("buildah", "building the container image", "buildah", brew=""),
    program("debootstrap", "the base of the container image", "debootstrap", brew=""),
    program("caddy", "the test of https", "caddy"),
    program("docker-compose", "the test of the compose files", "docker-compose"),
]


def check_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (an older Python runs this too)
        sys.exit(
            f"Khata needs Python 3.11 or newer, and this is {sys.version.split()[0]}. "
            "If a newer one is installed, name it: make run PYTHON=python3.12"
        )


def venv_works() -> bool:
    return VENV_PYTHON.exists() and subprocess.run([VENV_PYTHON, "-c", VENV_CHECK], capture_output=True).returncode == 0


def venv_needs() -> list[Need]:
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    can_make = Need(package, "making .venv", lambda: importlib.util.find_spec("ensurepip") is not None, dnf="", brew="")
    return [] if venv_works() else [can_make]


def ensure_venv() -> None:
    if venv_works():
        return
    about = VENV / "pyvenv.cfg"
    made_by = about.read_text() if about.exists() else ""
    if (VENV.exists() or VENV.is_symlink()) and MADE_BY_US not in made_by:
        ask_to_replace_venv("uv" if "\nuv = " in made_by else "somebody else")
    print("Making .venv", flush=True)
    if VENV.is_symlink():
        VENV.unlink()
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)


def ask_to_replace_venv(maker: str) -> None:
    """End the program, unless a person at the terminal says that this .venv, which `make` did not make, may go."""
    sentence = f"{VENV} was made by {maker}, and Khata cannot use it: it lacks pip, or a Python from 3.11 on."
    if not may_ask():
        sys.exit(f"{sentence} Move it away, then start again.")
    if input(f"{sentence} Delete it and make another one? [y/N] ").strip().lower() not in ("y", "yes"):
        sys.exit("It stays as it is. Move it away, then start again.")


def lock_file(requirements: str) -> Path:
    return ROOT / "requirements" / f"{requirements}.txt"


def stamp_of(requirements: str) -> str:
    """The stamp's first line: which list is installed, with the hash of the list."""
    return f"{requirements} {hashlib.sha256(lock_file(requirements).read_bytes()).hexdigest()}"


def packages_in_venv() -> list[str]:
    return sorted(folder.name for folder in VENV.glob("lib/python*/site-packages/*.dist-info"))


def is_installed(requirements: str) -> bool:
    """Return whether the list was installed, and nobody has removed a package since, as `uv sync` does."""
    stamp, *packages = (STAMP.read_text() if STAMP.exists() else "").splitlines() or [""]
    # dev holds all that prod does
    is_right = stamp in (stamp_of(requirements), stamp_of("dev"))
    return is_right and bool(packages) and {*packages} <= {*packages_in_venv()}


def pip_command(python: Path, requirements: str) -> list[str]:
    """The command that installs exactly the packages of the list."""
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    return [*pip, "--require-hashes", "--only-binary", ":all:", "--requirement", str(lock_file(requirements))]


def ensure_packages(requirements: str) -> None:
    if is_installed(requirements):
        return
    print(f"Installing the packages of requirements/{requirements}.txt", flush=True)
    STAMP.write_text("")
    installed_now = subprocess.run(pip_command(VENV_PYTHON, requirements), capture_output=True, text=True)
    if installed_now.returncode:
        print(installed_now.stderr, file=sys.stderr)
        sys.exit("The packages could not be installed; the lines above say why. Is this machine online?")
    STAMP.write_text("\n".join([stamp_of(requirements), *packages_in_venv()]) + "\n")


def system_needs(purpose: str) -> list[Need]:
    needs = list(PDF)
    if purpose != "prod":
        needs += TEXTS
    if purpose == "test":
        needs += TESTS
    if purpose == "test" and os.environ.get("CI") == "true":
        needs += CI_ONLY
    if purpose == "image" and os.environ.get("CI") == "true":
        needs += IMAGE
    return needs


def main(purpose: str) -> None:
    check_python()
    # If packages are missing, one sentence names all of them, before .venv is made.
    given_up = GIVEN_UP.read_text().split() if GIVEN_UP.exists() and os.environ.get("CI") != "true" else []
    to_make_venv = venv_needs()
    missing = provide([*to_make_venv, *system_needs(purpose)], given_up)
    if missing:
        print(advice(missing), file=sys.stderr)
    if any(need in missing for need in to_make_venv):
        sys.exit(1)
    ensure_venv()
    # Any other missing program costs one feature or some tests.
    if missing:
        GIVEN_UP.write_text("\n".join(sorted({*given_up, *(need.package for need in missing)})) + "\n")
    ensure_packages("prod" if purpose == "prod" else "dev")


if __name__ == "__main__":
    main(sys.argv[1])
