"""Worked cases. Every file cites its source; no figure in it was produced by the program."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def exact(points: list[Any]) -> tuple[Fraction, ...]:
    """Figures from a file: halves are written as decimals, thirds as text ("40/3")."""
    return tuple(Fraction(value) for value in points)
