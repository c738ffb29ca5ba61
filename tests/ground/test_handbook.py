"""docs/operate/: every command runs, on a scratch machine, in the order in which an operator types it."""

import re
import socket
import sqlite3
import ssl
import subprocess
import time
from contextlib import closing
from urllib.parse import unquote

import psycopg
import pytest

from tests.ground.helpers import ROOT
from tests.ground.machine import FENCE, Machine, scratch_machine, sections
from tests.needs import find_postgres_programs, find_program
from tests.postgres import running_postgres

PAGES = ROOT / "docs" / "operate"
NEW_MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("circles", "{last}")]
    operations = [migrations.AddField("circle", "motto", models.TextField(default="none", db_default="none"))]
"""
FOLLOWED = ("install.md", "https.md", "backup.md", "update.md", "postgresql.md", "processes.md", "signing.md")
# Pages that are not followed, with every command in them and what proves it instead.
NOT_FOLLOWED = {
    "containers.md": {
        "echo 'LEDGER_ALLOWED_HOSTS=localhost,192.168.1.20' > .env": "read by Compose: tests/image/test_https.py",
        "echo 'COMPOSE_FILE=compose.https.yaml' > .env": "read by Compose: tests/image/test_https.py",
        "echo 'SITE_NAME=scores.example.org' >> .env": "read by Compose: tests/image/test_https.py",
        "echo 'CERTIFICATE=you@example.org' >> .env": "read by Compose: tests/image/test_https.py",
        """echo "DATABASE_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \\n')" >> .env""": "run below",
        "chmod 600 .env": "run below",
        "echo 'DEBIAN=bookworm' >> .env": "read by Compose: tests/image/test_https.py",
        "echo 'POSTGRES=15' >> .env": "read by Compose: tests/image/test_https.py",
        "git fetch --tags": "followed in update.md",
        "git checkout --detach v1.0.0": "followed in update.md",
        "docker compose up --detach --build": "no engine in the tests: tests/image builds and starts the image",
        "docker compose exec -T site python manage.py backup /data/backups --keep 14": "tests/image/test_image.py",
        "docker compose exec -T site tar --create --directory /data backups > backups.tar": "tests/image/test_image.py",
        "docker compose down": "tests/image/test_image.py",
        "docker volume rm khata_data": "tests/image/test_image.py",
        "docker compose run --rm -T site tar --extract --directory /data < backups.tar": "tests/image/test_image.py",
        "docker compose run --rm -T site python manage.py restore /data/backups/2026-11-22T19-05-00Z": "the same",
        "docker compose up --detach": "tests/image/test_image.py",
    },
    "failover.md": {
        "sudo apt-get install postgresql-15 patroni etcd-server": "test_packages_exist",
        "sudo systemctl disable --now postgresql": "systemd's own; Patroni starts the server in its place",
        "sudo -u postgres createuser --pwprompt khata": "followed in postgresql.md; here it asks for a password",
        "sudo -u postgres createdb --owner khata khata": "followed in postgresql.md",
    },
}
COMMANDS = ("sh", "")
READ_ALONE = ("ini", "yaml", "log")
MEGABYTE = 1024 * 1024
SLOW_CLIENTS = 50
PATIENCE = 30


@pytest.fixture
def machine():
    for program in ("bash", "curl", "git", "openssl", "apt-get", "systemd-analyze"):
        find_program(program, program)
    with scratch_machine() as machine:
        yield machine


def circles(machine: Machine) -> list[str]:
    with closing(sqlite3.connect(machine.scratch / "var/lib/khata/ledger.sqlite3")) as database:
        return [name for (name,) in database.execute("SELECT name FROM circles_circle ORDER BY name")]


@pytest.mark.slow
@pytest.mark.thorough
def test_install_backup_update_and_go_back(machine):
    machine.follow(sections(PAGES / "install.md"))
    machine.run("sudo khata-manage demo --evenings=4")
    before = circles(machine)
    assert len(before) == 6

    machine.follow(sections(PAGES / "backup.md"))
    machine.follow(sections(PAGES / "processes.md"))
    machine.follow(sections(PAGES / "signing.md"))
    assert circles(machine) == before

    publish_new_version(machine)
    machine.follow(sections(PAGES / "update.md", "Go back"))
    database = machine.scratch / "var/lib/khata/ledger.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT DISTINCT motto FROM circles_circle").fetchall() == [("none",)]
        connection.execute("UPDATE circles_circle SET name = 'renamed after the update'")
        connection.commit()
    machine.follow(sections(PAGES / "update.md", "Update"))
    assert circles(machine) == before
    with closing(sqlite3.connect(database)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT motto FROM circles_circle")
    machine.run("sudo systemctl status khata && sudo systemctl stop khata")


def publish_new_version(machine: Machine) -> None:
    """A version with one more migration, which changes a table."""
    migrations = machine.scratch / "khata.git/ledger/circles/migrations"
    last = max(file.stem for file in migrations.glob("[0-9]*.py"))
    (migrations / f"{int(last[:4]) + 1:04}_motto.py").write_text(NEW_MIGRATION.format(last=last))
    machine.run("cd khata.git && git add --all && git commit --quiet --message 'A newer version'")
    machine.run("cd khata.git && git tag v10.0.0")  # which is newer than v9


@pytest.mark.slow
@pytest.mark.thorough
def test_postgresql(machine):
    """The site moves from SQLite with everything, and the backups of its units work there."""
    for program in ("createuser", "createdb", "pg_dump"):
        find_program(program, program)
    with running_postgres(find_postgres_programs(), administrator="postgres") as url:
        socket = unquote(url.split("@")[1].split("/")[0])
        machine.environment["PGHOST"] = socket
        machine.follow(sections(PAGES / "install.md"))
        machine.run("sudo khata-manage demo --evenings=4")
        before = circles(machine)
        machine.follow(sections(PAGES / "postgresql.md"))
        machine.run("sudo systemctl status khata && sudo systemctl start khata-backup")
        with psycopg.connect(host=socket, user="khata", dbname="khata") as connection:
            moved = connection.execute('SELECT name FROM circles_circle ORDER BY name COLLATE "C"').fetchall()
        assert [name for (name,) in moved] == before
        (backup,) = (machine.scratch / "var/backups/khata").glob("2*")
        assert (backup / "khata.dump").stat().st_size > 10_000
        machine.run("sudo systemctl stop khata")


@pytest.mark.slow
@pytest.mark.thorough
def test_https(machine):
    """Behind Caddy and then behind nginx: a page, the largest import, and clients that never finish their headers."""
    find_program("caddy", "caddy")
    find_program("nginx", "nginx", "/usr/sbin/nginx")
    machine.follow(sections(PAGES / "install.md"))
    proxies = {"caddy": "nginx", "nginx": "Caddy"}  # each with the heading of the section that is skipped
    for proxy, other in proxies.items():
        machine.follow(sections(PAGES / "https.md", other))
        address = ("localhost", int(machine.values["https_port"]))
        slow = [open_slowly(address) for _ in range(SLOW_CLIENTS)]
        began = time.monotonic()
        check_page(machine)
        assert time.monotonic() - began < PATIENCE
        assert upload(machine, MEGABYTE * 64) == "403"  # Khata got the whole file, and misses the form's token
        assert upload(machine, MEGABYTE * 4, "/pocket/file/") == "403"
        assert upload(machine, MEGABYTE * 66) in ("413", "000")  # the proxy closes the connection
        for client in slow:
            client.settimeout(PATIENCE)
            assert b"200 OK" not in client.recv(1000)  # closed, or refused
            client.close()
        machine.run(f"sudo systemctl stop {proxy}")


def check_page(machine: Machine) -> None:
    """The site knows that the visitor came over https, and the id in the log is the proxy's own."""
    page = machine.run("curl --silent --include --header 'X-Request-ID: chosen' https://scores.example.org/rules/")
    head, _blank, body = page.replace("\r\n", "\n").partition("\n\n")
    assert re.match(r"HTTP/2 200", head), head
    assert "Jaago-Chalis" in body
    assert "x-request-id: chosen" not in head.lower()


