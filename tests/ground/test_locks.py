"""The locked requirements: exact versions, with hashes, and without the address of a package index."""

import re
from pathlib import Path

import pytest

from tests.ground.helpers import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
SOURCES = sorted((ROOT / "requirements").glob("*.in"))
ENTRY = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; [^\\]+)? \\\n"
    r"(?P<hashes>(?:    --hash=\S+(?: \\)?\n)+)"
)


def entries(lock: Path) -> list[re.Match[str]]:
    text = "".join(line for line in lock.open() if not line.startswith("#"))
    found, position = [], 0
    while position < len(text):
        entry = ENTRY.match(text, position)
        assert entry, f"{lock.name} has an entry that is not exact or not hashed: {text[position : position + 80]!r}"
        found.append(entry)
        position = entry.end()
    return found


def versions(lock: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in entries(lock):
        found.setdefault(entry["name"], set()).add(entry["version"])
    return found


def test_every_requirements_list_has_a_lock():
    assert [lock.stem for lock in LOCKS] == [source.stem for source in SOURCES] == ["base", "dev", "mutants", "prod"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_package_has_an_exact_version_and_hashes(lock):
    assert all("--hash=sha256:" in entry["hashes"] for entry in entries(lock))


@pytest.mark.parametrize("file", [*LOCKS, *SOURCES], ids=lambda file: file.name)
def test_no_list_names_a_package_index(file):
    text = file.read_text()
    assert "://" not in text
    assert not re.search(r"^\s*(--(extra-)?index-url|--find-links|--trusted-host|-i|-f)\b", text, re.MULTILINE)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_required_package_is_locked(source):
    lines = [line for line in source.read_text().splitlines() if line and line[0] not in "#-"]
    names = [re.split(r"[\[<>=~ ]", requirement)[0].lower().replace("_", "-") for requirement in lines]
    assert names
    assert set(names) <= versions(source.with_suffix(".txt")).keys()


def test_all_locks_have_the_same_versions():
    """Otherwise `make run` after `make test` would install other versions."""
    base, prod, dev = (versions(ROOT / "requirements" / f"{name}.txt") for name in ("base", "prod", "dev"))
    assert base.items() <= prod.items() <= dev.items()
