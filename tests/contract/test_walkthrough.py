"""Run every command of docs/api-walkthrough.md in a shell, with the production server."""

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from scripts.network import free_port
from tests.ground.helpers import ROOT, clean_environment, give_static_files
from tests.needs import find_program

PATIENCE = 180
WALK = ROOT / "docs" / "api-walkthrough.md"
BLOCK = re.compile(r"^```(bash|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "=== the next block ==="


def steps() -> list[tuple[str, str]]:
    """The commands, and the output that the page shows for each."""
    found: list[tuple[str, str]] = []
    for kind, text in BLOCK.findall(WALK.read_text()):
        if kind == "bash":
            found.append((text, ""))
        else:
            commands, _nothing = found.pop()
            found.append((commands, text))
    return found


@pytest.fixture
def server(tmp_path_factory):
    """The server as `make run` starts it. Returns the environment for commands on the server's machine."""
    folder, port = tmp_path_factory.mktemp("data"), str(free_port())
    environment = clean_environment(LEDGER_DATA_DIR=str(folder), BIND="127.0.0.1", PORT=port)
    site, log = f"http://127.0.0.1:{port}", folder / "log"
    give_static_files(folder)
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"], cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            wait_until_healthy(process, site, log)
            yield environment | {"SITE": site}
        finally:
            process.terminate()
            process.wait(timeout=60)


def wait_until_healthy(process: "subprocess.Popen[bytes]", site: str, log: Path) -> None:
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{site}/healthz", timeout=10):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"no answer within {PATIENCE} seconds:\n{log.read_text()}")


@pytest.mark.thorough
@pytest.mark.slow
def test_every_command_prints_the_output_on_the_page(server, tmp_path):
    bash, _curl, _jq = (find_program(name, name) for name in ("bash", "curl", "jq"))
    # The page's commands run in the project's folder.
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    script = f"\necho '{MARK}'\n".join(commands for commands, _printed in steps())
    ran = subprocess.run(
        [bash, "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env=server | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    printed = [part.strip("\n") for part in ran.stdout.split(MARK)]
    assert printed == [text.strip("\n") for _commands, text in steps()]


def test_the_page_shows_every_step():
    printed = "".join(text for _commands, text in steps())
    for figure in ("[184,-16,-74,-94]", '["46.00","-4.00","-18.50","-23.50"]', "[0,42.5,64.5,77]", "%PDF-"):
        assert figure in printed
