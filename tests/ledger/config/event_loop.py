"""Run coroutines in tests. Browser tests in the same process have a running event loop."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_async(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """As asyncio.run, but in a new thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
