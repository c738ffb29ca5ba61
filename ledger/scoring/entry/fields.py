"""From what was typed to what the rulebook reads. Nothing is scored here, and no game is named."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kit.points import write_points
from ledger.lib import formatting
from ledger.lib.figures import read_figure

RATE_DECIMALS = 4
LARGEST_RATE = 10**7


class FigureField(forms.CharField):
    """Points, written as people write them."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: str | None) -> Any:
        text = super().clean(value)
        return read_figure(text) if text else None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int | float | Decimal | Fraction):
            return formatting.points(Fraction(str(value)))
        return value


class RuleFigureField(FigureField):
    """As a JSON number. Whether the rules allow it, the rulebook says."""

    def clean(self, value: str | None) -> Any:
        points = super().clean(value)
        return None if points is None else write_points(points)


class PlacesInput(forms.Widget):
    """One line per place, all under one name: a phone's keys for figures have no space to part them with."""

    template_name = "scoring/start/places_input.html"
    use_fieldset = True

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__()

    def value_from_datadict(self, data: Mapping[str, Any], _files: Any, name: str) -> list[str]:
        typed = data.getlist(name) if isinstance(data, QueryDict) else list(data.get(name, []))
        while typed and not typed[-1].strip():
            typed.pop()
        return typed

    def format_value(self, value: Any) -> Any:
        return value

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["lines"] = [*(value or []), *[""] * self.most][: max(self.most, len(value or []))]
        return context


class RuleFiguresField(FigureField):
    """One for each place, from the first. An empty line between two is 0; those at the end are no places."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(required=False, widget=PlacesInput(most), **kwargs)

    def clean(self, value: Any) -> Any:
        return [write_points(read_figure(line)) if line.strip() else 0 for line in value or ()]

    def prepare_value(self, value: Any) -> Any:
        return [super(RuleFiguresField, self).prepare_value(figure) for figure in value or ()]


class RateField(FigureField):
    """What one point is worth, in money; 0 means that nothing is paid."""

    def clean(self, value: str | None) -> Decimal:
        rate: Fraction = super().clean(value)
        if rate < 0:
            raise ValidationError(_("This cannot be below zero. 0 means that you play without money."), code="negative")
        if rate >= LARGEST_RATE:
            raise ValidationError(_("This is too much for one point."), code="too_large")
        if 10**RATE_DECIMALS % rate.denominator:
            raise ValidationError(
                _("This has too many decimals: at most %(count)s can be kept, as in %(example)s."),
                code="too_fine",
                params={"count": formatting.digits(RATE_DECIMALS), "example": formatting.digits("0.0625")},
            )
        return Decimal(rate.numerator) / rate.denominator

    def prepare_value(self, value: Any) -> Any:
        """Money is read as a decimal: 0.25, and not ¼."""
        return formatting.digits(f"{value.normalize():f}") if isinstance(value, Decimal) else value
