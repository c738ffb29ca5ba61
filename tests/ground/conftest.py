"""Data folders with and without a database, a backup, and empty databases on PostgreSQL."""

import shutil
from pathlib import Path

import pytest

from tests.ground.helpers import Place


@pytest.fixture(scope="session")
def filled(tmp_path_factory):
    place = Place(tmp_path_factory.mktemp("filled") / "data")
    place.fill()
    return place


@pytest.fixture(scope="session")
def made_backup(filled, tmp_path_factory):
    folder = tmp_path_factory.mktemp("backups") / "made"
    filled.do("backup", str(folder))
    return folder


@pytest.fixture
def backup(made_backup, tmp_path):
    """A copy of the backup, which a test may change."""
    return Path(shutil.copytree(made_backup, tmp_path / "backup"))


@pytest.fixture
def place(filled, tmp_path):
    """A copy of the filled data folder, which a test may change."""
    return Place(Path(shutil.copytree(filled.folder, tmp_path / "data")))


@pytest.fixture
def empty(tmp_path):
    return Place(tmp_path / "empty")
