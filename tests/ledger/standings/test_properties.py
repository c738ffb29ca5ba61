"""What holds for every circle, whatever is played in it. Sums over random circles are in test_reference.py."""

import random
from decimal import Decimal
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Member, Player
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.services import reopen_series
from ledger.series.starting import Agreement, start_series
from ledger.standings.counted import results_key
from ledger.standings.figures import Standings, standings
from ledger.standings.players import games_of, partners_of, rivals_of
from ledger.standings.profile import profile_of, row_of_player
from ledger.standings.rivals import rivals
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.series.conftest import Scorer
from tests.ledger.transfer.circle_files import export

pytestmark = pytest.mark.django_db

HANDS = [(26, 4, 4, 6), (16, 9, 9, 6), (10, 10, 10, 10), (5, 8, 18, 9), (14, 14, 8, 4), (20, 10, 5, 5), (3, 3, 17, 17)]


def shown(me: Member, game: str) -> list[Any]:
    """Everything that the tables say, without the ids of rows."""
    table = standings(me, game=game, title="")
    rows = [
        (
            row.player.name if row.player else "",
            row.figures.places,
            row.figures.average_place,
            row.figures.total,
            row.figures.streak,
        )
        + (row.figures.longest_streak, row.figures.money, row.figures.points_won_per_hand, row.figures.hands)
        + (row.figures.best_hand.points, row.figures.best_hand.number, row.figures.bonus_hands)
        + ((row.figures.rating.value, row.figures.rating.error) if row.figures.rating else ())
        for row in table.rows
    ]
    pairs = [
        (str(pair.a), str(pair.b), pair.tally.above, pair.tally.below, pair.tally.level, pair.tally.points)
        for pair in rivals(me.circle, table.scope)
    ]
    return [rows, pairs, pages(me, table)]


def pages(me: Member, table: Standings) -> list[Any]:
    """What the page of each player says, without days and links."""
    scope, players = table.scope, []
    for row in table.rows:
        assert row.player
        row_with_series = row_of_player(table, row.player)
        profile = profile_of(table, row_with_series)
        cells = [(cell.column.heading, cell.text, cell.number) for part in profile.values() for cell in part]
        course = [(result.place, result.total) for _series, result in row_with_series.all_series]
        rival_texts = [(rival.text, rival.tally) for rival in rivals_of(me.circle, scope, row.player)]
        partner_texts = [partner.text for partner in partners_of(me.circle, scope, row.player)]
        games = games_of(me.circle, results_key(me.circle), row.player)
        (places,) = (game.places for game in games if game.game == scope.game)
        players.append((cells, course, rival_texts, partner_texts, places))
    return players


def play(me: Member, players: list[Player], hands: list[Any], turned: int = 0) -> Series:
    """A series by the default rules, with everybody sitting this many seats further."""
    game = BY_SLUG["jaago-chalis"]
    seated = players[-turned:] + players[:-turned] if turned else players
    agreed = Agreement(game, seated, game.default_preset.rules, Decimal(12))  # thirds are whole rupees
    scored = Scorer(me, start_series(me=me, agreed=agreed))
    for hand in hands:
        points = hand[-turned:] + hand[:-turned] if turned else hand
        if scored.state().series.is_open:
            scored.record({"points_won": list(points)})
    if scored.series.is_open:
        scored.stop(with_standard=True)
    return scored.series


@pytest.mark.parametrize("turned", [1, 2, 3])
def test_turning_the_seats_changes_nothing(owner: Member, turned: int) -> None:
    other = make_circle(owner=owner.user, name="Turned", currency="NPR", language="en")
    dice = random.Random(turned)
    for me, turn in ((owner, 0), (other, turned)):
        dice.seed(turned)
        players = [add_player(circle=me.circle, name=name) for name in ("Asha", "Bimal", "Chandra", "Dipak")]
        for _series in range(5):
            play(me, players, dice.choices(HANDS, k=4), turn)
    assert shown(owner, "jaago-chalis")[0]
    assert shown(owner, "jaago-chalis") == shown(other, "jaago-chalis")


def test_a_series_that_is_reopened_leaves_no_trace(owner: Member, players: list[Player]) -> None:
    for hand in HANDS[:3]:
        play(owner, players, [hand, HANDS[0]])
    before = shown(owner, "jaago-chalis")
    further = play(owner, players[::-1], HANDS[3:])
    assert shown(owner, "jaago-chalis") != before
    submit = Scorer(owner, further).submit()
    reopen_series(series=further, submit=submit, reason="It was the wrong evening.")
    assert shown(owner, "jaago-chalis") == before


def test_the_same_after_export_and_import(owner: Member, players: list[Player]) -> None:
    for first in range(4):
        play(owner, players, HANDS[first : first + 3])
    before = shown(owner, "jaago-chalis")
    text = export(owner.circle)
    owner.circle.delete()
    circle = import_circle(check_file(text.encode()), owner.user)
    assert shown(circle.members.get(user=owner.user), "jaago-chalis") == before
