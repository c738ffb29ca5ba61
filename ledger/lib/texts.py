"""What a text that somebody writes freely may hold: all that can be read, in any script, and line breaks.

The other control characters show nothing, and one of them, NUL, PostgreSQL does not take at all. The rulebook has the
same rule for its own texts (games.kit.records.STORABLE); what a name may be is stricter still (circles/names.py).
"""

import re

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def can_be_kept(text: str) -> bool:
    return not _UNFIT.search(text)
