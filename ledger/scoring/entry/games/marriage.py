"""A deal of Marriage on the keypad: each player's maal, typed or counted by taps, who had seen, and who finished."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.marriage.record import PlayerReport, Taps
from games.catalogue.marriage.rules import Rules
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.lib import formatting
from ledger.scoring.entry.by_player import AWAY, ByPlayerForm, Counter, field_name
from ledger.scoring.entry.form import FormBox, Keypad
from ledger.series.state import SeriesState

SEEN, UNSEEN, DUBLEE, NOBODY = "seen", "unseen", "dublee", "nobody"
STATES: dict[str, Any] = {
    SEEN: gettext_lazy("Seen"),
    UNSEEN: gettext_lazy("Not seen"),
    DUBLEE: gettext_lazy("Dublees"),
    AWAY: gettext_lazy("Does not sit"),
}
TAPS = tuple(Taps.model_fields)  # the figures that are counted by taps, in place of the typed maal


class HandForm(ByPlayerForm):
    state_name: ClassVar[str] = "state"
    states = STATES
    usual_state: ClassVar[str] = SEEN
    figures = ("maal", *TAPS)
    folded_figures = TAPS
    template: ClassVar[str] = "scoring/entry/games/marriage/entry.html"
    preview_template: ClassVar[str] = "scoring/entry/keypad_preview.html"
    keypad = Keypad(blank_is_zero=True)

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/games/marriage.css",)}

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        choices = [*((str(seat), name) for seat, name in enumerate(self.names)), (NOBODY, _("No one"))]
        self.fields["winner"] = forms.ChoiceField(
            label=_("Who finished?"), required=False, choices=choices, widget=forms.RadioSelect
        )
        self.fields["foul"] = forms.BooleanField(label=_("Finished wrongly (foul)"), required=False)
        self.boxes = [FormBox(field_name("maal", seat), seat, is_bid=False) for seat in range(len(self.names))]
        self.needed_questions = [self["winner"]]

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        initial = super().initial_from(content)
        if content:
            winner, foul = content.get("winner"), content.get("foul")
            finished = foul if winner is None else winner
            initial |= {"winner": NOBODY if finished is None else str(finished), "foul": foul is not None}
        return initial

    def initial_of(self, report: Mapping[str, Any]) -> Mapping[str, Any]:
        taps = report.get("taps")
        state = DUBLEE if report.get("dublee") else SEEN if report.get("seen") else UNSEEN
        return {"state": state} | (taps or {"maal": report["maal"]})

    # --- What is shown

    def title_of(self, what: str) -> str:
        model = PlayerReport if what == "maal" else Taps
        return _(model.model_fields[what].title or "")

    def title_of_box(self, _box: FormBox) -> str:
        return self.title_of("maal")

    def status_of(self, seat: int) -> str:
        state = self[field_name("state", seat)].value() or AWAY
        status = str(STATES.get(state, ""))
        is_counted = state != AWAY and self.is_bound and self.is_valid() and self.typed(seat, TAPS)
        return f"{status} · {formatting.digits(self.maal_of(seat))}" if is_counted else status

    def counters_of(self, seat: int) -> dict[str, list[Counter]]:
        rules: Rules = self.state.rules
        taps = [Counter(self[field_name(what, seat)], self.title_of(what), rules.worth_of({what: 1})) for what in TAPS]
        return {"taps": taps}

    # --- Problems

    def is_wrong(self, box: FormBox) -> bool:
        return any(name.endswith(f"_{box.side}") for name in self.errors)

    def field_of(self, problem: Problem) -> str | None:
        """Show every problem of a player at the player's maal."""
        seat = (*problem.field.split("."), "")[1]
        return field_name("maal", int(seat)) if seat.isdecimal() else super().field_of(problem)

    # --- The record

    def require_everything(self) -> None:
        if not self.cleaned_data.get("winner"):
            self.add_error("winner", _("Choose who finished, or “No one”."))

    @property
    def is_unfinished(self) -> bool:
        return not self.cleaned_data.get("winner")

    def maal_of(self, seat: int) -> Any:
        """Return the typed maal, or else the worth of what was counted by taps."""
        typed = self.cleaned_data.get(field_name("maal", seat))
        if typed is not None:
            return write_points(typed)
        try:
            return self.state.rules.worth_of(Taps(**self.typed(seat, TAPS)).model_dump())
        except ValueError:  # more cards than the packs have: the rulebook reports the problem
            return 0

    def report_of(self, seat: int, state: str) -> dict[str, Any]:
        taps = self.typed(seat, TAPS)
        report = {"maal": self.maal_of(seat), "seen": state != UNSEEN, "dublee": state == DUBLEE}
        return report | ({"taps": taps} if taps else {})

    def record(self) -> dict[str, Any]:
        record = super().record()
        finished = self.cleaned_data.get("winner")
        if finished and finished != NOBODY:
            record["foul" if self.cleaned_data.get("foul") else "winner"] = int(finished)
        return record
