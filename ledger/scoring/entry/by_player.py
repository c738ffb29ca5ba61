"""A hand that is entered player by player: a tile for each player, and below the tiles the chosen player's fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.scoring.entry.fields import FigureField
from ledger.scoring.entry.form import EntryForm, stands_at
from ledger.series.state import SeriesState

AWAY = ""  # the state, as `ByPlayerForm` means it, of a player who does not sit in the hand


@dataclass(frozen=True)
class Counter:
    """A figure of one player that is counted by taps, or typed."""

    field: forms.BoundField
    title: str
    worth: int | None = None  # the points for each one that is counted; None if the rules have none


@dataclass(frozen=True)
class PlayerFields:
    """One player's tile, and the player's fields, which a tap on the tile shows."""

    seat: int
    name: str
    face: int
    shown: bool  # the fields are open; only one player's fields are
    state: forms.BoundField  # of the player's state
    status: str  # the text on the tile
    standing: str  # the player's total before this hand
    counters: Mapping[str, Sequence[Counter]]  # by the names of the groups in the game's template
    has_typed: bool  # a field of `folded_figures` has a figure or an error
    next_name: str  # the player who is asked next, empty after the last


class ByPlayerForm(EntryForm):
    """Each player has a state and figures. Their fields are named `<what>_<seat>`, such as `penalty_2`.

    A player's state says how the player took part in the hand, such as "Packed"; `self.state` is that of the series. A
    player who does not sit in the hand has the state AWAY.
    """

    preview_template: ClassVar[str] = "scoring/entry/by_player/preview.html"
    fields_template: ClassVar[str] = "scoring/entry/by_player/entry.html"
    shows_totals: ClassVar[bool] = True
    state_name: ClassVar[str]  # the name of the state's field, without the seat
    states: ClassVar[Mapping[str, Any]]  # the states to choose from, with AWAY
    usual_state: ClassVar[str]  # the state of a seated player in a new hand
    figures: ClassVar[Sequence[str]]  # the names of the figures' fields, without the seat
    folded_figures: ClassVar[Sequence[str]] = ()  # the figures in a folded part of the screen

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/by-player.css",)}

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        for seat, name in enumerate(self.names):
            self.fields[field_name(self.state_name, seat)] = forms.ChoiceField(
                label=name, required=False, choices=self.state_choices(), widget=forms.RadioSelect
            )
            for what in self.figures:
                label = _("%(name)s: %(what)s") % {"name": name, "what": self.title_of(what)}
                self.fields[field_name(what, seat)] = FigureField(label=label, required=False)

    # --- What the form of each game defines

    def state_choices(self) -> Iterable[tuple[str, str]]:
        return [(state, str(label)) for state, label in self.states.items()]

    def title_of(self, what: str) -> str:
        raise NotImplementedError

    def status_of(self, seat: int) -> str:
        """Return the text on the player's tile."""
        raise NotImplementedError

    def counters_of(self, seat: int) -> Mapping[str, Sequence[Counter]]:
        """Return the player's figures in groups, by the names that the game's template gives the groups."""
        raise NotImplementedError

    def initial_of(self, report: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return one player's fields, named without the seat, from the player's part of the record."""
        return report

    def report_of(self, seat: int, state: str) -> dict[str, Any]:
        """Return the record's part of a player in this state."""
        raise NotImplementedError

    # --- What is shown

    @property
    def part_template(self) -> str:
        return f"scoring/entry/games/{self.state.game.slug}/player.html"

    @property
    def players(self) -> list[PlayerFields]:
        """The tile and fields of each player. One player's fields are open: those of the first player with an error,
        or else of the player whom the scorer has tapped."""
        seats_with_errors = (seat for seat in map(seat_in_name, self.errors) if seat is not None)
        tapped_seat = (seat for seat in range(len(self.names)) if str(seat) == str(self.data.get("shown")))
        open_seat = next(chain(seats_with_errors, tapped_seat), 0)
        totals = self.state.play.standing.cumulative
        players = []
        for seat, name in enumerate(self.names):
            folded = [self[field_name(what, seat)] for what in self.folded_figures]
            players.append(
                PlayerFields(
                    seat,
                    name,
                    self.state.faces[seat],
                    seat == open_seat,
                    state=self[field_name(self.state_name, seat)],
                    status=self.status_of(seat),
                    standing=stands_at(totals[seat]),
                    counters=self.counters_of(seat),
                    has_typed=any(field.value() or field.errors for field in folded),
                    next_name=self.names[seat + 1] if seat + 1 < len(self.names) else "",
                )
            )
        return players

    def sitting_at_first(self) -> dict[str, str]:
        """Return the states in a new hand, by the names of their fields. The players of the latest hand sit, and those
        who have joined since. The others are AWAY and left out."""
        hands = self.state.play.hands
        last = hands[-1].record.players if hands else ()
        sitting = [seat for seat in range(len(self.names)) if seat >= len(last) or last[seat] is not None]
        return {field_name(self.state_name, seat): self.usual_state for seat in sitting}

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        if not content:
            return self.sitting_at_first()
        return {
            field_name(what, seat): value or None
            for seat, report in enumerate(content["players"])
            if report
            for what, value in self.initial_of(report).items()
        }

    # --- The record

    def typed(self, seat: int, figures: Iterable[str]) -> dict[str, Any]:
        """Return the typed figures other than 0, as the record writes them."""
        typed = {what: self.cleaned_data.get(field_name(what, seat)) for what in figures}
        return {what: write_points(figure) for what, figure in typed.items() if figure}

    def record(self) -> dict[str, Any]:
        states = [self.cleaned_data.get(field_name(self.state_name, seat)) for seat in range(len(self.names))]
        return {"players": [self.report_of(seat, state) if state else None for seat, state in enumerate(states)]}

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        """A problem of `players.3.penalty` is about a figure, a problem of `players.3` about the player's state."""
        field, seat, what = (*problem.field.split("."), "", "")[:3]
        name = field_name(what or self.state_name, int(seat)) if seat.isdecimal() else field
        return name if name in self.fields else None

    def name_of(self, field: str | None, error: str) -> str:
        seat = None if field is None else seat_in_name(field)
        return "" if seat is None or self.names[seat] in error else self.names[seat]


def field_name(what: str, seat: int) -> str:
    return f"{what}_{seat}"


def seat_in_name(field: str) -> int | None:
    """Return the seat at the end of a field's name; None for a field of the whole hand."""
    seat = field.rpartition("_")[2]
    return int(seat) if seat.isdecimal() else None
