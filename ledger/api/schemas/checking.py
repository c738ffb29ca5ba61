"""What lets others check what the site has signed."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from games.contract import Frozen
from games.kit.problems import Unreadable
from games.kit.sentences import say
from ledger.api.schemas.base import Answer, Id, Moment, number_in_address
from ledger.checking import answers
from ledger.checking.answers import Standing
from ledger.series.models import Event
from ledger.signing.keys import PublicKey
from ledger.signing.minisign import minisign_key


class Key(Answer):
    id: str = Field(pattern="^[0-9a-f]{16}$")
    """The first 8 bytes of the public key's SHA-256."""
    algorithm: Literal["Ed25519"]
    public: str
    """32 bytes as base64 (RFC 4648, section 4, with padding)."""
    minisign: str
    """The same key as `minisign -P` takes it."""
    since: Moment | None = Field(serialization_alias="from")
    until: Moment | None = Field(serialization_alias="to")
    """Null for the key in use."""


class KeyList(Answer):
    keys: list[Key]

    @classmethod
    def of(cls, keys: list[PublicKey]) -> "KeyList":
        return cls(keys=[Key.made_of(key, minisign=minisign_key(key)) for key in keys])


class SealQuery(Frozen):
    payments: Annotated[int, number_in_address(0, 1)] = 0
    """1: with the payments that the settlement proposes, where the series is for money."""


class Seal(Answer):
    code: str = Field(pattern="^[A-Za-z0-9_-]+$")
    """All below in short form, as base64url: what a sheet's QR code has after `#`."""
    short: str
    """16 letters of the code's hash, to type."""
    text: str
    """What is signed, line by line. It ends without a line break."""
    signature: str
    key: str
    """The id of the key that has signed."""


class CheckInput(Frozen):
    """Either `code`, or `short`, or `text`, `signature` and `key`."""

    code: str | None = None
    short: str | None = None
    """In any case, with or without spaces and dashes."""
    text: str | None = None
    signature: str | None = None
    key: str | None = None

    @model_validator(mode="after")
    def has_one_kind(self) -> Self:
        named = {name for name in CheckInput.model_fields if getattr(self, name) is not None}
        if named not in ({"code"}, {"short"}, {"text", "signature", "key"}):
            raise Unreadable.because("one_of_these", say("Send code, or short, or text with signature and key."))
        return self


class Change(Answer):
    number: int
    """The version that it made."""
    kind: str
    hand_number: int | None
    at: Moment

    @classmethod
    def of(cls, event: Event) -> "Change":
        return cls.made_of(event)


class Check(Answer):
    """What is unset is left out: members of the circle alone learn more than `state`."""

    true: bool
    """One of the site's keys has signed this."""
    state: Standing
    series: Id | None = None
    version: int | None = None
    """Of today."""
    changed: list[Change] | None = None
    """Since then; empty unless it has moved on."""

    @classmethod
    def of(cls, answer: answers.Answer) -> "Check":
        found = cls(true=answer.is_true, state=answer.standing)
        if answer.series is not None:
            found.series, found.version = answer.series.pk, answer.series.version
            found.changed = [Change.of(event) for event in answer.changed]
        return found
