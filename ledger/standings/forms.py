"""What the standings are about: a game, a period, and how often somebody has to have played."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy

from ledger.lib.days import DayField
from ledger.lib.formatting import first_day_of_year
from ledger.standings.counted import Period, Played

ALL, YEAR, RECENT, DAYS = "", "year", "90", "days"
RECENT_DAYS = 90
MOST_LEAST = 1000


class StandingsForm(forms.Form):
    """It is sent by GET. A field with a fault filters nothing."""

    use_required_attribute = False

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    period = forms.ChoiceField(
        label=gettext_lazy("Time"),
        required=False,
        choices=[
            (ALL, gettext_lazy("All the time")),
            (YEAR, gettext_lazy("This year")),
            (RECENT, gettext_lazy("The last 90 days")),
            (DAYS, gettext_lazy("Chosen days")),
        ],
    )
    since = DayField(gettext_lazy("From"))
    until = DayField(gettext_lazy("To"))
    least = forms.IntegerField(
        label=gettext_lazy("At least so many series"), required=False, min_value=1, max_value=MOST_LEAST
    )

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
        """The game that is asked for, or else the one that is played most."""
        if choice := self.chosen().get("game"):
            return self.games[choice]
        return next(iter(self.games.values()), None)

    @property
    def days(self) -> Period:
        chosen, today = self.chosen(), localdate()
        match chosen.get("period", ALL):
            case "year":
                return Period(first_day_of_year(today), today)
            case "90":
                return Period(today - timedelta(days=RECENT_DAYS - 1), today)
            case "days":
                return Period(chosen.get("since"), chosen.get("until"))
            case _:
                return Period()

    @property
    def least_series(self) -> int | None:
        """None where it is not chosen."""
        return self.chosen().get("least")
