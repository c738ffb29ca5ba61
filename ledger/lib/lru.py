"""A cache in this process's memory that drops the least recently used entry.

No entry may be out of date. So a value depends on its key alone, which is a hash over all data that was read, or the
data itself; or the value has the rest of that data, and who gets it compares.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LRUCache(Generic[Value]):
    """A cache whose values together have a size of at most `max_size`.

    `size_of` returns the size of a value, 1 by default.
    """

    def __init__(self, max_size: int, size_of: Callable[[Value], int] = lambda _value: 1) -> None:
        self._max_size, self._size_of, self._size = max_size, size_of, 0
        self._entries: OrderedDict[Hashable, Value] = OrderedDict()
        self._being_made: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def __setitem__(self, key: Hashable, value: Value) -> None:
        with self._lock:
            if key in self._entries:
                self._size -= self._size_of(self._entries.pop(key))
            self._entries[key] = value
            self._size += self._size_of(value)
            while self._size > self._max_size:
                _key, dropped = self._entries.popitem(last=False)
                self._size -= self._size_of(dropped)

    def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the cached value, or make it. If several threads ask at once, one makes it and the others wait."""
        if (kept := self.get(key)) is not None:
            return kept
        with self._lock:
            lock_of_key = self._being_made.setdefault(key, Lock())
        try:
            with lock_of_key:
                if (kept := self.get(key)) is None:
                    kept = self[key] = make()
                return kept
        finally:
            with self._lock:
                self._being_made.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._size = 0
