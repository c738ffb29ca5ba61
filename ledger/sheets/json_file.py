"""A series as one JSON file: its chain of events, with what was agreed and what it has come to."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from games.kit.points import write_points
from ledger.agreeing.export import verdicts_part
from ledger.series.export import one_series
from ledger.series.state import SeriesState
from ledger.signing.files import Heads, sealed

FORMAT = "khata-series"
VERSION = 1

Json = dict[str, Any]


def series_file_parts(state: SeriesState) -> Iterator[str]:
    """The file as it is downloaded, with its seal."""
    heads = Heads()
    heads.note_series(state.series.pk, state.series.latest_hash, state.series.changed_at)
    written = json.dumps(series_file(state), ensure_ascii=False, indent=2)
    return sealed([written.removesuffix("\n}")], heads)


def series_file(state: SeriesState) -> Json:
    """What is in the file. The settlement is the one with which the series ended, or would end now."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": [{"id": player.pk, "name": player.name} for player in state.players],
        "series": one_series(state.series) | verdicts_part(state.series),
        "hands": [
            {
                "number": hand.number,
                "counts": hand.counts,
                "points_won": _points(hand.score.points_won),
                "points_entered": _points(hand.score.points_entered),
                "cumulative": _points(hand.cumulative),
            }
            for hand in state.play.hands
        ],
        "standing": {
            "cumulative": _points(state.play.standing.cumulative),
            "ranking": [list(level) for level in state.play.standing.ranking],
        },
        "settlement": {
            "final": not state.series.is_open,
            "lines": [
                {
                    "from_seat": each.payer,
                    "to_seat": each.payee,
                    "points": write_points(each.points),
                    "cause": each.cause,
                }
                for each in state.outcome.transfers
            ],
            "amounts_minor": list(state.outcome.money.amounts_minor),
        },
    }


def _points(values: Iterable[Fraction]) -> list[int | float]:
    return [write_points(value) for value in values]
