"""One tap starts the same series again; where that is not possible, the form is filled in with what can stay."""

import pytest
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.services.circles import make_circle
from ledger.series.models import Series
from tests.ledger.circles.test_players import hide
from tests.ledger.pages import address
from tests.ledger.scoring.start.conftest import of_game, seats_on, values_on
from tests.ledger.series.conftest import J40


@pytest.fixture
def stopped(bob_scores) -> Series:
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=False)
    return bob_scores.series


def test_one_tap_leads_to_the_first_hand(bobs_phone, stopped):
    answer = bobs_phone.post(address("again", stopped))
    again = Series.objects.get(status="open")
    assertRedirects(answer, address("enter_hand", again))


def test_who_has_left_stays_an_empty_seat_in_the_form(bobs_phone, stopped, players):
    hide(players[2])
    Series.objects.filter(pk=stopped.pk).update(rules=stopped.rules | {"target": 60}, preset="")
    page = bobs_phone.post(address("again", stopped), follow=True)
    assert page.status_code == 200
    assertContains(page, "Not everything can be as last time. C is no longer a player of this circle.")
    assert seats_on(page) == [players[0].pk, players[1].pk, "", players[3].pk]
    assert values_on(page)["rule_target"] == "60"
    assert Series.objects.count() == 1


def test_the_form_can_be_filled_in_like_an_older_series(bobs_phone, scorer, stopped, players):
    again = bobs_phone.post(address("again", stopped))
    newer = Series.objects.get(status="open")
    assert again.status_code == 302
    newer.seats.all().delete()
    form = of_game("jaago-chalis", reverse("start_series", args=[scorer.circle_id]))
    assert seats_on(bobs_phone.get(f"{form}&like={stopped.pk}")) == [player.pk for player in players]
    assert seats_on(bobs_phone.get(form)) == [""] * 4
    assertNotContains(bobs_phone.get(form), "as last time. ")


def test_a_series_of_another_circle_or_game_is_not_found(bobs_phone, bob, stopped):
    elsewhere = make_circle(owner=bob, name="Porch", currency="EUR", language="en").circle
    for circle, game in ((elsewhere.pk, "jaago-chalis"), (stopped.circle_id, "jass")):
        form = of_game(game, reverse("start_series", args=[circle]))
        assert bobs_phone.get(f"{form}&like={stopped.pk}").status_code == 404


def test_an_id_of_any_text_is_not_found(bobs_phone, scorer):
    form = of_game("jaago-chalis", reverse("start_series", args=[scorer.circle_id]))
    for text in ("", "x", "%00", "é" * 400):
        assert bobs_phone.get(f"{form}&like={text}").status_code == 404
