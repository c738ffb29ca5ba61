"""Against ourselves: a phone has kept what the site showed it, and the record does not contain that any more.

Hashes hold no secret, so whoever holds the server can write a chain anew with care. What a phone was shown is signed:
only the site can have made it, so a stranger cannot make the site say anything.
"""

import logging
from contextlib import suppress

from django.db import DatabaseError

from ledger.checking.figures import Figures
from ledger.checking.models import Contradiction, Restored
from ledger.checking.seals import Seal
from ledger.series.models import Event, Series

logger = logging.getLogger(__name__)


def is_contained(figures: Figures, series: Series) -> bool:
    if figures.version == series.version:
        return series.latest_hash.startswith(figures.head)
    return Event.objects.filter(series=series, number=figures.version, hash__startswith=figures.head).exists()


def contradicts(seal: Seal, series: Series) -> bool:
    """Does a true seal of this series tell of a state that its chain does not contain?

    Log and history then say so for good. The phone is told even if nothing can be written now.
    """
    figures = seal.figures
    if figures.series != series.pk or is_contained(figures, series) or not seal.is_true:
        return False
    defaults = {"version": figures.version, "code": seal.code}
    is_new = True
    with suppress(DatabaseError):
        _row, is_new = Contradiction.objects.get_or_create(series=series, head=figures.head, defaults=defaults)
    if is_new:
        logger.warning(
            "Series %s was changed after it was shown: a phone has its version %s with the hash %s, which it lacks",
            series.pk,
            figures.version,
            figures.head,
        )
    return True


def latest_restore() -> Restored | None:
    return Restored.objects.order_by("at", "pk").last()
