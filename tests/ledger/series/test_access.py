"""Loading a series, or rules that a circle keeps, by its id."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from pytest_django.asserts import assertNumQueries

from games.registry import BY_SLUG
from ledger.circles.models import Circle
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.access import enter_series, load_house_rules, load_series
from ledger.series.house_rules import keep_rules, remove_rules
from ledger.series.models import Series
from ledger.transfer.unfinished import delete_circle
from tests.ledger.conftest import join
from tests.ledger.series.conftest import start_game

JAAGO = BY_SLUG["jaago-chalis"]


@pytest.fixture
def bobs_series(bob) -> Series:
    """A series of Bob's own circle."""
    bobs = make_circle(owner=bob, name="Bob's table", currency="CHF", language="en")
    players = [add_player(circle=bobs.circle, name=name) for name in "EFGH"]
    return start_game(bobs, "jaago-chalis", players).series


def test_a_series_of_another_circle_is_not_loaded(owner, bobs_series):
    with pytest.raises(Http404):
        load_series(owner, bobs_series.pk)


@pytest.mark.parametrize(
    ("role", "can_score", "is_owner"),
    [(Role.VIEWER, False, False), (Role.SCORER, True, False), (Role.OWNER, True, True)],
)
def test_each_role_has_its_permissions(charlie, series, role, can_score, is_owner):
    join(series.circle, charlie, role)
    entrance = enter_series(charlie, series.pk)
    assert (entrance.can_score, entrance.is_owner) == (can_score, is_owner)


@pytest.mark.parametrize(("needed", "is_enough"), [(Role.VIEWER, True), (Role.SCORER, True), (Role.OWNER, False)])
def test_a_scorer_enters_as_a_viewer_or_scorer(bob, series, needed, is_enough):
    if is_enough:
        assert enter_series(bob, series.pk, at_least=needed).series == series
    else:
        with pytest.raises(PermissionDenied):
            enter_series(bob, series.pk, at_least=needed)


def test_a_member_of_two_circles_gets_the_requested_one(bob, series, bobs_series):
    for wanted, role in ((series, Role.SCORER), (bobs_series, Role.OWNER)):
        entrance = enter_series(bob, wanted.pk)
        assert entrance.series == wanted
        assert (entrance.me.circle, entrance.me.role) == (wanted.circle, role)


def test_a_series_of_another_circle_is_not_found(alice, bobs_series):
    for series_id in (bobs_series.pk, "aaaaaaaaaaaa"):
        with assertNumQueries(1), pytest.raises(Http404):
            enter_series(alice, series_id)


def test_a_series_that_is_deleted_meanwhile_is_not_found(bob, series):
    def delete_first(execute: Any, sql: str, *arguments: Any) -> Any:
        """Deletes the circle after the membership was read."""
        if 'FROM "series_series"' in sql and not deleted:
            deleted.append(series.circle)
            delete_circle(circle=series.circle)
        return execute(sql, *arguments)

    deleted: list[Circle] = []
    with connection.execute_wrapper(delete_first), pytest.raises(Http404):
        enter_series(bob, series.pk)
    assert deleted


def test_anonymous_visitors_find_no_series(series):
    with assertNumQueries(0), pytest.raises(Http404):
        enter_series(AnonymousUser(), series.pk)


def test_loading_a_series_reads_circle_and_user_once(bob, series):
    with assertNumQueries(2):
        entrance = enter_series(bob, series.pk)
        assert (entrance.series.circle.name, entrance.me.circle.name, entrance.me.name) == (
            "Friday table",
            "Friday table",
            "Bob",
        )


def test_house_rules_are_found_by_their_id(owner, circle):
    rules = JAAGO.default_preset.rules.model_dump(mode="json")
    strict, loose = (keep_rules(circle=circle, game=JAAGO, rules=rules, name=name) for name in ("Strict", "Loose"))
    assert load_house_rules(owner, strict.pk) == strict
    assert load_house_rules(owner, loose.pk) == loose


def test_house_rules_that_were_removed_or_belong_elsewhere_are_not_found(owner, circle, bobs_series):
    rules = JAAGO.default_preset.rules.model_dump(mode="json")
    removed = keep_rules(circle=circle, game=JAAGO, rules=rules, name="Strict")
    remove_rules(kept=removed)
    elsewhere = keep_rules(circle=bobs_series.circle, game=JAAGO, rules=rules, name="Loose")
    for rules_id in (removed.pk, elsewhere.pk):
        with pytest.raises(Http404):
            load_house_rules(owner, rules_id)
