"""Programs that record hands through the API, and repeat each request with its key until it is answered."""

import http.client
import json
import random
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

TRY_TIMEOUT = 30  # seconds for one answer
GIVES_UP = 240  # seconds for one request with all its repetitions
HANDS = 60  # in a series; then the client starts another
ANSWERS_LOST = 0.04  # the share of answers that the client throws away, as if the network had lost them
PAUSE = 0.1  # seconds between an answer and the next hand
FIGURES = (5, 8.5, 18, 8.5)
CREATED, CONFLICT, UNAVAILABLE = 201, 409, 503


@dataclass(frozen=True)
class Wait:
    """How long one hand took, from the first request to the answer that it is saved."""

    began: float
    ended: float
    tries: int
    was_replayed: bool  # an earlier try had saved it, and its answer was lost


@dataclass
class Heard:
    """What one client has heard from the sites."""

    acknowledged: list[tuple[str, int, Any]] = field(default_factory=list)  # series, version, record
    waits: list[Wait] = field(default_factory=list)
    conflicts: int = 0
    errors: list[str] = field(default_factory=list)


class Client(threading.Thread):
    """Plays one series after the other, or only the series `shared`, to which another client writes as well."""

    def __init__(self, addresses: list[str], token: str, circle: str, players: list[str], shared: str = "") -> None:
        super().__init__(daemon=True)
        self.addresses, self.token, self.circle, self.players, self.shared = addresses, token, circle, players, shared
        self.heard = Heard()
        self.stopping = threading.Event()

    def run(self) -> None:
        try:
            if self.shared:
                self.play(self.shared, hands=10**9)
            while not self.stopping.is_set():
                self.play(self.start_series(), hands=HANDS)
        except (AssertionError, TimeoutError, ValueError, KeyError) as error:
            self.heard.errors.append(repr(error))

    def start_series(self) -> str:
        body = {"game": "jaago-chalis", "players": self.players, "rules": {"target": 100_000}}
        status, answer, _tries = self.send(f"circles/{self.circle}/series", body)
        assert status == CREATED, answer
        return str(answer["id"])

    def play(self, series: str, hands: int) -> None:
        version = 1
        while hands and not self.stopping.is_set():
            record = {"points_won": list(FIGURES[hands % 4 :] + FIGURES[: hands % 4])}
            began = time.monotonic()
            status, answer, tries = self.send(f"series/{series}/hands", {"record": record, "base_version": version})
            if status == CONFLICT:
                version = answer["current"]["version"]
                self.heard.conflicts += 1
                continue
            assert status == CREATED, (status, answer)
            version = answer["version"]
            self.heard.acknowledged.append((series, version, record))
            self.heard.waits.append(Wait(began, time.monotonic(), tries, answer["replayed"]))
            hands -= 1
            self.stopping.wait(PAUSE)

    def send(self, path: str, body: Any) -> tuple[int, Any, int]:
        """Return status, answer and number of tries. After 503 or no answer, send the request to the other site.

        Some first answers are thrown away: the server must answer the repeated request in the same way.
        """
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": str(uuid.uuid4())}
        headers["Content-Type"] = "application/json"
        until, tries = time.monotonic() + GIVES_UP, 0
        while time.monotonic() < until:
            address, tries = self.addresses[tries % len(self.addresses)], tries + 1
            connection = http.client.HTTPConnection(address, timeout=TRY_TIMEOUT)
            try:
                connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
                response = connection.getresponse()
                content = response.read()
            except (OSError, http.client.HTTPException):
                time.sleep(1)
                continue
            finally:
                connection.close()
            if tries == 1 and random.random() < ANSWERS_LOST:  # noqa: S311
                continue
            if response.status == UNAVAILABLE:
                time.sleep(int(response.headers["Retry-After"]))
                continue
            answer = json.loads(content)
            answer["replayed"] = response.headers.get("Idempotent-Replayed") == "true"
            return response.status, answer, tries
        raise TimeoutError(f"no answer to {path} within {GIVES_UP} seconds")
