"""Finding series, and reading long lists page by page."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.circles.models import Circle, Player
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from tests.ledger.api.conftest import BASE, J40, Program, start
from tests.ledger.api.test_hostile import assert_problem
from tests.ledger.pages import queries_of

pytestmark = pytest.mark.django_db
NEPAL = timedelta(hours=5, minutes=45)


@pytest.fixture
def make_series(bobs, circle, players) -> Any:
    def make(seated: list[Player] = players, **more: Any) -> str:
        return start(bobs, circle, seated, **more).removeprefix("series/")

    return make


def listed(program: Program, circle: Circle, query: str = "") -> list[str]:
    answer = program.get(f"circles/{circle.pk}/series?{query}")
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


def test_a_listed_series_has_its_details(veras, circle, started):
    (row,) = veras.get(f"circles/{circle.pk}/series").json()["results"]
    assert row == {name: started[name] for name in row}
    assert {"id", "version", "game", "preset", "players", "status", "started_at"} <= set(row)


def test_series_are_listed_newest_first_and_by_status(bobs, circle, make_series):
    first, second = make_series(), make_series()
    assert listed(bobs, circle) == [second, first]
    bobs.post(f"series/{first}/stop", {"base_version": 1, "with_standard": False})
    assert listed(bobs, circle, "status=open") == [second]
    assert listed(bobs, circle, "status=stopped") == [first]
    assert listed(bobs, circle, "status=finished") == []
    assert listed(bobs, circle, "game=jaago-chalis&status=open") == [second]


def test_series_are_listed_by_player(bobs, circle, players, make_series):
    with_a = make_series()
    fifth = add_player(circle=circle, name="E")
    without_a = make_series([*players[1:], fifth])
    assert listed(bobs, circle, f"player={players[0].pk}") == [with_a]
    assert listed(bobs, circle, f"player={fifth.pk}") == [without_a]
    assert listed(bobs, circle, f"player={players[1].pk}") == [without_a, with_a]


def test_series_are_listed_by_game_player_and_day_in_a_text(bobs, circle, players, make_series):
    jaago, jass = make_series(), make_series(game="jass", preset="schieber")
    Series.objects.filter(pk=jaago).update(started_at=datetime(2004, 10, 20, 12, tzinfo=UTC))
    assert listed(bobs, circle, "text=schieber") == [jass]
    assert listed(bobs, circle, "text=chalis") == [jaago]
    assert listed(bobs, circle, f"text={players[0].name}+20.10.2004") == [jaago]
    assert listed(bobs, circle, "text=October+2003") == []


def test_series_are_listed_by_day_in_the_time_zone_of_the_site(bobs, circle, make_series):
    ids = [make_series() for _ in range(3)]
    # One minute before midnight of 20 October 2004 in Nepal, at midnight, and a day later.
    midnight = datetime(2004, 10, 20, tzinfo=UTC) - NEPAL
    for one, minutes in zip(ids, (-1, 0, 24 * 60), strict=True):
        Series.objects.filter(pk=one).update(started_at=midnight + timedelta(minutes=minutes))
    before, on_the_day, after = ids
    assert listed(bobs, circle, "from=2004-10-20") == [after, on_the_day]
    assert listed(bobs, circle, "to=2004-10-20") == [on_the_day, before]
    assert listed(bobs, circle, "from=2004-10-20&to=2004-10-20") == [on_the_day]
    assert listed(bobs, circle, "from=2004-10-21&to=2004-10-19") == []


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("status=over", "status", "not_a_choice"),
        ("status=", "status", "not_a_choice"),
        ("game=chess", "game", "not_a_choice"),
        ("player=nobody", "player", "unknown_player"),
        ("player=%00", "player", "unfit_text"),
        ("from=2004-02-30", "from", "not_a_day"),
        ("to=yesterday", "to", "not_a_day"),
        ("to=0001-01-01", "to", "not_a_day"),
        ("to=20041020", "to", "not_a_day"),
        ("limit=0", "limit", "out_of_range"),
        ("limit=101", "limit", "out_of_range"),
        ("limit=%E0%A5%A7", "limit", "out_of_range"),
        ("cursor=", "cursor", "bad_cursor"),
        ("cursor=x%00", "cursor", "bad_cursor"),
        ("stauts=open", "stauts", "unknown_field"),
        ("status=open&status=stopped", "status", "twice"),
    ],
)
def test_an_invalid_filter_is_refused(bobs, circle, query, field, code):
    (problem,) = assert_problem(bobs.get(f"circles/{circle.pk}/series?{query}"), 422)["problems"]
    assert (problem["field"], problem["code"]) == (field, code)


def test_a_cursor_of_another_list_is_refused(bobs, circle, make_series):
    for _ in range(2):
        make_series()
    cursor = bobs.get(f"circles/{circle.pk}/series?limit=1").json()["next_cursor"]
    assert_problem(bobs.get(f"circles/{circle.pk}/entries?cursor={cursor}"), 422, "bad_cursor")


def test_pages_have_no_gaps_while_series_are_added(bobs, circle, make_series):
    ids = [make_series() for _ in range(5)]
    Series.objects.update(started_at=timezone.now())  # all at one moment: the id decides
    ids.sort(reverse=True)
    page = bobs.get(f"circles/{circle.pk}/series?limit=2&game=jaago-chalis").json()
    found = [row["id"] for row in page["results"]]
    while page["next"]:
        newest = make_series()
        link = urlsplit(page["next"])
        assert link.netloc == "testserver"
        page = bobs.get(f"{link.path.removeprefix(BASE)}?{link.query}").json()
        found += [row["id"] for row in page["results"]]
        assert newest not in found
    assert found == ids
    assert page["next_cursor"] is None


def test_the_limit_of_entries_counts_postings(bobs, circle, players):
    ends = {"from": players[0].pk, "to": players[1].pk}
    for amount in ("1", "2", "3"):
        assert bobs.post(f"circles/{circle.pk}/payments", {**ends, "amount": amount}).status_code == 201
    at, sizes, found, cursor = f"circles/{circle.pk}/entries?limit=", (1, 3, 2), [], ""
    for size in sizes:
        page = bobs.get(f"{at}{size}{cursor}").json()
        assert len(page["results"]) == size
        found += [row["amount"] for row in page["results"]]
        cursor = f"&cursor={page['next_cursor']}"
    assert found == ["3.00", "-3.00", "2.00", "-2.00", "1.00", "-1.00"]
    assert page["next"] is None


def test_the_query_count_does_not_depend_on_rows(bobs, circle, players, make_series):
    ends = {"from": players[0].pk, "to": players[1].pk}
    pages, counted = [f"circles/{circle.pk}/series", f"circles/{circle.pk}/entries"], []
    for _turn in range(2):
        for _ in range(3):
            make_series()
            bobs.post(f"circles/{circle.pk}/payments", {**ends, "amount": "1"})
        counted.append([queries_of(bobs, page) for page in pages])
    assert counted[0] == counted[1]


def test_the_query_count_of_a_hand_does_not_depend_on_the_series(bobs, at):
    counted = []
    for version, record in enumerate(J40[:3], start=1):
        body = {"record": record, "base_version": version}
        with CaptureQueriesContext(connection) as queries:
            headers = {"Idempotency-Key": str(version)}
            assert bobs.post(f"{at}/hands", body, **headers).status_code == 201
        counted.append(len(queries))
    assert counted[0] >= counted[1] == counted[2]
