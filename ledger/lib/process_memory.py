"""Limit the memory of a helper process, and measure what it has used. Linux and macOS measure differently."""

import resource
import sys
from contextlib import suppress
from pathlib import Path

STATUS = Path("/proc/self/status")  # of Linux


def limit_memory(most: int) -> None:
    """Limit the memory of this process, without the memory that processes share, to `most` bytes.

    Nothing changes if its limit is lower already, or if the system has no such limit.
    """
    with suppress(OSError, ValueError):
        soft, _hard = resource.getrlimit(resource.RLIMIT_DATA)
        if soft == resource.RLIM_INFINITY or soft > most:
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def most_memory() -> int:
    """Return the most memory that this process has used, in bytes."""
    try:
        # On Linux, getrusage also counts the memory of the server, from which this process was forked.
        return int(STATUS.read_text().split("VmHWM:")[1].split()[0]) * 1024
    except (OSError, IndexError):  # another system, or a sandbox without this line
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used if sys.platform == "darwin" else used * 1024
