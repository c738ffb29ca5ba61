"""The audit checks every stored seal, and every contradiction that a phone has reported."""

import secrets

import pytest

from ledger.series.models import Series
from ledger.signing.answers import store_short_code
from ledger.signing.encodings import write_base64
from ledger.signing.models import Contradiction, ShortCode
from ledger.signing.seal_audit import seal_differences
from ledger.signing.seals import seal_of
from tests.ledger.series.conftest import J40
from tests.ledger.series.evening import run_audit


@pytest.fixture
def kept(bob_scores) -> Series:
    """Two seals were handed out, and a phone has reported that it was shown the second one."""
    for record in J40[:2]:
        seal = store_short_code(seal_of(bob_scores.record(record), payments=False))
    head, version = seal.figures.head, seal.figures.version
    Contradiction.objects.create(series=bob_scores.series, head=head, version=version, code=seal.code)
    return bob_scores.series


def test_what_is_kept_was_signed(kept):
    assert list(seal_differences(kept.circle)) == []
    assert run_audit()[1] == 0


def exchange_codes() -> None:
    first, second = ShortCode.objects.all()
    ShortCode.objects.filter(pk=first.pk).update(code=second.code)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (exchange_codes, "was changed"),
        (lambda: ShortCode.objects.update(code="AQID"), "was changed"),
        (lambda: Contradiction.objects.update(version=77), "no phone was shown version 77"),
        (lambda: Contradiction.objects.update(code="x"), "no phone was shown version 3"),
    ],
)
def test_a_changed_row_is_found(kept, change, found):
    change()
    assert any(found in sentence for sentence in seal_differences(kept.circle))
    assert run_audit()[1] == 1


def test_seals_of_another_key_alone_are_found(kept, settings, tmp_path):
    settings.DATA_DIR, settings.SIGNING_KEY = tmp_path, write_base64(secrets.token_bytes(32))
    (found,) = seal_differences(kept.circle)
    assert "no key of this site signed any code" in found


def test_a_key_that_was_taken_out_is_no_difference(kept, bob_scores, settings, tmp_path):
    """As docs/operate/signing.md says of a key that others have: seals signed by it are kept, and true for nobody."""
    settings.DATA_DIR, settings.SIGNING_KEY = tmp_path, write_base64(secrets.token_bytes(32))
    store_short_code(seal_of(bob_scores.record(J40[2]), payments=False))
    assert list(seal_differences(kept.circle)) == []
    assert run_audit()[1] == 0


def test_keys_that_cannot_be_read_are_said_once(kept, settings, tmp_path):
    settings.DATA_DIR, settings.SIGNING_KEY = tmp_path, ""
    (tmp_path / "signing_key").write_text("no key")
    assert list(seal_differences(kept.circle)) == []
    assert run_audit()[1] == 1
