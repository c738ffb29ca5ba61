"""The seal of a file: files that the site wrote are recognised as signed by it, and no others are."""

import hashlib
import json
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.lib.strict_json import read_json
from ledger.signing import keys
from ledger.signing.encodings import read_base64, write_base64
from ledger.signing.files import Heads, Signed, check_seal, sealed
from ledger.signing.key_file import KEY_BYTES, public_key_of, rotate
from tests.ledger.signing.test_keys import PUBLIC, SECRET, with_s_plus_l
from tests.needs import THOROUGH

NAMES = ("Asha", 'Bimal "the Ace"', "seal", "गीता", '\n  "seal": {', "")


pytestmark = pytest.mark.usefixtures("folder")


def write_file(name: str = "Asha", number: int = 1) -> bytes:
    heads = Heads(book=hashlib.sha256(name.encode()).hexdigest())
    heads.add_series("b" * 12, "2" * 64, datetime(2026, 11, 23, 12, tzinfo=UTC))
    heads.add_series("a" * 12, "1" * 64, datetime(2026, 11, 22, 12, tzinfo=UTC))
    parts = ['{\n  "format": "khata-circle"', f',\n  "name": {json.dumps(name, ensure_ascii=False)},\n  "n": {number}']
    return "".join(sealed(parts, heads)).encode()


def signed_as(data: bytes) -> Signed | None:
    """None for what is no JSON at all."""
    try:
        whole = read_json(data, unlimited="seal")
    except ValueError:
        return None
    return check_seal(data, whole.get("seal")).signed if isinstance(whole, dict) else None


def resealed(data: bytes, change: Any, *, dump: Any = None) -> bytes:
    """The file with its seal changed, written as a seal is written unless `dump` writes it."""
    whole = json.loads(data)
    change(whole["seal"])
    start = data.rindex(b'"seal": {')
    dump = dump or (lambda seal: json.dumps(seal, ensure_ascii=False, indent=2).replace("\n", "\n  "))
    return data[:start] + f'"seal": {dump(whole["seal"])}\n}}\n'.encode()


