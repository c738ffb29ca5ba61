"""Links that show one series, by the API: made, listed, revoked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.series.models import SeriesLink
from tests.ledger.api.conftest import Program, problems_of
from tests.ledger.conftest import join

pytestmark = pytest.mark.django_db


@pytest.fixture
def links(started) -> str:
    return f"series/{started['id']}/links"


def test_a_link_opens_without_a_login(bobs, links):
    made = bobs.post(links)
    assert made.status_code == 201
    link = made.json()
    assert set(link) == {
        "id",
        "url",
        "label",
        "created_at",
        "expires_at",
        "shows_payments",
        "this_series_only",
        "may_agree",
        "series",
    }
    assert (link["expires_at"], link["shows_payments"], link["this_series_only"]) == (None, False, False)
    assert link["url"].startswith("http://testserver/follow/")
    assert link["url"].endswith("/")
    assert Client().get(link["url"]).status_code == 200


def test_the_list_has_those_that_work(bobs, links):
    end = (timezone.now() + timedelta(days=1)).isoformat()
    first = bobs.post(links, {"label": "For Grandmother", "expires_at": end}).json()
    second = bobs.post(links).json()
    assert bobs.get(links).json() == [first, second]
    assert (first["label"], first["expires_at"]) == ("For Grandmother", end)
    SeriesLink.objects.filter(pk=first["id"]).update(expires_at=timezone.now())
    assert bobs.get(links).json() == [second]


def test_a_revoked_link_is_gone(bobs, links):
    link, other = bobs.post(links).json(), bobs.post(links).json()
    revoked = bobs.delete(f"{links}/{link['id']}")
    assert (revoked.status_code, revoked.content) == (204, b"")
    assert bobs.get(links).json() == [other]
    assert Client().get(link["url"]).status_code == 404
    assert Client().get(other["url"]).status_code == 200
    assert bobs.delete(f"{links}/{link['id']}").status_code == 404


def test_a_repeated_post_gives_the_same_address(bobs, links):
    body = {"label": "One", "expires_at": "2100-01-01T00:00:00+05:45"}
    first, second = (bobs.post(links, body, **{"Idempotency-Key": "one"}) for _time in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.json() == first.json()
    assert SeriesLink.objects.count() == 1
    bobs.delete(f"{links}/{first.json()['id']}")
    third = bobs.post(links, body, **{"Idempotency-Key": "one"})
    assert third.json() == first.json()  # the first answer; the link stays revoked
    assert Client().get(third.json()["url"]).status_code == 404
    other = bobs.post(links, {"label": "Two"}, **{"Idempotency-Key": "one"})
    assert other.status_code == 422


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"expires_at": "2004-10-20T18:30:00+05:45"}, "expires_at", "in_the_past"),
        ({"expires_at": "2104-10-20T18:30:00"}, "expires_at", "not_a_moment"),
        ({"expires_at": "tomorrow"}, "expires_at", "not_a_moment"),
        ({"expires_at": 4_000_000_000}, "expires_at", "not_a_moment"),
        ({"expires_at": "9999-12-31T23:59:59-23:59"}, "expires_at", "not_a_moment"),
        ({"label": "x" * 81}, "label", "too_long"),
        ({"label": "a\u202eb"}, "label", "hidden_character"),
        ({"label": 7}, "label", "not_text"),
        ({"series": "another"}, "series", "unknown_field"),
        ({"shows_payments": "yes"}, "shows_payments", "not_yes_or_no"),
    ],
)
def test_refusals(bobs, links, body, field, code):
    answer = bobs.post(links, body)
    assert answer.status_code == 422
    assert problems_of(answer) == [(field, code)]
    assert not SeriesLink.objects.exists()


def test_what_a_link_shows_is_chosen_and_changed(bobs, links):
    link, other = bobs.post(links, {"shows_payments": True}).json(), bobs.post(links).json()
    assert (link["shows_payments"], other["shows_payments"]) == (True, True), "as the circle's last link does"
    changed = bobs.patch(f"{links}/{link['id']}", {"shows_payments": False})
    assert (changed.status_code, changed.json()) == (200, link | {"shows_payments": False})
    assert bobs.patch(f"{links}/{link['id']}", {}).json() == changed.json()
    assert bobs.get(links).json() == [changed.json(), other]
    refused = bobs.patch(f"{links}/{link['id']}", {"label": "Another"})
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "unknown_field")
    bobs.delete(f"{links}/{link['id']}")
    assert bobs.patch(f"{links}/{link['id']}", {"shows_payments": True}).status_code == 404


def test_a_token_that_may_only_read_makes_and_revokes_nothing(bobs, links):
    link = bobs.post(links).json()
    reader = Program(User.objects.get(username="bob"), read_only=True)
    assert reader.get(links).json() == [link]
    assert reader.post(links).status_code == 403
    assert reader.delete(f"{links}/{link['id']}").status_code == 403


def test_a_scorer_of_another_circle_reaches_no_link_by_its_id(bobs, charlies, links, elsewhere):
    """Also not under the address of a series of their own."""
    join(elsewhere.circle, User.objects.get(username="bob"), Role.OWNER)
    names = [bobs.post(f"circles/{elsewhere.circle_id}/players", {"name": name}).json()["id"] for name in "ABCD"]
    other = bobs.post(f"circles/{elsewhere.circle_id}/series", {"game": "jaago-chalis", "players": names}).json()["id"]
    link = bobs.post(links).json()
    assert charlies.delete(f"{links}/{link['id']}").status_code == 404
    assert charlies.delete(f"series/{other}/links/{link['id']}").status_code == 404
    assert Client().get(link["url"]).status_code == 200
