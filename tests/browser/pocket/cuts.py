"""The line between a phone and the site, which can be cut: nothing arrives, or what the site answers is lost."""

import re
import socket
import threading
from contextlib import suppress

UP, DOWN, LOST, FIRST_LOST = "up", "down", "answers are lost", "the first answer to each change is lost"
KEY = re.compile(rb"idempotency-key: *(\S+)", re.IGNORECASE)


class Line:
    """Listens at a port of its own. `lost` counts the site's answers that it has thrown away."""

    def __init__(self, site: int, own: int = 0) -> None:
        self.site = site
        self.mode = UP
        self.lost = 0
        self.keys: set[bytes] = set()
        self.open: set[socket.socket] = set()
        self.unlucky: set[socket.socket] = set()
        self.door = socket.create_server(("127.0.0.1", own))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self, mode: str) -> None:
        """Lose the requests and answers on their way too."""
        self.mode = mode
        for end in list(self.open):
            self._close(end)

    def end(self) -> None:
        self.cut(DOWN)
        self._close(self.door)

    def _listen(self) -> None:
        while True:
            try:
                phone, _address = self.door.accept()
            except OSError:  # the line has ended
                return
            if self.mode == DOWN:
                phone.close()
                continue
            try:
                site = socket.create_connection(("127.0.0.1", self.site))
            except OSError:  # the site is stopped
                phone.close()
                continue
            self.open |= {phone, site}
            threading.Thread(target=self._carry, args=(phone, site, False), daemon=True).start()
            threading.Thread(target=self._carry, args=(site, phone, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while content := source.recv(65536):
                key = None if is_answer else KEY.search(content)
                if key and self.mode == FIRST_LOST and key[1] not in self.keys:
                    self.keys.add(key[1])
                    self.unlucky.add(target)  # the site's end of this connection
                if is_answer and (self.mode == LOST or source in self.unlucky):
                    self.lost += 1
                    break
                target.sendall(content)
        self._close(source)
        self._close(target)

    def _close(self, end: socket.socket) -> None:
        self.open.discard(end)
        self.unlucky.discard(end)
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
