"""Evenings of the games in which a contract is declared, with every way to settle them.

They have the hands that come seldom: some were passed or played as Ramsch, somebody sits out, and some are Bock.
"""

from collections.abc import Iterator
from typing import Any

from games.catalogue.belote.game import Belote
from games.catalogue.doppelkopf.game import Doppelkopf
from games.catalogue.schafkopf.game import Schafkopf
from games.catalogue.skat.game import Skat
from games.catalogue.spades.game import Spades
from games.catalogue.tarot.game import Tarot
from games.game import Game

Evening = tuple[type[Game], int, list[Any], dict[str, Any]]  # the game, players, records, and rules besides the usual

SKAT = [
    {"declarer": 0, "contract": "clubs", "matadors": 2, "hand": True, "points": 95, "sitting_out": [3]},
    {"declarer": 1, "contract": "grand", "matadors": 1, "points": 57, "bid": 48, "sitting_out": [0]},
    {"declarer": 3, "contract": "null", "ouvert": True, "won": True, "sitting_out": [1]},
    {"passed": True},
]
SKAT_OF_THREE = [
    {"declarer": 2, "contract": "hearts", "matadors": 1, "won": False, "kontra": 2, "bock": 2, "bock_begins": True},
    {"ramsch": {"points": [70, 50, 0], "virgins": 1}, "bock": 2},
    {"ramsch": {"points": [120, 0, 0], "march": True}},
]
DOPPELKOPF = [
    {"re": [0, 2], "re_points": 151, "re_said": "name", "extras": {"re": {"fox": 1}, "kontra": {"charlie": 1}}},
    {"re": [1], "kind": "solo", "re_points": 110, "kontra_said": "no_90", "bock": 2, "bock_begins": True},
    {"re": [3], "kind": "wedding", "black": "kontra", "bock": 4},
]
SCHAFKOPF = [
    {"game": "call", "declarer": 0, "partner": 2, "points": 91, "runners": 3, "doubled": 1, "sitting_out": [4]},
    {"game": "wenz", "declarer": 4, "won": False, "schneider": True, "sitting_out": [0]},
    {"ramsch": {"points": [50, 40, 30, 0], "virgins": 1}, "sitting_out": [1]},
    {"passed": True},
    {"game": "sie", "declarer": 3, "sitting_out": [2]},
]
POIGNEES = [{"side": "taker", "size": 1}, {"side": "defence", "size": 2}]
TAROT = [
    {"taker": 0, "partner": 2, "contract": "garde", "bouts": 2, "points": 49, "petit": "taker", "poignees": POIGNEES},
    {"taker": 4, "contract": "petite", "bouts": 1, "points": 40.5, "misere": [1]},
    {"passed": True},
]
BELOTE = [
    {"team": 0, "bid": 100, "trump": "hearts", "points": 122, "coinche": 2, "belote": 1, "taker": 2},
    {"team": 1, "bid": "capot", "trump": "all", "tricks": "all"},
    {"passed": True},
    {"team": 1, "bid": 90, "trump": "none", "points": 60, "announced": [0, 50]},
]
LEVEL = {"team": 0, "trump": "spades", "points": 71, "belote": 0, "taker": 0}
SPADES = [
    {"bids": [4, "nil", 3, 5], "tricks": [5, 0, 3, 5]},
    {"bids": [4, "blind_nil", 3, 5], "tricks": [4, 1, 3, None], "blind": [0]},
]


def evenings() -> Iterator[Evening]:
    for settlement in ("difference", "ladder"):
        yield Skat, 4, SKAT, {"settlement": settlement}
    yield Skat, 3, SKAT_OF_THREE, {"scoring": "money", "kontra": True, "ramsch": True, "bock": True}
    five = [record | {"sitting_out": [4]} for record in DOPPELKOPF]
    yield Doppelkopf, 5, five, {"bock": True}
    for settlement in ("difference", "ladder"):
        yield Doppelkopf, 4, DOPPELKOPF, {"settlement": settlement, "bock": True, "announcements": "double"}
    yield Schafkopf, 5, SCHAFKOPF, {}
    yield Schafkopf, 5, SCHAFKOPF, {"settlement": "ladder"}
    yield Tarot, 5, TAROT, {"misere": 10}
    six = [record if "passed" in record else record | {"sitting_out": [5]} for record in TAROT]
    yield Tarot, 6, six, {"misere": 10, "settlement": "difference"}
    yield Belote, 4, BELOTE, {"announcements": True}
    yield Belote, 4, [LEVEL, LEVEL | {"points": 90}], {"bidding": "none", "target": 1000, "stake": "per_point"}
    yield Spades, 4, SPADES, {"blind": True}
    alone = [{"bids": [5, "nil", 4], "tricks": [6, 2, 9]}]
    for stake in ("per_match", "per_point"):
        yield Spades, 3, alone, {"teams": False, "stake": stake}
