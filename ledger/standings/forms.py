"""Forms that choose what the standings show: a game, a period, and the fewest series of a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ledger.lib.days import DayField
from ledger.lib.formatting import first_day_of_year
from ledger.standings.counted import Period, PlayedGame

YEAR, RECENT = "year", "90"  # the values of `period` in addresses
RECENT_DAYS = 90
HIGHEST_LEAST = 1000  # the highest number of series that `least` may ask for


class FilterForm(forms.Form):
    """A form that is sent by GET. An invalid field filters nothing."""

    use_required_attribute = False

    def chosen(self) -> dict[str, Any]:
        """Return the fields that filter something, as they stand in the address."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}


class GameAndTimeForm(FilterForm):
    """A game, and a named period (`period`) or days. If days are chosen, a named period is ignored."""

    game = forms.ChoiceField(required=False)
    period = forms.ChoiceField(required=False, choices=[(YEAR, YEAR), (RECENT, RECENT)])
    since = DayField(pgettext_lazy("first day", "From"))
    until = DayField(pgettext_lazy("last day", "To"))

    def __init__(self, games: list[PlayedGame], data: QueryDict) -> None:
        super().__init__(data, auto_id="standings-%s")
        self.games = {game.choice: game for game in games}
        cast("forms.ChoiceField", self.fields["game"]).choices = [(game.choice, game.name) for game in games]

    @property
    def played(self) -> PlayedGame | None:
        """The chosen game."""
        return self.games.get(self.chosen().get("game", ""))

    @property
    def days(self) -> Period:
        """The days of the chosen period, or the chosen days."""
        chosen, today = self.chosen(), localdate()
        if {"since", "until"} & chosen.keys():
            return Period(chosen.get("since"), chosen.get("until"))
        period = chosen.get("period")
        if period == YEAR:
            return Period(first_day_of_year(today), today)
        if period == RECENT:
            return Period(today - timedelta(days=RECENT_DAYS - 1), today)
        return Period()


class StandingsForm(GameAndTimeForm):
    least = forms.IntegerField(
        label=gettext_lazy("At least so many series"), required=False, min_value=1, max_value=HIGHEST_LEAST
    )

    @property
    def played(self) -> PlayedGame | None:
        """The chosen game, or the game that the circle plays most."""
        return super().played or next(iter(self.games.values()), None)

    @property
    def least_series(self) -> int | None:
        """None if the reader has not chosen a number."""
        return self.chosen().get("least")


# --- Chips -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chip:
    """A link that chooses one of several games or periods."""

    label: str
    query: str
    is_current: bool


def game_chips(form: GameAndTimeForm, filters: Mapping[str, Any]) -> list[Chip]:
    """A chip for each game. A tap on a chip keeps the other `filters` of the address."""
    return [
        Chip(game.name, urlencode({**filters, "game": game.choice}), game == form.played)
        for game in form.games.values()
    ]


def time_chips(filters: Mapping[str, Any]) -> list[Chip]:
    """A chip for each named period, and one for the days if some are chosen. A tap keeps the other `filters`."""
    others = {name: value for name, value in filters.items() if name not in ("period", "since", "until")}
    named = {"": _("All the time"), YEAR: _("This year"), RECENT: _("Last 90 days")}
    are_days_chosen = bool({"since", "until"} & filters.keys())
    current = None if are_days_chosen else filters.get("period", "")
    chips = [
        Chip(label, urlencode({**others, "period": period} if period else others), period == current)
        for period, label in named.items()
    ]
    if are_days_chosen:
        chips.append(Chip(_("Chosen days"), urlencode(filters), is_current=True))
    return chips
