"""What the drill has found: how long clients waited, and whether every acknowledged hand is stored once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.drill.clients import Wait

Place = tuple[str, int]  # in which series, at which version of it


@dataclass
class Fault:
    kind: str
    began: float
    healthy: float = 0.0  # when all three servers were there again


def table(faults: Sequence[Fault], waits: Sequence[Wait]) -> list[str]:
    """For each kind of fault the longest wait for a hand. It belongs to the last fault that came before its end."""
    lines = ["| fault | times | longest wait until a hand was acknowledged | all three servers back after |"]
    lines.append("|---|---:|---:|---:|")
    longest = {fault.kind: 0.0 for fault in faults}
    for wait in waits:
        before = [fault.kind for fault in faults if fault.began < wait.ended]
        if before:
            longest[before[-1]] = max(longest[before[-1]], wait.ended - wait.began)
    for kind, seconds in longest.items():
        same = [fault for fault in faults if fault.kind == kind]
        back = max(fault.healthy - fault.began for fault in same)
        lines.append(f"| {kind} | {len(same)} | {seconds:.1f} s | {back:.0f} s |")
    return lines


def compare(acknowledged: Sequence[tuple[str, int, Any]], servers: Sequence[Mapping[Place, Any]]) -> dict[str, int]:
    """What must be zero. Each client repeats a request until it is acknowledged, so nothing else may be stored."""
    stored, answers = servers[0], Counter((series, version) for series, version, _record in acknowledged)
    return {
        "acknowledged hands that are not stored": sum(
            stored.get((series, version)) != record for series, version, record in acknowledged
        ),
        "stored hands that were acknowledged for two requests": sum(times > 1 for times in answers.values()),
        "stored hands that were not acknowledged, such as doubled ones": sum(place not in answers for place in stored),
        "servers whose hands differ from the first one's": sum(other != stored for other in servers[1:]),
    }
