"""Starting a table: the service. The page is tested in test_start_page.py."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import SAME_FORM, change_circle, make_circle, start_table
from ledger.circles.services.members import hand_over
from tests.ledger.conftest import join
from tests.ledger.threads import run_together

pytestmark = pytest.mark.django_db

FOUR = ("Anil", "Bina", "Chitra", "Dev")


def start(starter: User | None = None, **changes: Any) -> Member:
    values = {
        "circle_name": "Friday table",
        "points_only": "no",
        "player_names": FOUR,
        "currency": "NPR",
        "language": "en",
        "first_is_starter": True,
        "form_key": "k" * 22,
    }
    return start_table(starter=starter, **{**values, **changes})


def test_a_visitor_without_account_gets_a_circle_players_and_a_guest():
    owner = start()
    assert owner.role == Role.OWNER
    assert owner.user.is_guest
    assert not owner.user.has_usable_password()
    assert owner.user.display_name == "Anil"
    assert [p.name for p in owner.circle.players.order_by("created_at")] == list(FOUR)
    assert owner.player.name == "Anil"


def test_a_starter_who_does_not_play_claims_no_player():
    owner = start(first_is_starter=False)
    assert owner.user.display_name == "Scorekeeper"
    assert not Player.objects.exclude(claimed_by=None).exists()


def test_a_form_sent_again_after_handing_the_circle_over_is_refused(alice, bob):
    owner = start(alice)
    hand_over(owner=owner, successor=join(owner.circle, bob, Role.VIEWER))
    with pytest.raises(ValidationError, match="started already"):
        start(alice)


def test_the_same_form_sent_by_the_new_guest_makes_no_second_circle(db):
    owner = start()
    assert start(owner.user) == owner


def test_another_user_with_the_same_form_gets_no_access(alice, bob):
    start(alice)
    for starter in (bob, None):
        with pytest.raises(ValidationError, match="started already"):
            start(starter)


def test_the_key_of_a_form_expires():
    owner = start()
    Member.objects.filter(pk=owner.pk).update(joined_at=timezone.now() - SAME_FORM - timedelta(seconds=1))
    with pytest.raises(ValidationError, match="started already"):
        start()


@pytest.mark.django_db(transaction=True)
def test_the_same_form_sent_twice_at_the_same_moment_makes_one_circle():
    made = run_together(*[start] * 4)
    assert len({owner.circle_id for owner in made}) == 1
    assert Circle.objects.count() == User.objects.count() == 1


@pytest.mark.parametrize(("currency", "coin"), [("NPR", 1), ("CHF", 5), ("SEK", 100), ("JPY", 1)])
def test_the_default_coin_depends_on_the_currency(alice, currency, coin):
    circle = make_circle(owner=alice, name="Table", currency=currency, language="en").circle
    assert circle.coin_minor == coin


def test_settings_can_be_changed_and_are_checked(circle):
    change_circle(circle=circle, name=" Jass  evening ", currency="CHF", coin_minor=5, language="ne")
    circle.refresh_from_db()
    assert (circle.name, circle.currency, circle.coin_minor, circle.language) == ("Jass evening", "CHF", 5, "ne")
    for wrong in ({"currency": "XXX"}, {"coin_minor": 3}, {"coin_minor": 0}, {"name": ""}):
        with pytest.raises(ValidationError):
            change_circle(circle=circle, **{"name": "A", "currency": "CHF", "coin_minor": 5, "language": "en", **wrong})
