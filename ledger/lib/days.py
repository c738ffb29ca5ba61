"""Days in forms, and the time at which a day begins."""

from datetime import UTC, date, datetime, time, tzinfo
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2099, 12, 31)


def midnight(day: date, zone: tzinfo) -> datetime:
    """Return the beginning of the day in the time zone, in UTC."""
    return datetime.combine(day, time.min, zone).astimezone(UTC)


class DayField(forms.DateField):
    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            input_formats=["%Y-%m-%d"],
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
            error_messages={"invalid": gettext_lazy("This is not a day.")},
        )
