"""A seal: the state of a series, signed by the site, so that anybody with its public key can check it.

The same state and the same key give the same seal, because a seal contains no time.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.kit.figures import DecimalPoints
from ledger.lib.ids import ALPHABET
from ledger.series.state import SeriesState
from ledger.signing import keys
from ledger.signing.encodings import read_base64, read_base64url, write_base64, write_base64url
from ledger.signing.seal_figures import HEAD_BYTES, SealFigures, read_text, unpack

SIGNATURE_BYTES = 64
SHORT_LETTERS = 16
MOST_LETTERS = 2000  # of a code


@dataclass(frozen=True)
class Seal:
    code: str  # in a QR code: base64url without padding
    short: str  # for reading aloud and typing
    text: str  # the signed lines
    signature: str  # standard base64
    key: str  # the id of the key that signed the text

    @property
    def figures(self) -> SealFigures:
        figures = read_text(self.text)
        assert figures, self.text
        return figures

    @property
    def is_true(self) -> bool:
        """Return whether one of this site's keys signed the seal."""
        return self.is_signed(keys.is_signed)

    def is_signed(self, verify: Callable[[bytes, bytes, str], bool]) -> bool:
        """Like `is_true`, for other keys: `verify(data, signature, key)` says whether that key has signed the data."""
        return verify(self.text.encode(), read_base64(self.signature), self.key)


def seal_of(state: SeriesState, *, payments: bool) -> Seal:
    """Return the seal of this state. `payments` adds the proposed payments, if the series is for money."""
    key = keys.own_key()  # called once, because the key may be rotated between two calls
    figures = seal_figures_of(state, key.id, payments=payments)
    return _sealed(figures, key.sign(figures.text.encode()))


def seal_figures_of(state: SeriesState, key: str, *, payments: bool) -> SealFigures:
    """Return the figures of this state. `key` is the id of the key that will sign them; `payments` as in `seal_of`."""
    series, places = state.series, state.places
    figures = SealFigures(
        series=series.pk,
        version=series.version,
        head=series.latest_hash[: 2 * HEAD_BYTES],
        status=series.status,
        places=tuple(places[seat] for seat in range(len(state.players))),
        totals=state.play.standing.cumulative,
        key=key,
    )
    if not (payments and series.shows_money):
        return figures
    return replace(figures, currency=series.currency, payments=state.outcome.payments.payments)


def totals_as_written(figures: SealFigures, state: SeriesState | None) -> Sequence[Fraction]:
    """Return the totals of a seal as a sheet writes them: 2.5 in a game that counts in tenths, 2½ in others.

    `state` is a state of the same series at any time, or None if the series is not known.
    """
    in_tenths = state is not None and any(isinstance(total, DecimalPoints) for total in state.play.standing.cumulative)
    return [DecimalPoints(total) for total in figures.totals] if in_tenths else figures.totals


def read_code(code: str) -> Seal | None:
    """Return the seal, or None unless the code is exactly as this module writes it. The signature is not checked."""
    if len(code) > MOST_LETTERS:
        return None
    try:
        packed = read_base64url(code)
    except ValueError:
        return None
    figures = unpack(packed[:-SIGNATURE_BYTES])
    return _sealed(figures, packed[-SIGNATURE_BYTES:]) if figures else None


def read_parts(text: str, signature: str, key: str) -> Seal | None:
    """Like `read_code`, for the three parts of a seal as the API returns them."""
    figures = read_text(text)
    try:
        signature_bytes = read_base64(signature)
    except ValueError:
        return None
    if figures is None or figures.key != key or len(signature_bytes) != SIGNATURE_BYTES:
        return None
    return _sealed(figures, signature_bytes)


def _sealed(figures: SealFigures, signature: bytes) -> Seal:
    packed = figures.pack() + signature
    return Seal(
        code=write_base64url(packed),
        short=_short(packed),
        text=figures.text,
        signature=write_base64(signature),
        key=figures.key,
    )


def _short(packed: bytes) -> str:
    """Return the first 80 bits of the hash as 16 letters of five bits each."""
    number = int.from_bytes(hashlib.sha256(packed).digest()[: SHORT_LETTERS * 5 // 8], "big")
    return "".join(ALPHABET[number >> 5 * group & 31] for group in reversed(range(SHORT_LETTERS)))
