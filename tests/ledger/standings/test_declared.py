"""Who declared what: `GET circles/{id}/declared`, `declared.csv`, the standings and the page of a player.

Figures were counted by hand. Asha, Bimal, Chandra and Dipak sit on the seats 0 to 3.
"""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import leave_out
from ledger.series.starting import Agreement, start_series
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.series.conftest import Scorer
from tests.ledger.standings.test_api import LATE, NEXT_DAY
from tests.ledger.transfer.circle_files import export

pytestmark = pytest.mark.django_db

GRAND = {"declarer": 0, "contract": "grand", "matadors": 1, "points": 95}  # 72, and 50: 122
LOST_GRAND = {
    "declarer": 0,
    "contract": "grand",
    "matadors": 4,
    "hand": True,
    "schneider_announced": True,
    "points": 85,
}
CLUBS = {"declarer": 0, "contract": "clubs", "matadors": 1, "points": 75}  # 24, and 50: 74
LOST_NULL = {"declarer": 1, "contract": "null", "won": False}
NULL_OUVERT = {"declarer": 1, "contract": "null", "ouvert": True, "won": True}
LOST_HEARTS = {"declarer": 2, "contract": "hearts", "matadors": 1, "points": 60}
PASSED = {"passed": True}


def start(me: Member, players: list[Player], game: str = "skat", **rules: Any) -> Scorer:
    chosen = BY_SLUG[game].read_rules(rules)
    assert chosen.problems == ()
    return Scorer(me, start_series(me=me, agreed=Agreement(BY_SLUG[game], players, chosen.value, Decimal(1))))


def play(me: Member, players: list[Player], *hands: dict[str, Any], game: str = "skat", **rules: Any) -> Scorer:
    """A series of these hands, then stopped."""
    played = start(me, players, game, **rules)
    played.record(*hands)
    played.stop()
    return played


