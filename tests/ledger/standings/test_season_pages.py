"""The pages of seasons and what the API says of them."""

import re
from typing import Any

import pytest

from ledger.circles.services.circles import change_circle
from ledger.series.models import Series
from ledger.series.services import reopen_series
from ledger.standings.models import Points, Season
from ledger.standings.seasons.table import seasons_of
from tests.ledger.pages import queries_of, text_at, text_of
from tests.ledger.series.conftest import Scorer
from tests.ledger.standings.seasons import close, on, season

pytestmark = pytest.mark.django_db

FORM = {
    "form_key": "k" * 24,
    "name": "Winter 2026",
    "game": "jaago-chalis",
    "since": "2026-05-01",
    "until": "2026-06-30",
    "points": "place",
}


@pytest.fixture
def played(four_play, owner) -> Series:
    with on(5, 12):
        return four_play([16, 10, 10, 4])


def test_from_the_standings_to_a_champion(alices_phone, circle, played):
    base = f"/circles/{circle.pk}"
    assert f'href="{base}/seasons/"' in alices_phone.get(f"{base}/standings/").content.decode()
    assert "No seasons yet" in text_of(alices_phone.get(f"{base}/seasons/"))
    for _press in range(2):
        answer = alices_phone.post(f"{base}/seasons/new/", FORM)
        assert answer.status_code == 302
    assert Season.objects.count() == 1
    page = alices_phone.get(answer.headers["Location"])
    assert "Jaago-Chalis , 1 May 2026 to 30 June 2026" in text_of(page)
    assert page.context["table"].champions == []
    seen = page.context["table"].seen
    closing = answer.headers["Location"] + "close/"
    assert alices_phone.post(closing, {"seen": seen}).status_code == 302
    assert "Champion Asha Closed by Alice" in re.sub(
        "A Asha", "Asha", text_of(alices_phone.get(answer.headers["Location"]))
    )
    second = alices_phone.post(closing, {"seen": seen})
    assert second.status_code == 422
    assert "Alice has closed this season already" in text_of(second)
    assert "Champion: Asha" in text_of(alices_phone.get(f"{base}/seasons/"))


def test_open_seasons_are_first_and_then_the_season_closed_last(owner, played):
    seasons = [season(owner, name=name) for name in ("First", "Second", "Open")]
    for number, closed in enumerate(seasons[:2]):
        with on(7, 1 + number):
            close(owner, closed)
    assert [row.name for row in seasons_of(owner.circle)] == ["Open", "Second", "First"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"until": "2026-04-30"}, "The last day is before the first."),
        ({"until": "soon"}, "This is not a day."),
        ({"since": ""}, "Please choose a day."),
        ({"points": ""}, "Please choose what gives points."),
        ({"name": "  "}, "Please enter a name."),
        ({"game": "chess"}, "chess is not one of the available choices."),
    ],
)
def test_what_is_wrong_is_said(alices_phone, circle, played, changed, sentence):
    answer = alices_phone.post(f"/circles/{circle.pk}/seasons/new/", FORM | changed)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert not Season.objects.exists()


def test_a_season_is_changed_and_deleted(alices_phone, circle, owner, played):
    address = f"/circles/{circle.pk}/seasons/{season(owner).pk}/"
    assert 'value="Spring"' in alices_phone.get(address + "edit/").content.decode()
    assert alices_phone.post(address + "edit/", FORM | {"name": "Summer", "points": "total"}).status_code == 302
    changed = Season.objects.get()
    assert (changed.name, changed.points) == ("Summer", Points.TOTAL)
    assert alices_phone.post(address + "delete/").status_code == 302
    assert alices_phone.get(address).status_code == 404


def test_a_viewer_reads_and_finds_no_button(veras_phone, owner, circle, played):
    with on(5, 13):
        page = veras_phone.get(f"/circles/{circle.pk}/seasons/{season(owner).pk}/")
    assert "1 Asha 3 1" in re.sub(" A Asha", " Asha", text_of(page))
    assert "For the owner" not in text_of(page)
    assert "Name a season" not in text_of(veras_phone.get(f"/circles/{circle.pk}/seasons/"))


def test_movement_is_said_in_words(four_play, veras_phone, owner, circle, played):
    spring = season(owner)
    with on(5, 30):
        for _series in range(2):
            four_play([2, 10, 12, 16])
        page = text_of(veras_phone.get(f"/circles/{circle.pk}/seasons/{spring.pk}/"))
    assert "▲3 3 places up" in page  # Dipak: 0, then 6
    assert "▼3 3 places down" in page  # Asha: 3
    assert "same place" in page  # Bimal and Chandra, both second: 1½, then 3½ and 5½; Bimal went down by one
    assert "▼1 1 place down" in page


