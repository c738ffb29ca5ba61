"""Two processes of the site, as on two machines: each has a data folder of its own, and both have the same key."""

import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.data_folder import ROOT
from scripts.drill.cluster import Cluster, kill, wait_until
from scripts.environment import clean_environment
from scripts.network import answers
from scripts.processes import offspring


@dataclass
class Site:
    port: int
    environment: dict[str, str]
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return Path(self.environment["LEDGER_DATA_DIR"], "log")

    def start(self) -> None:
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "scripts.serve"]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def is_ready(self) -> bool:
        return answers(f"http://{self.address}/readyz")

    def kill_worker(self) -> None:
        """Kill the process that serves. scripts/serve.py and granian start another."""
        assert self.process is not None
        kill(*list(offspring(self.process.pid)))

    def second_attempts(self) -> int:
        """Return how many requests saved a hand at the second attempt: in the log they have the error of the first."""
        lines = self.log.read_text().splitlines()
        return sum('"status": 201' in line and '"reason"' in line for line in lines)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)


@contextmanager
def running_sites(cluster: Cluster, folder: Path, first_port: int) -> Iterator[list[Site]]:
    key, sites = secrets.token_urlsafe(64), []
    for place in range(2):
        data, port = folder / f"site{place + 1}", first_port + place
        environment = {
            "LEDGER_DATA_DIR": str(data),
            "LEDGER_SECRET_KEY": key,
            "LEDGER_ALLOWED_HOSTS": "127.0.0.1",
            "LEDGER_API_RATE": "",
            "LEDGER_MOST_HANDS": "5000",  # two clients write to one series all the time
            "LEDGER_LOG": "json",
            "DATABASE_URL": cluster.url(),
            "BIND": "127.0.0.1",
            "PORT": str(port),
        }
        sites.append(Site(port, clean_environment() | environment))
    try:
        # The first site migrates the database. The second gets its static files, because to make them takes a while.
        Path(sites[0].environment["LEDGER_DATA_DIR"]).mkdir()
        sites[0].start()
        wait_until(sites[0].is_ready, "answer of the first site")
        shutil.copytree(sites[0].environment["LEDGER_DATA_DIR"], sites[1].environment["LEDGER_DATA_DIR"])
        sites[1].start()
        wait_until(sites[1].is_ready, "answer of the second site")
        yield sites
    finally:
        for site in sites:
            site.stop()
