"""Verdicts and waivers of a series as JSON, as they were hashed."""

from typing import Any

from ledger.circles.models import Verdicts
from ledger.series.models import Series
from ledger.verdicts.chain import verdict_fields

Json = dict[str, Any]


def verdicts_as_json(series: Series) -> Json:
    """Return the entries for a file; empty without entries or where verdicts are off. Prefetch `verdict_entries`."""
    entries = [] if series.verdicts == Verdicts.OFF else series.verdict_entries.all()
    rows = [verdict_fields(entry) | {"previous_hash": entry.previous_hash, "hash": entry.hash} for entry in entries]
    return {"verdicts": rows} if rows else {}
