"""Exact points in the database."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    _Text = models.CharField[Fraction, Fraction]
else:
    _Text = models.CharField


read_fraction = lru_cache(maxsize=10_000)(Fraction)  # thousands of rows have few different figures

# Fraction() also reads 1e999999999, which would fill the memory, 1_000, and the digits of other scripts.
_PLAIN = re.compile(r"-?[0-9]{1,20}(?:[/.][0-9]{1,20})?")


class PointsField(_Text):
    """A `Fraction`, stored as text: 18, 17/2, 95/3. A float cannot store thirds exactly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": 40} | kwargs)

    def from_db_value(self, value: str | None, *_: Any) -> Fraction | None:
        return None if value is None else read_fraction(value)

    def to_python(self, value: Any) -> Fraction | None:
        if value is None:
            return None
        try:
            if not isinstance(value, str) or _PLAIN.fullmatch(value):
                return Fraction(value)
        except (ArithmeticError, TypeError, ValueError):  # 1/0, infinity, a list, nan
            pass
        raise ValidationError(_("This is not a number of points."), code="invalid")

    def run_validators(self, value: Any) -> None:
        super().run_validators(None if value is None else str(value))  # the limit of the length is that of the text

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else str(Fraction(value))
