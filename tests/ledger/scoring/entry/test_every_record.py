"""A hand counts the same when the form that is filled in from its record is saved again."""

from decimal import Decimal
from typing import Any

import pytest

from games.contract import Score
from games.game import Game
from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.series.state import preview, series_state
from ledger.series.wording import warnings_in_words
from tests.browser.pocket.forms import NOT_OF_A_HAND, FilledIn
from tests.ledger.pages import address, client_of, submit
from tests.ledger.sheets import contract_games


@pytest.mark.parametrize(
    ("game", "seats", "records", "rules"),
    [pytest.param(*each, id=f"{each[0].slug}-{number}") for number, each in enumerate(contract_games.evenings())],
)
def test_a_hand_that_is_filled_in_again_counts_the_same(
    game: type[Game], seats: int, records: list[Any], rules: dict[str, Any], scorer: Member
) -> None:
    chosen, phone = game.read_rules(rules).value, client_of(scorer.user)
    players = [add_player(circle=scorer.circle, name=name) for name in "ABCDEFG"[:seats]]
    told, again = (start_series(me=scorer, agreed=Agreement(game, players, chosen, Decimal(0))) for _series in range(2))
    for number, record in enumerate(records, start=1):
        record_hand(series=told, submit=Submit(scorer, number), record=record)
        page = phone.get(f"/series/{told.pk}/hands/{number}/correct/?way=totals").content.decode()
        again.refresh_from_db()
        state = series_state(again)
        doubts = {"warned": warnings_in_words(preview(state, number, record).hand.score, state.names)}
        answer = phone.post(address("enter_hand", again), filled_in(page) | doubts | submit(again, f"key {number}"))
        if answer.status_code == 422:  # a figure was left out, and is filled in now
            filled = filled_in(answer.content.decode())
            answer = phone.post(address("enter_hand", again), filled | submit(again, f"key {number}"))
        assert answer.status_code == 302, answer.context["form"].errors
    assert scores_of(told) == scores_of(again)


def filled_in(page: str) -> dict[str, Any]:
    found = FilledIn()
    found.feed(page)
    sent: dict[str, Any] = {}
    for name, value in found.values:
        if name and name not in NOT_OF_A_HAND:
            sent.setdefault(name, []).append(value)
    return sent


def scores_of(series: Series) -> tuple[Score, ...]:
    series.refresh_from_db()
    return tuple(series_state(series).play.scores)
