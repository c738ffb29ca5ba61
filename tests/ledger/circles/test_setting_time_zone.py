"""The time zone of a circle: from the browser that makes it, by an owner in the settings, over the API."""

from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Circle
from ledger.circles.services.circles import change_circle
from tests.ledger.api.conftest import Program
from tests.ledger.pages import client_of, settings_form, text_of

pytestmark = pytest.mark.django_db

ZURICH, KATHMANDU = "Europe/Zurich", "Asia/Kathmandu"


@pytest.fixture(autouse=True)
def site_in_utc(settings) -> None:
    settings.TIME_ZONE = "UTC"


def test_the_api_sets_and_shows_it(alice, scorer, circle, bob):
    program = Program(alice)
    made = program.post("circles", {"name": "Jass", "time_zone": "Europe/Zurich"}).json()
    assert (made["time_zone"], made["effective_time_zone"]) == (ZURICH, ZURICH)
    mine = f"circles/{circle.pk}"

    def zones(answer: Any) -> tuple[Any, Any]:
        assert answer.status_code == 200
        return answer.json()["time_zone"], answer.json()["effective_time_zone"]

    assert zones(program.get(mine)) == (None, "UTC")
    assert zones(program.patch(mine, {"time_zone": "Asia/Katmandu"})) == (KATHMANDU, KATHMANDU)
    assert zones(program.patch(mine, {"name": "Saturday table"})) == (KATHMANDU, KATHMANDU)
    assert zones(Program(bob).get(mine)) == (KATHMANDU, KATHMANDU)
    assert zones(program.patch(mine, {"time_zone": None})) == (None, "UTC")
    assert Program(bob).patch(mine, {"time_zone": ZURICH}).status_code == 403


@pytest.mark.parametrize("zone", ["", "Europe/Thimi", "Factory", "../UTC", "+05:45", 345, ["UTC"], "x" * 300])
def test_the_api_refuses_what_is_no_zone(alice, circle, zone):
    change_circle(circle=circle, time_zone=ZURICH)
    program = Program(alice)
    for answer in (
        program.patch(f"circles/{circle.pk}", {"time_zone": zone, "name": "Other"}),
        program.post("circles", {"name": "Other", "time_zone": zone}),
    ):
        assert answer.status_code == 422, answer.content
        assert [each["field"] for each in answer.json()["problems"]] == ["time_zone"]
    circle.refresh_from_db()
    assert (circle.time_zone, circle.name, Circle.objects.count()) == (ZURICH, "Friday table", 1)


def started(client: Client, zone: str) -> Circle:
    values = {
        "form_key": "k" * 22,
        "circle_name": "Jass",
        "points_only": "no",
        "players": ["A", "B"],
        "currency": "CHF",
    }
    assert client.post("/start/", {**values, "time_zone": zone}).status_code == 302
    return Circle.objects.get()


@pytest.mark.parametrize(
    ("sent", "zone"), [("Asia/Katmandu", KATHMANDU), (ZURICH, ZURICH), ("", ""), ("Mars/Olympus", ""), ("x" * 300, "")]
)
def test_a_circle_has_the_zone_of_the_browser_that_makes_it(client, sent, zone):
    assert started(client, sent).time_zone == zone


def test_an_owner_types_a_city(circle, alice):
    client, settings_page = client_of(alice), f"/circles/{circle.pk}/settings/"
    page = client.get(settings_page)
    assert "Empty: that of this site, UTC." in text_of(page)
    assert '<option value="Kathmandu, Nepal">' in page.content.decode()
    assert client.post(settings_page, settings_form(time_zone="kathmandu")).status_code == 302
    circle.refresh_from_db()
    assert circle.time_zone == KATHMANDU
    assert 'value="Kathmandu, Nepal"' in client.get(settings_page).content.decode()
    refused = client.post(settings_page, settings_form(time_zone="Atlantis"))
    assert refused.status_code == 422
    assert "There is no such time zone." in text_of(refused)
    assert 'value="Atlantis"' in refused.content.decode()
    assert client.post(settings_page, settings_form(time_zone="")).status_code == 302
    circle.refresh_from_db()
    assert circle.time_zone == ""
