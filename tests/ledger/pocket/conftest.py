"""A phone without signal: the site's own code in a program of its own, with the phone's settings and a database."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from ledger.circles.models import Member
from ledger.pocket.addresses import all_addresses
from ledger.pocket.rows import rows_of, site_settings
from ledger.series.models import Series
from tests.ground.helpers import kept_bundle
from tests.ledger.series.conftest import agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "players", "series"]


@dataclass
class Phone:
    program: subprocess.Popen[str]

    def _ask(self, what: str, **arguments: Any) -> Any:
        assert self.program.stdin
        assert self.program.stdout
        self.program.stdin.write(json.dumps([what, arguments], default=as_text) + "\n")
        self.program.stdin.flush()
        return json.loads(self.program.stdout.readline())

    def clear(self) -> None:
        self._ask("clear")

    def modules(self) -> set[str]:
        return set(self._ask("modules"))

    def prepare(self, me: Member, series: Series) -> None:
        self._ask("load", series_id=series.pk, rows=rows_of(me, series.pk))

    def waiting(self, series: Series, version: int) -> list[dict[str, Any]]:
        return list(self._ask("waiting", series_id=series.pk, version=version))

    def get(self, address: str, headers: dict[str, str]) -> tuple[int, str]:
        said = self._ask("answer", method="GET", address=address, headers=headers, body="")
        return said["status"], said["text"]

    def post(self, address: str, body: str) -> tuple[int, str]:
        """Status, and where it leads or what it says."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        said = self._ask("answer", method="POST", address=address, headers=headers, body=body)
        return said["status"], said["headers"].get("location") or said["text"]


def as_text(value: Any) -> str:
    return str(value.isoformat() if hasattr(value, "isoformat") else value)


@pytest.fixture
def made_bundle(settings: Any, tmp_path: Path) -> Path:
    """A data folder with a bundle of this working tree."""
    shutil.copytree(kept_bundle(), tmp_path / "pocket")
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def phone(program: Phone) -> Phone:
    """With nothing in it."""
    program.clear()
    return program


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    folder = tmp_path_factory.mktemp("phone")
    (folder / "site.json").write_text(json.dumps(site_settings()))
    (folder / "addresses.json").write_text(json.dumps(all_addresses()))
    environment = os.environ | {"POCKET_DIR": str(folder)}
    command = [sys.executable, "-m", "tests.ledger.pocket.phone_program"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=Path(settings.BASE_DIR), env=environment, stdin=pipe, stdout=pipe, text=True
    ) as program:
        yield Phone(program)
        assert program.stdin
        program.stdin.close()
