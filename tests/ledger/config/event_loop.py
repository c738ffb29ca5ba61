"""Run coroutines in tests. Browser tests in the same process have a running event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_thread(function: Callable[[], Any]) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(function).result()


def run_async(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """As asyncio.run, but in a new thread."""
    return in_thread(lambda: asyncio.run(coroutine))
