"""A phone without signal: the site's own code in a separate program, with the phone's settings and a database."""

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import brotli
import pydantic_core
import pytest

from ledger.circles.models import Member
from ledger.pocket.addresses import all_addresses
from ledger.pocket.rows import rows_of, site_settings
from ledger.series.models import Series
from tests.ground.helpers import kept_bundle
from tests.ledger.series.conftest import players

__all__ = ["players"]


@dataclass
class Phone:
    program: subprocess.Popen[str]

    def _ask(self, what: str, details: dict[str, Any], body: str = "") -> Any:
        assert self.program.stdin
        assert self.program.stdout
        self.program.stdin.write(json.dumps([what, details, body], default=as_text) + "\n")
        self.program.stdin.flush()
        return json.loads(self.program.stdout.readline())

    def clear(self) -> None:
        self._ask("clear", {})

    def modules(self) -> set[str]:
        return set(self._ask("modules", {}))

    def prepare(self, me: Member, series: Series) -> None:
        self.load(series, rows_of(me, series.pk))

    def load(self, series: Series, rows: list[dict[str, Any]]) -> None:
        self._ask("load", {"series": series.pk, "rows": rows})

    def waiting(self, series: Series) -> dict[str, Any]:
        """The changes that wait in the phone, on top of the site's version of the series."""
        at_site = {"version": series.version, "hash": series.latest_hash}
        return dict(self._ask("waiting", {"series": {series.pk: at_site}}))

    def get(self, address: str, headers: dict[str, str]) -> tuple[int, str]:
        """Status and page, in which the addresses are those of the site: in the phone all lie below /pocket/."""
        said = self._ask("answer", {"method": "GET", "address": f"/pocket{address}", "headers": headers})
        return said["status"], said["text"].replace('"/pocket/', '"/')

    def post(self, address: str, body: str) -> tuple[int, str]:
        """The status, and the address of a redirect or else the text."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        said = self._ask("answer", {"method": "POST", "address": f"/pocket{address}", "headers": headers}, body)
        return said["status"], said["headers"].get("location", "").removeprefix("/pocket") or said["text"]


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
    """A phone that holds nothing."""
    program.clear()
    return program


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """Run with the packages of the bundle, except for the compiled one, which is this machine's."""
    folder = tmp_path_factory.mktemp("phone")
    for file in json.loads((kept_bundle() / "list.json").read_text())["files"]:
        content = brotli.decompress((kept_bundle() / file["folder"] / file["name"]).read_bytes())
        if file["name"] in ("khata.zip", "packages.zip", "tzdata.zip"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                archive.extractall(folder / file["name"].removesuffix(".zip"))
        elif file["name"] == "empty.sqlite3":
            (folder / "pocket.sqlite3").write_bytes(content)
    shutil.copytree(Path(pydantic_core.__file__).parent, folder / "packages" / "pydantic_core", dirs_exist_ok=True)
    parts = ["khata", "packages", "tzdata"]
    environment = os.environ | {"POCKET_DIR": str(folder), "PYTHONPATH": ":".join(str(folder / part) for part in parts)}
    command = [sys.executable, "-S", str(Path(__file__).with_name("phone_program.py"))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=pipe, stdout=pipe, text=True) as program:
        assert program.stdin
        site = {"site": site_settings(), "addresses": all_addresses(), "origin": "http://testserver", "cookies": {}}
        program.stdin.write(json.dumps(site) + "\n")
        yield Phone(program)
        program.stdin.close()
