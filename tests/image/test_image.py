"""The container image is built, started, stopped, killed and replaced, and its data stays in the volume."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.ground.helpers import ROOT
from tests.image.buildah import IMAGE, Container, build_image, buildah, environment
from tests.needs import find_program, missing

pytestmark = [pytest.mark.image, pytest.mark.slow]

USER = "10001"
HAND = {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}  # the third of docs/api-walkthrough.md
PAGE = (ROOT / "docs" / "operate" / "containers.md").read_text()


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    """The configuration of the image that was just built. Afterwards only its base is kept."""
    find_program("buildah", "buildah")
    find_program("debootstrap", "debootstrap")
    if os.geteuid():
        missing("root, who alone may run debootstrap,")
    yield build_image(tmp_path_factory.mktemp("build"))
    buildah("rmi", IMAGE)
    buildah("rmi", "--prune")


@pytest.fixture
def volume(tmp_path):
    """As an engine makes it: a folder that belongs to the owner of /data in the image."""
    folder = tmp_path / "volume"
    folder.mkdir(mode=0o700)
    shutil.chown(folder, int(USER), int(USER))
    return folder


@pytest.fixture
def container(config):
    made: list[Container] = []

    def new_container(volume: Path) -> Container:
        made.append(Container(volume, config))
        return made[-1]

    yield new_container
    for one in made:
        if one.process is not None:
            one.kill()
        buildah("rm", one.name)


def files_of_the_user(root: Path) -> list[str]:
    """Return what the container's user owns in the image's file system, without the volume."""
    return [str(path.relative_to(root)) for path in root.rglob("*") if str(path.lstat().st_uid) == USER]


def record_a_hand(site: Container) -> tuple[str, str]:
    """Start a series and record one hand. Return a token and the address of the series."""
    token = site.run("python", "manage.py", "token", "robot", "--create-user").stdout.strip()

    def post(path: str, body: Any) -> Any:
        return site.post(f"/api/v1/{path}", token, body)

    circle = post("circles", {"name": "Friday", "currency": "NPR"})["id"]
    players = [post(f"circles/{circle}/players", {"name": name})["id"] for name in "ABCD"]
    rules = {"game": "jaago-chalis", "preset": "j40-2004", "players": players, "point_value": "0.25"}
    series = post(f"circles/{circle}/series", rules)["id"]
    post(f"series/{series}/hands", {"base_version": 1, "record": HAND})
    return token, f"/api/v1/series/{series}"


def test_a_hand_outlives_stop_kill_and_a_new_container(container, volume):
    first = container(volume)
    first.start()
    token, series = record_a_hand(first)
    hands = first.get(series, token)["hands"]
    assert [hand["points_won"] for hand in hands] == [HAND["points_won"]]
    assert {user for _line, users in first.processes().values() for user in users} == {USER}
    assert len(first.processes()) >= 4  # tini, the supervisor, the server and its worker
    assert first.stop() == 0
    assert "Traceback" not in first.log.read_text()
    assert "phone" not in first.log.read_text()  # only the host knows the address for phones
    assert first.check_health() != 0
    assert (volume / "secret_key").stat().st_mode & 0o777 == 0o600
    assert sum(file.stat().st_size for file in volume.glob("*-wal")) == 0  # all data is in the one file
    assert files_of_the_user(Path(buildah("mount", first.name))) == ["data"]

    first.start()
    assert first.get(series, token)["hands"] == hands
    first.kill()

    updated = container(volume)
    updated.start()
    assert updated.get(series, token)["hands"] == hands
    assert updated.print_sheet(series, token).startswith(b"%PDF")
    assert updated.get("/pocket/bundle.json", token)["files"]
    assert updated.stop() == 0


def test_the_image_holds_the_site_and_nothing_else(container, volume):
    one = container(volume)
    root = Path(buildah("mount", one.name))
    assert {path.name for path in (root / "khata").iterdir()} == {
        *(".venv", "LICENSE", "docs", "games", "ledger", "locale"),
        *("manage.py", "requirements", "scripts", "static", "templates", "vendor"),
    }
    assert {path.name for path in (root / "khata" / "docs").iterdir()} == {"api.md", "help", "rules"}  # shown on pages
    assert files_of_the_user(root) == ["data"]
    assert list((root / "data").iterdir()) == []
    assert one.config["User"] == f"{USER}:{USER}"
    assert one.config["Volumes"] == {"/data": {}}
    assert one.config["ExposedPorts"] == {"8000/tcp": {}}
    assert not any(re.match("LEDGER_SECRET_KEY|DATABASE_URL", variable) for variable in one.config["Env"])


def test_a_volume_of_another_user_is_refused_in_one_sentence(container, tmp_path):
    volume = tmp_path / "volume"
    volume.mkdir(mode=0o700)
    one = container(volume)
    assert one.launch().wait(timeout=60) == 1
    assert (
        "The data folder /data cannot be written (Permission denied): give it to the user who runs Khata, "
        "or name another folder in LEDGER_DATA_DIR."
    ) in one.log.read_text().splitlines()


def test_the_clients_of_postgresql_are_of_the_servers_version(container, volume):
    """A newer pg_restore asks an older server for settings that it does not know."""
    server = yaml.safe_load((ROOT / "compose.https.yaml").read_text())["services"]["database"]["image"]
    site = container(volume)
    for program in ("pg_dump", "pg_restore"):
        said = site.run(program, "--version").stdout
        assert re.search(r"\) (\d+)", said)[1] == re.fullmatch(r"postgres:\$\{POSTGRES:-(\d+)\}", server)[1]


def test_backup_and_restore_as_the_page_says(container, volume):
    """Every command in these two sections of docs/operate/containers.md, in order, but without a container engine."""
    sections = PAGE[PAGE.index("\n## Back up") :]
    commands = [line for block in re.findall(r"```\n(.+?)```", sections, re.DOTALL) for line in block.splitlines()]
    site = container(volume)
    site.start()
    token, series = record_a_hand(site)
    hands = site.get(series, token)["hands"]
    for command in commands:
        match = re.match(r"docker compose (?:exec|run --rm) -T site (.+)", command)
        if match:
            newest = max([path.name for path in volume.glob("backups/2*")], default="")
            line = f"{shlex.join(map(str, site.command()))} {re.sub(r'[0-9-]+T[0-9-]+Z', newest, match[1])}"
            ran = subprocess.run(line, shell=True, cwd=volume.parent, env=environment(), capture_output=True, text=True)
            assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
        elif command == "docker compose down":
            assert site.stop() == 0
        elif command == "docker volume rm khata_data":
            for path in volume.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        else:
            assert command == "docker compose up --detach"
            site.start()
    assert site.get(series, token)["hands"] == hands
    assert site.stop() == 0
