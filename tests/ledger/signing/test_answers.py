"""The answer to a check of a seal: true or not, whether the series has moved on, and more for members."""

import pytest
from django.contrib.auth.models import AnonymousUser

from ledger.series.changes import Corrected, Withdrawn
from ledger.series.models import Event, Series
from ledger.series.services import discard_series
from ledger.series.starting import start_series
from ledger.signing.answers import SealStanding, check, find_short, store_short_code
from ledger.signing.models import ShortCode
from ledger.signing.seals import Seal, read_code, seal_of
from tests.ledger.series.conftest import J40, Scorer

NOBODY = AnonymousUser()


@pytest.fixture
def seal(bob_scores) -> Seal:
    """After two hands."""
    return store_short_code(seal_of(bob_scores.record(J40[0], J40[1]), payments=True))


def test_today_s_seal_is_current(seal, viewer):
    of_nobody, of_member = check(seal, NOBODY), check(seal, viewer.user)
    assert (of_nobody.is_true, of_nobody.standing, of_nobody.series) == (True, SealStanding.CURRENT, None)
    assert (of_member.standing, of_member.series, of_member.changed) == (SealStanding.CURRENT, of_member.series, ())
    assert of_member.series is not None


def test_earlier_state_has_moved_on_and_members_see_to_what(seal, bob_scores, charlie, viewer):
    bob_scores.correct(1, J40[2], "the wrong line")
    bob_scores.undo()
    for user in (NOBODY, charlie):
        answer = check(seal, user)
        assert (answer.is_true, answer.standing, answer.series, answer.changed) == (
            True,
            SealStanding.MOVED_ON,
            None,
            (),
        )
    changed = [(event.number, event.kind, event.hand_number) for event in check(seal, viewer.user).changed]
    assert changed == [(4, Corrected.kind, 1), (5, Withdrawn.kind, 2)]


def test_seal_of_a_chain_that_was_rewritten_is_unknown(seal, bob_scores):
    Event.objects.filter(series=bob_scores.series, number=3).update(hash="f" * 64)
    answer = check(seal, NOBODY)
    assert (answer.is_true, answer.standing) == (True, SealStanding.UNKNOWN)


def test_seal_of_a_discarded_or_deleted_series_is_unknown(scorer, agreed):
    bob = Scorer(scorer, start_series(me=scorer, agreed=agreed))
    seal = seal_of(bob.state(), payments=False)
    assert check(seal, scorer.user).standing == SealStanding.CURRENT
    discard_series(series=bob.series, submit=bob.submit())
    assert check(seal, scorer.user) == check(seal, NOBODY)
    assert (check(seal, NOBODY).is_true, check(seal, NOBODY).standing) == (True, SealStanding.UNKNOWN)
    Series.with_discarded.all().delete()
    assert check(seal, NOBODY).standing == SealStanding.UNKNOWN


def test_nothing_is_said_of_what_is_not_true(seal, viewer):
    forged = Seal(seal.code, seal.short, seal.text.replace("version 3", "version 2"), seal.signature, seal.key)
    for wrong in (None, forged):
        answer = check(wrong, viewer.user)
        assert (answer.is_true, answer.standing, answer.series) == (False, SealStanding.UNKNOWN, None)


def test_short_code_is_found_as_people_type_it(seal):
    groups = [seal.short[start : start + 4] for start in range(0, 16, 4)]
    for typed in (seal.short, " ".join(groups).upper(), "-".join(groups), f"  {' – '.join(groups)}\n"):
        assert find_short(typed) == seal
    for wrong in ("", seal.short[:-1], f"{seal.short}a", "a" * 16, "0" * 16, "\0" * 16, "é" * 16, seal.short[::-1]):
        assert find_short(wrong) is None


def test_short_code_is_stored_once_and_goes_with_its_series(seal):
    store_short_code(seal)
    assert ShortCode.objects.count() == 1
    Series.objects.all().delete()
    assert find_short(seal.short) is None


def test_short_code_that_was_changed_in_the_database_is_not_true(seal):
    last = seal.code[-1]
    ShortCode.objects.update(code=seal.code[:-1] + ("A" if last != "A" else "Q"))
    answer = check(find_short(seal.short), NOBODY)
    assert not answer.is_true
    assert read_code(seal.code) == seal
