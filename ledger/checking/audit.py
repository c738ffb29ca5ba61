"""Was every seal that is kept signed by this site? Every difference is one sentence.

A key that the operator has taken out of the list says nothing any more, and what it signed is true for nobody. So a
seal of an unknown key is no difference, unless all are: then this machine has another key than the one that signed.
"""

from collections.abc import Iterator
from contextlib import suppress

from ledger.checking.models import Contradiction, ShortCode
from ledger.checking.seals import Seal, read_code
from ledger.circles.models import Circle
from ledger.signing.keys import SigningKeyError, is_own


def seal_differences(circle: Circle) -> Iterator[str]:
    with suppress(SigningKeyError):  # `key_differences` says that the keys cannot be read
        yield from _differences(circle)


def _differences(circle: Circle) -> Iterator[str]:
    where, unknown_keys = f"{circle.name} ({circle.pk}), series", 0
    for kept in ShortCode.objects.filter(series__circle=circle).order_by("short").iterator():
        seal = read_code(kept.code)
        if seal is None or (seal.short, seal.figures.series) != (kept.short, kept.series_id):
            yield f"{where} {kept.series_id}: the code {kept.short} was changed."
        elif not is_own(seal.key):
            unknown_keys += 1
        elif not seal.is_true:
            yield f"{where} {kept.series_id}: the key {seal.key} did not sign the code {kept.short}."
    if unknown_keys and not _has_signed_any():
        yield f"{circle.name} ({circle.pk}): no key of this site signed any code. Has another machine another key?"
    for said in Contradiction.objects.filter(series__circle=circle):
        if not _was_shown(said, read_code(said.code)):
            yield f"{where} {said.series_id}: no phone was shown version {said.version} with the hash {said.head}."


def _has_signed_any() -> bool:
    codes = ShortCode.objects.values_list("code", flat=True).iterator()
    return any(seal is not None and is_own(seal.key) for seal in map(read_code, codes))


def _was_shown(said: Contradiction, seal: Seal | None) -> bool:
    """As far as the keys that the site still knows can tell."""
    if seal is None or (is_own(seal.key) and not seal.is_true):
        return False
    figures = seal.figures
    return (figures.series, figures.version, figures.head) == (said.series_id, said.version, said.head)
