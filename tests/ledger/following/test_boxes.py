"""The list of boxes: on the page of a series, on its sheet and in the API's answer."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from tests.ledger.pages import markup_of, text_of

GAME = BY_SLUG["coiffeur"]
BOXES = [{"kind": "clubs", "factor": 1}, {"kind": "joker", "factor": 3, "name": "Wunsch & so"}]


@pytest.fixture
def series(scorer: Member, circle: Circle) -> Series:
    players = [add_player(circle=circle, name=name) for name in "ABCD"]
    agreed = Agreement(GAME, players, GAME.read_rules({"boxes": BOXES}).value, Decimal(0), first_dealer=0)
    series = start_series(me=scorer, agreed=agreed)
    joker = {"team": 1, "kind": "joker", "card_points": 60, "played_as": "misere"}
    record_hand(series=series, submit=Submit(scorer, 1), record=joker)
    return series


def cells(page: str) -> list[str]:
    rows = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[0]
    return [text_of(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", rows, re.DOTALL)]


def test_the_page_has_a_table_of_boxes(client: Client, scorer: Member, series: Series) -> None:
    client.force_login(scorer.user)
    page = markup_of(client.get(reverse("series:page", args=[series.pk])))
    table = page[page.index("table--boxes") :]
    assert cells(table) == [
        *("Clubs ×1", "open, at most ≤ 257", "open, at most ≤ 257"),
        *("Wunsch & so ×3", "open, at most ≤ 771", "Misère 291"),  # (157 − 60) × 3
    ]
    heads = re.findall(r'<th scope="col">(.*?)</th>', table, re.DOTALL)
    assert ["chooses" in head for head in heads[:3]] == [False, True, False]
    assert reverse("series:hand", args=[series.pk, 1]) in table


def test_the_page_brings_their_style_sheet(client: Client, scorer: Member, series: Series) -> None:
    client.force_login(scorer.user)
    assert "css/following/boxes.css" in markup_of(client.get(reverse("series:page", args=[series.pk])))


def test_the_api_has_the_boxes(client: Client, scorer: Member, series: Series) -> None:
    client.force_login(scorer.user)
    boxes = client.get(reverse("api:series", args=[series.pk])).json()["boxes"]
    assert boxes["turn"] == 0
    assert boxes["rows"][1] == {
        "name": "Wunsch & so",
        "factor": 3,
        "cells": [
            {"points": None, "most": 771, "hand": None, "remark": ""},
            {"points": 291, "most": None, "hand": 1, "remark": "Misère"},
        ],
    }


def test_a_game_without_boxes_has_none(client: Client, scorer: Member, circle: Circle) -> None:
    players = [add_player(circle=circle, name=name) for name in "ABCD"]
    jass = BY_SLUG["jass"]
    series = start_series(me=scorer, agreed=Agreement(jass, players, jass.default_preset.rules, Decimal(0)))
    client.force_login(scorer.user)
    assert client.get(reverse("api:series", args=[series.pk])).json()["boxes"] is None
    page = markup_of(client.get(reverse("series:page", args=[series.pk])))
    assert "table--boxes" not in page
    assert "css/following/boxes.css" not in page
