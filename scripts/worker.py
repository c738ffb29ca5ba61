"""What the server's worker process runs.

Ctrl-C reaches every process of the terminal, and granian then also tells its worker to stop. A worker that hears both
at the same moment may wait for itself for ever. So it does not hear the Ctrl-C: it listens to granian alone.
"""

import signal
import sys

from django.urls import get_resolver

from ledger.config.wsgi import application

__all__ = ["application"]

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

# Whatever the first visitor would have to wait for.
assert get_resolver().url_patterns

# Whoever writes goes to the database a dozen times, and has to ask for the interpreter back after each. Usually others
# may keep it for 5 ms, and meanwhile everybody else who wants to write waits as well.
sys.setswitchinterval(0.0005)
