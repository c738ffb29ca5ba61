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

from scripts.debian import Need, advice, has_program, library, program, provide

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"

# The libraries that WeasyPrint loads when it makes a PDF.
PDF = [
    library("libpango-1.0.so.0", "libpango-1.0-0"),
    library("libpangoft2-1.0.so.0", "libpangoft2-1.0-0"),
    library("libharfbuzz-subset.so.0", "libharfbuzz-subset0"),
]
TEXTS = [program("gettext", "message catalogues", "xgettext", "msgmerge")]
TESTS = [
    program("chromium-headless-shell", "quick browser tests", "chromium-headless-shell"),
    program("poppler-utils", "tests that read PDF sheets", "pdftotext"),
    program("curl", "the walk through the API in its docs", "curl"),
    program("jq", "the walk through the API in its docs", "jq"),
    program("git", "the operator's handbook", "git"),
    program("openssl", "the operator's handbook", "openssl"),
    program("systemd", "the units of the operator's handbook", "systemd-analyze"),
]
# These packages start services when they are installed.
CI_ONLY = [
    program("caddy", "the operator's handbook", "caddy"),
    Need("nginx-light", "the operator's handbook", lambda: has_program("nginx") or Path("/usr/sbin/nginx").exists()),
    Need("postgresql", "tests on PostgreSQL", lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
]

IMAGE = [
    program("buildah", "building the container image", "buildah"),
    program("debootstrap", "the base of the container image", "debootstrap"),
    program("caddy", "the test of https", "caddy"),
    program("docker-compose", "the test of the compose files", "docker-compose"),
]


def check_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (an older Python runs this too)
        sys.exit(
            f"Khata needs Python 3.11 or newer, and this is {sys.version.split()[0]}. "
            "If a newer one is installed, name it: make run PYTHON=python3.12"
        )


def ensure_venv() -> None:
    if VENV_PYTHON.exists() and subprocess.run([VENV_PYTHON, "-c", "import pip"], capture_output=True).returncode == 0:
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    ensurepip = Need(package, "making .venv", lambda: importlib.util.find_spec("ensurepip") is not None)
    if missing := provide([ensurepip]):
        sys.exit(advice(missing))
    print("Making .venv", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)


def lock_file(requirements: str) -> Path:
    return ROOT / "requirements" / f"{requirements}.txt"


def wanted(requirements: str) -> str:
    """The stamp's content: which list is installed, with the hash of the list."""
    return f"{requirements} {hashlib.sha256(lock_file(requirements).read_bytes()).hexdigest()}"


def ensure_packages(requirements: str) -> None:
    installed = STAMP.read_text() if STAMP.exists() else ""
    if installed in (wanted(requirements), wanted("dev")):  # dev holds all that prod does
        return
    print(f"Installing the packages of requirements/{requirements}.txt", flush=True)
    STAMP.unlink(missing_ok=True)
    pip = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    exact = ["--require-hashes", "--only-binary", ":all:", "--requirement", str(lock_file(requirements))]
    installed_now = subprocess.run([*pip, *exact], capture_output=True, text=True)
    if installed_now.returncode:
        print(installed_now.stderr, file=sys.stderr)
        sys.exit("The packages could not be installed; the lines above say why. Is this machine online?")
    STAMP.write_text(wanted(requirements))


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
    ensure_venv()
    ensure_packages("prod" if purpose == "prod" else "dev")
    # A missing program costs one feature or some tests: name it and go on.
    if missing := provide(system_needs(purpose)):
        print(advice(missing), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
