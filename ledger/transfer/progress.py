"""How much of the work on a file is done, as a share from 0 to 1, for the page that waits for the answer."""

import time

from django.core.cache import cache

from ledger.lib.ids import hash_secret

CACHED_SECONDS = 3600


class ProgressReport:
    """Caches how much of the work is done, at most once a second."""

    def __init__(self, key: str) -> None:
        self.key, self.cached_at = key, 0.0

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if self.key and (now - self.cached_at >= 1 or share == 1):
            self.cached_at = now
            cache.set(cache_key("progress", self.key), share, CACHED_SECONDS)


def share_of(key: str) -> float | None:
    """Return the cached share of the work that is done, or None if there is none."""
    share: float | None = cache.get(cache_key("progress", key))
    return share


def cache_key(what: str, token: str) -> str:
    """Return the key under which `what`, such as "file" or "progress", is cached for the holder of the token."""
    return f"circle-{what}:{hash_secret(token)}"
