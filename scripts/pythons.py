"""`make test-pythons`: run the tests with newer versions of Python, and name those that are not on this machine.

Each version gets an environment of its own in .venv/pythons/. Tests in a browser and thorough ones are left out.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.prepare import VENV, pip_command, stamp_of

VERSIONS = ("3.12", "3.13")
# Where programs that bring Python versions put them, when they are not in PATH.
PLACES = (
    ".pyenv/versions/{version}.*/bin",
    ".local/share/uv/python/cpython-{version}.*/bin",
)
HOMEBREW = ("/opt/homebrew/opt/python@{version}/bin", "/usr/local/opt/python@{version}/bin")
CHOSEN = ("-m", "not thorough and not image and not browser", "-p", "no:cacheprovider")


def candidates(version: str) -> Iterator[Path]:
    name = f"python{version}"
    if found := shutil.which(name):
        yield Path(found)
    for pattern in PLACES:
        yield from (folder / name for folder in sorted(Path.home().glob(pattern.format(version=version)), reverse=True))
    yield from (Path(pattern.format(version=version), name) for pattern in HOMEBREW)


def find_python(version: str) -> Path | None:
    """Return the first program that runs as this version. Some programs of pyenv only print which versions it has."""
    code = "import sys, ensurepip; print('%d.%d' % sys.version_info[:2])"
    for path in candidates(version):
        if path.exists():
            ran = subprocess.run([path, "-c", code], capture_output=True, text=True)
            if ran.returncode == 0 and ran.stdout.strip() == version:
                return path
    return None


def environment_for(version: str, python: Path) -> Path:
    """Return the Python of an environment with all that development needs."""
    folder = VENV / "pythons" / version
    stamp, own = folder / "installed", folder / "bin" / "python"
    if not (stamp.exists() and stamp.read_text() == stamp_of("dev")):
        print(f"Installing the packages of requirements/dev.txt for Python {version}", flush=True)
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        subprocess.run(pip_command(own, "dev"), check=True)
        stamp.write_text(stamp_of("dev"))
    return own


def main(arguments: list[str]) -> None:
    failed = []
    for version in VERSIONS:
        python = find_python(version)
        if not python:
            print(f"Python {version} is not on this machine: nothing is tested with it.", flush=True)
            continue
        own = environment_for(version, python)
        print(f"The tests with Python {version} ({python})", flush=True)
        processes = ["--numprocesses", str(os.cpu_count() or 2), "--dist", "worksteal"]
        if subprocess.run([own, "-m", "pytest", *processes, *CHOSEN, *arguments]).returncode:
            failed.append(version)
    if failed:
        sys.exit(f"Tests failed with Python {' and '.join(failed)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
