"""The progress of a manage.py command: a bar on a terminal, or a line every 30 seconds in a log."""

import time

from django.core.management.base import OutputWrapper

WIDTH = 40
SECONDS_A_LINE = 30


class ProgressBar:
    """Call the bar with the finished share of the work, from 0 to 1."""

    def __init__(self, output: OutputWrapper, label: str) -> None:
        self.output, self.label, self.shown = output, label, ""
        self.began = self.latest_line = time.monotonic()

    def __call__(self, share: float) -> None:
        if self.output.isatty():
            bar = f"\r{self.label} [{'#' * round(share * WIDTH):<{WIDTH}}] {share:4.0%}"
            if bar != self.shown:
                self.shown = bar
                self.output.write(bar, ending="" if share < 1 else "\n")
        elif time.monotonic() - self.latest_line >= SECONDS_A_LINE:
            self.latest_line = time.monotonic()
            self.output.write(f"{self.label}: {share:.0%}")

    def rate(self, count: int, what: str) -> str:
        """Return the count with the time since the bar was made, and the count per second."""
        seconds = time.monotonic() - self.began
        return f"{count:,} {what} in {seconds:.1f} s, {count / max(seconds, 0.001):,.0f} a second"
