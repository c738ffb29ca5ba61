"""The rows of the API equal those of slow, obvious code, over random circles of every game."""

import random

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.standings import reference
from tests.ledger.standings.circles import TITLES, change_currency, play_more, random_house
from tests.ledger.standings.reference import Filter, Json
from tests.ledger.transfer.circle_files import export
from tests.needs import THOROUGH

pytestmark = pytest.mark.django_db


def all_series(program: Program, circle: str) -> list[Json]:
    answer = program.get(f"circles/{circle}/series?limit=100").json()
    assert answer["next"] is None
    return [program.get(f"series/{head['id']}").json() for head in answer["results"]]


def filters(every: list[Json], game: str) -> list[Filter]:
    """Everything, and parts of the time in which something ended."""
    days = sorted(reference.ended(series)[0].astimezone(reference.KATHMANDU).date() for series in every)
    middle = days[len(days) // 2]
    titles = TITLES if BY_SLUG[game].title_field else ("",)
    return [
        Filter(game, title, since, until, least)
        for title in titles
        for since, until in ((None, None), (middle, None), (None, middle), (middle, middle))
        for least in (1, 3)
    ]


def query(wanted: Filter, *, with_least: bool = True) -> str:
    parts = {"game": wanted.game, "title": wanted.title, "from": wanted.since, "to": wanted.until}
    if with_least:
        parts["least"] = wanted.least
    return "&".join(f"{name}={value}" for name, value in parts.items() if value is not None)


def compare(program: Program, circle: str, games: list[str]) -> int:
    """How many rows and pairs were compared."""
    every, compared = all_series(program, circle), 0
    for game in games:
        for wanted in filters(every, game):
            answer = program.get(f"circles/{circle}/standings?{query(wanted)}").json()
            assert answer["rows"] == reference.standings(every, wanted), wanted
            pairs = program.get(f"circles/{circle}/rivals?{query(wanted, with_least=False)}").json()["pairs"]
            assert pairs == reference.rivals(every, wanted), wanted
            compared += len(answer["rows"]) + len(pairs)
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3 if THOROUGH else 1))
@pytest.mark.parametrize("game", list(BY_SLUG))
def test_every_game(game: str, seed: int, owner: Member, alices: Program) -> None:
    random_house(owner, random.Random(f"{game} {seed}"), [game], 14)
    assert compare(alices, owner.circle_id, [game]) > 50


@pytest.mark.slow
def test_a_circle_of_all_games_in_two_currencies_and_its_file(owner: Member, alices: Program) -> None:
    dice, games = random.Random("all games"), list(BY_SLUG)
    house = random_house(owner, dice, games, 3)
    change_currency(house, "CHF")
    play_more(house, dice, games, 2)
    circle = owner.circle_id
    compared = compare(alices, circle, games)
    assert compared > 300
    shown = [answers(alices, circle, game) for game in games]
    assert any(row["money"] is None for standings, _pairs in shown for row in standings["rows"])

    text = export(owner.circle)
    owner.circle.delete()
    import_circle(check_file(text.encode()), owner.user)
    assert [answers(alices, circle, game) for game in games] == shown


def answers(program: Program, circle: str, game: str) -> tuple[Json, Json]:
    return tuple(program.get(f"circles/{circle}/{what}?game={game}").json() for what in ("standings", "rivals"))
