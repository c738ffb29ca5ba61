"""Play again: what the new series takes over, who deals first, and that a second tap starts no further series."""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import add_player
from ledger.series.again import start_again
from ledger.series.models import Series
from ledger.series.services import join_series
from ledger.series.starting import start_series
from tests.ledger.circles.test_players import hide
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer, start_game


@pytest.fixture
def finished(bob_scores) -> Series:
    """The J-40 document's series, except that seat 3 won the last trick of its last hand."""
    assert not bob_scores.record(*J40[:3], J40[3] | {"last_trick": 3}).series.is_open
    return bob_scores.series


def players_of(series: Series) -> list[Player]:
    return [seat.player for seat in series.seats.select_related("player")]


def stopped(bob: Scorer) -> Series:
    bob.stop(with_standard=False)
    bob.series.refresh_from_db()
    return bob.series


def without_options(series: Series, names: Collection[str]) -> Series:
    """The series without these options, as if it were from before its game had them."""
    series.rules = {name: value for name, value in series.rules.items() if name not in names}
    series.save(update_fields=["rules"])
    return series


def test_takes_over_game_rules_point_value_players_and_seats(scorer, finished):
    again = start_again(me=scorer, last=finished)
    assert again != finished
    assert again.is_open
    assert (again.game, again.preset, again.rules) == (finished.game, finished.preset, finished.rules)
    assert (again.point_value, again.currency) == (finished.point_value, finished.currency)
    assert players_of(again) == players_of(finished)


def test_own_rules_are_taken_over_without_a_preset(scorer, players):
    again = start_again(me=scorer, last=stopped(start_game(scorer, "jaago-chalis", players, target=50)))
    assert (again.preset, again.rules["target"]) == ("", 50)


def test_an_option_that_is_newer_than_the_series_has_the_default_of_new_series(scorer, players):
    """CHA series of earlier versions have no `extra_round_pays`, which means no. New series have it on."""
    last = stopped(start_game(scorer, "cha", players[:2]))
    again = start_again(me=scorer, last=without_options(last, {"extra_round_pays"}))
    assert again.rules["extra_round_pays"] is True
    assert again.preset == last.preset == "source"


def test_a_template_that_changed_is_played_again_as_before(scorer, players):
    """A series of Twenty-Nine from before the change has no `times`, and gets none when it is played again."""
    last = stopped(start_game(scorer, "scorecard", players, preset="twenty-nine"))
    again = start_again(me=scorer, last=without_options(last, BY_SLUG["scorecard"].later_options))
    assert (again.rules["times"], again.preset) == ([], "")


def test_the_winner_of_the_last_trick_deals_first(scorer, finished):
    assert start_again(me=scorer, last=finished).first_dealer == 3


def test_in_a_game_where_the_deal_goes_round_the_next_player_deals(scorer, players):
    """The deal of a scorecard goes round clockwise: after one hand that seat 3 dealt, it is seat 0."""
    bob = start_game(scorer, "scorecard", players, first_dealer=3)
    bob.record({"points": [1, 2, 3, 4]})
    assert start_again(me=scorer, last=stopped(bob)).first_dealer == 0


def test_in_cha_the_youngest_starts_every_game(scorer, players):
    """Seat 1 is the youngest. After one round it would be the other player's turn to start."""
    bob = start_game(scorer, "cha", players[:2], first_dealer=1)
    assert bob.record({"winner": 0, "bought": [3]}).play.standing.dealer == 0
    assert start_again(me=scorer, last=stopped(bob)).first_dealer == 1


@pytest.mark.parametrize(("hours", "dealer"), [(11, 3), (13, None)])
def test_on_a_new_evening_the_players_decide_who_deals_first(scorer, finished, monkeypatch, hours, dealer):
    later = timezone.now() + timedelta(hours=hours)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert start_again(me=scorer, last=finished).first_dealer == dealer


def test_a_player_who_joined_sits_from_the_start(scorer, players):
    bob = start_game(scorer, "jewel", players[:3])
    join_series(series=bob.series, submit=bob.submit(), player=players[3])
    assert players_of(start_again(me=scorer, last=stopped(bob))) == players


def test_a_second_tap_leads_to_the_same_series(scorer, owner, finished):
    first = start_again(me=scorer, last=finished)
    assert start_again(me=owner, last=finished) == first
    Scorer(scorer, first).record(J40[0])
    assert start_again(me=scorer, last=finished) == first
    assert Series.objects.count() == 2


def test_once_it_is_over_one_can_play_again(scorer, finished):
    first = start_again(me=scorer, last=finished)
    stopped(Scorer(scorer, first))
    assert start_again(me=scorer, last=finished) != first


@pytest.mark.parametrize("what", ["other seats", "other game", "started before"])
def test_another_open_series_is_left_alone(scorer, agreed, finished, players, what):
    if what == "other game":
        other = start_game(scorer, "scorecard", players).series
    elif what == "other seats":
        other = start_series(me=scorer, agreed=replace(agreed, players=players[::-1]))
    else:
        other = start_series(me=scorer, agreed=agreed)
    if what == "started before":
        Series.objects.filter(pk=other.pk).update(started_at=finished.started_at - timedelta(days=20))
    assert start_again(me=scorer, last=finished) != other


def test_a_series_that_is_open_is_gone_on_with(scorer, series):
    assert start_again(me=scorer, last=series) == series


def test_refuses_when_a_player_has_left(scorer, finished):
    hide(players_of(finished)[2])
    with refuses("gone"):
        start_again(me=scorer, last=finished)
    assert Series.objects.count() == 1


def test_refuses_when_the_circle_counts_in_another_currency(scorer, finished):
    circle = scorer.circle
    change_circle(circle=circle, name=circle.name, currency="CHF", coin_minor=5, language="en")
    with refuses("other_currency"):
        start_again(me=scorer, last=finished)


def test_without_money_the_currency_does_not_matter(scorer, players):
    last = stopped(start_game(scorer, "jaago-chalis", players, point_value="0"))
    circle = scorer.circle
    change_circle(circle=circle, name=circle.name, currency="CHF", coin_minor=5, language="en")
    assert start_again(me=scorer, last=last).currency == "CHF"


def test_a_new_player_in_the_circle_changes_nothing(scorer, circle, finished):
    add_player(circle=circle, name="E")
    assert len(players_of(start_again(me=scorer, last=finished))) == 4
