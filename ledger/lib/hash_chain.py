"""Hash chains: numbered rows, each with a hash over its own content and the hash of the row before it.

A row that was changed directly in the database has a hash that does not fit, and a missing row leaves a gap. The number
and hash of the last row are also kept elsewhere, so that a chain that was cut short is found.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class Link(Protocol):
    number: Any  # from 1, without gaps
    previous_hash: Any
    hash: Any


AnyLink = TypeVar("AnyLink", bound=Link)


@dataclass(frozen=True, slots=True)
class Fault(Generic[AnyLink]):
    link: AnyLink
    what: str  # the end of a sentence that begins with the name of the link


def content_hash(content: Mapping[str, Any]) -> str:
    written = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()


def faults(
    links: Iterable[AnyLink], hash_of: Callable[[AnyLink], str], number: int = 0, previous: str = ""
) -> Iterator[Fault[AnyLink]]:
    """Yield every fault of the chain, oldest first.

    `number` and `previous` are the number and hash of the link before the first of `links`.
    """
    for link in links:
        number += 1
        if link.number != number:
            yield Fault(link, f"comes where number {number} should: that one is missing")
        if link.previous_hash != previous:
            yield Fault(link, "does not follow on the one before it: that one was changed, added or removed")
        if link.hash != hash_of(link):
            yield Fault(link, "was changed after it was written: its content and its hash do not fit each other")
        number, previous = link.number, link.hash


def head_fault(version: int, latest_hash: str, last: Link | None) -> str | None:
    """Compare `version` and `latest_hash`, which are stored apart from the chain, with its last link. Return the fault,
    as the end of a sentence, or None."""
    reached = last.number if last else 0
    if version != reached:
        return f"is stored as being at {version}, but its chain ends at {reached}"
    if latest_hash != (last.hash if last else ""):
        return "keeps another hash than that of the end of its chain"
    return None
