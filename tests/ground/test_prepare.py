"""The first start on any machine: missing packages are named or installed, and the .venv of others is not replaced."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import chromium, prepare, pythons, system
from scripts.system import Need
from tests.ground.helpers import ROOT, clean_environment, run_python

FOR_SHEETS = {"libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"}
FOR_TESTS = ("chromium-headless-shell", "curl", "git", "jq", "openssl", "poppler-utils", "systemd")
Place = Callable[..., Path]


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Make programs that are the only ones in PATH. Each writes down how it was called, and then runs `does`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "env").symlink_to("/usr/bin/env")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("CI", "")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    def make(name: str, does: str = "exit 0") -> Path:
        file = folder / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/calls\n{does}\n')
        file.chmod(0o755)
        return tmp_path / "calls"

    return make


def calls(of: Path) -> list[str]:
    return of.read_text().splitlines() if of.exists() else []


def absent(package: str, reason: str, **names: str) -> Need:
    return Need(package, reason, lambda: False, **names)


PANGO = absent("libpango-1.0-0", "PDF sheets", dnf="pango", brew="pango")
POPPLER = absent("poppler-utils", "tests", brew="poppler")
UNITS = absent("systemd", "the units", brew="")
ASK = "ask the administrator of this machine for"
DEBIANS = "libpango-1.0-0 poppler-utils systemd"


@pytest.mark.parametrize(
    ("manager", "to_do"),
    [
        ("apt-get", f"{ASK} `sudo apt-get install libpango-1.0-0 poppler-utils systemd`."),
        ("dnf", f"{ASK} `sudo dnf install pango poppler-utils systemd`."),
        ("", f"install what Debian calls {DEBIANS}, by whatever name this system has for it."),
    ],
)
def test_all_missing_packages_are_named_in_the_words_of_the_system(programs, manager, to_do):
    if manager:
        programs(manager)
    here = Need("present", "nothing", lambda: True)
    said = system.advice(system.provide([PANGO, here, POPPLER, UNITS]))
    assert said == f"Missing for PDF sheets, tests, the units: {to_do}"


def test_homebrew_installs_without_sudo_and_never_for_root(programs, monkeypatch):
    called = programs("brew")
    missing = system.provide([PANGO, POPPLER, UNITS])
    assert calls(called)[0] == "brew install --quiet pango poppler"
    assert system.advice(missing) == "Missing for PDF sheets, tests: install it with `brew install pango poppler`."
    called.unlink()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert system.provide([PANGO, UNITS]) == [PANGO]
    assert calls(called) == []


def test_missing_packages_are_installed(programs, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    called = programs("apt-get", f"touch() {{ : > $1; }}; touch {tmp_path}/poppler")
    poppler = Need("poppler-utils", "tests", (tmp_path / "poppler").exists)
    assert system.provide([poppler]) == []
    assert calls(called) == ["apt-get -qq install --yes --no-install-recommends poppler-utils"]


def test_an_unknown_package_does_not_stop_the_others(programs, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    called = programs("apt-get", f"case $* in *chrome*) exit 100;; *gettext) : > {tmp_path}/gettext;; esac")
    gettext = Need("gettext", "texts", (tmp_path / "gettext").exists)
    assert [need.package for need in system.provide([absent("chrome", "browser tests"), gettext])] == ["chrome"]
    assert sum("-qq update" in call for call in calls(called)) == 1


SUDO = 'case $* in "-n true") exit 1;; -v) exit {code};; esac; exec "$@"'


@pytest.mark.parametrize(("code", "installed"), [(0, True), (1, False)])
def test_sudo_asks_at_a_terminal(programs, monkeypatch, code, installed):
    programs("apt-get")
    called = programs("sudo", SUDO.format(code=code))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    system.provide([POPPLER])
    assert ("sudo -v" in calls(called)) is True
    assert any(call.startswith("apt-get -qq install") for call in calls(called)) is installed


@pytest.mark.parametrize(("terminal", "ci"), [(False, ""), (True, "true")])
def test_sudo_asks_nobody_without_a_terminal_and_in_ci(programs, monkeypatch, terminal, ci):
    programs("apt-get")
    called = programs("sudo", SUDO.format(code=0))
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: terminal, raising=False)
    assert system.provide([POPPLER]) == [POPPLER]
    assert calls(called) == ["sudo -n true"]


def test_what_could_not_be_installed_is_not_tried_again(programs, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    called = programs("apt-get")
    assert system.provide([POPPLER], given_up=["poppler-utils"]) == [POPPLER]
    assert calls(called) == []


@pytest.mark.parametrize(
    ("purpose", "ci", "packages"),
    [
        ("prod", "true", set()),
        ("dev", "true", {"gettext"}),
        ("image", "", {"gettext"}),
        ("image", "true", {"gettext", "buildah", "debootstrap", "caddy", "docker-compose"}),
        ("test", "", {"gettext", *FOR_TESTS}),
        ("test", "true", {"gettext", *FOR_TESTS, "caddy", "nginx-light", "postgresql"}),
    ],
)
def test_each_purpose_requires_only_its_own_packages(monkeypatch, purpose, ci, packages):
    monkeypatch.setenv("CI", ci)
    assert {need.package for need in prepare.system_needs(purpose)} == packages | FOR_SHEETS


def test_a_library_of_homebrew_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(system, "BREW_LIBRARIES", (tmp_path,))
    assert not system.has_library("libnothing-1.0.so.0")
    (tmp_path / "libnothing-1.0.dylib").touch()
    assert system.has_library("libnothing-1.0.so.0")


# --- Chromium --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", chromium.NAMES)
def test_chromium_is_found_under_each_of_its_names(programs, monkeypatch, name):
    monkeypatch.delenv("CHROMIUM", raising=False)
    called = programs(name)
    programs("apt-get")
    assert Path(str(chromium.find_chromium())).name == name
    assert system.provide([prepare.CHROMIUM]) == []
    assert set(calls(called)) == {f"{name} --version"}


def test_a_browser_that_only_asks_for_its_snap_does_not_count(programs, monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    programs("chromium-browser", "echo requires the chromium snap to be installed; exit 1")
    assert chromium.find_chromium() is None
    programs("google-chrome")
    assert str(chromium.find_chromium()).endswith("/google-chrome")


def test_the_first_name_that_the_system_knows_is_installed(programs, monkeypatch):
    """As on Ubuntu, which has chromium-browser alone."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    called = programs("apt-get", 'case $* in *"chromium-browser") exit 0;; *chromium*) exit 100;; esac')
    missing = system.provide([prepare.CHROMIUM])
    tried = [call.rpartition(" ")[2] for call in calls(called) if "install --yes" in call]
    assert tried == ["chromium-browser"]
    assert system.advice(missing).endswith("`sudo apt-get install chromium-browser`.")


