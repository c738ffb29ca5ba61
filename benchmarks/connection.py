"""A connection to a server that stays open, for as many clients at once as asyncio can carry."""

import asyncio
import gzip
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

TIMEOUT = 60  # seconds
OK, CREATED, UNAVAILABLE = 200, 201, 503
NO_ANSWER = 0  # the status if the connection was closed or the time was over


@dataclass(frozen=True)
class Answer:
    status: int
    seconds: float  # from the request to the last byte
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def text(self) -> str:
        is_packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if is_packed else self.body).decode()


class Connection:
    def __init__(self, address: str, headers: Mapping[str, str] | None = None) -> None:
        self.address, self.headers = address, {"Host": address} | dict(headers or {})
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send a request. If the server does not answer, the answer has the status NO_ANSWER."""
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(TIMEOUT):
                if self.writer is None:
                    self.reader, self.writer = await asyncio.open_connection(*self.address.split(":"))
                sent = (self.headers | headers).items()
                lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent)]
                self.writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
                await self.writer.drain()
                status, received = parse_head(await self.reader.readuntil(b"\r\n\r\n"))
                has_body = method != "HEAD" and status not in (204, 304)
                content = await self.reader.readexactly(int(received["content-length"]) if has_body else 0)
        except (OSError, EOFError, TimeoutError):
            self.close()
            return Answer(NO_ANSWER, time.perf_counter() - begun)
        if received.get("connection") == "close":
            self.close()
        return Answer(status, time.perf_counter() - begun, received, content)

    def close(self) -> None:
        if self.writer:
            self.writer.close()
        self.writer = None


def parse_head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _colon, value in pairs}
