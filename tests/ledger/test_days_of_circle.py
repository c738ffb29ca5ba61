"""Days follow the circle's time zone, on a site in UTC: a table in Zurich after midnight, one in Kathmandu."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from decimal import Decimal
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone

from ledger.circles.models import Circle
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle, make_circle
from ledger.circles.services.players import add_player
from ledger.live.links import make_link, token_of
from ledger.money.services import Payment, record_payment
from ledger.series.models import Series
from ledger.series.services import reopen_series, stop_series
from ledger.sheets.cache import SheetRequest
from ledger.sheets.papers import A4
from ledger.standings.counted import Period
from ledger.standings.models import Season
from ledger.standings.seasons.audit import season_differences
from ledger.standings.seasons.table import season_table, series_of
from ledger.transfer.export import circle_file
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.conftest import join
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import Scorer
from tests.ledger.standings.seasons import close, in_words, season
from tests.ledger.standings.test_api import play

pytestmark = pytest.mark.django_db

ZURICH, KATHMANDU = "Europe/Zurich", "Asia/Kathmandu"


@pytest.fixture(autouse=True)
def site_in_utc(settings) -> None:
    settings.TIME_ZONE = "UTC"


@pytest.fixture
def zurich(circle) -> Circle:
    return change_circle(circle=circle, time_zone=ZURICH)


@contextmanager
def at(*moment: int) -> Iterator[None]:
    """Set the clock to a moment in UTC."""
    with mock.patch("django.utils.timezone.now", return_value=datetime(*moment, tzinfo=UTC)):
        yield


@pytest.fixture
def after_midnight(zurich, scorer, players) -> Series:
    """A series of 13 June, 00:30 in Zurich, which is 12 June in UTC."""
    scorer.circle = zurich
    with at(2026, 6, 12, 22, 30):
        return play(scorer, players, [16, 10, 10, 4])


# --- A series --------------------------------------------------------------------------------------------------------


def test_pages_and_file_names_have_the_day_in_zurich(after_midnight, scorer):
    client = client_of(scorer.user)
    for name in ("page", "settlement", "history", "sheet"):
        answer = client.get(address(name, after_midnight))
        if name != "sheet":
            assert "13 June 2026" in text_of(answer), name
            assert "12 June" not in text_of(answer), name
    for name in ("sheet", "export_csv", "export_json"):
        disposition = client.get(address(name, after_midnight))["Content-Disposition"]
        assert f"jaago-chalis-2026-06-13-{after_midnight.pk}." in disposition, name


def test_the_history_has_the_time_in_zurich(after_midnight, scorer):
    assert "13 June 2026, 00:30" in text_of(client_of(scorer.user).get(address("history", after_midnight)))


def test_a_sheet_is_made_in_the_zone_of_the_circle(after_midnight, scorer):
    """This holds outside a request too. Once the zone has changed, the sheet has another ETag."""
    series = Series.objects.select_related("circle").get(pk=after_midnight.pk)
    wanted = SheetRequest(series, "en", A4, "")
    assert "13 June 2026" in wanted.job().drafts[0]
    etag = wanted.etag
    series.circle = change_circle(circle=series.circle, time_zone="")
    there = SheetRequest(series, "en", A4, "")
    assert "12 June 2026" in there.job().drafts[0]
    assert there.etag != etag


def test_the_text_to_share_and_the_page_of_a_link(after_midnight, scorer):
    link = make_link(me=scorer, series=after_midnight)
    page = Client().get(f"/follow/{token_of(link)}/")
    assert "13 June 2026" in text_of(page)
    assert 'data-time-zone="Europe/Zurich"' in page.content.decode()
    text = client_of(scorer.user).post(address("share", after_midnight)).json()["text"]
    assert "13 June 2026" in text


def test_kept_pages_change_with_the_zone(after_midnight, scorer, zurich):
    client, link = client_of(scorer.user), make_link(me=scorer, series=after_midnight)
    addresses = [
        f"/follow/{token_of(link)}/",
        address("settlement", after_midnight),
        f"/circles/{zurich.pk}/standings/records/",
        f"/circles/{zurich.pk}/standings/players/{after_midnight.seats.first().player_id}/",
    ]
    for _once_more in range(2):
        assert all("13 June 2026" in text_of(client.get(each)) for each in addresses)
    change_circle(circle=zurich, time_zone="")
    for each in addresses:
        assert "12 June 2026" in text_of(client.get(each)), each
        assert "13 June 2026" not in text_of(client.get(each)), each


def test_an_open_page_hears_of_a_new_zone(after_midnight, scorer, zurich):
    client, link = client_of(scorer.user), make_link(me=scorer, series=after_midnight)
    for where, who in ((address("page", after_midnight), client), (f"/follow/{token_of(link)}/", Client())):
        change_circle(circle=zurich, time_zone=ZURICH)
        headers = json.loads(who.get(where).context["live_headers"])
        assert who.get(f"{where}live/", headers=headers).status_code == 304
        change_circle(circle=zurich, time_zone=KATHMANDU)
        assert who.get(f"{where}live/", headers=headers).status_code == 200


def test_the_next_request_is_in_the_zone_of_the_site_again(after_midnight, scorer):
    client = client_of(scorer.user)
    client.get(address("page", after_midnight))
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_viewer_reads_days_of_the_circle_in_nepali(after_midnight, zurich, vera):
    """13 June 2026 is 30 Jestha 2083."""
    join(zurich, vera, Role.VIEWER)
    page = client_of(vera).get(address("page", after_midnight), headers={"Accept-Language": "ne"})
    assert "३० जेष्ठ २०८३" in text_of(page)


# --- Days as filters -------------------------------------------------------------------------------------------------


def found(program: Program, circle: Circle, day: str) -> int:
    answer = program.get(f"circles/{circle.pk}/series?from={day}&to={day}")
    return len(answer.json()["results"])


def counted(program: Program, circle: Circle, day: str) -> int:
    answer = program.get(f"circles/{circle.pk}/standings?from={day}&to={day}")
    return max((row["series"] for row in answer.json()["rows"]), default=0)


@pytest.mark.parametrize(
    ("zone", "day", "moments"),
    [
        # The first and the last minute of the day, and those before and after it.
        (ZURICH, "2026-06-13", [(12, 21, 59), (12, 22, 0), (13, 21, 59), (13, 22, 0)]),
        (KATHMANDU, "2026-06-13", [(12, 18, 14), (12, 18, 15), (13, 18, 14), (13, 18, 15)]),
        ("", "2026-06-13", [(12, 23, 59), (13, 0, 0), (13, 23, 59), (14, 0, 0)]),
    ],
)
def test_a_day_is_one_of_the_circle(circle, scorer, players, alice, zone, day, moments):
    scorer.circle = change_circle(circle=circle, time_zone=zone)
    for moment in moments:
        with at(2026, 6, *moment):
            play(scorer, players, [16, 10, 10, 4])
    assert found(Program(alice), circle, day) == counted(Program(alice), circle, day) == 2
    page = client_of(alice).get(f"/circles/{circle.pk}/series/?since={day}&until={day}")
    assert page.content.decode().count('href="/series/') == 2


@pytest.mark.parametrize(
    ("day", "moments"),
    [
        # The clocks go forward: a day of 23 hours, from 23:00 in UTC to 22:00.
        ("2026-03-29", [(3, 28, 22, 59), (3, 28, 23, 0), (3, 29, 21, 59), (3, 29, 22, 0)]),
        # They go back: 25 hours, from 22:00 to 23:00.
        ("2026-10-25", [(10, 24, 21, 59), (10, 24, 22, 0), (10, 25, 22, 59), (10, 25, 23, 0)]),
    ],
)
def test_days_on_which_the_clocks_change(zurich, scorer, players, alice, day, moments):
    scorer.circle = zurich
    for moment in moments:
        with at(2026, *moment):
            play(scorer, players, [16, 10, 10, 4])
    assert found(Program(alice), zurich, day) == counted(Program(alice), zurich, day) == 2


def test_this_year_begins_at_midnight_in_kathmandu(circle, owner, players):
    """Midnight in Kathmandu is 18:15 in UTC, on 31 December."""
    owner.circle = change_circle(circle=circle, time_zone=KATHMANDU)
    with at(2025, 12, 31, 18, 14):
        play(owner, players, [16, 10, 10, 4])
    with at(2025, 12, 31, 18, 15):
        play(owner, players, [16, 10, 10, 4])
        page = client_of(owner.user).get(f"/circles/{circle.pk}/standings/?period=year")
    assert page.context["shown"].scope.period == Period(date(2026, 1, 1), date(2026, 1, 1))
    assert page.context["shown"].series == 1


def test_the_account_has_the_months_of_the_circle(zurich, scorer, players):
    """31 May, 21:59 and 22:00 in UTC, are the last minute of May and the first one of June in Zurich."""
    scorer.circle = zurich
    asha, bimal, *_others = players
    for hour, minute, amount in ((21, 59, "2"), (22, 0, "3")):
        with at(2026, 5, 31, hour, minute):
            record_payment(me=scorer, payment=Payment(bimal, asha, Decimal(amount)))
    page = client_of(scorer.user).get(f"/circles/{zurich.pk}/balances/{asha.pk}/")
    june, may = page.context["months"]
    assert (june.name, june.of_payments) == ("June 2026", {"NPR": -300})
    assert (may.name, may.of_payments) == ("May 2026", {"NPR": -200})


def test_home_has_the_day_of_each_circle(zurich, after_midnight, bob, alice):
    """What was played last time is offered with its day in Zurich; an open table elsewhere with its own."""
    assert "13 June 2026" in text_of(client_of(bob).get("/"))
    elsewhere = make_circle(owner=alice, name="Thimi", currency="NPR", language="en", time_zone=KATHMANDU)
    seats = [add_player(circle=elsewhere.circle, name=name) for name in "ABCD"]
    with at(2026, 6, 10, 18, 30):
        open_ = play(elsewhere, seats, [16, 10, 10, 4])
        reopen_series(series=open_, submit=Scorer(elsewhere, open_).submit(), reason="once more")
    with at(2026, 6, 13, 12, 0):
        assert "11 June 2026" in text_of(client_of(alice).get("/"))


# --- Seasons ---------------------------------------------------------------------------------------------------------


def test_a_closed_season_keeps_its_zone(zurich, owner, scorer, players):
    """30 June at 22:30 in UTC is 1 July in Zurich, and so after a season that ends in June."""
    owner.circle = scorer.circle = zurich
    with at(2026, 6, 30, 21, 30):
        last = play(scorer, players, [16, 10, 10, 4])
    with at(2026, 6, 30, 22, 30):
        play(scorer, players, [4, 10, 10, 16])
    spring = season(owner)
    with at(2026, 7, 2, 12, 0):
        closed = close(owner, spring)
    assert closed.time_zone == ZURICH
    rows = ["1 Asha 3 of 1", "2 Bimal 1½ of 1", "2 Chandra 1½ of 1", "4 Dipak 0 of 1"]
    owner.circle = change_circle(circle=zurich, time_zone="UTC")
    closed = Season.objects.get(pk=spring.pk)
    closed.circle = owner.circle
    assert in_words(season_table(owner, closed)) == rows
    assert list(season_differences(closed)) == []
    # An open season of the same days has both series now. The closed one still has one, also when it is closed again.
    assert len(series_of(season(owner, name="June"))) == 2
    with at(2026, 7, 3, 12, 0):
        table = Scorer(scorer, last)
        reopen_series(series=last, submit=table.submit(), reason="once more")
    with at(2026, 6, 30, 21, 40):
        stop_series(series=last, submit=table.submit(), with_standard=False)
    again = close(owner, closed)
    assert (again.time_zone, len(again.kept["made_from"])) == (ZURICH, 1)
    assert list(season_differences(again)) == []


def test_a_season_closed_before_the_circle_had_a_zone_is_in_the_sites(circle, owner, players):
    with at(2026, 6, 30, 22, 30):
        play(owner, players, [16, 10, 10, 4])
    spring = season(owner)
    with at(2026, 7, 2, 12, 0):
        close(owner, spring)
    Season.objects.update(time_zone="")
    change_circle(circle=circle, time_zone=ZURICH)
    assert list(season_differences(Season.objects.get())) == []


# --- The file --------------------------------------------------------------------------------------------------------


def test_a_file_has_the_zone_only_where_it_is_set(circle):
    assert "time_zone" not in circle_file(circle)
    change_circle(circle=circle, time_zone=KATHMANDU)
    assert json.loads(circle_file(circle))["circle"]["time_zone"] == KATHMANDU


def test_an_import_reads_the_zones(zurich, owner, players):
    owner.circle = zurich
    with at(2026, 6, 30, 21, 30):
        play(owner, players, [16, 10, 10, 4])
    spring = season(owner)
    with at(2026, 7, 2, 12, 0):
        close(owner, spring)
    change_circle(circle=zurich, time_zone=KATHMANDU)
    text = circle_file(zurich)
    zurich.delete()
    # A site with an older list of zones has written this name.
    old = text.replace(KATHMANDU, "Asia/Katmandu")
    assert old != text
    back = import_circle(check_file(old.encode()), None)
    assert back.time_zone == KATHMANDU
    assert Season.objects.get().time_zone == ZURICH
    assert circle_file(back) == text


def test_an_unknown_zone_is_not_imported(zurich):
    text = circle_file(zurich).replace(ZURICH, "Europe/Thimi")
    zurich.delete()
    with pytest.raises(UnreadableFile):
        check_file(text.encode())


def test_the_name_of_the_file_has_the_day_in_kathmandu(circle, alice):
    change_circle(circle=circle, time_zone=KATHMANDU)
    with at(2026, 6, 12, 18, 30):
        answer = client_of(alice).get(f"/circles/{circle.pk}/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="friday-table-2026-06-13.json"'
