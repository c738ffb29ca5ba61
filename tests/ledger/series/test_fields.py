"""The field that stores exact points."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from ledger.series.fields import PointsField


@pytest.mark.parametrize(
    ("value", "points"),
    [("18", 18), ("-17/2", Fraction(-17, 2)), ("8.5", Fraction(17, 2)), (3, 3), (Decimal("0.1"), Fraction(1, 10))],
)
def test_points_are_read(value, points):
    assert PointsField().clean(value, None) == points


def test_no_points_are_read_where_the_field_may_be_empty():
    assert PointsField(null=True, blank=True).clean(None, None) is None


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            " ",
            "x",
            "1/0",
            "1/",
            "/2",
            "1/2/3",
            "--1",
            "nan",
            "inf",
            "1e9",
            "1e999999999",
            "1_000",
            "१२",
            "１２",
            "²",
        ),
        *("9" * 41, "9" * 5000, "4\0", "\ud800", "½", float("nan"), float("inf"), Decimal("NaN"), Decimal("Infinity")),
        *([], {}, (1, 2), object(), b"12", 10**41),
    ],
    ids=lambda value: f"{value!r:.20}",
)
def test_anything_else_is_refused_as_invalid(value):
    with pytest.raises(ValidationError):
        PointsField().clean(value, None)
