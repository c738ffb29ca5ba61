"""etcd and three PostgreSQL servers with Patroni on this machine, in a temporary folder that is deleted afterwards."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from scripts.postgres import find_programs, owner
from scripts.processes import offspring

PATIENCE = 120  # seconds until the cluster must be healthy
PASSWORD = "only-for-the-drill"  # noqa: S105
NODES = ("node1", "node2", "node3")

# The settings that docs/operate/failover.md tells an operator to use; a test compares them.
DYNAMIC: dict[str, Any] = {
    "ttl": 20,
    "loop_wait": 2,
    "retry_timeout": 5,
    "synchronous_mode": True,
    "failsafe_mode": True,
    "primary_start_timeout": 0,
    "postgresql": {
        "use_pg_rewind": True,
        "parameters": {"max_connections": 100, "wal_retrieve_retry_interval": "1s"},
    },
}


def wait_until(condition: Callable[[], bool], what: str, within: float = PATIENCE) -> None:
    until = time.monotonic() + within
    while not condition():
        if time.monotonic() > until:
            raise SystemExit(f"After {within:.0f} seconds there is still no {what}.")
        time.sleep(0.2)


def kill(*processes: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@dataclass
class Program:
    """A process that writes its log into the folder. It can be killed and started again."""

    command: list[str]
    folder: Path
    log: str
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with (self.folder / self.log).open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, user=owner(), stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class Node:
    """One PostgreSQL server and its Patroni."""

    name: str
    folder: Path
    port: int
    rest_port: int
    patroni: Program = field(init=False)

    @property
    def data(self) -> Path:
        return self.folder / f"{self.name}-data"

    @property
    def config(self) -> Path:
        return self.folder / f"{self.name}.yml"

    def configure(self, etcd_port: int) -> None:
        rest, postgres = f"127.0.0.1:{self.rest_port}", f"127.0.0.1:{self.port}"
        config = {
            "scope": "khata",
            "name": self.name,
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"hosts": f"127.0.0.1:{etcd_port}"},
            "bootstrap": {
                "dcs": DYNAMIC,
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
            },
            "postgresql": {
                "listen": postgres,
                "connect_address": postgres,
                "data_dir": str(self.data),
                "bin_dir": str(find_programs()),
                "pgpass": str(self.folder / f"{self.name}.pgpass"),
                "parameters": {"unix_socket_directories": ""},
                "pg_hba": [
                    "host all all 127.0.0.1/32 scram-sha-256",
                    "host replication replicator 127.0.0.1/32 scram-sha-256",
                ],
                "authentication": {
                    "superuser": {"username": "postgres", "password": PASSWORD},
                    "replication": {"username": "replicator", "password": PASSWORD},
                },
            },
        }
        self.config.write_text(json.dumps(config, indent=2))  # JSON is YAML
        shutil.chown(self.config, owner())
        self.config.chmod(0o600)
        self.patroni = Program(["patroni", str(self.config)], self.folder, f"{self.name}.log")

    def postmaster(self) -> int | None:
        """The id of PostgreSQL's first process. None if a killed process has left postmaster.pid behind."""
        with suppress(OSError):
            process = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            if Path(f"/proc/{process}/cwd").resolve() == self.data.resolve():
                return process
        return None

    def kill_postmaster(self) -> None:
        if postmaster := self.postmaster():
            kill(postmaster)

    def kill_all(self) -> None:
        """Kill Patroni and PostgreSQL, as if the machine had lost its power."""
        self.patroni.kill()
        if postmaster := self.postmaster():
            kill(postmaster, *list(offspring(postmaster)))


@dataclass
class Cluster:
    folder: Path
    etcd: Program
    nodes: list[Node]

    def url(self, database: str = "khata", user: str = "khata") -> str:
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgres://{user}:{PASSWORD}@{hosts}/{database}"

    def members(self) -> list[dict[str, Any]]:
        """The nodes, as the first Patroni process that answers describes them."""
        for node in self.nodes:
            try:
                with urlopen(f"http://127.0.0.1:{node.rest_port}/cluster", timeout=3) as answer:
                    members: list[dict[str, Any]] = json.load(answer)["members"]
                    return members
            except OSError:
                continue
        return []

    def is_healthy(self) -> bool:
        """One leader, one replica that has every commit, and another replica; all of them on one timeline."""
        members = self.members()
        roles = sorted(member["role"] for member in members)
        return (
            roles == ["leader", "replica", "sync_standby"]
            and all(member["state"] in ("running", "streaming") for member in members)
            and len({member.get("timeline") for member in members}) == 1
            and all(member.get("lag", 0) == 0 for member in members)
        )

    def primary(self) -> Node | None:
        leaders = {member["name"] for member in self.members() if member["role"] == "leader"}
        return next((node for node in self.nodes if node.name in leaders), None)

    def switch_over(self) -> None:
        command = ["patronictl", "-c", str(self.nodes[0].config), "switchover", "khata", "--force"]
        ran = subprocess.run(command, user=owner(), cwd=self.folder, capture_output=True, text=True)
        if ran.returncode:
            raise SystemExit(f"patronictl switchover has failed: {ran.stdout}{ran.stderr}")


@contextmanager
def running_cluster(first_port: int) -> Iterator[Cluster]:
    """Use eight ports from `first_port`. They must be below those of outgoing connections (from 32768 on Linux)."""
    folder = Path(tempfile.mkdtemp(prefix="khata-drill-"))
    shutil.chown(folder, owner())
    etcd_port, peer_port = first_port, first_port + 1
    client, peer = f"http://127.0.0.1:{etcd_port}", f"http://127.0.0.1:{peer_port}"
    etcd_command = ["etcd", "--data-dir", str(folder / "etcd"), "--name=etcd", f"--initial-cluster=etcd={peer}"]
    etcd_command += [f"--listen-client-urls={client}", f"--advertise-client-urls={client}"]
    etcd_command += [f"--listen-peer-urls={peer}", f"--initial-advertise-peer-urls={peer}"]
    ports = range(first_port + 2, first_port + 8, 2)
    nodes = [Node(name, folder, port, rest_port=port + 1) for name, port in zip(NODES, ports, strict=True)]
    cluster = Cluster(folder, Program(etcd_command, folder, "etcd.log"), nodes)
    try:
        cluster.etcd.start()
        for node in nodes:
            node.configure(etcd_port)
            node.patroni.start()
        wait_until(cluster.is_healthy, "healthy cluster")
        yield cluster
    finally:
        for node in nodes:
            if hasattr(node, "patroni"):
                node.kill_all()
        cluster.etcd.kill()
        shutil.rmtree(folder, ignore_errors=True)
