"""The site behind Caddy, with the Caddyfile and the settings of compose.https.yaml; and Compose reads both files."""

import http.client
import re
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest
import yaml

from scripts.network import free_port
from tests.ground.helpers import ROOT, clean_environment
from tests.needs import find_program

pytestmark = [pytest.mark.image, pytest.mark.slow]

NAME = "localhost"
PATIENCE = 180  # seconds
MEGABYTE = 1024 * 1024

Ask = Callable[..., tuple[int, http.client.HTTPMessage, bytes]]


@contextmanager
def running(command: list[str], log: Path, environment: dict[str, str]) -> Iterator[None]:
    with log.open("a") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


class Site:
    """The site with the settings that compose.https.yaml gives it; but with SQLite, as this is about Caddy."""

    def __init__(self, folder: Path) -> None:
        composed = yaml.safe_load((ROOT / "compose.https.yaml").read_text())["services"]["site"]["environment"]
        settings = {name: re.sub(r"\$\{SITE_NAME:.+?\}", NAME, value) for name, value in composed.items()}
        del settings["DATABASE_URL"]
        self.port, self.log = free_port(), folder / "site.log"
        settings |= {"LEDGER_DATA_DIR": str(folder / "data"), "PORT": str(self.port), "BIND": "127.0.0.1"}
        self.environment = clean_environment(**settings)

    def run(self) -> "contextmanager[None]":
        return running([sys.executable, "-m", "scripts.serve"], self.log, self.environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def ask(site, tmp_path_factory):
    """Ask Caddy over https, or over http with `encrypted=False`, as a browser that trusts its root certificate."""
    caddy, folder = find_program("Caddy", "caddy"), tmp_path_factory.mktemp("caddy")
    ports = {True: free_port(), False: free_port()}
    options = f"\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port {ports[False]}\n\thttps_port {ports[True]}\n"
    config = folder / "Caddyfile"
    config.write_text((ROOT / "deploy" / "Caddyfile").read_text().replace("\tadmin off\n", options))
    environment = clean_environment(
        SITE_NAME=NAME, CERTIFICATE="internal", SITE=f"127.0.0.1:{site.port}", XDG_DATA_HOME=str(folder)
    )
    root_certificate = folder / "caddy/pki/authorities/local/root.crt"

    def ask(
        method: str, path: str, body: bytes | None = None, *, encrypted: bool = True, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection: http.client.HTTPConnection
        if encrypted:
            context = ssl.create_default_context(cafile=root_certificate)
            connection = http.client.HTTPSConnection(NAME, ports[True], timeout=PATIENCE, context=context)
        else:
            connection = http.client.HTTPConnection(NAME, ports[False], timeout=PATIENCE)
        connection.request(
            method, path, body, {"Host": NAME} | {name.replace("_", "-"): value for name, value in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    with running([caddy, "run", "--adapter", "caddyfile", "--config", str(config)], folder / "log", environment):
        began = time.monotonic()
        while not root_certificate.exists():
            assert time.monotonic() - began < PATIENCE, (folder / "log").read_text()
            time.sleep(0.1)
        yield ask


def wait_until_healthy(site: Site, ask: Ask) -> None:
    began = time.monotonic()
    while True:
        assert time.monotonic() - began < PATIENCE, site.log.read_text()
        try:
            if ask("GET", "/healthz")[0] == HTTPStatus.OK:
                return
        except OSError:
            time.sleep(0.1)


def test_pages_forms_and_large_files_pass_through_caddy(site, ask):
    with site.run():
        wait_until_healthy(site, ask)
        status, headers, _page = ask("GET", "/", encrypted=False)
        assert (status, headers["Location"][:8]) == (HTTPStatus.PERMANENT_REDIRECT, "https://")

        status, headers, page = ask("GET", "/start/file/")
        assert status == HTTPStatus.OK
        assert headers["Strict-Transport-Security"].startswith("max-age=")
        cookie = next(value for value in headers.get_all("Set-Cookie", []) if value.startswith("csrftoken="))
        assert "; Secure" in cookie

        # Django compares the Referer with the scheme and name that Caddy passes on.
        (token, *_) = re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
        sent = {"Cookie": cookie.partition(";")[0], "Content_Type": "multipart/form-data; boundary=part"}
        sent["Referer"] = f"https://{NAME}/start/file/"

        def form(size: int) -> bytes:
            start = b'--part\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n%s\r\n' % token
            file = b'--part\r\nContent-Disposition: form-data; name="file"; filename="circle.json"\r\n\r\n'
            return start + file + b" " * size + b"\r\n--part--\r\n"

        status, _headers, page = ask("POST", "/start/file/", form(64 * MEGABYTE), **sent)
        assert status == HTTPStatus.UNPROCESSABLE_ENTITY, page[:500]  # it was read: a file of spaces is no circle
        assert ask("POST", "/start/file/", form(65 * MEGABYTE), **sent)[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        assert ask("POST", "/start/file/", form(1), **sent | {"Referer": "https://elsewhere.example/"})[0] == (
            HTTPStatus.FORBIDDEN
        )


def test_requests_wait_while_the_site_starts_again(site, ask):
    answers: list[int] = []
    with site.run():
        wait_until_healthy(site, ask)
    visitor = threading.Thread(target=lambda: answers.append(ask("GET", "/rules/")[0]))
    visitor.start()
    time.sleep(1)
    assert answers == []
    with site.run():
        visitor.join(timeout=PATIENCE)
        assert answers == [HTTPStatus.OK]


def write_environment(folder: Path, heading: str) -> list[str]:
    """Make `.env` with the commands that docs/operate/containers.md has for it, and return its lines."""
    page = (ROOT / "docs" / "operate" / "containers.md").read_text()
    section = page[page.index(f"\n## {heading}\n") :].partition("\n## ")[2].partition("\n## ")[0]
    commands = re.findall(r"^(?:echo|chmod) .+ ?\.env$", section, re.MULTILINE)
    subprocess.run(["bash", "-euc", "\n".join(commands)], cwd=folder, check=True)
    return (folder / ".env").read_text().splitlines(keepends=True)


@pytest.mark.parametrize(
    ("heading", "services", "needed"),
    [
        ("The site alone", {"site"}, set()),
        (
            "Over https, with PostgreSQL",
            {"site", "database", "proxy"},
            {"SITE_NAME", "CERTIFICATE", "DATABASE_PASSWORD"},
        ),
    ],
)
def test_compose_reads_what_the_page_writes(tmp_path, heading, services, needed):
    program = find_program("docker-compose", "docker-compose")
    for name in ("compose.yaml", "compose.https.yaml"):
        (tmp_path / name).write_text((ROOT / name).read_text())

    def config() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, "config"], cwd=tmp_path, env=clean_environment(), capture_output=True, text=True
        )

    lines = write_environment(tmp_path, heading)
    shown = config()
    assert shown.returncode == 0, shown.stderr
    composed = yaml.safe_load(shown.stdout)["services"]
    assert set(composed) == services
    hosts = {"The site alone": "localhost,192.168.1.20"}.get(heading, "scores.example.org")
    assert composed["site"]["environment"]["LEDGER_ALLOWED_HOSTS"] == hosts
    for service in composed.values():  # named volumes, and the Caddyfile
        sources = {mount.partition(":")[0] for mount in service["volumes"]}
        assert {source for source in sources if "/" in source} <= {str(tmp_path / "deploy" / "Caddyfile")}
    for variable in needed:  # each is required, so none has a value that is known to everyone
        (tmp_path / ".env").write_text("".join(line for line in lines if not line.startswith(f"{variable}=")))
        assert f"Write {variable} into .env" in config().stderr


def test_compose_takes_another_debian_with_its_postgresql(tmp_path):
    """The two lines of docs/operate/containers.md for a database that was begun with PostgreSQL 15."""
    program = find_program("docker-compose", "docker-compose")
    (tmp_path / "compose.yaml").write_text((ROOT / "compose.https.yaml").read_text())
    names = ["SITE_NAME", "CERTIFICATE", "DATABASE_PASSWORD"]

    def versions(*lines: str) -> tuple[str, str]:
        (tmp_path / ".env").write_text("".join(f"{line}\n" for line in [*(f"{name}=x" for name in names), *lines]))
        shown = subprocess.run(
            [program, "config"], cwd=tmp_path, env=clean_environment(), capture_output=True, text=True, check=True
        )
        services = yaml.safe_load(shown.stdout)["services"]
        return services["site"]["build"]["args"]["BASE"], services["database"]["image"]

    assert versions() == ("docker.io/library/debian:trixie-slim", "postgres:17")
    assert versions("DEBIAN=bookworm", "POSTGRES=15") == ("docker.io/library/debian:bookworm-slim", "postgres:15")
