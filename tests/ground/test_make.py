"""The Makefile and the scripts behind it, without running the site."""

import re
import socket
import subprocess

import pytest

from scripts import network
from tests.ground.helpers import ROOT, clean_environment, run_python


def make(*arguments: str) -> str:
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), capture_output=True, text=True, check=True).stdout


def test_help_lists_every_target():
    targets = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    listed = re.findall(r"^  make (\S+)\s+\S", make("help"), re.MULTILINE)
    assert len(targets) > 10
    assert listed == targets


def test_make_without_a_target_prints_the_help():
    assert make() == make("help")


@pytest.mark.parametrize("target", ["dev", "demo"])
def test_dev_and_demo_migrate_first(target):
    steps = make("--dry-run", target)
    places = [steps.index(step) for step in ("scripts.data_folder", "migrate", "createcachetable")]
    assert places == sorted(places)
    assert places[-1] < steps.index("runserver" if target == "dev" else "manage.py demo")


def test_the_data_folder_is_created(tmp_path):
    folder = tmp_path / "deep" / "data"
    run_python("-m", "scripts.data_folder", LEDGER_DATA_DIR=str(folder)).check_returncode()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path):
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
def test_an_invalid_port_is_reported_in_one_sentence(port, tmp_path):
    refused = run_python("-m", "scripts.serve", PORT=port, BIND="0.0.0.0", LEDGER_DATA_DIR=str(tmp_path))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert port in refused.stderr


def test_all_names_and_addresses_of_this_machine_are_allowed_hosts():
    hosts = network.own_hosts()
    assert {"localhost", "127.0.0.1", socket.gethostname().lower()} <= set(hosts)
    assert set(network.ip_addresses()) <= set(hosts)
