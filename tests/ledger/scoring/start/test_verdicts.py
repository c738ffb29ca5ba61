"""Whether the players of a new series are asked for verdicts: what the page proposes, and what the series keeps."""

import re
from typing import Any

import pytest
from django.urls import reverse

from ledger.circles.models import Circle
from ledger.series.models import Series
from tests.ledger.pages import client_of, markup_of


def proposed(page: Any) -> str:
    (value,) = re.findall(r'name="verdicts" value="(\w+)"[^>]* checked', markup_of(page))
    return str(value)


@pytest.mark.parametrize(
    ("members", "circles_own", "proposal"),
    [(1, "off", "off"), (2, "off", "offered"), (1, "required", "required"), (2, "required", "required")],
)
def test_it_is_offered_where_two_have_phones(owner, bob, members, circles_own, proposal, request):
    if members > 1:
        request.getfixturevalue("scorer")
    Circle.objects.update(verdicts=circles_own)
    address = reverse("start_series", args=[owner.circle_id]) + "?game=jaago-chalis"
    assert proposed(client_of(owner.user).get(address)) == proposal


@pytest.mark.parametrize(
    ("sent", "kept"), [({"verdicts": "off"}, "off"), ({"verdicts": "offered"}, "offered"), ({}, "required")]
)
def test_the_series_keeps_what_was_chosen(start_page, sent, kept):
    Circle.objects.update(verdicts="required")
    assert start_page.post(sent).status_code == 302
    assert Series.objects.get().verdicts == kept


def test_the_settings_of_a_circle(owner):
    alice, settings = client_of(owner.user), reverse("circle_settings", args=[owner.circle_id])
    assert "Everybody has to agree" in markup_of(alice.get(settings))
    sent = {"name": "Friday", "currency": "NPR", "coin_minor": "50", "language": "en", "time_zone": ""}
    for verdicts in ("required", "off"):
        assert alice.post(settings, sent | {"verdicts": verdicts, "card_faces": "rules"}).status_code == 302
        assert Circle.objects.get().verdicts == verdicts
