"""What a helper process allows itself, and what it has used. Linux and macOS answer differently."""

import resource
import sys
from contextlib import suppress
from pathlib import Path

STATUS = Path("/proc/self/status")  # of Linux


def limit_memory(most: int) -> None:
    """Let this process have `most` bytes of its own, unless its limit is lower or the system knows no such limit."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def most_memory() -> int:
    """Return the most memory that this process has used, in bytes."""
    try:
        # On Linux getrusage counts what the server used before it became this process, too.
        return int(STATUS.read_text().split("VmHWM:")[1].split()[0]) * 1024
    except OSError:
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used if sys.platform == "darwin" else used * 1024
