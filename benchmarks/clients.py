"""Many programs at once that call a server over HTTP, in a process of their own: `python -m benchmarks.clients`.

Reads what is to be done as JSON and writes what happened as JSON. It knows nothing of the site but its addresses.
"""

import http.client
import json
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

TIMEOUT = 60
CREATED, CONFLICT = 201, 409
FIGURES = (5, 8.5, 18, 8.5)
Answer = tuple[int, bytes]


@dataclass
class Told:
    """What one client was told."""

    took: list[float] = field(default_factory=list)  # seconds for each thing done, from the request to the last byte
    acknowledged: list[tuple[str, int]] = field(default_factory=list)  # hands: the series and its version
    errors: list[str] = field(default_factory=list)
    conflicts: int = 0
    repeated: int = 0  # requests sent a second time, that were answered as the first time


class Client:
    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.connection = http.client.HTTPConnection(address, timeout=TIMEOUT)
        self.headers = headers
        self.told = Told()

    def send(self, method: str, path: str, body: bytes | None = None, **more: str) -> Answer:
        begun = time.perf_counter()
        self.connection.request(method, path, body, self.headers | more)
        response = self.connection.getresponse()
        content = response.read()
        self.seconds = time.perf_counter() - begun
        self.again = response.headers.get("Idempotent-Replayed") == "true"
        return response.status, content

    # --- What there is to do ---

    def repeat(self, method: str, path: str, times: int, expected: int, body: str = "") -> None:
        for _ in range(times):
            status, content = self.send(method, path, body.encode() if body else None)
            self.told.took.append(self.seconds)
            if status != expected:
                self.told.errors.append(f"{status} {content[:200]!r}")

    def hands(self, series: list[str], each: int) -> None:
        """Alone at a table: nobody else writes to these series."""
        for one in series:
            for version in range(1, each + 1):
                if self._record(one, version, str(uuid.uuid4())) != CREATED:
                    return

    def hands_together(self, series: str, times: int) -> None:
        """Others write to the same series: whoever is late looks at what it is now and tries again.

        Each hand that was acknowledged is sent a second time, as after an answer that was lost on the way.
        """
        version = 1
        for _ in range(times):
            while (outcome := self._record(series, version, key := str(uuid.uuid4()))) == CONFLICT:
                version = self.now
            if outcome != CREATED:
                return
            status, _content = self._post(series, version, key)
            self.told.repeated += status == CREATED and self.again
            version = self.now

    def _record(self, series: str, version: int, key: str) -> int:
        status, content = self._post(series, version, key)
        if status == CREATED:
            self.now = json.loads(content)["version"]
            self.told.took.append(self.seconds)
            self.told.acknowledged.append((series, self.now))
        elif status == CONFLICT:
            self.now = json.loads(content)["current"]["version"]
            self.told.conflicts += 1
        else:
            self.told.errors.append(f"{status} {content[:200]!r}")
        return status

    def _post(self, series: str, version: int, key: str) -> Answer:
        turned = FIGURES[version % 4 :] + FIGURES[: version % 4]
        body = json.dumps({"record": {"points_won": turned}, "base_version": version}).encode()
        return self.send("POST", f"/api/v1/series/{series}/hands", body, **{"Idempotency-Key": key})


def run(address: str, orders: list[dict[str, Any]]) -> dict[str, Any]:
    """All start at the same moment, each in a thread of its own."""
    clients = [Client(address, order["headers"]) for order in orders]
    gate = threading.Barrier(len(clients) + 1)
    threads = [
        threading.Thread(target=_work, args=(gate, client, order))
        for client, order in zip(clients, orders, strict=True)
    ]
    for thread in threads:
        thread.start()
    gate.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    return _together([client.told for client in clients]) | {"seconds": time.perf_counter() - begun}


def _work(gate: threading.Barrier, client: Client, order: dict[str, Any]) -> None:
    work: Callable[..., None] = getattr(client, order["what"])
    gate.wait()
    try:
        work(**order["details"])
    except (OSError, http.client.HTTPException) as error:
        client.told.errors.append(repr(error))
    finally:
        client.connection.close()


def _together(told: list[Told]) -> dict[str, Any]:
    return {
        "took": sorted(_all(one.took for one in told)),
        "acknowledged": list(_all(one.acknowledged for one in told)),
        "errors": list(_all(one.errors for one in told)),
        "conflicts": sum(one.conflicts for one in told),
        "repeated": sum(one.repeated for one in told),
    }


def _all(lists: Iterator[list[Any]]) -> Iterator[Any]:
    return (one for each in lists for one in each)


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    json.dump(run(asked["address"], asked["orders"]), sys.stdout)