def test_a_seal_is_as_the_api_says():
    data = write_file()
    whole = json.loads(data)
    assert list(whole)[-1] == "seal"
    seal = whole["seal"]
    assert list(seal) == ["sha256", "heads", "signature", "key", "signed_at"]
    assert seal["sha256"] == hashlib.sha256(data[: data.index(b'"seal"')]).hexdigest()
    assert seal["heads"] == {"series": {"a" * 12: "1" * 64, "b" * 12: "2" * 64}, "book": whole["seal"]["heads"]["book"]}
    signature = read_base64(seal.pop("signature"))
    canonical = json.dumps(seal, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert keys.is_signed(canonical, signature, seal["key"])
    signed_at = datetime.fromisoformat(seal["signed_at"])
    assert timedelta(0) <= datetime.now(UTC) - signed_at <= timedelta(days=1)


def test_true_files_are_all_signed_by_this_site():
    count = 1000 if THOROUGH else 100
    for number in range(count):
        data = write_file(NAMES[number % len(NAMES)] + str(number // len(NAMES)) * (number % 2), number)
        assert signed_as(data) is Signed.BY_THIS_SITE, number


def test_what_an_earlier_key_has_sealed_stays_signed(tmp_path):
    data = write_file()
    rotate(tmp_path)
    assert signed_as(data) is Signed.BY_THIS_SITE
    (tmp_path / "signing_key").unlink()
    assert signed_as(data) is Signed.BY_THIS_SITE


def test_a_file_of_another_site_is_told_from_a_changed_one(tmp_path, settings):
    settings.SIGNING_KEY = write_base64(SECRET)
    data = write_file()
    settings.SIGNING_KEY = ""
    foreign = resealed(data, lambda seal: seal.update(sha256="0" * 64))
    assert (signed_as(data), signed_as(foreign)) == (Signed.BY_AN_UNKNOWN_KEY, Signed.CHANGED)
    settings.TRUSTED_KEYS = {"scores.example.org": write_base64(PUBLIC)}
    found = check_seal(data, json.loads(data)["seal"])
    assert (found.signed, found.site, found.is_trusted) == (Signed.BY_A_KNOWN_SITE, "scores.example.org", True)
    assert signed_as(resealed(data, lambda seal: seal.update(signature="A" * 86 + "=="))) is Signed.CHANGED


def other_bits(signature: str) -> str:
    """The same bytes in base64 with other bits at the end, which a lenient reader ignores."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return signature[:85] + letters[letters.index(signature[85]) + 1] + "=="


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda seal: seal.update(sha256="0" * 64), id="another digest"),
        pytest.param(lambda seal: seal.update(sha256=seal["sha256"].upper()), id="digest in capitals"),
        pytest.param(lambda seal: seal["heads"].update(book="0" * 64), id="another head"),
        pytest.param(lambda seal: seal["heads"]["series"].popitem(), id="a series less"),
        pytest.param(lambda seal: seal.update(heads=None), id="no heads"),
        pytest.param(lambda seal: seal.update(signed_at="2026-01-01T00:00:00+00:00"), id="another time"),
        pytest.param(lambda seal: seal.update(signature=other_bits(seal["signature"])), id="other trailing bits"),
        pytest.param(lambda seal: seal.update(signature=seal["signature"].rstrip("=")), id="no padding"),
        pytest.param(lambda seal: seal.update(signature=seal["signature"] + "\n"), id="a line more"),
        pytest.param(
            lambda seal: seal.update(signature=write_base64(with_s_plus_l(read_base64(seal["signature"])))), id="S + L"
        ),
        pytest.param(lambda seal: seal.update(signature=["A"]), id="a list as signature"),
        pytest.param(lambda seal: seal.update(key=seal["key"].upper() + "x"), id="no key at all"),
        pytest.param(lambda seal: seal.update(key=["a"]), id="a list as key"),
        pytest.param(lambda seal: seal.update(more=1), id="a field more"),
        pytest.param(lambda seal: seal.pop("signed_at"), id="a field less"),
        pytest.param(lambda seal: seal.clear(), id="an empty seal"),
        pytest.param(lambda seal: seal.update(key=seal.pop("key")), id="another order"),
        pytest.param(
            lambda seal: seal["heads"].update(series=dict(reversed(seal["heads"]["series"].items()))), id="heads turned"
        ),
    ],
)
def test_a_changed_seal_is_no_seal(change):
    assert signed_as(resealed(write_file(), change)) is Signed.CHANGED


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data + b"\n", id="a line more"),
        pytest.param(lambda data: data[:-1], id="no last line break"),
        pytest.param(lambda data: data + b" ", id="a space at the end"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="a mark at the beginning"),
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="other line breaks"),
        pytest.param(lambda data: json.dumps(json.loads(data)).encode(), id="written by another program"),
        pytest.param(lambda data: data.replace(b'"key"', b'"k\\u0065y"'), id="a letter written in another way"),
        pytest.param(lambda data: data.replace(b'"seal"', b'"s\\u0065al"'), id="the name written in another way"),
        pytest.param(lambda data: data.replace(b"{", b'{"seal": 1,', 1), id="two seals"),
        pytest.param(lambda data: data[:-2] + b',\n  "more": 1\n}\n', id="a member after it"),
        pytest.param(lambda data: data + data, id="twice"),
        pytest.param(
            lambda data: data[: data.rindex(b'"seal"')] + write_file("Bimal")[write_file("Bimal").rindex(b'"seal"') :],
            id="the seal of another file",
        ),
    ],
)
def test_a_changed_file_is_not_signed(change):
    assert signed_as(change(write_file())) in (Signed.CHANGED, None)


def test_a_file_without_its_seal_is_not_signed():
    data = write_file()
    assert signed_as(data[: data.rindex(b',\n  "seal"')] + b"\n}\n") is Signed.NOT
    assert signed_as(b'{"seal": null}') is Signed.NOT


def test_no_changed_byte_is_accepted():
    chance, data = random.Random(23), write_file("गीता")
    places = range(len(data)) if THOROUGH else chance.sample(range(len(data)), 300)
    for place in places:
        for bit in chance.sample(range(8), 4 if THOROUGH else 1):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            assert signed_as(bytes(changed)) is not Signed.BY_THIS_SITE, (place, bit)
        cut, doubled = data[:place] + data[place + 1 :], data[:place] + data[place : place + 1] + data[place:]
        assert signed_as(cut) is not Signed.BY_THIS_SITE
        assert signed_as(doubled) is not Signed.BY_THIS_SITE


def test_a_key_of_somebody_else_seals_nothing_here(settings):
    data = write_file()
    own = json.loads(data)["seal"]["key"]
    settings.SIGNING_KEY = write_base64(bytes(KEY_BYTES))
    assert json.loads(write_file())["seal"]["key"] != own
    forged = resealed(write_file(), lambda seal: seal.update(key=own))
    settings.SIGNING_KEY = ""
    assert public_key_of(bytes(KEY_BYTES)) not in [read_base64(key.public) for key in keys.public_keys()]
    assert signed_as(forged) is Signed.CHANGED
