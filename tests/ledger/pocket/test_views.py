"""What the site answers to a phone that wants to go on without signal."""

import json
import time

import pytest
from django.test import Client

from ledger.circles.models import Circle, Member, User
from ledger.circles.services.guests import sign_way_back
from ledger.pocket.rows import rows_of
from ledger.series.models import LastHeard
from tests.ledger.conftest import make_user
from tests.ledger.pages import client_of
from tests.ledger.pocket.conftest import as_text
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def test_the_rows_say_whose_they_are_and_how_far_they_go(bob_scores):
    bob_scores.record(*J40[:2])
    series, me = bob_scores.series, bob_scores.me
    series.refresh_from_db()
    said = client_of(me.user).get(f"/pocket/rows/{series.pk}/").json()
    assert said["user"] == {"id": str(me.user_id), "name": me.user.display_name}
    shown = said["series"]
    assert (shown["id"], shown["version"], shown["hash"]) == (series.pk, 3, series.latest_hash)
    assert said["rows"] == json.loads(json.dumps(rows_of(me, series.pk), default=as_text))


def test_the_rows_are_for_members_alone(bob_scores):
    address = f"/pocket/rows/{bob_scores.series.pk}/"
    assert Client().get(address).status_code == 404
    refused = client_of(make_user("Vera")).get(address)
    assert (refused.status_code, refused["Content-Type"]) == (404, "application/json")


def test_a_series_that_was_for_money_is_not_taken_along_from_a_circle_for_points_only(bob_scores):
    """Its chain says what a point was worth."""
    bob_scores.record(*J40)
    address, phone = f"/pocket/rows/{bob_scores.series.pk}/", client_of(bob_scores.me.user)
    assert phone.get(address).status_code == 200
    Circle.objects.update(points_only=True)
    assert phone.get(address).status_code == 404


def test_who_is_signed_in(owner, client):
    said = client.get("/pocket/here/")
    assert said.json()["user"] is None
    assert "no-store" in said["Cache-Control"]
    assert client_of(owner.user).get("/pocket/here/").json()["user"]["id"] == str(owner.user_id)


def test_the_token_lets_the_shell_write(bob_scores):
    site = Client(enforce_csrf_checks=True)
    site.force_login(bob_scores.me.user)
    token = site.get("/pocket/here/").json()["csrf"]
    body = {"record": {"points_won": [5, 8.5, 18, 8.5], "last_trick": 2}, "base_version": 1}
    address = f"/api/v1/series/{bob_scores.series.pk}/hands"
    assert site.post(address, body, "application/json").status_code == 403
    assert site.post(address, body, "application/json", headers={"X-CSRFToken": token}).status_code == 201


def as_guest(me: Member) -> None:
    me.user.set_unusable_password()
    me.user.is_guest = True
    me.user.save()


def test_a_guests_phone_has_a_way_back(bob_scores):
    """A guest is known to one phone only. After the session it can be that guest again, and no other phone can."""
    me, address = bob_scores.me, f"/pocket/rows/{bob_scores.series.pk}/"
    assert "way_back" not in client_of(me.user).get(address).json()
    as_guest(me)
    way_back = client_of(me.user).get(address).json()["way_back"]
    phone = Client()
    for wrong in ("", way_back[:-1], way_back.replace(str(me.user_id), "1", 1) + "x"):
        assert phone.post("/pocket/guest/", {"way_back": wrong}).status_code == 403
    assert phone.post("/pocket/guest/", {"way_back": way_back}).status_code == 200
    assert phone.get("/pocket/here/").json()["user"]["id"] == str(me.user_id)
    other = client_of(make_user("Vera"))
    assert other.post("/pocket/guest/", {"way_back": way_back}).status_code == 403
    assert Client(enforce_csrf_checks=True).post("/pocket/guest/", {"way_back": way_back}).status_code == 403
    assert Client().get("/pocket/guest/").status_code == 405


@pytest.mark.parametrize("ends", [{"is_guest": False}, {"is_active": False}, "time"])
def test_the_way_back_ends(bob_scores, ends, monkeypatch, settings):
    """When the guest makes an account, when the guest is deactivated, and when a session would have ended."""
    as_guest(bob_scores.me)
    way_back = sign_way_back(bob_scores.me.user)
    if ends == "time":
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + settings.SESSION_COOKIE_AGE + 5)
    else:
        User.objects.filter(pk=bob_scores.me.user_id).update(**ends)
    assert Client().post("/pocket/guest/", {"way_back": way_back}).status_code == 403


def test_only_the_shell_may_run_the_site_in_its_frame(client):
    policy = client.get("/pocket/")["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "frame-src 'self'" in policy
    other = client.get("/")["Content-Security-Policy"]
    assert "wasm-unsafe-eval" not in other
    assert "frame-src" not in other


def test_the_service_worker_may_stand_in_for_every_page(client):
    said = client.get("/pocket/sw.js")
    assert (said["Service-Worker-Allowed"], said["Content-Type"]) == ("/", "text/javascript")
    assert "no-store" in said["Cache-Control"]


@pytest.mark.parametrize("address", ["/pocket/rows/{}/", "/pocket/here/?series={}"])
def test_a_phone_that_asks_is_heard(bob_scores, address):
    client_of(bob_scores.me.user).get(address.format(bob_scores.series.pk))
    assert LastHeard.objects.get(series=bob_scores.series).by_name == bob_scores.me.name
