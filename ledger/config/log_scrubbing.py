"""Keeps secrets out of the logs, so that a log line opens neither a circle nor an account."""

import logging
import re

SECRETS = re.compile(
    r"""
    (?<=/join/) [^/\s?"'<>]+                        # the token of an invite link
    | (?<=/reset/key/) [^/\s?"'<>]+ - [^/\s?"'<>]+  # of a link that sets a new password
    | (?<=/confirm-email/) [^/\s?"'<>]+             # of a link that confirms an address
    | (?<=bearer\ ) [^\s"',;]+                      # the token of an API call
    | (?<=token\ ) [A-Za-z0-9_.~+-]{16,}=*          # the same with the other usual scheme
    """,
    re.IGNORECASE | re.VERBOSE,
)


class ScrubbingFormatter(logging.Formatter):
    """Scrubs the finished text, so that arguments and tracebacks are covered, not only the message."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRETS.sub("***", super().format(record))
