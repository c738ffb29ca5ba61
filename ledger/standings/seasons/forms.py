"""The form of a season: name, game, days and points."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.registry import GAMES
from ledger.circles.forms import FormKeyField, NameField
from ledger.circles.models import Circle
from ledger.lib.days import DayField
from ledger.standings.counted import PlayedGame, games_played
from ledger.standings.models import Points, Season
from ledger.standings.seasons.services import Terms
from ledger.standings.seasons.table import game_of_season

POINTS = (
    (Points.PLACE, gettext_lazy("By place: one point for each side beaten, a half for each one level")),
    (Points.TOTAL, gettext_lazy("By total: the totals of all series added up")),
    (Points.MONEY, gettext_lazy("By money: what the series came to in money")),
)


class SeasonForm(forms.Form):
    use_required_attribute = False

    form_key = FormKeyField()
    name = NameField(label=gettext_lazy("Name of the season"), help_text=gettext_lazy("Such as Winter 2026."))
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    since = DayField(gettext_lazy("First day"))
    until = DayField(gettext_lazy("Last day"))
    points = forms.ChoiceField(
        label=gettext_lazy("Points"),
        choices=POINTS,
        widget=forms.RadioSelect,
        initial=Points.PLACE,
        error_messages={"required": gettext_lazy("Please choose what gives points.")},
    )

    def __init__(
        self,
        circle: Circle,
        data: Mapping[str, Any] | None = None,
        season: Season | None = None,
    ) -> None:
        """Offer the games that the circle has played, and then all other games that have a name of their own.

        The name of any other game is in the rules of a series (`Game.title_field`).
        """
        games = games_played(circle)
        offered = {(game.game, game.title): game for game in games}
        initial: dict[str, Any] = {}
        if season:
            own = game_of_season(season)
            offered.setdefault((own.game, own.title), own)
            initial = {name: getattr(season, name) for name in ("name", "since", "until", "points")}
            initial["game"] = own.choice
        for each in GAMES:
            if not each.title_field:
                offered.setdefault((each.slug, ""), PlayedGame(each.slug, "", 0))
        super().__init__(data, initial=initial)
        self.games = {game.choice: game for game in offered.values()}
        cast("forms.ChoiceField", self.fields["game"]).choices = [
            (choice, game.name) for choice, game in self.games.items()
        ]
        if circle.points_only:
            cast("forms.ChoiceField", self.fields["points"]).choices = [
                (points, label) for points, label in POINTS if points != Points.MONEY
            ]
        for name in ("since", "until"):
            self.fields[name].required = True
            self.fields[name].error_messages["required"] = _("Please choose a day.")

    @property
    def terms(self) -> Terms:
        values = self.cleaned_data
        played = self.games[values["game"]]
        return Terms(
            values["name"], played.game, played.title, values["since"], values["until"], Points(values["points"])
        )