# --- .venv -----------------------------------------------------------------------------------------------------------


def test_an_old_python_is_refused_in_one_line():
    code = (
        "import sys; sys.version_info = (3, 9, 2, 'final', 0); sys.version = '3.9.2 (main)';"
        "from scripts.prepare import main; main('prod')"
    )
    refused = run_python("-c", code)
    assert refused.returncode == 1
    assert refused.stderr.startswith("Khata needs Python 3.11 or newer, and this is 3.9.2.")
    assert len(refused.stderr.splitlines()) == 1


@pytest.fixture
def venv(tmp_path, monkeypatch):
    """The path of a .venv that does not exist yet. The one of make_venv has a Python that only exits."""
    folder = tmp_path / ".venv"
    for name, path in {"VENV": "", "VENV_PYTHON": "bin/python", "STAMP": "installed", "GIVEN_UP": "given_up"}.items():
        monkeypatch.setattr(prepare, name, folder / path)
    monkeypatch.setenv("CI", "")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    return folder


def make_venv(folder: Path, maker: str, python: str = "exit 1") -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(f"home = /usr/bin\n{maker}\n")
    (folder / "bin" / "python").write_text(f"#!/bin/sh\n{python}\n")
    (folder / "bin" / "python").chmod(0o755)
    (folder / "precious").touch()
    return folder / "precious"


@pytest.mark.parametrize(
    ("maker", "name"), [("uv = 0.9.7", "uv"), ("command = /usr/bin/python3 -m venv .venv", "somebody else")]
)
def test_a_venv_of_others_is_not_replaced_without_asking(venv, maker, name):
    precious = make_venv(venv, maker)
    with pytest.raises(SystemExit) as refused:
        prepare.ensure_venv()
    assert str(refused.value) == (
        f"{venv} was made by {name}, and Khata cannot use it: it lacks pip, or a Python from 3.11 on. "
        "Move it away, then start again."
    )
    assert precious.exists()


