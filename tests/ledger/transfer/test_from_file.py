"""The page on which a circle's file is chosen, checked and imported."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from ledger.circles.models import Circle, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.members import remove_member
from ledger.circles.services.players import add_player, claim_player
from ledger.series.starting import Agreement, start_series
from ledger.transfer import file_process, import_circle
from ledger.transfer.import_circle import MOST_WORK
from ledger.transfer.progress import ProgressReport
from tests.ledger.conftest import make_user
from tests.ledger.pages import spoken_text
from tests.ledger.series.conftest import GAME, J40, Scorer, players
from tests.ledger.sheets.tables import long_rules, totals
from tests.ledger.transfer.circle_files import as_bytes, empty_the_database, export, forge

__all__ = ["players"]

pytestmark = pytest.mark.django_db

PAGE = "/start/file/"
Choose = Callable[..., HttpResponse]


@pytest.fixture
def file(scorer, series) -> bytes:
    """Four players, one series of four hands, Bob keeping score; and the database is empty again."""
    Scorer(scorer, series).record(*J40)
    data = export(scorer.circle).encode()
    empty_the_database()
    return data


def choose(client: Client, data: bytes) -> HttpResponse:
    return client.post(PAGE, {"file": SimpleUploadedFile("circle.json", data, "application/json")})


def kept(contents: HttpResponse) -> str:
    """The name under which the site keeps the file whose contents the page shows."""
    found = re.search(r'name="kept"\s+value="([^"]+)"', contents.content.decode())
    assert found
    return found[1]


def press_import(client: Client, contents: HttpResponse) -> HttpResponse:
    return client.post(PAGE, {"kept": kept(contents), "unsigned": "on"})


def test_a_file_is_chosen_checked_and_imported(file, client):
    contents = choose(client, file)
    assert contents.status_code == 200
    shown = spoken_text(contents)
    assert "Friday table" in shown
    assert "Players A , B , C , D Series 1 Hands 4 Entries in the books 1" in shown
    assert not Circle.objects.exists()
    answer = press_import(client, contents)
    circle = Circle.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/circles/{circle.pk}/")
    assert "Friday table has been imported." in client.get(answer["Location"]).content.decode()
    assert [member["name"] for member in json.loads(export(circle))["members"]] == ["Alice", "Scorekeeper", "Bob"]


def test_a_visitor_without_an_account_becomes_a_guest_who_owns_the_circle(file, client):
    press_import(client, choose(client, file))
    able = Member.objects.get(user__is_active=True)
    assert (able.user.is_guest, able.role) == (True, Role.OWNER)
    assert client.session["_auth_user_id"] == str(able.user_id)


def test_a_signed_in_user_owns_the_circle(file, client):
    dora = make_user("Dora")
    client.force_login(dora)
    press_import(client, choose(client, file))
    assert Member.objects.get(user__is_active=True).user == dora
    assert User.objects.filter(is_active=True).count() == 1


def test_a_second_press_leads_to_the_same_circle(file, client):
    client.force_login(make_user("Dora"))
    contents, again = choose(client, file), choose(client, file)
    first = press_import(client, contents)
    assert press_import(client, again)["Location"] == first["Location"]
    assert Circle.objects.count() == 1
    late = press_import(client, contents)
    assert late.status_code == 422
    assert "The file is no longer kept here. Please choose it again." in spoken_text(late)


def test_only_members_get_a_link_to_a_circle_that_exists_already(file, client):
    press_import(client, choose(client, file))
    mine, theirs = choose(client, file), choose(Client(), file)
    link = f'href="/circles/{Circle.objects.get().pk}/"'
    for answer in (mine, theirs):
        assert answer.status_code == 422
        assert "This circle already exists here." in spoken_text(answer)
    assert link in mine.content.decode()
    assert link not in theirs.content.decode()


def test_a_visitor_gets_no_access_to_a_circle_that_exists_already(file, client):
    visitor = Client()
    theirs = choose(visitor, file)
    press_import(client, choose(client, file))
    answer = press_import(visitor, theirs)
    assert answer.status_code == 422
    assert not User.objects.filter(is_active=True).exclude(memberships__circle=Circle.objects.get()).exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file is empty."),
        (b"hello", "This is not a file that Khata wrote."),
        (b'{"format": "khata-series"}', "This is the file of one series."),
    ],
)
def test_a_file_that_cannot_be_imported_is_refused(client, data, sentence):
    answer = choose(client, data)
    assert answer.status_code == 422
    assert sentence in spoken_text(answer)
    assert not User.objects.exists()


def test_every_problem_is_listed(file, client):
    whole = json.loads(file)
    whole["circle"]["currency"], whole["circle"]["language"] = "QQQ", "tlh"
    shown = spoken_text(choose(client, as_bytes(whole)))
    assert "There is no currency called QQQ." in shown
    assert "There is no language called tlh here." in shown


def test_a_post_without_a_file_is_refused(client):
    answer = client.post(PAGE, {})
    assert answer.status_code == 422
    assert "Please choose a file." in spoken_text(answer)


def test_a_file_that_is_too_large_is_not_kept(file, client, settings):
    settings.MAX_IMPORT = 1024 * 1024
    answer = choose(client, file + b" " * settings.MAX_IMPORT)
    assert answer.status_code == 422
    assert "This file is too large: at most 1 MB can be imported." in spoken_text(answer)
    assert choose(client, file + b" " * (settings.MAX_IMPORT - len(file))).status_code == 200


def test_a_large_file_is_stopped_on_any_page(client, settings):
    settings.MAX_IMPORT = 1000
    answer = client.post("/start/", {"file": SimpleUploadedFile("x", b"x" * 100_000), "circle_name": "Friday table"})
    assert answer.status_code == 422
    assert not answer.wsgi_request.FILES


@pytest.mark.slow
@pytest.mark.thorough
def test_a_series_of_500_hands_can_be_imported(scorer, players, client):
    series = start_series(me=scorer, agreed=Agreement(GAME, players, long_rules(), Decimal("0.25")))
    Scorer(scorer, series).record(*totals(1))
    whole = json.loads(export(scorer.circle))
    empty_the_database()
    long, event = whole["series"][0], whole["series"][0]["events"].pop()
    for number, record in enumerate(totals(500), start=1):
        long["events"].append(event | {"number": number + 1, "hand_number": number, "content": record})
    long["version"] = 501
    forge(whole)
    assert "Series 1 Hands 500" in spoken_text(choose(client, as_bytes(whole)))


def test_64_megabytes_of_hands_are_within_the_limit_of_work():
    """Hands that are only added are scored once."""
    event = 540  # bytes of the shortest hand in a file
    assert settings.MAX_IMPORT // event < MOST_WORK


def test_a_file_that_takes_too_long_to_check_is_refused_before_the_work(file, client, monkeypatch):
    """500 hands and 8,000 corrections, in 3 MB, took 159 seconds."""
    monkeypatch.setattr(import_circle, "rebuild_part", lambda *_part: pytest.fail("the file is rebuilt"))
    whole = json.loads(file)
    (long,) = whole["series"]
    hand = long["events"][1]
    long["events"] = [hand | {"number": number} for number in range(1, 501)]
    long["events"] += [hand | {"number": number, "kind": "corrected"} for number in range(501, 8501)]
    answer = choose(client, json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode())
    assert answer.status_code == 422
    assert "This file is too large to check on a page. The administrator of the site can import it." in spoken_text(
        answer
    )


def test_one_file_is_read_at_a_time(file, client, monkeypatch):
    contents = choose(client, file)
    with monkeypatch.context() as context:
        context.setattr(file_process, "ask", Mock(side_effect=file_process.Busy))
        answer = choose(client, file)
        assert answer.status_code == 422
        assert "Another file is being read here. Please try again in a minute." in spoken_text(answer)
        assert press_import(client, contents).status_code == 422
    assert press_import(client, contents).status_code == 302, "the file is still kept"


def test_the_progress_of_an_import_can_be_requested(file, client):
    page = client.get(PAGE).content.decode()
    address = re.search(r'data-progress="([^"]+)"', page)
    key = re.search(r'name="progress"\s+value="([^"]+)"', page)
    assert address
    assert key
    assert client.get(address[1]).json() == {"share": None}
    report = ProgressReport(key[1])
    report(0.25)
    report(0.5)
    assert client.get(address[1]).json() == {"share": 0.25}, "the progress is stored once a second at most"
    client.post(PAGE, {"file": SimpleUploadedFile("circle.json", file), "progress": key[1]})
    assert client.get(address[1]).json() == {"share": 1}


def test_an_invented_token_is_refused(client):
    cache.set("secret", b"x")
    for name in ("", "secret", "../secret", "x" * 5000, "\0"):
        assert client.post(PAGE, {"kept": name}).status_code == 422


def test_the_page_is_linked_from_the_start_pages(client, owner):
    link = f'href="{PAGE}"'
    assert link in client.get("/").content.decode()
    assert link in client.get("/start/").content.decode()
    client.force_login(owner.user)
    assert link in client.get("/").content.decode()


# --- Members without an account --------------------------------------------------------------------------------------


@pytest.fixture
def at_home(file, client) -> Member:
    """Dora, who has imported the circle."""
    client.force_login(make_user("Dora"))
    press_import(client, choose(client, file))
    return Member.objects.select_related("circle", "user").get(user__is_active=True)


def test_the_page_of_people_marks_members_without_an_account(at_home, client):
    shown = spoken_text(client.get(f"/circles/{at_home.circle_id}/people/"))
    assert shown.count("only a name") == 2
    bob = Member.objects.get(user__display_name="Bob")
    page = client.get(f"/circles/{at_home.circle_id}/members/{bob.pk}/")
    assert "A name without a way in" in spoken_text(page)
    assert "Hand over" not in spoken_text(page)
    answer = client.post(f"/circles/{at_home.circle_id}/members/{bob.pk}/hand-over/")
    assert answer.status_code == 422
    assert "Bob cannot sign in here." in spoken_text(answer)
    remove_member(member=bob)


def test_a_claim_of_an_imported_member_is_released_for_a_real_member(file, client, at_home):
    stale = Member.objects.get(user__display_name="Bob")
    player = claim_player(player=at_home.circle.players.get(name="B"), member=stale)
    shown = client.get(f"/circles/{at_home.circle_id}/people/").content.decode()
    assert "This is me: B" in shown
    claim_player(player=player, member=at_home)
    player.refresh_from_db()
    assert player.claimed_by == at_home
    newcomer = Member.objects.create(circle=at_home.circle, user=make_user("Bob"), role=Role.VIEWER)
    with pytest.raises(Exception, match="is taken already"):
        claim_player(player=player, member=newcomer)


def test_imported_members_cannot_sign_in(at_home):
    bob = Member.objects.get(user__display_name="Bob").user
    for password in ("", "!", bob.password):
        assert not Client().login(username=bob.username, password=password)
    add_player(circle=at_home.circle, name="Bob")
