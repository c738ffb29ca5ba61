"""Differenzler: only the scorer who entered the announcements sees them before the round is recorded."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.live.links import link_to_share, token_of
from ledger.pocket.rows import rows_of
from ledger.series.models import Series
from ledger.series.starting import Agreement, start_series
from tests.ledger.api.conftest import Program
from tests.ledger.conftest import join, make_user
from tests.ledger.pages import client_of, text_of

pytestmark = pytest.mark.django_db

GAME = BY_SLUG["differenzler"]
ANNOUNCED = [83, 61, 97, 75]
ROUND = {"announced": ANNOUNCED, "card_points": [80, 57, 20, 0], "trump": "hearts"}


def start(scorer: Member, players: list[Player], **rules: Any) -> Series:
    own = GAME.default_preset.rules.model_copy(update=rules)
    series = start_series(me=scorer, agreed=Agreement(GAME, players, own, None))
    answer = Program(scorer.user).post(f"series/{series.pk}/bids", {"bids": ANNOUNCED, "base_version": 1})
    assert answer.json()["bids"] == ANNOUNCED  # the scorer who entered them sees them
    return series


def seen_by(user: User, series: Series) -> tuple[Any, list[str]]:
    """Return the announcements that the API and the pages show."""
    pages = ["series:page", "series:live", "series:history"]
    shown = [text_of(client_of(user).get(reverse(name, args=[series.pk]))) for name in pages]
    return Program(user).get(f"series/{series.pk}").json()["bids"], [
        str(points) for points in ANNOUNCED if any(re.search(rf"\b{points}\b", page) for page in shown)
    ]


def test_nobody_else_sees_them_until_the_round_is_recorded(scorer, players, alice, vera, circle):
    join(circle, vera, Role.VIEWER)
    series = start(scorer, players)
    assert seen_by(scorer.user, series) == (ANNOUNCED, ["83", "61", "97", "75"])
    for user in (alice, vera):  # not even an owner sees them
        assert seen_by(user, series) == (None, [])
    form = text_of(client_of(alice).get(reverse("series:enter_hand", args=[series.pk])))
    assert "83" not in form
    link = link_to_share(me=scorer, series=series)
    for name in ("follow:page", "follow:live"):
        assert "83" not in text_of(Client().get(reverse(name, args=[token_of(link)])))
    Program(scorer.user).post(f"series/{series.pk}/hands", {"record": ROUND, "base_version": 1})
    read = Program(vera).get(f"series/{series.pk}").json()
    assert read["hands"][0]["record"]["announced"] == ANNOUNCED
    assert read["cumulative"] == [3, 4, 77, 75]


def test_another_scorer_cannot_replace_what_they_do_not_see(scorer, players, circle):
    other = join(circle, make_user("Dora"), Role.SCORER)
    series = start(scorer, players)
    refused = Program(other.user).post(f"series/{series.pk}/bids", {"bids": [1, 2, 3, 4], "base_version": 1})
    assert [problem["code"] for problem in refused.json()["problems"]] == ["bids_of_another"]
    assert Program(scorer.user).get(f"series/{series.pk}").json()["bids"] == ANNOUNCED
    whole = Program(other.user).post(f"series/{series.pk}/hands", {"record": ROUND, "base_version": 1})
    assert whole.status_code == 201
    after = {"bids": [1, 2, 3, 4], "base_version": 2}
    assert Program(other.user).post(f"series/{series.pk}/bids", after).status_code == 200


def test_another_scorers_phone_does_not_take_them_along(scorer, players, circle):
    other = join(circle, make_user("Dora"), Role.SCORER)
    series = start(scorer, players)

    def in_phone_of(me: Member) -> list[Any]:
        rows = rows_of(me, series.pk)
        return [row["fields"]["bids"] for row in rows if row["model"] == "series.notedbids"]

    assert in_phone_of(scorer) == [ANNOUNCED]
    assert in_phone_of(other) == []


def test_a_table_may_show_them(scorer, players, vera, circle):
    join(circle, vera, Role.VIEWER)
    series = start(scorer, players, hidden_announcements=False)
    assert seen_by(vera, series)[0] == ANNOUNCED
    assert [row["fields"]["by"] for row in rows_of(vera_in(circle, vera), series.pk) if "bids" in row["fields"]] == [
        None
    ]


def vera_in(circle: Circle, vera: User) -> Member:
    return Member.objects.get(circle=circle, user=vera)
