"""Did this site sign every stored seal? Every difference is one sentence.

The operator may have removed a key from the list, so a seal by an unknown key is no difference. But if no seal is by a
known key, this site probably has another site's key.
"""

from collections.abc import Iterator
from contextlib import suppress

from ledger.circles.models import Circle
from ledger.signing.key_file import SigningKeyError
from ledger.signing.keys import is_own
from ledger.signing.models import Contradiction, ShortCode
from ledger.signing.seals import Seal, read_code


def seal_differences(circle: Circle) -> Iterator[str]:
    with suppress(SigningKeyError):  # `key_differences` reports keys that cannot be read
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
    """Does the seal prove the contradiction? A seal by a key that is no longer listed is believed."""
    if seal is None or (is_own(seal.key) and not seal.is_true):
        return False
    figures = seal.figures
    return (figures.series, figures.version, figures.head) == (said.series_id, said.version, said.head)
