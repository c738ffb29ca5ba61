"""Public keys, seals, and the checking of seals."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from games.contract import Frozen
from games.kit.problems import Unreadable
from games.kit.sentences import say
from ledger.api.schemas.base import Answer, Id, Moment, number_in_address
from ledger.signing import answers
from ledger.signing.answers import SealStanding
from ledger.signing.key_file import PublicKey
from ledger.signing.minisign import minisign_key


class Key(Answer):
    id: str = Field(pattern="^[0-9a-f]{16}$")
    """The first 8 bytes of the public key's SHA-256, in hexadecimal digits."""
    algorithm: Literal["Ed25519"]
    public: str
    """32 bytes as base64 (RFC 4648, section 4, with padding)."""
    minisign: str
    """The same key as `minisign -P` takes it."""
    since: Moment | None = Field(serialization_alias="from")
    """Null if the site does not know since when it has used the key."""
    until: Moment | None = Field(serialization_alias="to")
    """Null for the key with which the site signs today."""


class KeyList(Answer):
    keys: list[Key]

    @classmethod
    def of(cls, keys: list[PublicKey]) -> "KeyList":
        return cls(keys=[Key.made_of(key, minisign=minisign_key(key)) for key in keys])


class SealQuery(Frozen):
    payments: Annotated[int, number_in_address(0, 1)] = 0
    """With 1, the seal contains the payments that the settlement proposes. A series without money has none."""


class Seal(Answer):
    code: str = Field(pattern="^[A-Za-z0-9_-]+$")
    """The seal in short form, as base64url. The QR code of a sheet is the address `/check/#CODE`."""
    short: str
    """16 letters of the code's hash, to type."""
    text: str
    """The signed text, line by line. It ends without a line break."""
    signature: str
    """Ed25519, over the UTF-8 bytes of `text`."""
    key: str
    """The id of the key that has signed."""


class CheckInput(Frozen):
    """Either `code`, or `short`, or `text`, `signature` and `key`."""

    code: str | None = None
    short: str | None = None
    """In upper or lower case, with or without spaces and dashes."""
    text: str | None = None
    signature: str | None = None
    key: str | None = None

    @model_validator(mode="after")
    def has_one_way(self) -> Self:
        named = {name for name in CheckInput.model_fields if getattr(self, name) is not None}
        if named not in ({"code"}, {"short"}, {"text", "signature", "key"}):
            raise Unreadable.because("one_of_these", say("Send code, or short, or text with signature and key."))
        return self


class Change(Answer):
    number: int
    """The version of the series after this change."""
    kind: str
    hand_number: int | None
    at: Moment


class Check(Answer):
    """Only members of the circle get `series`, `version` and `changed`; for others these fields are left out."""

    true: bool
    """A key of this site has signed this."""
    state: SealStanding
    """`moved_on`: the series has changed since. `unknown`: the site does not have this state of a series."""
    series: Id | None = None
    version: int | None = None
    """The version of the series today."""
    changed: list[Change] | None = None
    """The changes since the signed state; empty unless `state` is `moved_on`."""

    @classmethod
    def of(cls, answer: answers.SealAnswer) -> "Check":
        check = cls(true=answer.is_true, state=answer.standing)
        if answer.series is not None:
            check.series, check.version = answer.series.pk, answer.series.version
            check.changed = [Change.made_of(event) for event in answer.changed]
        return check
