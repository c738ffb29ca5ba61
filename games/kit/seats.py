"""What a record says of seats is marked in its JSON Schema, so that a program can tell a seat from a number.

A mark is given to a field as `json_schema_extra`. The tests turn whole series round the table by these marks.
"""

from typing import Any, Final

MARK: Final = "x-says"

SEAT: Final[dict[str, Any]] = {MARK: "seat"}
SIDE: Final[dict[str, Any]] = {MARK: "side"}  # a team, or a player alone
BY_SEAT: Final[dict[str, Any]] = {MARK: "by_seat"}  # an item for each seat, or each side
ROWS_BY_SEAT: Final[dict[str, Any]] = {MARK: "rows_by_seat"}  # rows of such items
