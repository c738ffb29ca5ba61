"""What lies in a phone: the series' own rows, and of other people a name and an id."""

import json
from decimal import Decimal

import pytest

from ledger.api.tokens import make_token
from ledger.circles.models import Circle, User
from ledger.circles.roles import Role
from ledger.circles.services.players import claim_player
from ledger.live.links import make_link, token_of
from ledger.money.models import Entry
from ledger.pocket.rows import rows_of
from ledger.series.starting import start_series
from tests.ledger.conftest import join, make_user
from tests.ledger.pocket.conftest import as_text
from tests.ledger.series.conftest import J40, Scorer

pytestmark = pytest.mark.django_db


def test_other_people_are_a_name_and_an_id(bob_scores, players, owner):
    vera = make_user("Vera")
    User.objects.filter(pk=vera.pk).update(username="vera-signs-in", email="vera@example.org")
    member = join(owner.circle, vera, Role.SCORER)
    claim_player(player=players[1], member=member)
    bob_scores.record(*J40[:2])
    Scorer(member, bob_scores.series).record(J40[2])
    _row, token = make_token(user=bob_scores.me.user, name="Spreadsheet")
    link = make_link(me=owner, series=bob_scores.series, label="For the table")
    text = json.dumps(rows_of(bob_scores.me, bob_scores.series.pk), default=as_text)
    assert "Vera" in text  # who recorded hand 3
    secrets = ("vera-signs-in", "vera@example.org", token, link.pk, token_of(link), bob_scores.me.user.password)
    assert [secret for secret in (*secrets, "Spreadsheet", "For the table") if secret in text] == []
    people = [row for row in rows_of(bob_scores.me, bob_scores.series.pk) if row["model"] == "circles.user"]
    assert [row["pk"] for row in people] == [bob_scores.me.user_id]


def test_a_series_that_goes_on_from_another_can_be_taken_along_alone(bob_scores, agreed, phone):
    bob_scores.record(J40[0])
    another = start_series(me=bob_scores.me, agreed=agreed)
    assert list(another.continues.all()) == [bob_scores.series]
    phone.prepare(bob_scores.me, another)
    assert phone.get(f"/series/{another.pk}/", {})[0] == 200


def test_money_of_other_series_stays_at_the_site(bob_scores, agreed):
    bob_scores.record(*J40)
    other = Scorer(bob_scores.me, start_series(me=bob_scores.me, agreed=agreed))
    other.record(*J40)
    rows = rows_of(bob_scores.me, bob_scores.series.pk)
    entries = {row["pk"] for row in rows if row["model"] == "money.entry"}
    assert entries == set(Entry.objects.filter(source__endswith=bob_scores.series.pk).values_list("pk", flat=True))
    assert len(entries) == 1
    assert other.series.pk not in json.dumps(rows, default=as_text)


def test_in_a_circle_for_points_only_no_amount_goes_along(bob_scores):
    bob_scores.record(*J40)
    Circle.objects.update(points_only=True)
    rows = rows_of(bob_scores.me, bob_scores.series.pk)
    assert not [row for row in rows if row["model"].startswith("money.") and row["model"] != "money.book"]
    [series] = [row for row in rows if row["model"] == "series.series"]
    assert series["fields"]["point_value"] == Decimal(0)
