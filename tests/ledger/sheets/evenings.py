"""An evening of every game in the catalogue with every way to settle it."""

from collections.abc import Iterator
from typing import Any

from games.catalogue.call_break.game import CallBreak
from games.catalogue.cha.game import Cha
from games.catalogue.coiffeur.game import Coiffeur
from games.catalogue.differenzler.game import Differenzler
from games.catalogue.jass.game import Jass
from games.catalogue.jewel.game import Jewel
from games.catalogue.marriage.game import Marriage
from games.catalogue.putz.game import Putz
from games.catalogue.scorecard.game import Scorecard
from games.game import Game
from games.registry import GAMES
from ledger.series.models import Status
from tests.ledger.sheets import contract_games
from tests.ledger.sheets.tables import NAMES, Table

ALL = tuple({game.slug: game for game in (*GAMES, Jass, Putz, Jewel, Cha, Scorecard)}.values())

# The example hand of Jewel's source, with points for jewels and sets: E and F packed, G and H mid-packed, A declared.
JEWEL_HAND = {
    "players": [
        {"ended": "declared", "bonus": 7},
        {"ended": "played", "bonus": 3, "jewels": 2},
        {"ended": "played", "jewels": 7, "penalty": 12},
        {"ended": "played", "bonus": 2, "penalty": 4},
        {"ended": "packed"},
        {"ended": "packed", "jewels": 2},
        {"ended": "mid_packed"},
        {"ended": "mid_packed", "jewels": 2},
        {"ended": "played", "bonus": 4, "penalty": 12},
    ]
}
# From the rules of Marriage: 48, 2, −25, −25.
MARRIAGE_DEAL = {
    "players": [{"maal": 10, "seen": True}, {"maal": 5, "seen": True}, {"maal": 0}, {"maal": 3}],
    "winner": 0,
}
# The chart of Jewel's hand, row by row: what the player of the row receives from each other player. The diagonal is 0.
JEWEL_CHART = [
    [0, 2, 12, 9, 4, 2, 8, 6, 15],
    [-2, 0, 10, 7, 2, 0, 2, 0, 13],
    [-12, -10, 0, -3, 7, 5, 7, 5, 3],
    [-9, -7, 3, 0, 0, -2, 0, -2, 6],
    [-4, -2, -7, 0, 0, -2, 0, -2, 0],
    [-2, 0, -5, 2, 2, 0, 2, 0, 2],
    [-8, -2, -7, 0, 0, -2, 0, -2, 0],
    [-6, 0, -5, 2, 2, 0, 2, 0, 2],
    [-15, -13, -3, -6, 0, -2, 0, -2, 0],
]


def evening(game: type[Game], seats: int, records: list[Any], **rules: Any) -> Table:
    chosen = game.rules_model.model_validate({**game.default_preset.rules.model_dump(mode="json"), **rules})
    return Table(NAMES[:seats], records, game, chosen, status=Status.STOPPED)


def jass(**rules: Any) -> Table:
    round_ = {"card_points": [100, 57], "trump": "hearts"}
    return evening(Jass, 4, [round_, round_], **rules)


def coiffeur(**rules: Any) -> Table:
    joker = {"team": 0, "kind": "joker", "card_points": 80, "played_as": "misere"}
    return evening(Coiffeur, 4, [{"team": 1, "kind": "spades", "card_points": 100}, joker], **rules)


def putz(**rules: Any) -> Table:
    return evening(Putz, 3, [{"card_points": [80, 60, 17], "trump": "hearts"}] * 2, **rules)


def cha(**rules: Any) -> Table:
    bought = [{"winner": 0, "bought": [7]}, {"winner": 1, "bought": [1]}]
    return evening(Cha, 2, bought, **rules)


def jewel(hands: int = 1) -> Table:
    return evening(Jewel, 9, [JEWEL_HAND] * hands)


def scorecard(*hands: list[float], **rules: Any) -> Table:
    return evening(Scorecard, rules.pop("seats", len(hands[0])), [{"points": points} for points in hands], **rules)


def call_break(**rules: Any) -> Table:
    return evening(CallBreak, 4, [{"calls": [3, 2, 4, 1], "tricks": [4, 2, 3, 4]}] * 2, **rules)


def every_way_to_settle() -> Iterator[Table]:
    yield Table()
    yield Table(records=[{"points_won": [27, 6, 4, 3]}, {"points_won": [14, 12.5, 8, 5.5]}])
    for stake in ("per_match", "per_point"):
        yield jass(stake=stake)
    for stake in ("ladder", "difference"):
        yield call_break(stake=stake)
    yield evening(CallBreak, 5, [{"calls": [2, 2, 2, 2, 1], "tricks": [3, 2, 2, 2, 1]}] * 2)
    for stake in ("per_match", "per_point"):
        yield coiffeur(stake=stake)
    for settlement in ("ladder", "difference"):
        round_ = {"announced": [40, 30, 50, 20], "card_points": [45, 30, 52, 30], "trump": "hearts"}
        yield evening(Differenzler, 4, [round_, round_], settlement=settlement)
    yield putz(stake="per_mark")
    for stake in ("fixed", "per_diamond"):
        yield cha(stake=stake)
    yield jewel()
    yield evening(Marriage, 4, [MARRIAGE_DEAL])
    for settlement in ("difference", "ladder", "both", "at_once"):
        yield scorecard([9, 4, -2], settlement=settlement, ladder=[20, 0, -20])
    for game, seats, records, rules in contract_games.evenings():
        yield evening(game, seats, records, **rules)
