"""A series as one JSON file: its chain of events, verdicts, hands, standing and settlement."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from games.kit.points import write_points
from ledger.series.export import series_as_json
from ledger.series.state import SeriesState
from ledger.signing.files import Heads, sealed
from ledger.verdicts.export import verdicts_as_json

FORMAT = "khata-series"
VERSION = 1

Json = dict[str, Any]


def series_file_parts(state: SeriesState) -> Iterator[str]:
    """Return the parts of the downloaded file, with its seal."""
    heads = Heads()
    heads.add_series(state.series.pk, state.series.latest_hash, state.series.changed_at)
    written = json.dumps(series_file(state), ensure_ascii=False, indent=2)
    return sealed([written.removesuffix("\n}")], heads)  # which adds the seal and the last brace


def series_file(state: SeriesState) -> Json:
    """Return the content of the file. An open series has the settlement with which it would end now."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": [{"id": player.pk, "name": player.name} for player in state.players],
        "series": series_as_json(state.series) | verdicts_as_json(state.series),
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
                    "from_seat": transfer.payer,
                    "to_seat": transfer.payee,
                    "points": write_points(transfer.points),
                    "cause": transfer.cause,
                }
                for transfer in state.outcome.transfers
            ],
            "amounts_minor": list(state.outcome.money.amounts_minor),
        },
    }


def _points(values: Iterable[Fraction]) -> list[int | float]:
    return [write_points(value) for value in values]