def test_a_reopened_series_is_named_on_the_page(alices_phone, owner, circle, played):
    spring = season(owner)
    with on(5, 12):
        close(owner, spring)
    reopen_series(series=played, submit=Scorer(owner, played).submit(), reason="To look again")
    page = text_of(alices_phone.get(f"/circles/{circle.pk}/seasons/{spring.pk}/"))
    assert "The series of 12 May 2026 was reopened after the season was closed." in page
    assert "Close the season again" in page


def test_the_api_has_the_same(bobs, owner, circle, players, played):
    spring = season(owner)
    summary = {
        "id": spring.pk,
        "name": "Spring",
        "game": "jaago-chalis",
        "title": "",
        "from": "2026-05-01",
        "to": "2026-06-30",
        "points": "place",
        "status": "open",
        "closed_at": None,
        "series": 1,
        "champions": [],
        "reopened": [],
    }
    path = f"circles/{circle.pk}/seasons"
    with on(5, 12):
        assert bobs.get(path).json() == {"seasons": [summary]}
        whole: Any = bobs.get(f"{path}/{spring.pk}").json()
    assert {name: whole[name] for name in summary} == summary
    assert whole["currency"] is None
    rows = [
        {"place": 1, "points": 3},
        {"place": 2, "points": 1.5},
        {"place": 2, "points": 1.5},
        {"place": 4, "points": 0},
    ]
    same = {"money": None, "series": 1, "movement": None}
    named = [{"player": {"id": player.pk, "name": player.name}} for player in players]
    assert whole["rows"] == [row | same | player for row, player in zip(rows, named, strict=True)]
    with on(5, 13):
        close(owner, spring)
    asha = {"id": players[0].pk, "name": "Asha"}
    answer: Any = bobs.get(path).json()
    assert answer["seasons"] == [
        summary | {"status": "closed", "closed_at": "2026-05-13T06:15:00+00:00", "champions": [asha]}
    ]


def test_the_api_hides_money(bobs, veras, veras_phone, owner, circle, played):
    path = f"circles/{circle.pk}/seasons/{season(owner, points=Points.MONEY).pk}"
    first: Any = veras.get(path).json()
    assert (first["currency"], first["rows"][0]["money"], first["rows"][0]["points"]) == ("NPR", "34.00", None)
    change_circle(circle=circle, hides_money=True)
    assert bobs.get(path).json() == first
    hidden: Any = veras.get(path).json()
    assert (hidden["currency"], [row["money"] for row in hidden["rows"]]) == (None, [None] * 4)
    page = veras_phone.get(f"/{path}/")
    assert page.status_code == 200
    assert "34.00" not in page.content.decode()


def test_seasons_cost_few_queries(alices_phone, owner, circle, played, django_assert_max_num_queries):
    spring = season(owner)
    address = f"/circles/{circle.pk}/seasons/{spring.pk}/"
    alices_phone.get(address)
    with django_assert_max_num_queries(10):
        alices_phone.get(address)


def test_more_seasons_cost_no_more_queries_in_the_list(alices_phone, owner, circle, played):
    counts = []
    for number in range(4):
        spring = season(owner, name=f"Season {number}")
        if number % 2:
            close(owner, spring)
            address = f"/circles/{circle.pk}/seasons/"
            counts.append(queries_of(alices_phone, address))
            assert text_at(alices_phone, address).count("Champion: Asha") == (number + 1) // 2
    assert counts[0] == counts[1]


def test_more_seasons_cost_no_more_queries_in_the_api(bobs, owner, circle, played):
    bobs.get(f"circles/{circle.pk}/seasons")
    counts = []
    for number in range(6):
        spring = season(owner, name=f"Season {number}")
        if number % 2:
            close(owner, spring)
        if number in (1, 5):
            counts.append(queries_of(bobs, f"circles/{circle.pk}/seasons"))
            answer: Any = bobs.get(f"circles/{circle.pk}/seasons").json()
            assert [len(each["champions"]) for each in answer["seasons"]].count(1) == (number + 1) // 2
    assert counts[0] == counts[1]


def test_the_list_of_the_api_names_reopened_series(bobs, owner, circle, played):
    close(owner, season(owner))
    reopen_series(series=played, submit=Scorer(owner, played).submit(), reason="A wrong figure")
    answer: Any = bobs.get(f"circles/{circle.pk}/seasons").json()
    assert [each["reopened"] for each in answer["seasons"]] == [[played.pk]]
    whole: Any = bobs.get(f"circles/{circle.pk}/seasons/{answer['seasons'][0]['id']}").json()
    assert {name: whole[name] for name in answer["seasons"][0]} == answer["seasons"][0]
