"""What a member owes or is owed, on the first page and on the page of a circle; and the reminder to send."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.books.balances import read_own_balances
from ledger.circles.models import Circle, Member
from ledger.circles.roles import Role
from ledger.circles.selectors import memberships_of
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player, claim_player
from tests.ledger.conftest import join
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere(alice, viewer) -> Member:
    """Vera's membership in a second circle, where Alice owes her €7.50 and CHF 2.00."""
    host = make_circle(owner=alice, name="Porch", currency="EUR", language="en")
    me = join(host.circle, viewer.user, Role.VIEWER)
    mine, other = (add_player(circle=host.circle, name=name) for name in ("Vera", "Alice"))
    claim_player(player=mine, member=me)
    books = Bookkeeper(host)
    books.pay(mine, other, "7.50")
    host.circle.currency = "CHF"
    host.circle.save()
    books.pay(mine, other, "2")
    return me


def page_of(me: Member) -> str:
    return text_of(client_of(me.user).get(f"/circles/{me.circle_id}/"))


def test_a_debt_is_on_both_pages(bob_scores, players, viewer):
    """The J-40 document's series: D pays NPR 23.50 in all, and A receives NPR 46.00."""
    bob_scores.record(*J40)
    claim_player(player=players[3], member=viewer)
    first = text_of(client_of(viewer.user).get("/"))
    assert first.count("You owe NPR 23.50 in all.") == 1
    assert "You owe NPR 23.50 in all." in page_of(viewer)
    link = client_of(viewer.user).get(f"/circles/{viewer.circle_id}/").content.decode()
    assert f'href="{reverse("balances", args=[viewer.circle_id])}">You owe' in link


def test_a_credit_is_said_too(bob_scores, players, viewer):
    bob_scores.record(*J40)
    claim_player(player=players[0], member=viewer)
    assert "You are owed NPR 46.00 in all." in page_of(viewer)


def test_circles_are_not_set_against_each_other(bob_scores, players, viewer, elsewhere):
    bob_scores.record(*J40)
    claim_player(player=players[3], member=viewer)
    own = read_own_balances(list(memberships_of(viewer.user)))
    assert [sentence.replace("\u00a0", " ") for sentence in own.sentences] == [
        "You owe NPR 23.50 in all.",
        "You are owed CHF 2.00 and €7.50 in all.",
    ]
    first = text_of(client_of(viewer.user).get("/"))
    assert first.count("You are owed CHF 2.00 and €7.50 in all.") == 2  # above the circles, and in the row of one


def test_who_owes_nothing_reads_nothing(bob_scores, players, viewer):
    bob_scores.record(*J40)
    assert "You owe" not in page_of(viewer)  # this member has claimed no player
    claim_player(player=add_player(circle=viewer.circle, name="Vera"), member=viewer)
    assert "You owe" not in page_of(viewer)
    assert "in all" not in text_of(client_of(viewer.user).get("/"))


def test_a_circle_for_points_only_shows_no_money(bob_scores, players, viewer):
    bob_scores.record(*J40)
    claim_player(player=players[3], member=viewer)
    Circle.objects.update(points_only=True)
    assert "NPR" not in page_of(viewer)
    assert "NPR" not in text_of(client_of(viewer.user).get("/"))


def test_one_query_for_all_circles(viewer, elsewhere):
    memberships = list(memberships_of(viewer.user))
    with CaptureQueriesContext(connection) as queries:
        assert read_own_balances(memberships).by_member
    assert len(queries) == 1


def test_a_reminder_says_who_owes_whom(bob_scores, viewer):
    page = client_of(viewer.user).get(reverse("balances", args=[viewer.circle_id])).content.decode()
    assert "reminder-NPR" not in page
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(reverse("balances", args=[viewer.circle_id])).content.decode()
    text = page.partition('id="reminder-NPR"')[2].partition(">")[2].partition("</textarea>")[0]
    assert text.replace("\u00a0", " ").split("\n") == [
        "Friday table: who still owes whom",
        "D owes A NPR 23.50",
        "C owes A NPR 18.50",
        "B owes A NPR 4.00",
        "",
        f"http://testserver/circles/{viewer.circle_id}/balances/",
    ]
    assert 'data-shares="reminder-NPR"' in page
    assert 'data-copies="reminder-NPR"' in page
