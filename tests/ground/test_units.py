"""The units in deploy/systemd/, checked by systemd's own programs. test_handbook.py runs what they start."""

import re
import subprocess

import pytest

from tests.ground.helpers import ROOT
from tests.needs import find_program

UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
MOST_EXPOSED = 15  # 1.5 of 10, where 0 is a service that may do nothing


@pytest.fixture
def systemd_analyze():
    return find_program("systemd-analyze", "systemd-analyze")


def analyze(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit, systemd_analyze, tmp_path):
    """The program need not be installed in /opt, so here the units start another one."""
    for file in UNITS:
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", file.read_text(), flags=re.MULTILINE)
        (tmp_path / file.name).write_text(text)
    checked = analyze(systemd_analyze, "verify", "--man=no", str(tmp_path / unit.name))
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_services_have_few_rights(unit, systemd_analyze):
    checked = analyze(systemd_analyze, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(unit))
    assert checked.returncode == 0, checked.stdout


def test_each_service_writes_only_to_its_folders():
    site, backup = (dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE)) for unit in reversed(SERVICES))
    assert (site["ProtectSystem"], site["StateDirectory"]) == ("strict", "khata")
    assert "ReadWritePaths" not in site
    assert backup["ReadWritePaths"].split() == ["/var/backups/khata", "/var/lib/khata"]
    assert site["WorkingDirectory"] == backup["WorkingDirectory"] == "/opt/khata"
    assert site["Restart"] == "on-failure"


def test_the_backup_starts_each_night(systemd_analyze):
    (calendar,) = re.findall(
        r"^OnCalendar=(.+)$", (ROOT / "deploy/systemd/khata-backup.timer").read_text(), re.MULTILINE
    )
    checked = analyze(systemd_analyze, "calendar", "--iterations=2", "--base-time=2026-11-22 12:00:00", calendar)
    assert re.findall(r"(\d\d\d\d-\d\d-\d\d) 04:30:00", checked.stdout)[-2:] == ["2026-11-23", "2026-11-24"]
