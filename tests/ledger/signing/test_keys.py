"""The site's signing key: which signatures are accepted as the site's. The vector is RFC 8032, section 7.1, test 2."""

import json
import os
import stat
import subprocess
import sys
from errno import ENOSPC

import pytest

from ledger.signing import keys
from ledger.signing.encodings import read_base64, read_base64url, write_base64, write_base64url
from ledger.signing.key_file import (
    PUBLIC_KEYS_FILE,
    SIGNING_KEY_FILE,
    SigningKeyError,
    ensure_signing_key,
    key_id_of,
    public_key_in,
    read_list,
    rotate,
)

SECRET = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
PUBLIC = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
SIGNED = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
ORDER = 2**252 + 27742317777372353535851937790883648493  # of the curve's group


@pytest.fixture
def of_the_rfc(settings, folder) -> None:
    settings.SIGNING_KEY = write_base64(SECRET)


def with_s_plus_l(signature: bytes) -> bytes:
    s = int.from_bytes(signature[32:], "little") + ORDER
    return signature[:32] + s.to_bytes(32, "little")


@pytest.mark.usefixtures("of_the_rfc")
def test_a_signature_is_that_of_the_rfc():
    assert keys.own_key().sign(b"\x72") == SIGNED
    assert [key.public for key in keys.public_keys()] == [write_base64(PUBLIC)]
    assert keys.is_signed(b"\x72", SIGNED, keys.key_id())


@pytest.mark.usefixtures("of_the_rfc")
@pytest.mark.parametrize(
    ("data", "signature", "key"),
    [
        (b"\x73", SIGNED, None),
        (b"\x72", SIGNED[:63], None),
        (b"\x72", SIGNED + b"\0", None),
        (b"\x72", with_s_plus_l(SIGNED), None),
        (b"\x72", bytes(64), None),
        (b"\x72", b"", None),
        (b"\x72", "text", None),
        (b"\x72", None, None),
        (b"\x72", SIGNED, "0" * 16),
        (b"\x72", SIGNED, ""),
    ],
)
def test_nothing_else_is_signed(data, signature, key):
    assert keys.is_signed(data, signature, keys.key_id() if key is None else key) is False


def test_a_rotated_key_stays_in_the_list(folder):
    first, signature = keys.key_id(), keys.own_key().sign(b"sheet")
    begun = rotate(folder)
    assert keys.key_id() == begun.id != first
    assert keys.is_signed(b"sheet", signature, first)
    assert not keys.is_signed(b"sheet", signature, begun.id)
    old, today = keys.public_keys()
    assert (old.id, today.id, today.until) == (first, begun.id, None)
    assert old.until == today.since is not None


def test_a_lost_key_leaves_its_public_key(folder):
    first, signature = keys.key_id(), keys.own_key().sign(b"sheet")
    (folder / SIGNING_KEY_FILE).unlink()
    assert keys.key_id() != first
    assert keys.is_signed(b"sheet", signature, first)


def test_a_key_that_was_never_listed_is_not_forgotten(folder):
    """The process was killed after it wrote the key and before the list, or the list was lost."""
    first, signature = keys.key_id(), keys.own_key().sign(b"sheet")
    (folder / PUBLIC_KEYS_FILE).unlink()
    rotate(folder)
    assert keys.is_signed(b"sheet", signature, first)
    (folder / PUBLIC_KEYS_FILE).unlink()
    ensure_signing_key(folder)  # as at each start
    assert [key.id for key in read_list(folder)] == [keys.key_id()]


def test_a_rotation_that_was_cut_off_is_put_right_at_the_next_start(folder):
    """The list has the new key, and the key file has still the old one."""
    first, secret = keys.key_id(), (folder / SIGNING_KEY_FILE).read_text()
    begun = rotate(folder)
    (folder / SIGNING_KEY_FILE).write_text(secret)
    ensure_signing_key(folder)
    assert [(key.id, key.until is None) for key in read_list(folder)] == [(begun.id, False), (first, True)]


def test_a_first_start_that_was_cut_off_leaves_no_broken_key(tmp_path, monkeypatch):
    def disk_is_full(_handle: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", disk_is_full)
        with pytest.raises(OSError, match="No space"):
            ensure_signing_key(tmp_path)
    assert not (tmp_path / SIGNING_KEY_FILE).exists()
    ensure_signing_key(tmp_path)
    assert public_key_in(tmp_path) == read_list(tmp_path)[-1].public


def test_a_key_of_the_environment_can_have_older_ones(folder, settings):
    settings.SIGNING_KEYS_OLD = [write_base64(PUBLIC)]
    assert keys.is_signed(b"\x72", SIGNED, key_id_of(PUBLIC))
    settings.SIGNING_KEYS_OLD = []
    assert not keys.is_signed(b"\x72", SIGNED, key_id_of(PUBLIC))


def test_the_key_is_private_and_never_replaced(folder):
    ensure_signing_key(folder)
    secret = (folder / SIGNING_KEY_FILE).read_text()
    ensure_signing_key(folder)
    assert (folder / SIGNING_KEY_FILE).read_text() == secret
    assert stat.S_IMODE((folder / SIGNING_KEY_FILE).stat().st_mode) == 0o600
    assert len(read_base64(secret.strip())) == 32
    assert secret.strip() not in (folder / PUBLIC_KEYS_FILE).read_text()


@pytest.mark.parametrize("text", ["", "x", write_base64(SECRET[:31]), write_base64(SECRET)[:-2], "\N{SNOWMAN}", "\0"])
def test_what_is_no_key_is_said_in_one_sentence(folder, text):
    (folder / SIGNING_KEY_FILE).write_text(text)
    with pytest.raises(SigningKeyError, match=r"^[^\n]*signing_key is not a signing key: [^\n]*\.$"):
        keys.own_key().sign(b"")
    with pytest.raises(SigningKeyError):  # a true signature must not be called a false one
        keys.is_signed(b"", bytes(64), "")


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.update(id="0" * 16),
        lambda row: row.update(algorithm="RSA"),
        lambda row: row.update(public=row["public"][:-2]),
        lambda row: row.update({"from": "yesterday"}),
        lambda row: row.clear(),
    ],
)
def test_a_list_that_is_not_well_formed_is_refused(folder, change):
    keys.key_id()
    listed = json.loads((folder / PUBLIC_KEYS_FILE).read_text())
    change(listed["keys"][0])
    (folder / PUBLIC_KEYS_FILE).write_text(json.dumps(listed))
    with pytest.raises(SigningKeyError, match=r"signing_keys\.json"):
        keys.public_keys()


@pytest.mark.parametrize("text", ["AA=", "AA", "AB==", "AA==\n", " AA==", "A A==", "-_==", "AA==AA==", "é"])
def test_base64_is_read_in_one_way_alone(text):
    with pytest.raises(ValueError):  # noqa: PT011
        read_base64(text)


@pytest.mark.parametrize("text", ["AA==", "AB", "A", "AA\n", " AA", "+/+/", "-_-_=", "é"])
def test_base64url_is_read_in_one_way_alone(text):
    with pytest.raises(ValueError):  # noqa: PT011
        read_base64url(text)


@pytest.mark.parametrize("data", [b"", b"\0", b"\xff\xfe", b"\xfb\xff\xbf", bytes(range(256))])
def test_base64_reads_what_it_writes(data):
    assert read_base64(write_base64(data)) == data
    assert read_base64url(write_base64url(data)) == data


def test_the_phone_does_not_load_cryptography():
    code = "import sys, ledger.signing.keys, ledger.signing.key_file; print('cryptography' in sys.modules)"
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert ran.stdout.strip() == "False", ran.stderr
