"""A seal is true exactly as the site made it, and no altered seal is true."""

import random
from base64 import urlsafe_b64decode
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.money.settle_up import PlannedPayment
from ledger.series.state import series_state
from ledger.signing import keys, seals
from ledger.signing.encodings import read_base64url, write_base64, write_base64url
from ledger.signing.key_file import rotate
from ledger.signing.seal_figures import SealFigures
from ledger.signing.seals import Seal, _sealed, read_code, read_parts, seal_figures_of, seal_of
from tests.ledger.series.conftest import J40
from tests.ledger.sheets.tables import Table

DAILY, THOROUGH = 300, 10_000
ALTERED = pytest.mark.parametrize("count", [DAILY, pytest.param(THOROUGH, marks=pytest.mark.thorough)])


def seal(table: Table | None = None, *, payments: bool = True) -> Seal:
    return seal_of((table or Table()).state(), payments=payments)


def is_true(code: str) -> bool:
    found = read_code(code)
    return found is not None and found.is_true


def test_seal_says_what_the_document_says():
    """The J-40 document's series, at 25 paisa a point: totals 41, 18½, 6½ and 4, and A receives 46 rupees."""
    assert seal().text.splitlines()[:-1] == [
        "Khata seal 1",
        "series abcdefghjkmn",
        "version 5",
        "head 1a2b3c4d5e6f00000000000000000000",
        "status finished",
        "places 1 2 3 4",
        "totals 41 37/2 13/2 4",
        "payments NPR 3>0=2350 2>0=1850 1>0=400",
    ]


def test_same_state_gives_same_seal():
    assert seal() == seal()
    assert seal() != seal(payments=False)


def test_seal_without_money_has_no_payments():
    assert seal(Table(point_value="0")) == seal(Table(point_value="0"), payments=False)
    assert "payments" not in seal(payments=False).text
    assert "\npayments NPR " in seal().text


def test_code_and_parts_are_read_back():
    made = seal()
    assert read_code(made.code) == made
    assert read_parts(made.text, made.signature, made.key) == made
    assert made.is_true
    assert len(made.short) == 16


@pytest.mark.parametrize(("seats", "without", "with_payments"), [(4, 113, 126), (7, 122, 144), (12, 137, 175)])
def test_size_of_a_code(seats, without, with_payments):
    """101 bytes, 3 for each player with a total of two bytes; with payments 4 more, and 3 or 4 for each payment."""
    figures = SealFigures(
        series="abcdefghijkm",
        version=20,
        head="0" * 32,
        status="finished",
        places=tuple((place, place) for place in range(1, seats + 1)),
        totals=tuple(Fraction(200 + seat) for seat in range(seats)),
        key=keys.key_id(),
        currency="NPR",
        payments=tuple(PlannedPayment(payer, 0, 1500) for payer in range(1, seats)),
    )
    for of, size in ((figures, with_payments), (replace(figures, currency="", payments=()), without)):
        assert len(read_base64url(_sealed(of, bytes(64)).code)) == size


# --- Altered and forged seals ----------------------------------------------------------------------------------------


def test_each_bit_of_a_code_matters():
    packed = urlsafe_b64decode(seal().code + "==")
    for bit in range(8 * len(packed)):
        turned = (int.from_bytes(packed, "big") ^ 1 << bit).to_bytes(len(packed), "big")
        assert not is_true(write_base64url(turned)), bit


def test_each_letter_of_a_code_matters():
    code = seal().code
    for place, letter in enumerate(code):
        for other in {"A", "_", "b", "+", " ", "=", "\n", "é", ""} - {letter}:
            assert not is_true(code[:place] + other + code[place + 1 :]), (place, other)


def test_code_that_is_cut_or_longer_is_not_true():
    code = seal().code
    assert is_true(code)
    assert not any(is_true(code[:length]) or is_true(code[length:]) for length in range(1, len(code)))
    assert not any(is_true(f"{before}{code}{after}") for before, after in [("", "A"), ("A", ""), ("", "="), ("", "\n")])
    assert not is_true(code + code)


@ALTERED
def test_altered_codes_are_never_true(count):
    chance, true = (
        random.Random(count),
        [seal(Table(point_value=f"0.{tenths}")) for tenths in range(1, 9)],
    )
    for number in range(count):
        packed = bytearray(read_base64url(chance.choice(true).code))
        for _change in range(chance.randint(1, 4)):
            place = chance.randrange(len(packed))
            match chance.randrange(4):
                case 0:
                    packed[place] ^= chance.randint(1, 255)
                case 1:
                    del packed[place]
                case 2:
                    packed.insert(place, chance.randrange(256))
                case 3:
                    other = read_base64url(chance.choice(true).code)
                    packed[place:] = other[place:]
        code = write_base64url(bytes(packed))
        assert is_true(code) == (code in {each.code for each in true}), (number, code)


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.thorough)])
def test_true_codes_are_all_true(count):
    table = Table()
    for version in range(1, count + 1):
        table.series.version, table.series.latest_hash = version, f"{version:064x}"
        made = seal(table, payments=version % 2 == 0)
        assert is_true(made.code)
        assert read_parts(made.text, made.signature, made.key) == made


CHANGES = [
    ("series abcdefghjkmn", "series abcdefghjkmp"),
    ("version 5", "version 6"),
    ("head 1", "head 2"),
    ("status finished", "status open"),
    ("places 1", "places 2"),
    ("totals ", "totals 1"),
    ("NPR", "CHF"),
    ("NPR", "NPR 0>1=1"),
]


@pytest.mark.parametrize(("written", "instead"), CHANGES)
def test_another_figure_is_not_true(written, instead):
    made = seal()
    assert written in made.text
    other = read_parts(made.text.replace(written, instead), made.signature, made.key)
    assert other is None or not other.is_true


def test_another_sites_signature_is_not_true():
    made, foreign = seal(), Ed25519PrivateKey.generate()
    forged = read_parts(made.text, write_base64(foreign.sign(made.text.encode())), made.key)
    assert forged is not None
    assert not forged.is_true


@pytest.mark.parametrize(
    "signature", ["", "AAAA", "é", write_base64(bytes(63)), write_base64(bytes(65)), write_base64(bytes(64))[:-2]]
)
def test_signature_of_another_form_is_not_read(signature):
    made = seal()
    assert read_parts(made.text, signature, made.key) is None


def test_another_key_than_the_text_names_is_not_read():
    made = seal()
    assert read_parts(made.text, made.signature, "0" * 16) is None


def test_seal_of_a_stored_series_changes_with_it(bob_scores):
    state = bob_scores.record(J40[0])
    before = seal_of(state, payments=True)
    assert before.figures.head == state.series.latest_hash[:32]
    after = seal_of(bob_scores.record(J40[1]), payments=True)
    assert (after.figures.version, before.figures.version) == (3, 2)
    assert series_state(bob_scores.series).series.latest_hash.startswith(after.figures.head)


def test_a_key_that_is_rotated_meanwhile_makes_no_false_seal(monkeypatch, settings, tmp_path):
    settings.DATA_DIR, settings.SIGNING_KEY = tmp_path, ""

    def rotated_meanwhile(*state: Any, **options: Any) -> SealFigures:
        figures = seal_figures_of(*state, **options)
        rotate(tmp_path)
        return figures

    monkeypatch.setattr(seals, "seal_figures_of", rotated_meanwhile)
    assert seal().is_true
