"""Evidence against the site: a phone has a seal of a state that the chain of the series no longer contains.

A hash needs no secret, so an operator could rewrite a whole chain. But phones keep the seals that they were shown, and
a seal needs the signing key: strangers cannot make up a contradiction.
"""

import logging
from contextlib import suppress

from django.db import DatabaseError

from ledger.series.models import Event, Series
from ledger.signing.models import Contradiction
from ledger.signing.seal_figures import SealFigures
from ledger.signing.seals import Seal

logger = logging.getLogger(__name__)


def is_contained(figures: SealFigures, series: Series) -> bool:
    """Return whether the chain of the series contains the state that the figures describe."""
    if figures.version == series.version:
        return series.latest_hash.startswith(figures.head)
    return Event.objects.filter(series=series, number=figures.version, hash__startswith=figures.head).exists()


def contradicts(seal: Seal, series: Series) -> bool:
    """Return whether the seal is true, and shows a state that the chain of this series does not contain.

    A new contradiction is stored and logged. If the database cannot be written, it is only logged.
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
