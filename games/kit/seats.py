"""Marks in a record's JSON Schema for fields about seats, so that a program can tell a seat from a number.

A field gets its mark as `json_schema_extra`. The tests use the marks to turn whole series round the table.
"""

from typing import Any, Final

MARK: Final = "x-says"

SEAT: Final[dict[str, Any]] = {MARK: "seat"}
SIDE: Final[dict[str, Any]] = {MARK: "side"}  # a team, or a player alone
BY_SEAT: Final[dict[str, Any]] = {MARK: "by_seat"}  # an item for each seat that plays, or each side
ROWS_BY_SEAT: Final[dict[str, Any]] = {MARK: "rows_by_seat"}  # rows that each have an item for each seat
