"""Checks whether this site signed every seal whose code is stored.

The operator may have removed a key from the list, so a seal that an unknown key signed is no difference. But if no
known key signed any seal, this site probably has the key of another site.
"""

from collections.abc import Iterator
from contextlib import suppress

from ledger.circles.models import Circle
from ledger.signing.key_file import SigningKeyError
from ledger.signing.keys import is_key_of_this_site
from ledger.signing.models import Contradiction, ShortCode
from ledger.signing.seals import Seal, read_code


def seal_differences(circle: Circle) -> Iterator[str]:
    """Yield a sentence for each difference."""
    with suppress(SigningKeyError):  # `key_differences` reports keys that cannot be read
        yield from _differences(circle)


def _differences(circle: Circle) -> Iterator[str]:
    where, unknown_keys = f"{circle.name} ({circle.pk}), series", 0
    for row in ShortCode.objects.filter(series__circle=circle).order_by("short").iterator():
        seal = read_code(row.code)
        if seal is None or (seal.short, seal.figures.series) != (row.short, row.series_id):
            yield f"{where} {row.series_id}: the code {row.short} was changed."
        elif not is_key_of_this_site(seal.key):
            unknown_keys += 1
        elif not seal.is_true:
            yield f"{where} {row.series_id}: the key {seal.key} did not sign the code {row.short}."
    if unknown_keys and not _has_signed_any():
        yield f"{circle.name} ({circle.pk}): no key of this site signed any code. Has another machine another key?"
    for found in Contradiction.objects.filter(series__circle=circle):
        if not _is_proved(found, read_code(found.code)):
            yield f"{where} {found.series_id}: no phone was shown version {found.version} with the hash {found.head}."


def _has_signed_any() -> bool:
    """Return whether a key of this site is the key of any seal, in any circle."""
    codes = ShortCode.objects.values_list("code", flat=True).iterator()
    return any(seal is not None and is_key_of_this_site(seal.key) for seal in map(read_code, codes))


def _is_proved(contradiction: Contradiction, seal: Seal | None) -> bool:
    """Return whether the seal proves the contradiction. A seal whose key is no longer listed is believed."""
    if seal is None or (is_key_of_this_site(seal.key) and not seal.is_true):
        return False
    stored = (contradiction.series_id, contradiction.version, contradiction.head)
    return (seal.figures.series, seal.figures.version, seal.figures.head) == stored
