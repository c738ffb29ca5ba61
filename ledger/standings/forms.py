"""What the standings are about: a game, a period, and how often somebody has to have played."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from ledger.standings.counted import Period, Played

YEAR, RECENT = "year", "90"
RECENT_DAYS = 90
MOST_LEAST = 1000


class GameAndTimeForm(forms.Form):
    """It is sent by GET. A field with a fault filters nothing, and days come before a time with a name."""

    use_required_attribute = False

    game = forms.ChoiceField(required=False)
    period = forms.ChoiceField(required=False, choices=[(YEAR, YEAR), (RECENT, RECENT)])
    since = DayField(pgettext_lazy("first day", "From"))
    until = DayField(pgettext_lazy("last day", "To"))

    def __init__(self, games: list[Played], data: QueryDict) -> None:
        super().__init__(data, auto_id="standings-%s")
        self.games = {each.choice: each for each in games}
        cast("forms.ChoiceField", self.fields["game"]).choices = [(each.choice, each.name) for each in games]

    def chosen(self) -> dict[str, Any]:
        """The fields that filter something, as they stand in the address."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def played(self) -> Played | None:
        """The game that is asked for."""
        return self.games.get(self.chosen().get("game", ""))

    @property
    def days(self) -> Period:
        chosen, today = self.chosen(), localdate()
        if {"since", "until"} & chosen.keys():
            return Period(chosen.get("since"), chosen.get("until"))
        match chosen.get("period"):
            case "year":
                return Period(first_day_of_year(today), today)
            case "90":
                return Period(today - timedelta(days=RECENT_DAYS - 1), today)
            case _:
                return Period()


class StandingsForm(GameAndTimeForm):
    least = forms.IntegerField(
        label=gettext_lazy("At least so many series"), required=False, min_value=1, max_value=MOST_LEAST
    )

    @property
    def played(self) -> Played | None:
        """The game that is asked for, or else the one that is played most."""
        return super().played or next(iter(self.games.values()), None)

    @property
    def least_series(self) -> int | None:
        """None where it is not chosen."""
        return self.chosen().get("least")


# --- Chips -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chip:
    """One of several things to look at: a link, so that a tap is enough."""

    label: str
    query: str
    is_current: bool


def game_chips(form: GameAndTimeForm, kept: Mapping[str, Any]) -> list[Chip]:
    """`kept` is what a tap leaves as it is."""
    return [
        Chip(each.name, urlencode({**kept, "game": each.choice}), each == form.played) for each in form.games.values()
    ]


def time_chips(kept: Mapping[str, Any]) -> list[Chip]:
    others = {name: value for name, value in kept.items() if name not in ("period", "since", "until")}
    named = {"": _("All the time"), YEAR: _("This year"), RECENT: _("Last 90 days")}
    chips = [
        Chip(label, urlencode({**others, "period": period} if period else others), period == kept.get("period", ""))
        for period, label in named.items()
    ]
    if not {"since", "until"} & kept.keys():
        return chips
    not_chosen = [replace(chip, is_current=False) for chip in chips]
    return [*not_chosen, Chip(_("Chosen days"), urlencode(kept), is_current=True)]