@pytest.mark.parametrize(("answer", "stays"), [("", True), ("n", True), ("yes", False)])
def test_at_a_terminal_a_person_decides(venv, monkeypatch, answer, stays):
    precious = make_venv(venv, "uv = 0.9.7")
    monkeypatch.setattr(prepare, "may_ask", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    monkeypatch.setattr(subprocess, "run", replace_venv)
    if stays:
        with pytest.raises(SystemExit, match="It stays as it is"):
            prepare.ensure_venv()
    else:
        prepare.ensure_venv()
    assert precious.exists() is stays


def replace_venv(command: list[str], **_options: object) -> "subprocess.CompletedProcess[str]":
    """`python -m venv --clear`, but quicker."""
    if "venv" in command:
        (Path(command[-1]) / "precious").unlink()
    return subprocess.CompletedProcess(command, 1, "", "")


def test_a_broken_venv_of_make_is_replaced(venv, monkeypatch):
    precious = make_venv(venv, f"command = /usr/bin/python3 -m venv --clear {venv}")
    monkeypatch.setattr(subprocess, "run", replace_venv)
    prepare.ensure_venv()
    assert not precious.exists()


def test_a_venv_of_others_that_works_is_used(venv):
    precious = make_venv(venv, "command = /usr/bin/python3 -m venv .venv", "exit 0")
    prepare.ensure_venv()
    assert precious.exists()


def test_packages_that_were_removed_are_noticed(venv):
    """`uv sync` empties .venv, and leaves the stamp."""
    make_venv(venv, "", "exit 0")
    packages = venv / "lib" / "python3.11" / "site-packages"
    for name in ("Django-5.2.dist-info", "granian-2.dist-info"):
        (packages / name).mkdir(parents=True)
    prepare.ensure_packages("dev")
    assert prepare.is_installed("dev")
    assert prepare.is_installed("prod"), "dev includes all packages of prod"
    (packages / "granian-2.dist-info").rmdir()
    assert not prepare.is_installed("prod")
    prepare.ensure_packages("prod")
    assert prepare.is_installed("prod")
    assert not prepare.is_installed("dev")


def test_a_run_that_was_cut_off_begins_again(venv):
    make_venv(venv, "", "exit 0")
    prepare.STAMP.write_text("")
    assert not prepare.is_installed("prod")


def test_missing_packages_are_named_before_anything_is_made(venv, programs, monkeypatch, capsys):
    programs("apt-get")
    monkeypatch.setattr(prepare, "system_needs", lambda _purpose: [PANGO])
    monkeypatch.setattr(prepare, "venv_needs", lambda: [absent("python3.11-venv", "making .venv")])
    with pytest.raises(SystemExit):
        prepare.main("prod")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "Missing for PDF sheets, making .venv: ask the administrator of this machine for "
        "`sudo apt-get install libpango-1.0-0 python3.11-venv`.\n"
    )
    assert not venv.exists()


def test_uv_leaves_the_venv_alone(tmp_path):
    uv = Path(sys.prefix, "bin", "uv")
    ran = subprocess.run(
        [uv, "sync", "--offline", "--dry-run", "--project", ROOT],
        env=clean_environment(UV_PROJECT_ENVIRONMENT=str(tmp_path / "venv")),
        capture_output=True,
        text=True,
    )
    assert ran.returncode != 0
    assert "managed" in ran.stderr


# --- Other versions of Python ----------------------------------------------------------------------------------------


def test_a_python_that_only_says_where_another_one_lies_does_not_count(programs, tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(pythons, "HOMEBREW", ())
    programs("python3.12", "exit 127")
    programs("python3.13", "echo 3.14")
    assert [pythons.find_python(version) for version in pythons.VERSIONS] == [None, None]
    folder = tmp_path / ".pyenv" / "versions" / "3.12.9" / "bin"
    folder.mkdir(parents=True)
    (folder / "python3.12").write_text("#!/bin/sh\necho 3.12\n")
    (folder / "python3.12").chmod(0o755)
    assert pythons.find_python("3.12") == folder / "python3.12"


def test_a_python_that_is_missing_is_named(monkeypatch, capsys):
    monkeypatch.setattr(pythons, "find_python", lambda _version: None)
    pythons.main([])
    assert "Python 3.13 is not on this machine: nothing is tested with it." in capsys.readouterr().out
