import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from pytest_django.asserts import assertNumQueries

from ledger.circles.access import enter_circle, load_invite, load_member, load_player
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player

RANKS = [Role.VIEWER, Role.SCORER, Role.OWNER]


@pytest.mark.parametrize("role", RANKS)
def test_a_role_may_do_what_lower_roles_may(circle, charlie, role):
    Member.objects.create(circle=circle, user=charlie, role=role)
    enough = RANKS.index(role) + 1
    for needed in RANKS[:enough]:
        assert enter_circle(charlie, circle.id, at_least=needed).circle == circle
    for needed in RANKS[enough:]:
        with pytest.raises(PermissionDenied):
            enter_circle(charlie, circle.id, at_least=needed)


def test_a_member_of_two_circles_gets_the_requested_one(circle, alice, elsewhere):
    Member.objects.create(circle=elsewhere.circle, user=alice, role=Role.VIEWER)
    for wanted, role in ((circle, Role.OWNER), (elsewhere.circle, Role.VIEWER)):
        me = enter_circle(alice, wanted.pk)
        assert (me.circle, me.role) == (wanted, role)


def test_outsiders_get_the_same_answer_as_for_an_unknown_circle(circle, charlie):
    answers = []
    for circle_id in (circle.id, "aaaaaaaaaaaa"):
        with assertNumQueries(1), pytest.raises(Http404) as caught:
            enter_circle(charlie, circle_id)
        answers.append(str(caught.value))
    assert answers[0] == answers[1]


def test_anonymous_visitors_find_no_circle(circle):
    with assertNumQueries(0), pytest.raises(Http404):
        enter_circle(AnonymousUser(), circle.id)


def test_loading_a_circle_takes_one_query(owner, alice):
    with assertNumQueries(1):
        me = enter_circle(alice, owner.circle_id)
        assert (me.circle.name, me.name) == ("Friday table", "Alice")


def test_rows_of_another_circle_are_not_found(owner, elsewhere, stranger):
    add_player(circle=elsewhere.circle, name="Sita")
    invite, _token = make_invite(actor=elsewhere.user, circle=elsewhere.circle, role=Role.VIEWER)
    make_invite(actor=elsewhere.user, circle=elsewhere.circle, role=Role.SCORER)
    for load, there in ((load_player, stranger), (load_member, elsewhere), (load_invite, invite)):
        assert load(elsewhere, there.pk) == there
        with pytest.raises(Http404):
            load(owner, there.pk)
