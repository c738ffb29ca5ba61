"""The end of a PDF: a line with the code of its seal, and a line with the site's signature over all bytes before it.

Both are comments behind the last %%EOF, which readers of PDF skip.
"""

import re
from dataclasses import dataclass

from ledger.signing import keys
from ledger.signing.encodings import read_base64, write_base64

CODE, SIGNATURE = b"%khata-code ", b"%khata-signature "
MOST_BYTES = 50_000_000
_END = re.compile(rb"%khata-signature (?P<key>[0-9a-f]{16}) (?P<signature>[A-Za-z0-9+/]{86}==)\n\Z")
_CODE = re.compile(rb"(?:\A|\n)%khata-code (?P<code>[A-Za-z0-9_-]+)\n\Z")


@dataclass(frozen=True)
class SignedPdf:
    pdf: bytes  # without the line of the signature
    key: str
    signature: bytes

    @property
    def code(self) -> str:
        """The code of the PDF's seal. Empty for a PDF without a seal, such as the table of a season."""
        match = _CODE.search(self.pdf, max(0, len(self.pdf) - 4096))
        return match["code"].decode() if match else ""


def with_code(pdf: bytes, code: str) -> bytes:
    return pdf.rstrip(b"\n") + b"\n" + CODE + code.encode() + b"\n"


def signed(pdf: bytes) -> bytes:
    key = keys.own_key()  # called once: the key may be rotated between two calls
    return pdf + SIGNATURE + f"{key.id} {write_base64(key.sign(pdf))}\n".encode()


def read_signed(data: bytes) -> SignedPdf | None:
    """Return None if the PDF does not end in a signature. The signature is not checked here."""
    match = _END.search(data, max(0, len(data) - 256))
    if match is None:
        return None
    try:
        signature = read_base64(match["signature"].decode())
    except ValueError:
        return None
    return SignedPdf(data[: match.start()], match["key"].decode(), signature)
