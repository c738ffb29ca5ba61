"""The results of the drill: how long clients waited, and whether every acknowledged hand is stored once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.drill.clients import Wait

HandId = tuple[str, int]  # series and version


@dataclass
class CausedFault:
    kind: str
    began: float
    healthy: float = 0.0  # when all three servers were there again


def table(faults: Sequence[CausedFault], waits: Sequence[Wait]) -> list[str]:
    """The longest wait for a hand, by kind of fault. A wait belongs to the last fault that began before its end."""
    lines = ["| fault | times | longest wait until a hand was acknowledged | all three servers back after |"]
    lines.append("|---|---:|---:|---:|")
    longest = {fault.kind: 0.0 for fault in faults}
    for wait in waits:
        begun = [fault.kind for fault in faults if fault.began < wait.ended]
        if begun:
            longest[begun[-1]] = max(longest[begun[-1]], wait.ended - wait.began)
    for kind, seconds in longest.items():
        of_kind = [fault for fault in faults if fault.kind == kind]
        until_healthy = max(fault.healthy - fault.began for fault in of_kind)
        lines.append(f"| {kind} | {len(of_kind)} | {seconds:.1f} s | {until_healthy:.0f} s |")
    return lines


def compare_counts(
    acknowledged: Sequence[tuple[str, int, Any]], servers: Sequence[Mapping[HandId, Any]]
) -> dict[str, int]:
    """Return the counts that must be zero.

    Clients repeat each request until it is acknowledged, so the servers must have exactly the acknowledged hands.
    """
    stored, answers = servers[0], Counter((series, version) for series, version, _record in acknowledged)
    return {
        "acknowledged hands that are not stored": sum(
            stored.get((series, version)) != record for series, version, record in acknowledged
        ),
        "stored hands that were acknowledged for two requests": sum(times > 1 for times in answers.values()),
        "stored hands that were not acknowledged, such as doubled ones": sum(hand not in answers for hand in stored),
        "servers whose hands differ from the first one's": sum(other != stored for other in servers[1:]),
    }