def answer_of(program: Program, circle: Circle, query: str = "game=skat") -> Any:
    answer = program.get(f"circles/{circle.pk}/declared?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def rows_of(program: Program, circle: Circle, query: str = "game=skat") -> list[tuple[Any, ...]]:
    """Of each row the player's name, the contract, and the four figures."""
    figures = ("hands", "made", "as_partner", "made_as_partner")
    return [
        (row["player"]["name"], row["contract"], *(row[name] for name in figures))
        for row in answer_of(program, circle, query)["rows"]
    ]


@pytest.fixture
def two_series(scorer, players, monkeypatch) -> Scorer:
    """One of 10 April, which is over, and one of 11 April, which is open. The open one is returned."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATE)
    play(scorer, players[:3], GRAND, LOST_GRAND, LOST_NULL, PASSED)
    monkeypatch.setattr("django.utils.timezone.now", lambda: NEXT_DAY)
    open_one = start(scorer, players[:3])
    open_one.record(CLUBS, NULL_OUVERT, LOST_HEARTS)
    open_one.undo()
    monkeypatch.undo()
    return open_one


def test_each_player_and_contract(two_series, circle, players, veras):
    """Contracts stand in the order of the game. The withdrawn hand counts nowhere."""
    assert rows_of(veras, circle) == [
        ("Asha", None, 3, 2, 0, 0),
        ("Asha", "clubs", 1, 1, 0, 0),
        ("Asha", "grand", 2, 1, 0, 0),
        ("Bimal", None, 2, 1, 0, 0),
        ("Bimal", "null", 2, 1, 0, 0),
    ]
    answer = answer_of(veras, circle)
    assert answer["game"] == "skat"
    assert answer["rows"][2] == {
        "player": {"id": players[0].pk, "name": "Asha"},
        "contract": "grand",
        "title": "Grand",
        "hands": 2,
        "made": 1,
        "as_partner": 0,
        "made_as_partner": 0,
    }
    assert answer["rows"][0]["title"] == ""
    together = [(row["contract"], row["hands"], row["made"]) for row in answer["circle"]]
    assert together == [(None, 5, 3), ("clubs", 1, 1), ("grand", 2, 1), ("null", 2, 1)]


def test_days(two_series, circle, bobs):
    """Days of the time zone in Kathmandu. An open series counts on the day of its latest hand."""
    ended = [("Asha", None, 2, 1, 0, 0), ("Asha", "grand", 2, 1, 0, 0)]
    assert rows_of(bobs, circle, "game=skat&to=2026-04-10")[:2] == ended
    assert rows_of(bobs, circle, "game=skat&from=2026-04-10&to=2026-04-10")[:2] == ended
    assert rows_of(bobs, circle, "game=skat&from=2026-04-11") == [
        ("Asha", None, 1, 1, 0, 0),
        ("Asha", "clubs", 1, 1, 0, 0),
        ("Bimal", None, 1, 1, 0, 0),
        ("Bimal", "null", 1, 1, 0, 0),
    ]
    assert len(rows_of(bobs, circle, "game=skat&from=2026-04-10&to=2026-04-11")) == 5
    for query in ("game=skat&to=2026-04-09", "game=skat&from=2026-04-12", "game=tarot", "game=jass"):
        assert rows_of(bobs, circle, query) == [], query


@pytest.mark.parametrize("query", ["", "?game=bridge", "?game=all", "?game=skat&from=yesterday", "?title=x&game=skat"])
@pytest.mark.parametrize("file", ["declared", "declared.csv"])
def test_a_query_that_cannot_be_read_is_refused(circle, bobs, file, query):
    assert bobs.get(f"circles/{circle.pk}/{file}{query}").status_code == 422


def test_corrected_hands_and_hands_after_the_end(scorer, players, circle, bobs):
    """By pub rules a lost grand of 192 costs 384. With it the series ends at −300, and the next hand does not count."""
    played = start(scorer, players[:3], scoring="pub", target=300)
    played.record(LOST_HEARTS, NULL_OUVERT)
    assert rows_of(bobs, circle)[2:] == [("Chandra", None, 1, 0, 0, 0), ("Chandra", "hearts", 1, 0, 0, 0)]
    played.correct(1, LOST_GRAND)
    assert rows_of(bobs, circle) == [("Asha", None, 1, 0, 0, 0), ("Asha", "grand", 1, 0, 0, 0)]


def test_ending_and_reopening_a_series_changes_nothing(two_series, circle, bobs, owner):
    before = answer_of(bobs, circle)
    two_series.stop()
    assert answer_of(bobs, circle) == before
    two_series.me = owner
    two_series.reopen("It was not over.")
    assert answer_of(bobs, circle) == before


def test_partners_and_solos_that_nobody_wins(scorer, players, circle, bobs):
    call = {"game": "call", "declarer": 0, "partner": 2, "points": 75}
    lost = {"game": "call", "declarer": 1, "partner": 2, "points": 60}
    play(scorer, players, call, lost, {"game": "wenz", "declarer": 1, "points": 95}, PASSED, game="schafkopf")
    assert rows_of(bobs, circle, "game=schafkopf") == [
        ("Bimal", None, 2, 1, 0, 0),
        ("Bimal", "call", 1, 0, 0, 0),
        ("Bimal", "wenz", 1, 1, 0, 0),
        ("Asha", None, 1, 1, 0, 0),
        ("Asha", "call", 1, 1, 0, 0),
        ("Chandra", None, 0, 0, 2, 1),
        ("Chandra", "call", 0, 0, 2, 1),
    ]
    normal = {"re": [0, 2], "kind": "normal", "re_points": 130}
    solo = {"re": [3], "kind": "solo", "re_points": 130}
    nobody = {"re": [3], "kind": "solo", "re_points": 75, "re_said": "no_90", "kontra_said": "black"}
    play(scorer, players, normal, solo, nobody, game="doppelkopf")
    assert rows_of(bobs, circle, "game=doppelkopf") == [("Dipak", None, 2, 1, 0, 0), ("Dipak", "solo", 2, 1, 0, 0)]


def test_who_took_in_belote_may_be_left_out(scorer, players, circle, bobs):
    hand = {"team": 0, "bid": 100, "trump": "hearts", "points": 122}
    play(scorer, players, hand, hand | {"taker": 2}, hand | {"taker": 2, "points": 90}, game="belote")
    assert rows_of(bobs, circle, "game=belote") == [
        ("Chandra", None, 2, 1, 0, 0),
        ("Chandra", "hearts", 2, 1, 0, 0),
        ("Asha", None, 0, 0, 2, 1),
        ("Asha", "hearts", 0, 0, 2, 1),
    ]


def test_the_same_in_a_file_for_a_spreadsheet(two_series, circle, players, bobs):
    answer = bobs.get(f"circles/{circle.pk}/declared.csv?game=skat")
    assert answer["Content-Disposition"] == 'attachment; filename="declared-skat.csv"'
    heading, *lines = answer.content.decode("utf-8-sig").splitlines()
    assert heading == "player_id,player,contract,title,hands,made,as_partner,made_as_partner"
    assert lines[2] == f"{players[0].pk},Asha,grand,Grand,2,1,0,0"
    assert [line.split(",")[2] for line in lines] == ["", "clubs", "grand", "", "null"]


def test_contracts_have_the_words_of_the_reader(two_series, circle, bobs):
    answer = bobs.get(f"circles/{circle.pk}/declared?game=skat", **{"Accept-Language": "de"})
    assert [row["title"] for row in answer.json()["rows"]][1:3] == ["Kreuz", "Grand"]


def test_a_player_who_is_left_out_has_no_name(two_series, circle, players, bobs, veras_phone):
    leave_out(player=players[1], is_left_out=True)
    assert rows_of(bobs, circle)[3] == (None, None, 2, 1, 0, 0)
    page = veras_phone.get(f"/circles/{circle.pk}/standings/?game=skat").content.decode()
    for text in (
        page,
        bobs.get(f"circles/{circle.pk}/declared?game=skat").content.decode(),
        bobs.get(f"circles/{circle.pk}/declared.csv?game=skat").content.decode(),
    ):
        assert "Bimal" not in text
        assert players[1].pk not in text
        assert "Asha" in text


def test_nothing_is_scored_again(scorer, players, circle, two_series, bobs, veras_phone):
    """No hands of ended series are read, and those of open ones only once. More series cost no more queries."""
    addresses = [
        lambda: bobs.get(f"circles/{circle.pk}/declared?game=skat"),
        lambda: veras_phone.get(f"/circles/{circle.pk}/standings/?game=skat"),
        lambda: veras_phone.get(f"/circles/{circle.pk}/standings/players/{players[0].pk}/?game=skat"),
    ]

    def queries() -> list[int]:
        counts = []
        for ask in addresses:
            ask()
            with CaptureQueriesContext(connection) as made:
                assert ask().status_code == 200
            assert not [query for query in made.captured_queries if "series_event" in query["sql"]]
            counts.append(len(made))
        return counts

    before = queries()
    for _series in range(3):
        play(scorer, players[:3], GRAND, LOST_GRAND, LOST_NULL)
        start(scorer, players[:3]).record(CLUBS)
    assert queries() == before
    assert rows_of(bobs, circle)[0] == ("Asha", None, 3 + 9, 2 + 6, 0, 0)


def test_the_same_after_export_and_import(two_series, circle, bobs, alices):
    before = rows_of(bobs, circle)
    text = export(circle)
    owner = circle.members.get(role="owner").user
    circle.delete()
    again = import_circle(check_file(text.encode()), owner)
    assert rows_of(alices, again) == before
