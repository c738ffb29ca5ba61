"""A cache in this process's memory that drops the entry that was not used for longest.

It is only for values that depend on nothing but their key, so that no entry is ever out of date, in any process. A key
is a hash over all data that was read, or that data itself.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LRUCache(Generic[Value]):
    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._entries: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def __setitem__(self, key: Hashable, value: Value) -> None:
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            while len(self._entries) > self._max_size:
                self._entries.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
