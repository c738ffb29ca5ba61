"""Random circles of every game: the standings and records of the API equal those of slow, obvious code.

All tests of random circles share the same circles, because playing them takes longest.
"""

import random

import pytest

from games.registry import BY_SLUG
from ledger.standings.declared import FIGURES
from ledger.standings.records import ALL_RECORDS
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.standings import reference, reference_records
from tests.ledger.standings.circles import TITLES, change_currency, play_more, random_house
from tests.ledger.standings.reference import Filter, Json
from tests.ledger.transfer.circle_files import export
from tests.needs import THOROUGH, daily

pytestmark = pytest.mark.django_db


def all_series(program: Program, circle: str) -> list[Json]:
    answer = program.get(f"circles/{circle}/series?limit=100").json()
    assert answer["next"] is None
    return [program.get(f"series/{head['id']}").json() for head in answer["results"]]


def filters(every: list[Json], game: str) -> list[Filter]:
    """Filters for all the time, and for the time from and until the middle one of the days on which series ended."""
    days = sorted(reference.ended(series)[0].astimezone(reference.KATHMANDU).date() for series in every)
    middle = days[len(days) // 2]
    titles = TITLES if game in BY_SLUG and BY_SLUG[game].title_field else ("",)
    return [
        Filter(game, title, since, until, least)
        for title in titles
        for since, until in ((None, None), (middle, None), (None, middle), (middle, middle))
        for least in (1, 3)
    ]


def query(wanted: Filter, *without: str) -> str:
    parts = {
        "game": wanted.game,
        "title": wanted.title,
        "from": wanted.since,
        "to": wanted.until,
        "least": wanted.least,
    }
    return "&".join(f"{name}={value}" for name, value in parts.items() if value is not None and name not in without)


def compare(program: Program, circle: str, games: list[str]) -> tuple[int, set[str]]:
    """How many rows and pairs were compared, and which records are held."""
    every, compared, held = all_series(program, circle), 0, set()
    for game in games:
        for wanted in filters(every, game):
            answer = program.get(f"circles/{circle}/standings?{query(wanted)}").json()
            assert answer["rows"] == reference.standings(every, wanted), wanted
            pairs = program.get(f"circles/{circle}/rivals?{query(wanted, 'least')}").json()["pairs"]
            assert pairs == reference.rivals(every, wanted), wanted
            compared += len(answer["rows"]) + len(pairs)
            rows = program.get(f"circles/{circle}/declared?{query(wanted, 'least', 'title')}").json()["rows"]
            declared = {(row["player"]["id"], row["contract"]): [row[name] for name in FIGURES] for row in rows}
            assert declared == reference.declared(every, wanted), wanted
        for title in TITLES if BY_SLUG[game].title_field else ("",):
            answer = program.get(f"circles/{circle}/records?game={game}&title={title}").json()
            assert answer["records"] == reference_records.records(every, Filter(game, title)), title
            held |= {record["record"] for record in answer["records"]}
    return compared, held


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3 if THOROUGH else 1))
@pytest.mark.parametrize("game", daily(BY_SLUG))
def test_every_game(game, seed, owner, alices):
    random_house(owner, random.Random(f"{game} {seed}"), [game], 14 if THOROUGH else 6)
    compared, held = compare(alices, owner.circle_id, [game])
    assert compared > 30
    assert held >= {"best_hand", "best_total", "longest"}
    assert list(reference_records.MARKS) == list(ALL_RECORDS)


@pytest.mark.slow
@pytest.mark.thorough
def test_a_circle_of_all_games_in_two_currencies_and_its_file(owner, alices, settings):
    settings.API_RATE = ""  # one caller asks for everything
    dice, games = random.Random("all games"), list(BY_SLUG)
    house = random_house(owner, dice, games, 3 if THOROUGH else 1)
    change_currency(house, "CHF")
    play_more(house, dice, games, 2 if THOROUGH else 1)
    circle = owner.circle_id
    compared, _held = compare(alices, circle, games)
    assert compared > 100
    every = all_series(alices, circle)
    for wanted in filters(every, "all"):
        assert alices.get(f"circles/{circle}/standings?{query(wanted)}").json()["rows"] == reference.standings(
            every, wanted
        )
    shown = [answers(alices, circle, game) for game in games]
    assert any(row["money"] is None for table, _pairs, _records in shown for row in table["rows"])

    text = export(owner.circle)
    owner.circle.delete()
    import_circle(check_file(text.encode()), owner.user)
    assert [answers(alices, circle, game) for game in games] == shown


def answers(program: Program, circle: str, game: str) -> tuple[Json, ...]:
    return tuple(
        program.get(f"circles/{circle}/{what}?game={game}").json() for what in ("standings", "rivals", "records")
    )
