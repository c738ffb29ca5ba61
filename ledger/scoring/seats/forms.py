"""Somebody joins a series that has begun: a player of the circle, or a new name."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.circles.forms import NameField
from ledger.circles.models import Circle, Player
from ledger.circles.names import name_key
from ledger.circles.services.players import add_player


class JoinForm(forms.Form):
    """A tap on a name sends `player`, the line below sends `name`."""

    use_required_attribute = False

    player = forms.CharField(required=False)
    name = NameField(label=gettext_lazy("New player"))

    def __init__(self, players: Sequence[Player], data: Any = None) -> None:
        super().__init__(data)
        self.fields["name"].required = not (data and data.get("player"))
        self.by_id = {player.pk: player for player in players}
        self.by_name = {player.name_key: player for player in players}

    def clean_player(self) -> Player | None:
        chosen = self.cleaned_data["player"]
        if chosen and chosen not in self.by_id:
            raise forms.ValidationError(_("Somebody is not a player of this circle."), code="unknown_player")
        return self.by_id.get(chosen)

    def find_or_add(self, circle: Circle) -> Player:
        """A name that is known already just sits down, so a name that is sent twice makes one player."""
        chosen: Player | None = self.cleaned_data["player"]
        name = self.cleaned_data["name"]
        return chosen or self.by_name.get(name_key(name)) or add_player(circle=circle, name=name)
