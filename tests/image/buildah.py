"""Build the Dockerfile with buildah, on a base that debootstrap makes, and run the image, without an engine."""

import http.client
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from scripts.network import free_port
from tests.ground.helpers import ROOT
from tests.needs import find_program

FOLDER = ROOT / "build" / "image"  # the base stays here, for the next run
IMAGE = "localhost/khata"
RELEASE = re.findall(r"^ARG BASE=\S+debian:(\w+)-slim$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[0]
PATIENCE = 600  # seconds
PIP_FINDS_PACKAGES = ("index-url", "extra-index-url", "find-links", "trusted-host", "proxy", "cert")
CERTIFICATES = "/run/certificates-of-the-host"
NOT_BEGUN = "sealing memfd copy"  # in buildah's message


def buildah_command(*arguments: str | Path) -> list[str | Path]:
    program = find_program("buildah", "buildah")
    return [program, "--root", FOLDER / "storage", "--runroot", FOLDER / "run", *arguments]


def environment() -> dict[str, str]:
    return os.environ | {"BUILDAH_ISOLATION": "chroot"}


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command of buildah, or another one, to its end.

    buildah starts each step from a copy of itself in memory. Some kernels refuse now and then to seal that copy, and
    buildah gives up before the step has begun: nothing of the image has run, so the command is started again.
    """
    for _attempt in range(3):
        ran = subprocess.run(command, env=environment(), capture_output=True, text=True)
        if NOT_BEGUN not in ran.stderr:
            break
    return ran


def output(*command: str | Path) -> str:
    ran = run(*command)
    assert ran.returncode == 0, f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}"
    return ran.stdout.strip()


def buildah(*arguments: str | Path) -> str:
    return output(*buildah_command(*arguments))


def make_base() -> str:
    """An image of the small Debian that debootstrap makes: the Dockerfile's release, from this machine's mirror."""
    host = platform.freedesktop_os_release()
    release = RELEASE if host["ID"] == "debian" else host["VERSION_CODENAME"]
    name = f"localhost/base:{release}"
    if name in buildah("images", "--format", "{{.Name}}:{{.Tag}}").split():
        return name
    targets = ("Created-By: Packages", "Component: main")
    sources = output("apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)", *targets)
    mirror = dict(line.split() for line in sources.splitlines())[host["VERSION_CODENAME"]]
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        output(find_program("debootstrap", "debootstrap"), "--variant=minbase", release, folder, mirror)
        for package in Path(folder, "var/cache/apt/archives").glob("*.deb"):
            package.unlink()
        # How apt reaches the mirror, such as through a proxy. And dpkg need not sync each file: nothing here is kept.
        Path(folder, "etc/apt/apt.conf.d/90host").write_text(output("apt-config", "dump", "Acquire"))
        Path(folder, "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
        container = buildah("from", "scratch")
        buildah("add", "--quiet", container, folder, "/")
        buildah("commit", "--quiet", "--rm", container, name)
    return name


def pass_pip_settings(folder: Path) -> list[str]:
    """Options of `buildah build`: pip in the image finds packages where pip of this machine does.

    (buildah itself passes on the variables that name a proxy.)
    """
    listed = output(sys.executable, "-m", "pip", "config", "list")
    found = re.findall(r"^([\w:]+)\.([\w-]+)='(.*)'$", listed, re.MULTILINE)
    found.sort(key=lambda setting: setting[0] == ":env:")  # the environment decides
    settings = {name: value for _kind, name, value in found if name in PIP_FINDS_PACKAGES}
    volumes = []
    if certificates := settings.pop("cert", os.environ.get("SSL_CERT_FILE")):
        # Under a name of its own: Debian's package of certificates replaces the file with the usual name.
        volumes.append(f"{certificates}:{CERTIFICATES}:ro")
        settings["cert"] = CERTIFICATES
    for word in " ".join(settings.values()).split():
        place = Path(word.removeprefix("file://"))
        if place.is_absolute() and place.is_dir():
            place = place.parent if word.startswith("file://") else place  # an index may name files beside it
            volumes.append(f"{place}:{place}:ro")
    config = folder / "pip.conf"
    config.write_text("\n".join(["[global]", *(f"{name} = {value}" for name, value in settings.items()), ""]))
    return [f"--volume={volume}" for volume in (*volumes, f"{config}:/etc/pip.conf:ro")]


def build_image(folder: Path) -> dict[str, Any]:
    """Build IMAGE and return its configuration. `folder` is for files that the build needs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    buildah("rm", "--all")  # left by a run that was killed
    options = ["--format=docker", f"--build-arg=BASE={make_base()}", f"--tag={IMAGE}", *pass_pip_settings(folder)]
    buildah("build", *options, ROOT)
    return dict(json.loads(buildah("inspect", "--type=image", IMAGE))["Docker"]["config"])


class Container:
    """A new container of IMAGE, with `volume` at /data. It uses this machine's network and sees its processes."""

    def __init__(self, volume: Path, config: dict[str, Any]) -> None:
        self.port, self.config = free_port(), config
        self.name = buildah("from", IMAGE)
        buildah("config", "--volume=/data-", self.name)  # else buildah puts a volume of its own in this place
        self.options = [f"--volume={volume}:/data", f"--env=PORT={self.port}", "--env=BIND=127.0.0.1"]
        self.log = volume.with_name(f"{self.name}.log")
        self.process: subprocess.Popen[bytes] | None = None

    def command(self, *arguments: str) -> list[str | Path]:
        return buildah_command("run", *self.options, self.name, "--", *arguments)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one more program in it, as `docker exec` does."""
        return run(*self.command(*arguments))

    def launch(self) -> "subprocess.Popen[bytes]":
        """Run the image's own entry point and command."""
        command = self.command(*self.config["Entrypoint"], *self.config["Cmd"])
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment(), stdout=log, stderr=subprocess.STDOUT)
        return self.process

    def start(self) -> None:
        """Launch it and wait until it is healthy, as the image's own check says."""
        process, began = self.launch(), time.monotonic()
        while self.check_health():
            assert process.poll() is None, self.log.read_text()
            assert time.monotonic() - began < PATIENCE, self.log.read_text()
            time.sleep(0.5)

    def check_health(self) -> int:
        kind, *command = self.config["Healthcheck"]["Test"]
        assert kind == "CMD"
        return self.run(*command).returncode

    def processes(self) -> dict[int, tuple[str, set[str]]]:
        """Return the command line and user ids of each process in the container, the first process first."""
        assert self.process is not None
        children: dict[int, list[int]] = {}
        facts: dict[int, tuple[str, set[str]]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                status, line = (folder / "status").read_text(), (folder / "cmdline").read_text()
            except OSError:  # the process has ended meanwhile
                continue
            values = dict(re.findall(r"^(PPid|Uid):\s+(.+)$", status, re.MULTILINE))
            children.setdefault(int(values["PPid"]), []).append(int(folder.name))
            facts[int(folder.name)] = line.replace("\0", " ").strip(), set(values["Uid"].split())
        family = [self.process.pid]
        for process in family:
            family += children.get(process, [])
        return {process: facts[process] for process in family[1:] if not facts[process][0].startswith("buildah")}

    def stop(self) -> int:
        """Send SIGTERM to the first process, as `docker stop` does, and return the exit status."""
        assert self.process is not None
        os.kill(next(iter(self.processes())), signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """Send SIGKILL to every process, as `docker kill` does."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        if self.process is not None:
            self.process.wait(timeout=PATIENCE)

    def ask(self, method: str, path: str, token: str, body: Any = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Host": "localhost", "Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": uuid4().hex} if method == "POST" else {}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def get(self, path: str, token: str) -> Any:
        status, answer = self.ask("GET", path, token)
        assert status == http.HTTPStatus.OK, answer
        return json.loads(answer)

    def print_sheet(self, series: str, token: str) -> bytes:
        """Ask until the sheet is there: printing the first one may take longer than a request waits."""
        for _second in range(60):
            status, answer = self.ask("GET", f"{series}/sheet.pdf", token)
            if status != http.HTTPStatus.SERVICE_UNAVAILABLE:
                break
            time.sleep(1)
        assert status == http.HTTPStatus.OK, answer
        return answer

    def post(self, path: str, token: str, body: Any) -> Any:
        status, answer = self.ask("POST", path, token, body)
        assert status == http.HTTPStatus.CREATED, answer
        return json.loads(answer)
