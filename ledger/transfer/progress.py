"""The done share of the work on a file, for the page that waits for the answer."""

import time

from django.core.cache import cache

from ledger.lib.ids import hash_secret

KEPT_SECONDS = 3600


class ProgressReport:
    """Caches the done share of the work, at most once a second."""

    def __init__(self, key: str) -> None:
        self.key, self.kept_at = key, 0.0

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if self.key and (now - self.kept_at >= 1 or share == 1):
            self.kept_at = now
            cache.set(cache_key("progress", self.key), share, KEPT_SECONDS)


def share_of(key: str) -> float | None:
    share: float | None = cache.get(cache_key("progress", key))
    return share


def cache_key(what: str, token: str) -> str:
    return f"circle-{what}:{hash_secret(token)}"
