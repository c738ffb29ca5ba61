"""A hand of Jewel on one screen: how it ended for each player, and what was shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.jewel.record import Ended, Shown
from games.catalogue.jewel.rules import Rules
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.lib import formatting
from ledger.scoring.entry.fields import FigureField
from ledger.scoring.entry.form import EntryForm
from ledger.series.state import SeriesState

# What is counted, by the rule that says what one of them is worth.
JEWELS = {"single_jewels": "jewel", "double_jewels": "two_jewels"}
ARRANGED = {"super_sequences": "super_sequence", "marriages": "marriage", "super_sets": "super_set"}
COUNTED = JEWELS | ARRANGED
FIGURES = (*COUNTED, "penalty", "jewels", "bonus")

AWAY = ""
# Shorter than in the record: on a phone there are five of them side by side.
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
    """A figure that is counted by taps, or typed."""

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
    standing: str  # the player's total before this hand

    @property
    def status(self) -> str:
        return str(STATUS.get(self.ended.value() or AWAY, ""))

    @property
    def has_points(self) -> bool:
        return any(counter.field.value() or counter.field.errors for counter in self.as_points)


class HandForm(EntryForm):
    preview_template: ClassVar[str] = "scoring/entry/games/jewel/preview.html"

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/games/jewel.css",)}

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, *, partial: bool = False) -> None:
        super().__init__(state, data, partial=partial)
        rules: Rules = state.rules
        costs: dict[str, int] = {Ended.PACKED: rules.pack, Ended.MID_PACKED: rules.mid_pack}
        self.ends = [(end, f"{label} {costs[end]}" if end in costs else str(label)) for end, label in ENDS.items()]
        for seat, name in enumerate(self.names):
            self.fields[field_name("ended", seat)] = forms.ChoiceField(
                label=name, required=False, choices=self.ends, widget=forms.RadioSelect
            )
            for what in FIGURES:
                label = _("%(name)s: %(what)s") % {"name": name, "what": title_of(what)}
                self.fields[field_name(what, seat)] = FigureField(label=label, required=False)

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """In a new hand those players sit who sat in the last one, and those who have joined since."""
        if content:
            return {
                field_name(what, seat): value or None
                for seat, shown in enumerate(content["players"])
                for what, value in (shown or {}).items()
            }
        hands = self.state.play.hands
        last = hands[-1].record.players if hands else ()
        sitting = [seat for seat in range(len(self.names)) if seat >= len(last) or last[seat] is not None]
        return {field_name("ended", seat): Ended.PLAYED for seat in sitting}

    # --- What is shown

    @property
    def players(self) -> list[PlayerPart]:
        """The part is open in which there is an error, or which the player has opened."""
        wrong = [seat_of(name) for name in self.errors if name in self.fields]
        shown = str(self.data.get("shown", ""))
        open_seat = wrong[0] if wrong else int(shown) if shown.isdecimal() else 0
        if open_seat >= len(self.names):
            open_seat = 0
        totals = self.state.play.standing.cumulative
        return [
            PlayerPart(
                seat,
                name,
                seat == open_seat,
                ended=self[field_name("ended", seat)],
                jewels=[self.counter(what, seat) for what in JEWELS],
                arranged=[self.counter(what, seat) for what in ARRANGED],
                penalty=self.counter("penalty", seat),
                as_points=[self.counter(what, seat) for what in ("jewels", "bonus")],
                standing=_("stands at %(total)s") % {"total": formatting.points(totals[seat])},
            )
            for seat, name in enumerate(self.names)
        ]

    def counter(self, what: str, seat: int) -> Counter:
        # The title has to be short enough for a chip.
        title = _("Two alike") if what == "double_jewels" else title_of(what)
        worth = getattr(self.state.rules, COUNTED[what]) if what in COUNTED else None
        return Counter(self[field_name(what, seat)], title, worth)

    @property
    def full_hand(self) -> int:
        return int(self.state.rules.full_hand)

    # --- The record

    def record(self) -> dict[str, Any]:
        """Figures that do not go with how the hand ended for a player are hidden, and left out."""
        players: list[dict[str, Any] | None] = []
        for seat in range(len(self.names)):
            ended = self.cleaned_data.get(field_name("ended", seat))
            if not ended:
                players.append(None)
                continue
            figures = FIGURES
            if ended in (Ended.PACKED, Ended.MID_PACKED):
                figures = (*JEWELS, "jewels")
            elif ended == Ended.DECLARED:
                figures = tuple(what for what in FIGURES if what != "penalty")
            typed = {what: self.cleaned_data.get(field_name(what, seat)) for what in figures}
            players.append({"ended": ended} | {what: write_points(figure) for what, figure in typed.items() if figure})
        return {"players": players}

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        """`players.3.penalty` is about a figure, `players.3` about how the hand ended for the player."""
        _players, seat, what = (*problem.field.split("."), "", "")[:3]
        name = field_name(what or "ended", int(seat)) if seat.isdecimal() else ""
        return name if name in self.fields else None

    def error_text(self, field: str | None, error: str) -> str:
        if field is None or self.names[seat_of(field)] in error:
            return error
        name = self.names[seat_of(field)]
        return _("%(name)s: %(fault)s") % {"name": name, "fault": error}


def field_name(what: str, seat: int) -> str:
    return f"{what}_{seat}"


def seat_of(field: str) -> int:
    return int(field.rpartition("_")[2])


def title_of(what: str) -> str:
    model, name = (Rules, COUNTED[what]) if what in COUNTED else (Shown, what)
    return _(model.model_fields[name].title or "")
