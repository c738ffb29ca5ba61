"""The list of boxes: on the page of a series and in the API's answer."""

import re

import pytest
from django.urls import reverse

from ledger.series.models import Series
from tests.ledger.pages import address, markup_of, text_of
from tests.ledger.series.conftest import start_game

BOXES = [{"kind": "clubs", "factor": 1}, {"kind": "joker", "factor": 3, "name": "Wunsch & so"}]


@pytest.fixture
def series(scorer, players) -> Series:
    bob = start_game(scorer, "coiffeur", players, first_dealer=0, boxes=BOXES)
    bob.record({"team": 1, "kind": "joker", "card_points": 60, "played_as": "misere"})
    return bob.series


def cells(page: str) -> list[str]:
    rows = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[0]
    return [text_of(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", rows, re.DOTALL)]


def test_the_page_has_a_table_of_boxes(bobs_phone, series):
    page = markup_of(bobs_phone.get(address("page", series)))
    assert "css/following/boxes.css" in page
    table = page[page.index("table--boxes") :]
    assert cells(table) == [
        *("Clubs ×1", "open, at most ≤ 257", "open, at most ≤ 257"),
        *("Wunsch & so ×3", "open, at most ≤ 771", "Misère 291"),  # (157 − 60) × 3
    ]
    heads = re.findall(r'<th scope="col">(.*?)</th>', table, re.DOTALL)
    assert ["chooses" in head for head in heads[:3]] == [False, True, False]
    assert address("hand", series, 1) in table


def test_the_api_has_the_boxes(bobs_phone, series):
    boxes = bobs_phone.get(reverse("api:series", args=[series.pk])).json()["boxes"]
    assert boxes["turn"] == 0
    assert boxes["rows"][1] == {
        "name": "Wunsch & so",
        "factor": 3,
        "cells": [
            {"points": None, "most": 771, "hand": None, "remark": ""},
            {"points": 291, "most": None, "hand": 1, "remark": "Misère"},
        ],
    }


def test_a_game_without_boxes_has_none(bobs_phone, scorer, players):
    series = start_game(scorer, "jass", players).series
    assert bobs_phone.get(reverse("api:series", args=[series.pk])).json()["boxes"] is None
    page = markup_of(bobs_phone.get(address("page", series)))
    assert "table--boxes" not in page
    assert "css/following/boxes.css" not in page
