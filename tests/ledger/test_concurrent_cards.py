"""Two scorers change one draft at the same moment. Other cases are in test_concurrency.py."""

from collections.abc import Callable
from functools import partial

import pytest

from games.kit.cards import CODES
from ledger.lib.refusals import OutOfDate
from ledger.scoring.cards import drafts
from ledger.scoring.cards.drafts import TakenOver, Tap
from ledger.series.changes import Recorded
from ledger.series.models import Draft, Hand, Series
from ledger.series.services import Submit
from ledger.series.state import series_state
from tests.ledger.test_concurrency import J40, TIMES, Table, table
from tests.ledger.threads import run_together

__all__ = ["table"]  # a fixture
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
START = {name: J40[0][name] for name in ("direction", "first_leader")}


def test_two_scorers_who_start_card_by_card_share_one_draft(table):
    for _time in range(TIMES):
        state = series_state(table.series())
        begun = run_together(
            *[partial(drafts.begin, state=state, me=me, start=START) for me in (table.bob, table.carla)]
        )
        assert len({draft.pk for draft in begun}) == 1


def lay(table: Table, series: Series, key: str, card: str, steps: int = 0) -> Callable[[], Draft]:
    tap = Tap(table.bob, steps, key)
    return partial(drafts.lay, state=series_state(series), tap=tap, card=CODES.index(card))


def laid(series: Series) -> int:
    return drafts.cards_laid(Draft.objects.get(series=series))


def test_one_of_two_cards_for_the_same_step_is_laid(table):
    for _time in range(TIMES):
        series = table.series()
        drafts.begin(state=series_state(series), me=table.bob, start=START)
        outcomes = run_together(lay(table, series, "a", "QH"), lay(table, series, "b", "KH"))
        assert {type(one) for one in outcomes} == {Draft, OutOfDate}
        assert laid(series) == 1


def test_a_tap_that_is_sent_twice_lays_one_card(table):
    for _time in range(TIMES):
        series = table.series()
        drafts.begin(state=series_state(series), me=table.bob, start=START)
        outcomes = run_together(*[lay(table, series, "a", "QH")] * 3)
        assert [type(one) for one in outcomes] == [Draft] * 3
        assert laid(series) == 1


def test_taking_over_a_draft_keeps_its_cards_and_refuses_later_taps(table):
    for _time in range(TIMES):
        series = table.series()
        drafts.begin(state=series_state(series), me=table.bob, start=START)
        take_over = partial(drafts.take_over, state=series_state(series), me=table.carla)
        outcomes = run_together(lay(table, series, "a", "QH"), take_over)
        refused = [one for one in outcomes if isinstance(one, Exception)]
        assert {type(one) for one in refused} <= {TakenOver}
        assert laid(series) == 1 - len(refused)
        assert Draft.objects.get(series=series).by_id == table.carla.user_id


def test_a_draft_that_is_saved_twice_is_one_hand(table):
    for _time in range(TIMES):
        series = table.series()
        state = series_state(series)
        drafts.begin(state=state, me=table.bob, start=START)
        submit = Submit(table.bob, series.version, key="one press")
        outcomes = run_together(*[partial(drafts.save, state=state, submit=submit, change=Recorded(record=J40[0]))] * 3)
        assert sorted(done.repeated for done in outcomes) == [False, True, True]
        assert (Hand.objects.filter(series=series).count(), Draft.objects.filter(series=series).count()) == (1, 0)
