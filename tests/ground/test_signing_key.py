"""The signing key of a site: rotated by a command, in the backup, and never lost by a restore."""

import json
import stat

import pytest

from tests.ground.helpers import Place, run_python

pytestmark = pytest.mark.thorough

FILES = ("signing_key", "signing_keys.json")


def listed(place: Place) -> list[str]:
    return [key["id"] for key in json.loads((place.folder / "signing_keys.json").read_text())["keys"]]


@pytest.mark.slow
def test_rotated_keys_are_backed_up_and_restored(place, empty, tmp_path):
    place.do("rotate_signing_key")
    said = place.do("rotate_signing_key")
    first, second = listed(place)
    assert said.startswith(f"Key {second} signs from now on. Key {first} stays listed. Make a backup")
    place.do("backup", str(tmp_path / "backup"), "--without-audit")
    empty.do("restore", str(tmp_path / "backup"))
    for name in FILES:
        assert (empty.folder / name).read_bytes() == (place.folder / name).read_bytes()
        assert stat.S_IMODE((empty.folder / name).stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_key_of_the_environment_is_not_changed(tmp_path):
    environment = {"LEDGER_DATA_DIR": str(tmp_path), "LEDGER_DEBUG": "1", "LEDGER_SIGNING_KEY": "A" * 43 + "="}
    said = run_python("manage.py", "rotate_signing_key", **environment).stdout.splitlines()
    assert said[0] == "The key is in LEDGER_SIGNING_KEY, so nothing was changed. To rotate it, set:"
    rotated = dict(line.split("=", 1) for line in said[1:])
    listing = "from ledger.signing.keys import public_keys; print([key.public for key in public_keys()])"
    before = run_python("manage.py", "shell", "-v0", "-c", listing, **environment).stdout
    ran = run_python("manage.py", "shell", "-v0", "-c", listing, **(environment | rotated))
    assert ran.stdout.startswith(before.rstrip("]\n")), ran.stderr
    assert list(tmp_path.glob("signing*")) == []


def test_others_who_can_read_the_key_are_warned_of(tmp_path):
    (tmp_path / "signing_key").write_text("A" * 43 + "=\n")
    check = "from ledger.operations.start import check_signing_key; print(check_signing_key())"
    environment = {"LEDGER_DATA_DIR": str(tmp_path), "LEDGER_DEBUG": "1"}
    for mode, warned in ((0o600, False), (0o640, True), (0o604, True)):
        (tmp_path / "signing_key").chmod(mode)
        said = run_python("manage.py", "shell", "-v0", "-c", check, **environment).stdout
        assert ("chmod 600" in said) is warned
