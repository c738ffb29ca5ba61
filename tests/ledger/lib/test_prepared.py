"""Statements that are put together once say the same as those that Django puts together each time."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.forms import model_to_dict
from django.http import Http404
from django.utils import timezone

from ledger.circles.models import Circle, Player, User
from ledger.lib.prepared import Prepared, insert, insert_all, update
from ledger.series.models import Event, Hand, HandPoints, Kind, Series
from tests.ledger.together import run_together

NAMED = Prepared(
    lambda circle, name: Player.objects.select_related("circle").filter(circle=circle, name=name).order_by("pk")
)
NUMBERED = Prepared(lambda series, number: Event.objects.filter(series=series, number__gte=number).order_by("number"))


@pytest.mark.django_db
def test_rows_become_the_same_objects(circle: Circle, players: list[Player], django_assert_num_queries: Any) -> None:
    expected = Player.objects.select_related("circle").get(name="B")
    for _again in range(2):
        with django_assert_num_queries(1):
            (found,) = NAMED.all(circle=circle.pk, name="B")
            assert found.circle.name == circle.name
        assert model_to_dict(found) == model_to_dict(expected)
        assert model_to_dict(found.circle) == model_to_dict(expected.circle)
    found.name = "Bina"
    found.save()
    assert NAMED.first(circle=circle.pk, name="Bina") == expected


@pytest.mark.django_db
def test_values_are_never_part_of_the_statement(circle: Circle, players: list[Player]) -> None:
    for name in ("' OR 1=1 --", "%s", '"', "B\\"):
        assert NAMED.all(circle=circle.pk, name=name) == []
        with pytest.raises(Http404):
            NAMED.get_or_404(circle=circle.pk, name=name)


@pytest.mark.django_db
def test_every_column_is_read_as_its_field_says(series: Series) -> None:
    (event,) = NUMBERED.all(series=series.pk, number=1)
    expected = Event.objects.get(series=series)
    assert vars(event) | {"_state": None} == vars(expected) | {"_state": None}
    assert not event._state.adding
    assert NUMBERED.all(series=series.pk, number=2) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_over_its_own_connection(circle: Circle, players: list[Player]) -> None:
    found = run_together(*(lambda name=name: NAMED.all(circle=circle.pk, name=name) for name in "ABCD" * 3))
    assert sorted(one.name for (one,) in found) == sorted("ABCD" * 3)


@pytest.mark.django_db
def test_a_new_row_is_as_if_it_had_been_saved(series: Series) -> None:
    content = {"text": "नमस्ते", "points": [1, 8.5, None]}
    details = {"series": series, "kind": Kind.RECORDED, "content": content, "by_name": "B", "hash": "h"}
    ours = Event(number=2, hand_number=1, at=timezone.now(), **details)
    insert(ours)
    theirs = Event.objects.create(number=3, hand_number=2, at=ours.at, **details)
    read = Event.objects.get(pk=ours.pk)
    assert (ours.pk, ours._state.adding, ours._state.db) == (theirs.pk - 1, False, "default")
    assert model_to_dict(read, exclude=["id", "number", "hand_number"]) == model_to_dict(
        Event.objects.get(pk=theirs.pk), exclude=["id", "number", "hand_number"]
    )
    assert (read.content, read.at, read.key) == (content, ours.at, None)
    other = Series(circle=series.circle, game="jass", rules={"a": 1}, point_value=Decimal("0.25"), currency="CHF")
    other.coin_minor, other.started_at, other.changed_at = 5, ours.at, ours.at
    insert(other)
    assert model_to_dict(Series.objects.get(pk=other.pk)) == model_to_dict(other)


@pytest.mark.django_db
def test_many_rows_at_once_and_none(series: Series) -> None:
    event = Event.objects.create(
        series=series, number=2, kind=Kind.RECORDED, hand_number=1, content={}, by_name="B", at=timezone.now(), hash="h"
    )
    hand = Hand.objects.create(series=series, number=1, event=event)
    points = [Fraction(1), Fraction(17, 2), Fraction(-5, 3)]
    with connection.execute_wrapper(only_one := Statements()):
        insert_all([HandPoints(hand=hand, seat=seat, won=won, entered=-won) for seat, won in enumerate(points)])
        insert_all([])
    assert only_one.count == 1
    there = HandPoints.objects.order_by("seat").values_list("seat", "won", "entered")
    assert list(there) == [(seat, won, -won) for seat, won in enumerate(points)]


@pytest.mark.django_db
def test_only_the_fields_that_are_named_change(series: Series) -> None:
    series.version, series.currency, series.with_standard = 7, "XXX", False
    update(series, "version", "with_standard")
    kept = Series.objects.get(pk=series.pk)
    assert (kept.version, kept.currency, kept.with_standard) == (7, "NPR", False)


@pytest.mark.django_db
def test_a_person_is_found_by_key_as_by_anything_else(bob: User, django_assert_num_queries: Any) -> None:
    for _again in range(2):
        with django_assert_num_queries(1):
            assert vars(User.objects.get(pk=bob.pk)) | {"_state": None} == vars(bob) | {"_state": None}
    assert User.objects.get(username=bob.username) == User.objects.get(pk=str(bob.pk)) == bob
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=bob.pk + 1000)
    with pytest.raises(ValueError, match="expected a number"):
        User.objects.get(pk="nobody")


class Statements:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Any, *statement: Any) -> Any:
        self.count += 1
        return execute(*statement)