def upload(machine: Machine, size: int, path: str = "/start/file/") -> str:
    """The status of the answer to a file of this size."""
    commands = (
        f"head --bytes {size} /dev/zero > tmp/large; curl --silent --output /dev/null --write-out '%{{http_code}}' "
    )
    return machine.run(commands + f"--form file=@tmp/large https://scores.example.org{path} || true")


def open_slowly(address: tuple[str, int]) -> ssl.SSLSocket:
    """A connection on which the headers of a request have begun."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    client = context.wrap_socket(socket.create_connection(address, timeout=PATIENCE), server_hostname="localhost")
    client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    return client


def test_every_page_is_in_the_index_and_every_command_is_followed_or_listed():
    pages = {page.name for page in PAGES.glob("*.md")} - {"README.md"}
    index = re.findall(r"^\| \[(\S+)\]\(", (PAGES / "README.md").read_text(), re.MULTILINE)
    assert sorted(index) == sorted(pages)
    commands = {page: [text for kind, text in blocks(page) if kind in COMMANDS] for page in pages}
    assert {page for page in pages if commands[page]} == {*FOLLOWED, *NOT_FOLLOWED}
    for page, listed in NOT_FOLLOWED.items():
        assert set("".join(commands[page]).splitlines()) == set(listed)
    test = (ROOT / "tests/ground/test_handbook.py").read_text()
    assert [page for page in FOLLOWED if f'follow(sections(PAGES / "{page}"' not in test] == []


def test_the_password_is_made(tmp_path):
    """The only line of containers.md that runs a program to make a setting."""
    (line,) = (command for command in NOT_FOLLOWED["containers.md"] if "urandom" in command)
    subprocess.run(["bash", "-euc", f"{line}\nchmod 600 .env"], cwd=tmp_path, check=True)
    assert re.fullmatch(r"DATABASE_PASSWORD=[0-9a-f]{48}\n", (tmp_path / ".env").read_text())
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600


@pytest.mark.thorough
@pytest.mark.parametrize("page", [*FOLLOWED, *NOT_FOLLOWED])
def test_packages_exist(page):
    apt = find_program("apt-get", "apt-get")
    lines = re.findall(r"^sudo apt(?:-get)? install (.+)$", (PAGES / page).read_text(), re.MULTILINE)
    for packages in lines:
        command = [apt, "--simulate", "install", *packages.removeprefix("--yes ").split()]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr


def blocks(page: str) -> list[tuple[str, str]]:
    return FENCE.findall((PAGES / page).read_text())


@pytest.mark.parametrize("page", sorted(page.name for page in PAGES.glob("*.md")))
def test_every_block_says_what_it_is(page):
    """Blocks named `sh` are run. Blocks that are only to be read have another name, and no command in them."""
    allowed = {*COMMANDS} if page in NOT_FOLLOWED else {"sh"}
    assert {kind for kind, _text in blocks(page)} <= {*allowed, "text", *READ_ALONE}
    assert [text for kind, text in blocks(page) if kind in READ_ALONE and re.search(r"^(sudo|\$|#) ", text)] == []
