"""Exact points in the database."""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    _Text = models.CharField[Fraction, Fraction]
else:
    _Text = models.CharField


read_fraction = lru_cache(maxsize=10_000)(Fraction)  # thousands of rows have few different figures


class PointsField(_Text):
    """A `Fraction`, stored as text: 18, 17/2, 95/3. A float cannot store thirds exactly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": 40} | kwargs)

    def from_db_value(self, value: str | None, *_: Any) -> Fraction | None:
        return None if value is None else read_fraction(value)

    def to_python(self, value: Any) -> Fraction | None:
        return None if value is None else Fraction(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else str(Fraction(value))
