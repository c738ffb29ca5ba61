"""A hand of Jewel on one screen: how it ended for each player and what was shown. The rulebook says what that makes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.jewel.record import Ended, Record, Shown
from games.catalogue.jewel.rules import Rules
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.lib import formatting
from ledger.scoring.entry.fields import FigureField
from ledger.scoring.entry.forms import EntryForm
from ledger.series.state import SeriesState

# What is counted, by the rule that says what one of them is worth.
JEWELS = {"single_jewels": "jewel", "double_jewels": "two_jewels"}
ARRANGED = {"super_sequences": "super_sequence", "marriages": "marriage", "super_sets": "super_set"}
COUNTED = JEWELS | ARRANGED
FIGURES = (*COUNTED, "penalty", "jewels", "bonus")

AWAY = ""
# Shorter than the record's own words: on a phone five of them stand in a row, and three players.
ENDS: dict[str, Any] = {
    Ended.DECLARED: gettext_lazy("Declared"),
    Ended.PLAYED: gettext_lazy("Played"),
    Ended.PACKED: gettext_lazy("Pack"),
    Ended.MID_PACKED: gettext_lazy("Mid pack"),
    AWAY: gettext_lazy("Does not sit"),
}
STATUS = ENDS | {Ended.PACKED: gettext_lazy("Packed"), Ended.MID_PACKED: gettext_lazy("Mid-packed")}


@dataclass(frozen=True)
class Counter:
    """Something that is counted, or a figure that is typed."""

    field: forms.BoundField
    title: str
    worth: int | None = None


@dataclass(frozen=True)
class PlayerPart:
    """One player's part of the form."""

    seat: int
    name: str
    shown: bool
    ended: forms.BoundField
    jewels: list[Counter]
    arranged: list[Counter]
    penalty: Counter
    as_points: list[Counter]

    standing: str  # where the player stands before this hand

    @property
    def status(self) -> str:
        return str(STATUS.get(self.ended.value() or AWAY, ""))

    @property
    def has_points(self) -> bool:
        return any(counter.field.value() or counter.field.errors for counter in self.as_points)


class HandForm(EntryForm):
    look_template: ClassVar[str] = "scoring/entry/games/jewel/look.html"

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/games/jewel.css",)}

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        rules: Rules = state.rules
        costs: dict[str, int] = {Ended.PACKED: rules.pack, Ended.MID_PACKED: rules.mid_pack}
        self.ends = [(end, _with_worth(label, costs.get(end))) for end, label in ENDS.items()]
        for seat, name in enumerate(self.names):
            self.fields[_field("ended", seat)] = forms.ChoiceField(
                label=name, required=False, choices=self.ends, widget=forms.RadioSelect
            )
            for what in FIGURES:
                label = _("%(name)s: %(what)s") % {"name": name, "what": self.title_of(what)}
                self.fields[_field(what, seat)] = FigureField(label=label, required=False)

    @classmethod
    def of_record(cls, state: SeriesState, content: Mapping[str, Any]) -> Self:
        """With nothing written down before, those sit who sat the last time, and who has come since."""
        form = cls(state)
        if content:
            players = content["players"]
            form.initial = {
                _field(what, seat): value or None
                for seat, shown in enumerate(players)
                for what, value in (shown or {}).items()
            }
        else:
            form.initial = {_field("ended", seat): Ended.PLAYED for seat in _expected(state)}
        return form

    def chip_of(self, what: str) -> str:
        """Shorter, where it has to stand on a chip."""
        return _("Two alike") if what == "double_jewels" else self.title_of(what)

    def title_of(self, what: str) -> str:
        if what in COUNTED:
            return _(Rules.model_fields[COUNTED[what]].title or "")
        return _(Shown.model_fields[what].title or "")

    # --- What is drawn

    @property
    def players(self) -> list[PlayerPart]:
        chosen = self._chosen()
        return [
            PlayerPart(
                seat,
                name,
                seat == chosen,
                ended=self[_field("ended", seat)],
                jewels=[self._counter(what, seat) for what in JEWELS],
                arranged=[self._counter(what, seat) for what in ARRANGED],
                penalty=self._counter("penalty", seat),
                as_points=[self._counter(what, seat) for what in ("jewels", "bonus")],
                standing=self._standing(seat),
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def full_hand(self) -> int:
        return int(self.state.rules.full_hand)

    def _counter(self, what: str, seat: int) -> Counter:
        worth = getattr(self.state.rules, COUNTED[what]) if what in COUNTED else None
        return Counter(self[_field(what, seat)], self.chip_of(what), worth)

    def _standing(self, seat: int) -> str:
        """Unless the form was refused: then it has not read the hands before this one."""
        if self.is_bound:
            return ""
        return _("stands at %(total)s") % {"total": formatting.points(self.state.play.standing.cumulative[seat])}

    def _chosen(self) -> int:
        """Whose part is open: where something is wrong, or as it was."""
        for name in self.errors:
            if name in self.fields:
                return _seat(name)
        shown = str(self.data.get("shown", ""))
        return int(shown) if shown.isdecimal() and int(shown) < len(self.names) else 0

    # --- What is read

    def record(self) -> dict[str, Any]:
        return {"players": [self._shown(seat) for seat in range(len(self.names))]}

    def _shown(self, seat: int) -> dict[str, Any] | None:
        """What does not go with how it ended is not on the screen, and not in the record either."""
        ended = self.cleaned_data.get(_field("ended", seat))
        if not ended:
            return None
        typed = {what: self.cleaned_data.get(_field(what, seat)) for what in _figures_of(ended)}
        return {"ended": ended} | {what: write_points(figure) for what, figure in typed.items() if figure}

    # --- What is wrong with it

    def place_of(self, problem: Problem) -> str | None:
        """`players.3.penalty`; `players.3` is about how it ended."""
        _players, seat, what = (*problem.field.split("."), "", "")[:3]
        name = _field(what or "ended", int(seat)) if seat.isdecimal() else ""
        return name if name in self.fields else None

    def told(self, field: str | None, fault: str) -> str:
        if field is None:
            return fault
        name = self.names[_seat(field)]
        return fault if name in fault else _("%(name)s: %(fault)s") % {"name": name, "fault": fault}


def _field(what: str, seat: int) -> str:
    return f"{what}_{seat}"


def _seat(field: str) -> int:
    return int(field.rpartition("_")[2])


def _with_worth(label: Any, worth: int | None) -> str:
    return str(label) if worth is None else f"{label} {worth}"


def _figures_of(ended: str) -> tuple[str, ...]:
    if ended in (Ended.PACKED, Ended.MID_PACKED):
        return (*JEWELS, "jewels")
    return tuple(what for what in FIGURES if what != "penalty" or ended != Ended.DECLARED)


def _expected(state: SeriesState) -> Iterator[int]:
    """Who sat the last time, or has joined since."""
    hands = state.play.hands
    last: Record | None = hands[-1].record if hands else None
    for seat in range(len(state.names)):
        if last is None or seat >= len(last.players) or last.players[seat] is not None:
            yield seat
