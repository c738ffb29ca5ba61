"""Verdicts and waivers of a series as JSON, as they were hashed."""

from typing import Any

from ledger.agreeing.chain import verdict_fields
from ledger.circles.models import Verdicts
from ledger.series.models import Series

Json = dict[str, Any]


def verdicts_part(series: Series) -> Json:
    """What a file has of them beside the series' own part: nothing where there are none. Prefetch `verdict_entries`."""
    entries = [] if series.verdicts == Verdicts.OFF else series.verdict_entries.all()
    rows = [verdict_fields(one) | {"previous_hash": one.previous_hash, "hash": one.hash} for one in entries]
    return {"verdicts": rows} if rows else {}
