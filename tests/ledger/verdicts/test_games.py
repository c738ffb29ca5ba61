"""Which players are asked, and what they are shown, in games with teams or with players who join or sit out."""

from dataclasses import replace
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Member, Player, Verdicts
from ledger.lib.refusals import Refused
from ledger.series.services import join_series, unseat_last
from ledger.series.starting import Agreement, start_series
from ledger.verdicts.services import Speaker, give_verdict
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40
from tests.ledger.verdicts.conftest import Table

DECLARED = {"ended": "declared", "bonus": 3}
PLAYED = {"ended": "played"}


def table_of(game: str, scorer: Member, agreed: Agreement, players: list[Player], **rules: Any) -> Table:
    preset = BY_SLUG[game].default_preset
    changed = preset.rules.model_copy(update=rules)
    of_game = replace(agreed, game=BY_SLUG[game], players=players, rules=changed, preset="", verdicts=Verdicts.REQUIRED)
    return Table(scorer, start_series(me=scorer, agreed=of_game), players)


@pytest.fixture
def jewel(scorer, agreed, players) -> Table:
    """A and B play, and C joins them after the first hand."""
    table = table_of("jewel", scorer, agreed, players[:2])
    table.record({"players": [DECLARED, PLAYED]})
    join_series(series=table.series, submit=table.submit(), player=players[2])
    table.players = players[:3]
    return table


def test_who_joined_later_is_not_asked_about_earlier_hands(jewel):
    jewel.record({"players": [PLAYED, DECLARED, PLAYED]})
    verdicts = jewel.verdicts()
    assert (verdicts.unanswered(1), verdicts.unanswered(2)) == ([0, 1], [0, 1, 2])
    assert verdicts.hands_unanswered_by(2) == [2]
    with refuses("did_not_sit"):
        jewel.says(jewel.me, 2, 1, "agreed")


def test_all_at_the_table_are_asked_about_the_end(jewel):
    """Also C, who has joined and played no hand."""
    jewel.stop()
    assert jewel.verdicts().unanswered(None) == [0, 1, 2]


def test_a_seat_that_was_taken_back_is_asked_nothing(jewel):
    unseat_last(series=jewel.series, submit=jewel.submit())
    jewel.stop()
    assert jewel.verdicts().unanswered(None) == [0, 1]
    with refuses("unknown_player"):
        jewel.says(jewel.me, 2, None, "agreed")


def test_where_every_two_settle_a_hand_only_those_are_asked_whose_points_change(jewel):
    """In a hand of three, each player pays those who had more. A has 3 more than B and C; then B declares instead."""
    jewel.record({"players": [DECLARED, PLAYED, PLAYED]})
    before = jewel.says(jewel.me, 0, 2, "agreed").entry
    for seat in (1, 2):
        jewel.says(jewel.me, seat, 2, "agreed")
    assert before
    jewel.correct(2, {"players": [PLAYED, DECLARED, PLAYED]})
    assert jewel.given(2) == [(2, "agreed")], "C pays the same as before, to another"


def test_each_player_of_a_team_is_asked(scorer, agreed, players):
    table = table_of("jass", scorer, agreed, players)
    table.record({"trump": "spades", "card_points": [100, 57]})
    assert table.verdicts().unanswered(1) == [0, 1, 2, 3]
    table.says(table.me, 0, 1, "agreed")
    assert table.verdicts().unanswered(1) == [1, 2, 3], "a partner speaks for themself"


def test_a_bonus_that_a_correction_adds_asks_those_who_pay_it(scorer, agreed, players):
    """J-40, E.10: who wins 26 or more in a hand is paid by the others at once, besides the points."""
    table = table_of("jaago-chalis", scorer, agreed, players)
    table.record({"points_won": [25, 5, 5, 5]})
    table.all_agree(1)
    entry = table.says(table.me, 3, 1, "none").entry
    assert entry
    assert entry.shown["bonuses"] == []
    table.correct(1, {"points_won": [26, 5, 5, 4]})
    assert table.given(1) == [], "A and D have other points, and B and C pay a bonus"
    shown = table.says(table.me, 1, 1, "agreed").entry
    assert shown
    assert [(paid["payer"], paid["payee"]) for paid in shown.shown["bonuses"]] == [(1, 0)]


def test_a_series_of_another_circle_does_not_know_the_player(table, anil):
    table.record(J40[0])
    with pytest.raises(Refused):
        give_verdict(
            speaker=Speaker(table.me), series=table.series, number=1, player_id=anil.pk, verdict="agreed", seen=1
        )
