"""The key file after a backup comes back: no key is overwritten, and no public key is lost."""

import shutil
from pathlib import Path

import pytest

from ledger.signing.key_file import (
    PUBLIC_KEYS_FILE,
    SIGNING_KEY_FILE,
    SigningKeyError,
    ensure_signing_key,
    public_key_in,
    read_list,
    require_same_or_later_key,
    restore_keys,
    rotate,
)


@pytest.fixture
def site(tmp_path) -> Path:
    (tmp_path / "site").mkdir()
    ensure_signing_key(tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def backup(site, tmp_path) -> Path:
    return Path(shutil.copytree(site, tmp_path / "backup"))


def publics(folder: Path) -> list[str]:
    return [key.public for key in read_list(folder)]


def restore(backup: Path, folder: Path) -> None:
    require_same_or_later_key(backup, folder)
    restore_keys(backup, folder)


def test_the_key_comes_back_where_there_is_none(backup, tmp_path):
    (tmp_path / "new").mkdir()
    restore(backup, tmp_path / "new")
    for name in (SIGNING_KEY_FILE, PUBLIC_KEYS_FILE):
        assert (tmp_path / "new" / name).read_bytes() == (backup / name).read_bytes()


def test_a_later_key_of_the_site_stays(site, backup):
    rotate(site)
    before = (site / SIGNING_KEY_FILE).read_bytes(), publics(site)
    restore(backup, site)
    assert ((site / SIGNING_KEY_FILE).read_bytes(), publics(site)) == before
    assert [key.until is None for key in read_list(site)] == [False, True]


def test_a_key_that_was_lost_meanwhile_comes_back_with_those_after_it(site, backup):
    rotate(site)
    later = publics(site)[-1]
    (site / SIGNING_KEY_FILE).unlink()
    restore(backup, site)
    assert public_key_in(site) == publics(backup)[0]
    assert [(key.public == later, key.until is None) for key in read_list(site)] == [(False, True), (True, False)]


def test_keys_that_the_list_lacks_are_added(site, backup):
    rotate(site)
    shutil.copy(site / SIGNING_KEY_FILE, backup / SIGNING_KEY_FILE)
    shutil.copy(site / PUBLIC_KEYS_FILE, backup / PUBLIC_KEYS_FILE)
    before = publics(site)
    (site / PUBLIC_KEYS_FILE).unlink()
    restore(backup, site)
    assert publics(site) == before


def test_a_key_of_another_site_is_never_overwritten(backup, tmp_path):
    (tmp_path / "other").mkdir()
    ensure_signing_key(tmp_path / "other")
    before = (tmp_path / "other" / SIGNING_KEY_FILE).read_bytes()
    with pytest.raises(SigningKeyError, match="is another signing key than the one in the backup"):
        restore(backup, tmp_path / "other")
    assert (tmp_path / "other" / SIGNING_KEY_FILE).read_bytes() == before


def test_a_backup_without_a_key_changes_nothing(site, tmp_path):
    (tmp_path / "empty").mkdir()
    before = {file.name: file.read_bytes() for file in site.iterdir()}
    restore(tmp_path / "empty", site)
    assert {file.name: file.read_bytes() for file in site.iterdir()} == before
