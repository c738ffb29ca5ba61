"""The records of the API equal those of slow, obvious code, over random circles of every game."""

import random

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.standings.records import ALL_RECORDS
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.standings import reference_records
from tests.ledger.standings.circles import TITLES, random_house
from tests.ledger.standings.reference import Filter
from tests.ledger.standings.test_reference import all_series
from tests.ledger.transfer.circle_files import export
from tests.needs import THOROUGH

pytestmark = pytest.mark.django_db


def compare(program: Program, circle: str, game: str) -> set[str]:
    """Which records somebody holds."""
    every, held = all_series(program, circle), set()
    for title in TITLES if BY_SLUG[game].title_field else ("",):
        answer = program.get(f"circles/{circle}/records?game={game}&title={title}").json()
        assert answer["records"] == reference_records.records(every, Filter(game, title)), title
        held |= {record["record"] for record in answer["records"]}
    return held


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3 if THOROUGH else 1))
@pytest.mark.parametrize("game", list(BY_SLUG))
def test_every_game(game: str, seed: int, owner: Member, alices: Program) -> None:
    random_house(owner, random.Random(f"records {game} {seed}"), [game], 14)
    held = compare(alices, owner.circle_id, game)
    assert held >= {"best_hand", "best_total", "longest"}
    assert list(reference_records.MARKS) == list(ALL_RECORDS)


@pytest.mark.slow
def test_they_are_the_same_after_export_and_import(owner: Member, alices: Program) -> None:
    games = ["jaago-chalis", "putz", "scorecard"]
    random_house(owner, random.Random("records of a file"), games, 6)
    circle = owner.circle_id
    before = {game: alices.get(f"circles/{circle}/records?game={game}").json() for game in games}
    assert all(answer["records"] for answer in before.values())
    text = export(owner.circle)
    owner.circle.delete()
    import_circle(check_file(text.encode()), owner.user)
    assert {game: alices.get(f"circles/{circle}/records?game={game}").json() for game in games} == before
