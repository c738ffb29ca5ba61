"""The two ways to write a seal's figures: hand-made bytes, and every table there and back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ledger.lib.ids import ALPHABET
from ledger.money.settle_up import PlannedPayment
from ledger.signing.seal_figures import STATUSES, SealFigures, read_text, unpack

HEAD, KEY = "00112233445566778899aabbccddeeff", "0123456789abcdef"
FOUR = SealFigures(
    series="abcdefghijkm",
    version=300,
    head=HEAD,
    status="finished",
    places=((1, 1), (2, 3), (4, 4), (2, 3)),
    totals=(Fraction(40), Fraction(21, 2), Fraction(-3), Fraction(21, 2)),
    key=KEY,
    currency="NPR",
    payments=(PlannedPayment(2, 0, 1850), PlannedPayment(3, 0, 5)),
)
TEXT = """Khata seal 1
series abcdefghijkm
version 300
head 00112233445566778899aabbccddeeff
status finished
places 1 2-3 4 2-3
totals 40 21/2 -3 21/2
payments NPR 2>0=1850 3>0=5
key 0123456789abcdef"""
PACKED = (
    "01 05"  # the format; finished (1) with payments (4)
    " 00443214c74254b0"  # twelve letters of five bits: 0 1 2 … 10 11, and four bits of 0
    " ac02"  # 300 = 44 + 2 · 128
    f" {HEAD} {KEY}"
    " 04 00 21 03 21"  # four seats; place − 1, and 32 for each place further that is shared
    " 02"  # totals are in halves
    " a001 2a 0b 2a"  # 80, 21, −6, 21 as 160 = 32 + 1 · 128, 42, 11, 42
    " 4e5052 02"  # NPR, two payments
    " 08 ba0e"  # seat 2 to seat 0 of 4: 8; 1850 = 58 + 14 · 128
    " 0c 05"
)


def test_text_has_one_line_for_each_fact():
    assert FOUR.text == TEXT
    assert read_text(TEXT) == FOUR


def test_bytes_are_those_worked_out_by_hand():
    assert FOUR.pack() == bytes.fromhex(PACKED)
    assert unpack(FOUR.pack()) == FOUR


@some.composite
def tables(draw: some.DrawFn) -> SealFigures:
    seats = draw(some.integers(2, 12))
    places = []
    for _seat in range(seats):
        first = draw(some.integers(1, seats))
        places.append((first, draw(some.integers(first, seats))))
    pairs = [(payer, payee) for payer in range(seats) for payee in range(seats) if payer != payee]
    paid = some.tuples(some.sampled_from(pairs), some.integers(1, 10**15))
    currency = draw(some.sampled_from(["", "NPR", "CHF"]))
    payments = draw(some.lists(paid, max_size=12)) if currency else []
    return SealFigures(
        series=draw(some.text(ALPHABET, min_size=12, max_size=12)),
        version=draw(some.integers(1, 10**9 - 1)),
        head=draw(some.binary(min_size=16, max_size=16)).hex(),
        status=draw(some.sampled_from(STATUSES)),
        places=tuple(places),
        totals=tuple(draw(some.lists(some.fractions(max_denominator=10**6), min_size=seats, max_size=seats))),
        key=draw(some.binary(min_size=8, max_size=8)).hex(),
        currency=currency,
        payments=tuple(PlannedPayment(*pair, amount) for pair, amount in payments),
    )


@given(tables())
def test_every_table_is_read_back(figures):
    assert unpack(figures.pack()) == figures
    assert read_text(figures.text) == figures


@given(some.binary(max_size=90))
def test_other_bytes_are_refused_or_read_exactly(tail):
    packed = FOUR.pack()[: 90 - len(tail)] + tail
    figures = unpack(packed)
    assert figures is None or figures.pack() == packed


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("version 300", "version 0300"),
        ("version 300", "version +300"),
        ("version 300", "version ३००"),
        ("places 1 2-3", "places 1-1 2-3"),
        ("places 1 2-3", "places 1  2-3"),
        ("places 1 2-3 4 2-3", "places 1 2-3 4"),
        ("places 1 2-3 4", "places 1 2-3 5"),
        ("places 1 2-3 4", "places 1 3-2 4"),
        ("totals 40", "totals 80/2"),
        ("totals 40", "totals 40/1"),
        ("totals 40", "totals 4_0"),
        ("totals 40", "totals 40/0"),
        ("totals 40", "totals 40.0"),
        ("-3 21/2", "-3 21/-2"),
        ("totals 40", "totals +40"),
        ("2>0=1850", "2>2=1850"),
        ("2>0=1850", "4>0=1850"),
        ("2>0=1850", "2>0=0"),
        ("2>0=1850", "2>0=01850"),
        ("NPR 2>0", "NPR  2>0"),
        ("NPR", "npr"),
        ("head 00", "head 0"),
        ("status finished", "status discarded"),
        ("aabbccddeeff\n", "AABBCCDDEEFF\n"),
        ("seal 1", "seal 2"),
        ("key 0123456789abcdef", "key 0123456789abcdef\n"),
        ("\n", "\r\n"),
    ],
)
def test_text_written_otherwise_is_refused(written, instead):
    assert written in TEXT
    assert read_text(TEXT.replace(written, instead)) is None


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        (" ac02", " ac8200"),  # a number with a byte too many
        (" ac02", " 00"),  # no version
        ("01 05", "02 05"),
        ("01 05", "01 07"),  # there is no fourth status
        ("01 05", "01 0d"),
        ("54b0", "54b1"),  # the four bits that must be 0
        (" 04 00", " 00 00"),
        (" 04 00 21", " 04 00 41"),  # places 2 to 4 are possible, 3 to 5 are not
        (" 02 a001 2a 0b 2a", " 04 c002 54 17 54"),  # the same totals in quarters
        (" 02 a001", " 00 a001"),
        ("4e5052", "6e5052"),
        (" 0c 05", " 0c 05 00"),
        (" 0c 05", " 0c"),
        (" 0c 05", " 0f 05"),  # seat 3 pays itself
        (" 0c 05", " 10 05"),  # there is no seat 4
    ],
)
def test_bytes_packed_otherwise_are_refused(written, instead):
    assert written in PACKED
    if instead == " 04 00 41":
        assert unpack(bytes.fromhex(PACKED.replace(written, instead))) is not None
        instead = " 04 00 42"
    assert unpack(bytes.fromhex(PACKED.replace(written, instead))) is None


def test_endless_figures_are_refused():
    begin = bytes.fromhex(PACKED)[:40]
    for rest in (b"\x80" * 900, b"\xff" * 900 + b"\x7f", b"\xff" * 5000):
        assert unpack(begin + rest) is None
    assert read_text("Khata seal 1\n" + "9" * 10**6) is None
