"""The page of the standings, and the page that explains the rating."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.lib.formatting import first_day_of_year
from tests.ledger.standings.test_api import LATE, play, players  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db


@pytest.fixture
def vera(client: Client, viewer: Member) -> Client:
    client.force_login(viewer.user)
    return client


def names_on(page: str) -> list[str]:
    """In the order of the table."""
    return re.findall(r'<th scope="row">.*?<bdi>(\w+)</bdi>', page, re.DOTALL)


def shown(client: Client, circle: Circle, query: str = "") -> str:
    answer = client.get(f"/circles/{circle.pk}/standings/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_circle_without_series(vera: Client, circle: Circle) -> None:
    assert "No standings yet" in shown(vera, circle)


def test_a_viewer_sees_the_table(vera: Client, circle: Circle, scorer: Member, players: list[Player]) -> None:  # noqa: F811
    played = play(scorer, players, [16, 10, 10, 4], [5, 8, 18, 9])  # 11, 8, 28, -7
    page = shown(vera, circle)
    assert names_on(page) == ["Chandra", "Asha", "Bimal", "Dipak"]
    row = page.partition('<th scope="row">')[2].partition("</tr>")[0]
    cells = [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in re.findall("<td>.*?</td>", row, re.DOTALL)]
    # series, won, beaten, average place, rating, places, money, streaks, totals, below 0, hands, best hand, ...
    assert cells[:7] == ["1", "1", "100%", "1.00", "– after three series", "1 · 0 · 0 · 0", "+72.00"]
    assert cells[7:13] == ["1", "1", "28.00", "28", "28", "0"]
    assert cells[13:] == ["2", "14.00", "18", "0", "0"]
    assert f"/series/{played.pk}/hands/2/" in row
    assert f"/api/v1/circles/{circle.pk}/standings.csv?game=jaago-chalis&amp;least=1" in page


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("average_place", ["Chandra", "Asha", "Bimal", "Dipak"]),
        ("-average_place", ["Dipak", "Bimal", "Asha", "Chandra"]),
        ("best_hand", ["Chandra", "Asha", "Bimal", "Dipak"]),
        ("hands_below", ["Dipak", "Asha", "Bimal", "Chandra"]),
        ("name", ["Asha", "Bimal", "Chandra", "Dipak"]),
        ("-name", ["Dipak", "Chandra", "Bimal", "Asha"]),
        ("nothing", ["Chandra", "Asha", "Bimal", "Dipak"]),
    ],
)
def test_any_column_sorts(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
    sort: str,
    order: list[str],
) -> None:
    play(scorer, players, [16, 10, 10, 4], [5, 8, 18, 9])
    assert names_on(shown(vera, circle, f"?sort={sort}")) == order


def test_games_time_and_number_of_series(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    esha = add_player(circle=circle, name="Esha")
    with monkeypatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: LATE)
        play(scorer, players, [16, 10, 10, 4])
    play(scorer, [esha, *players[1:]], [18, 12, 10, 0])
    play(scorer, players, [1, 2, 3, 4], game="scorecard", name="Kitti")
    assert set(names_on(shown(vera, circle))) == {"Asha", "Bimal", "Chandra", "Dipak", "Esha"}
    assert names_on(shown(vera, circle, "?game=scorecard:Kitti"))[0] == "Dipak"
    assert set(names_on(shown(vera, circle, "?least=2"))) == {"Bimal", "Chandra", "Dipak"}
    assert "Esha" not in names_on(shown(vera, circle, "?period=days&until=2026-04-10"))
    assert "Asha" not in names_on(shown(vera, circle, "?period=days&since=2026-04-11"))
    assert "Asha" not in names_on(shown(vera, circle, "?period=90"))
    assert names_on(shown(vera, circle, "?period=days&until=2020-01-01")) == []
    # Days without the choice of days, and what cannot be read, filter nothing.
    assert len(names_on(shown(vera, circle, "?until=2020-01-01&least=x&period=never&game=bridge"))) == 5


def test_who_played_little_is_left_out_at_first(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
) -> None:
    """From the moment on when four players have three series."""
    esha = add_player(circle=circle, name="Esha")
    play(scorer, [esha, *players[1:]], [18, 12, 10, 0])
    for _series in range(2):
        play(scorer, players, [18, 12, 10, 0])
        assert "Esha" in names_on(shown(vera, circle))
    play(scorer, players, [18, 12, 10, 0])
    page = shown(vera, circle)
    assert names_on(page) == ["Asha", "Bimal", "Chandra", "Dipak"]
    assert "Players with fewer than 3 series are left out." in page
    assert 'href="?least=1"' in page
    page = shown(vera, circle, "?least=1")
    assert "Esha" in names_on(page)
    assert "are left out" not in page


def test_the_year_of_nepali_readers_begins_in_baishakh() -> None:
    """1 Baishakh 2083 was 14 April 2026."""
    assert first_day_of_year(date(2026, 11, 22)) == date(2026, 1, 1)
    with translation.override("ne"):
        assert first_day_of_year(date(2026, 4, 13)) == date(2025, 4, 14)
        assert first_day_of_year(date(2026, 4, 14)) == date(2026, 4, 14)
        assert first_day_of_year(date(1900, 5, 1)) == date(1900, 1, 1)  # before the tables


def test_the_rating_is_said_with_its_error(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
) -> None:
    """In grey before the tenth series."""
    for _series in range(9):
        play(scorer, players, [18, 12, 10, 0])
    rating = vera.get(f"/api/v1/circles/{circle.pk}/standings").json()["rows"][0]["rating"]  # type: ignore[attr-defined]
    grey = f'<span class="soft">{rating["value"]}</span>'
    page = shown(vera, circle)
    assert grey in page
    assert f"± {rating['error']}" in page
    play(scorer, players, [18, 12, 10, 0])
    assert '<span class="soft">1' not in shown(vera, circle).partition("<tbody>")[2]


def test_the_rating_is_explained(vera: Client, circle: Circle) -> None:
    """400 points are ten to one: 10 of 11, which is 91 of 100."""
    page = vera.get(f"/circles/{circle.pk}/standings/rating/").content.decode()
    assert re.findall(r"<td>(\d+)</td>", page) == ["50", "57", "64", "76", "91", "97"]
