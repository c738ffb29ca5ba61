"""The Makefile and the scripts behind it, without running the site."""

import re
import socket
import subprocess
from pathlib import Path

import pytest

from scripts import debian, network, prepare
from scripts.debian import Need
from tests.ground.helpers import ROOT, clean_environment, run_python


def make(*arguments: str) -> str:
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), capture_output=True, text=True, check=True).stdout


def test_help_lists_every_target() -> None:
    targets = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    listed = re.findall(r"^  make (\S+)\s+\S", make("help"), re.MULTILINE)
    assert len(targets) > 10
    assert listed == targets


def test_make_without_a_target_prints_the_help() -> None:
    assert make() == make("help")


@pytest.mark.parametrize("target", ["dev", "demo"])
def test_dev_and_demo_migrate_first(target: str) -> None:
    steps = make("--dry-run", target)
    places = [steps.index(step) for step in ("scripts.data_folder", "migrate", "createcachetable")]
    assert places == sorted(places)
    assert places[-1] < steps.index("runserver" if target == "dev" else "manage.py demo")


def test_the_data_folder_is_created(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    run_python("-m", "scripts.data_folder", LEDGER_DATA_DIR=str(folder)).check_returncode()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = run_python("-m", "scripts.serve", PORT=str(port), BIND="0.0.0.0", LEDGER_DATA_DIR=str(tmp_path))
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Port {port} is in use by another program: choose another with `make run PORT={port + 1}`.\n"
    )


@pytest.mark.parametrize("port", ["eighty", "-1", "70000", "8000.5"])
def test_an_invalid_port_is_reported_in_one_sentence(port: str, tmp_path: Path) -> None:
    refused = run_python("-m", "scripts.serve", PORT=port, BIND="0.0.0.0", LEDGER_DATA_DIR=str(tmp_path))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert port in refused.stderr


def test_all_names_and_addresses_of_this_machine_are_allowed_hosts() -> None:
    hosts = network.own_hosts()
    assert {"localhost", "127.0.0.1", socket.gethostname().lower()} <= set(hosts)
    assert set(network.all_addresses()) <= set(hosts)


def absent(package: str, reason: str) -> Need:
    return Need(package, reason, lambda: False)


def test_missing_packages_are_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "may_install", lambda: None)
    here = Need("present", "nothing", lambda: True)
    missing = debian.provide([absent("libpango-1.0-0", "PDF sheets"), here, absent("chromium", "browser tests")])
    assert debian.advice(missing) == (
        "Missing for PDF sheets, browser tests: "
        "ask the administrator of this machine for `sudo apt-get install chromium libpango-1.0-0`."
    )


def test_missing_packages_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed: set[str] = set()
    monkeypatch.setattr(debian, "may_install", list)
    monkeypatch.setattr(debian, "apt_install", lambda _prefix, packages: installed.update(packages) or True)
    assert debian.provide([Need("poppler-utils", "tests", lambda: "poppler-utils" in installed)]) == []
    assert installed == {"poppler-utils"}


def test_an_unknown_package_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    installed: set[str] = set()

    def apt_install(_prefix: list[str], packages: list[str]) -> bool:
        if "chromium" in packages:
            return False
        installed.update(packages)
        return True

    monkeypatch.setattr(debian, "may_install", list)
    monkeypatch.setattr(debian, "apt_install", apt_install)
    gettext = Need("gettext", "texts", lambda: "gettext" in installed)
    assert [need.package for need in debian.provide([absent("chromium", "browser tests"), gettext])] == ["chromium"]


FOR_TESTS = ("chromium-headless-shell", "curl", "git", "jq", "openssl", "poppler-utils", "systemd")


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
def test_each_purpose_requires_only_its_own_packages(
    monkeypatch: pytest.MonkeyPatch, purpose: str, ci: str, packages: set[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    for_sheets = {"libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"}
    assert {need.package for need in prepare.system_needs(purpose)} == packages | for_sheets


def test_an_old_python_is_refused_in_one_line() -> None:
    code = (
        "import sys; sys.version_info = (3, 9, 2, 'final', 0); sys.version = '3.9.2 (main)';"
        "from scripts.prepare import main; main('prod')"
    )
    refused = run_python("-c", code)
    assert refused.returncode == 1
    assert refused.stderr.startswith("Khata needs Python 3.11 or newer, and this is 3.9.2.")
    assert len(refused.stderr.splitlines()) == 1
