"""The content of a seal: as lines of text, which are signed, and as bytes, which go into a QR code.

Both forms are canonical. `read_text` accepts only what `SealFigures.text` writes, and `unpack` only what
`SealFigures.pack` writes.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ledger.lib.ids import ALPHABET, LENGTH
from ledger.money.settle_up import PlannedPayment

TITLE = "Khata seal 1"
FORMAT = 1  # the first byte of the packed form
STATUSES = ("open", "finished", "stopped")
WITH_PAYMENTS = 4  # a bit of the second byte, whose lower bits are the index of the status
HEAD_BYTES, KEY_ID_BYTES, CURRENCY_LETTERS = 16, 8, 3
MOST_SEATS = 32  # in the packed form, the first place of a seat has five bits
MOST_BYTES, MOST_LETTERS = 1024, 4096  # of the packed form, and of the text

# The letters of the site's ids, and those of standard base32 (RFC 4648).
_TO_BASE32 = str.maketrans(ALPHABET, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_FROM_BASE32 = {letter: own_letter for own_letter, letter in _TO_BASE32.items()}
_LINES = re.compile(
    rf"{TITLE}\n"
    rf"series (?P<series>[{ALPHABET}]{{{LENGTH}}})\n"
    r"version (?P<version>[1-9][0-9]{0,8})\n"
    r"head (?P<head>[0-9a-f]{32})\n"
    rf"status (?P<status>{'|'.join(STATUSES)})\n"
    r"places (?P<places>[0-9][0-9 -]*)\n"
    r"totals (?P<totals>[-0-9][-0-9 /]*)\n"
    r"(?:payments (?P<currency>[A-Z]{3})(?P<payments>[0-9 >=]*)\n)?"
    r"key (?P<key>[0-9a-f]{16})"
)


@dataclass(frozen=True)
class SealFigures:
    """The state of a series, by seat. Players are not named."""

    series: str
    version: int
    head: str  # the first 16 bytes of the latest hash
    status: str
    places: tuple[tuple[int, int], ...]  # by seat: the first and the last place that the seat shares, from 1
    totals: tuple[Fraction, ...]
    key: str  # the id of the key that signs the figures
    currency: str = ""  # empty: the seal says nothing about payments
    payments: tuple[PlannedPayment, ...] = ()  # payer and payee are seats, from 0

    @property
    def text(self) -> str:
        lines = [
            TITLE,
            f"series {self.series}",
            f"version {self.version}",
            f"head {self.head}",
            f"status {self.status}",
            f"places {' '.join(str(first) if first == last else f'{first}-{last}' for first, last in self.places)}",
            f"totals {' '.join(map(str, self.totals))}",
        ]
        if self.currency:
            payments = (f"{each.payer}>{each.payee}={each.amount_minor}" for each in self.payments)
            lines.append(" ".join(("payments", self.currency, *payments)))
        return "\n".join((*lines, f"key {self.key}"))

    def pack(self) -> bytes:
        seats, denominator = len(self.places), lcm(*(total.denominator for total in self.totals))
        flags = STATUSES.index(self.status) | (WITH_PAYMENTS if self.currency else 0)
        return b"".join(
            (
                bytes([FORMAT, flags]),
                _packed_id(self.series),
                _varint(self.version),
                bytes.fromhex(self.head),
                bytes.fromhex(self.key),
                _varint(seats),
                *(_varint((last - first) * MOST_SEATS + first - 1) for first, last in self.places),
                _varint(denominator),
                *(_varint(_zigzag(int(total * denominator))) for total in self.totals),
                *self._packed_payments(seats),
            )
        )

    def _packed_payments(self, seats: int) -> Iterator[bytes]:
        if self.currency:
            yield self.currency.encode() + _varint(len(self.payments))
            for payment in self.payments:
                yield _varint(payment.payer * seats + payment.payee) + _varint(payment.amount_minor)


def read_text(text: str) -> SealFigures | None:
    """Return the figures, or None unless the text is exactly as `SealFigures.text` writes it."""
    found = _LINES.fullmatch(text) if len(text) <= MOST_LETTERS else None
    if found is None:
        return None
    try:
        figures = SealFigures(
            series=found["series"],
            version=int(found["version"]),
            head=found["head"],
            status=found["status"],
            places=tuple(_place_of(place) for place in found["places"].split(" ")),
            totals=tuple(map(Fraction, found["totals"].split(" "))),
            key=found["key"],
            currency=found["currency"] or "",
            payments=tuple(_payment_of(payment) for payment in (found["payments"] or "").split()),
        )
    except (ValueError, ZeroDivisionError):
        return None
    return figures if figures.text == text and is_possible(figures) else None


def unpack(packed: bytes) -> SealFigures | None:
    """Return the figures, or None unless the bytes are exactly as `SealFigures.pack` writes them."""
    if len(packed) > MOST_BYTES:
        return None
    try:
        figures = _Unpacker(packed).figures()
        is_canonical = read_text(figures.text) == figures and figures.pack() == packed
    except (ValueError, ZeroDivisionError):
        return None
    return figures if is_canonical else None


def is_possible(figures: SealFigures) -> bool:
    """Return whether totals, places and payments fit the number of seats."""
    seats = len(figures.places)
    return (
        1 <= seats <= MOST_SEATS
        and len(figures.totals) == seats
        and all(1 <= first <= last <= seats for first, last in figures.places)
        and all(
            each.payer < seats and each.payee < seats and each.payer != each.payee and each.amount_minor > 0
            for each in figures.payments
        )
    )


# --- Reading and writing values --------------------------------------------------------------------------------------


class _Unpacker:
    """Reads packed figures. Raises ValueError if they cannot be read."""

    def __init__(self, packed: bytes) -> None:
        self.rest = packed

    def figures(self) -> SealFigures:
        format_, flags = self.take(2)
        if format_ != FORMAT or flags & ~WITH_PAYMENTS >= len(STATUSES):
            raise ValueError
        series, version = _id_of(self.take(8)), self.number()
        head, key = self.take(HEAD_BYTES).hex(), self.take(KEY_ID_BYTES).hex()
        seats = self.number()
        if not 1 <= seats <= MOST_SEATS:
            raise ValueError
        places = []
        for _seat in range(seats):
            further, first = divmod(self.number(), MOST_SEATS)  # how many further places the seat shares
            places.append((first + 1, first + 1 + further))
        denominator = self.number()
        totals = tuple(Fraction(_unzigzag(self.number()), denominator) for _seat in range(seats))
        currency, payments = "", []
        if flags & WITH_PAYMENTS:
            currency = self.take(CURRENCY_LETTERS).decode("ascii")
            if not (currency.isalpha() and currency.isupper()):
                raise ValueError
            payments = [
                PlannedPayment(*divmod(self.number(), seats), self.number()) for _payment in range(self.number())
            ]
        if self.rest or version < 1:
            raise ValueError
        status = STATUSES[flags % WITH_PAYMENTS]
        return SealFigures(series, version, head, status, tuple(places), totals, key, currency, tuple(payments))

    def take(self, length: int) -> bytes:
        taken, self.rest = self.rest[:length], self.rest[length:]
        if len(taken) < length:
            raise ValueError
        return taken

    def number(self) -> int:
        """Return the next number, as `_varint` writes it."""
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            if byte < 0x80:  # noqa: PLR2004  (the highest bit says that another byte follows)
                return value
            shift += 7


def _varint(value: int) -> bytes:
    """Return the number with seven bits in each byte, the lowest first. The highest bit says that more follow."""
    written = bytearray()
    while value > 0x7F:  # noqa: PLR2004
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*written, value))


def _zigzag(value: int) -> int:
    """Return 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2: no number is negative, and numbers near zero stay short."""
    return 2 * value if value >= 0 else -2 * value - 1


def _unzigzag(value: int) -> int:
    return value // 2 if value % 2 == 0 else -(value + 1) // 2


def _packed_id(series_id: str) -> bytes:
    """Return the id as eight bytes: twelve letters of five bits each, and four zero bits."""
    return b32decode(f"{series_id.translate(_TO_BASE32)}A===")


def _id_of(packed: bytes) -> str:
    return b32encode(packed).decode().translate(_FROM_BASE32)[:LENGTH]


def _place_of(text: str) -> tuple[int, int]:
    first, _to, last = text.partition("-")
    return int(first), int(last or first)


def _payment_of(text: str) -> PlannedPayment:
    seats, _is, amount = text.partition("=")
    payer, _to, payee = seats.partition(">")
    return PlannedPayment(int(payer), int(payee), int(amount))
