"""The switch of a circle for points only: who may use it, when it is refused, and how files keep it."""

import json
import re

import pytest

from ledger.circles.models import Circle
from ledger.live.links import make_link, token_of
from ledger.series.again import start_again
from ledger.series.points_only import switch_points_only
from ledger.series.services import stop_series
from ledger.transfer.export import circle_file
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.pages import client_of, markup_of
from tests.ledger.series.conftest import Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.test_points_only import POINT_VALUE, all_of, play

pytestmark = pytest.mark.django_db


def test_an_owner_switches_on_the_page(owner, scorer, series):
    address = f"/circles/{owner.circle_id}/points-only/"
    alice, bob = client_of(owner.user), client_of(scorer.user)
    refused = alice.post(address, {"points_only": "yes"})
    assert refused.status_code == 422
    assert "A series for money is still open." in all_of(refused)
    assert f"/series/{series.pk}/" in all_of(refused)
    stop_series(series=series, submit=Scorer(scorer, series).submit(), with_standard=False)
    assert alice.post(address, {"points_only": "yes"}).status_code == 302
    for client in (alice, bob):
        assert re.search(r"Points only since .*, by Alice", all_of(client.get(address)))
        page = all_of(client.get(f"/circles/{owner.circle_id}/"))
        assert "/balances/" not in page
        assert address in page
        assert client.get(f"/circles/{owner.circle_id}/balances/").status_code == 404
    assert bob.post(address, {"points_only": "no"}).status_code == 403
    assert alice.post(address, {"points_only": "no"}).status_code == 302
    assert re.search(r"For money too since .*Points only since", all_of(bob.get(address)), re.DOTALL)
    assert "/balances/" in all_of(bob.get(f"/circles/{owner.circle_id}/"))


def test_a_file_keeps_the_switch_and_who_turned_it(owner):
    for points_only in (True, False, True):
        switch_points_only(me=owner, points_only=points_only)
    text = circle_file(owner.circle)
    owner.circle.delete()
    again = import_circle(check_file(text.encode()), None)
    turned = again.points_only_switches.values_list("points_only", "by_name", "by__display_name")
    assert list(turned) == [(True, "Alice", "Alice"), (False, "Alice", "Alice"), (True, "Alice", "Alice")]
    assert again.points_only
    assert circle_file(again) == text


@pytest.mark.parametrize("fault", [{"points_only_switches": []}, {"circle": {"points_only": False}}])
def test_a_file_says_who_switched(owner, fault):
    switch_points_only(me=owner, points_only=True)
    file = json.loads(circle_file(owner.circle))
    owner.circle.delete()
    for part, changed in fault.items():
        file[part] = file[part] | changed if isinstance(changed, dict) else changed
    with pytest.raises(UnreadableFile, match="Nobody has switched"):
        check_file(json.dumps(file).encode())


def test_a_file_for_points_only_has_no_open_series_for_money(owner, scorer, series):
    """Such a series could never end, because nothing is booked."""
    stop_series(series=series, submit=Scorer(scorer, series).submit(), with_standard=False)
    switch_points_only(me=owner, points_only=True)
    file = json.loads(circle_file(owner.circle))
    owner.circle.delete()
    assert check_file(json.dumps(file).encode()).series
    file["series"][0]["status"] = "open"
    with pytest.raises(UnreadableFile, match="a series for money is open in it"):
        check_file(json.dumps(file).encode())


def test_the_audit_finds_a_switch_that_nobody_turned(owner):
    switch_points_only(me=owner, points_only=True)
    assert run_audit()[1] == 0
    Circle.objects.filter(pk=owner.circle_id).update(points_only=False)
    (line, *_rest), status = run_audit()
    assert status == 1
    assert "points only is not what was switched last" in line


def test_a_table_is_started_for_points_only(client):
    form = {
        "form_key": "a key of sixteen letters",
        "circle_name": "Neighbours",
        "players": ["Asha", "Bimal"],
        "currency": "NPR",
    }
    assert client.post("/start/", form | {"points_only": "yes"}).status_code == 302
    made = Circle.objects.get()
    assert made.points_only
    assert made.points_only_switches.count() == 1
    assert "NPR" not in all_of(client.get(f"/circles/{made.pk}/settings/"))


def test_play_again_of_a_series_for_money_is_for_points(owner, scorer, players):
    before = play(scorer, players, POINT_VALUE)
    switch_points_only(me=owner, points_only=True)
    scorer.circle.refresh_from_db()
    assert start_again(me=scorer, last=before).point_value == 0


def test_an_open_page_learns_of_the_switch(owner, scorer, players):
    """The page of a series that is over asks for news by a ticket, and gets the page without money."""
    series = play(scorer, players, POINT_VALUE)
    client, link = client_of(scorer.user), make_link(me=scorer, series=series, shows_payments=True)
    for address in (f"/series/{series.pk}/", f"/follow/{token_of(link)}/"):
        page = markup_of(client.get(address))
        sent = json.loads(re.search(r'hx-headers="(\{.*?\})"', page)[1])
        assert client.get(f"{address}live/", headers=sent).status_code == 304
        switch_points_only(me=owner, points_only=True)
        news = client.get(f"{address}live/", headers=sent)
        assert news.status_code == 200
        assert "NPR" not in all_of(news)
        switch_points_only(me=owner, points_only=False)
