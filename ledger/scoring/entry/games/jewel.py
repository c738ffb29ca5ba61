"""A hand of Jewel on one screen: how the hand ended for each player, and what the player has shown."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.jewel.record import Ended, Shown
from games.catalogue.jewel.rules import Rules
from ledger.scoring.entry.by_player import AWAY, ByPlayerForm, Counter, field_name

# The figures that are counted by taps, each with the rule that says what one is worth.
JEWELS = {"single_jewels": "jewel", "double_jewels": "two_jewels"}
ARRANGED = {"super_sequences": "super_sequence", "marriages": "marriage", "super_sets": "super_set"}
COUNTED = JEWELS | ARRANGED

# Shorter texts than in the record: a phone shows five side by side.
ENDS: dict[str, Any] = {
    Ended.DECLARED: gettext_lazy("Declared"),
    Ended.PLAYED: gettext_lazy("Played"),
    Ended.PACKED: gettext_lazy("Pack"),
    Ended.MID_PACKED: gettext_lazy("Mid pack"),
    AWAY: gettext_lazy("Does not sit"),
}
STATUS = ENDS | {Ended.PACKED: gettext_lazy("Packed"), Ended.MID_PACKED: gettext_lazy("Mid-packed")}


class HandForm(ByPlayerForm):
    state_name: ClassVar[str] = "ended"
    states = ENDS
    usual_state: ClassVar[str] = Ended.PLAYED
    figures = (*COUNTED, "penalty", "jewels", "bonus")
    folded_figures = ("jewels", "bonus")

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/games/jewel.css",)}

    # --- What is shown

    def state_choices(self) -> Iterable[tuple[str, str]]:
        rules: Rules = self.state.rules
        costs: dict[str, int] = {Ended.PACKED: rules.pack, Ended.MID_PACKED: rules.mid_pack}
        return [(end, f"{label} {costs[end]}" if end in costs else str(label)) for end, label in ENDS.items()]

    def title_of(self, what: str) -> str:
        model, name = (Rules, COUNTED[what]) if what in COUNTED else (Shown, what)
        return _(model.model_fields[name].title or "")

    def status_of(self, seat: int) -> str:
        return str(STATUS.get(self[field_name("ended", seat)].value() or AWAY, ""))

    def counters_of(self, seat: int) -> dict[str, list[Counter]]:
        def counters(*names: str) -> list[Counter]:
            shown = []
            for what in names:
                # The title has to be short enough for a chip.
                title = _("Two alike") if what == "double_jewels" else self.title_of(what)
                worth = getattr(self.state.rules, COUNTED[what]) if what in COUNTED else None
                shown.append(Counter(self[field_name(what, seat)], title, worth))
            return shown

        return {
            "jewels": counters(*JEWELS),
            "arranged": counters(*ARRANGED),
            "penalty": counters("penalty"),
            "as_points": counters("jewels", "bonus"),
        }

    @property
    def full_hand(self) -> int:
        return int(self.state.rules.full_hand)

    # --- The record

    def report_of(self, seat: int, state: str) -> dict[str, Any]:
        """Leave out the figures that the screen hides for a player in this state."""
        figures: Iterable[str] = self.figures
        if state in (Ended.PACKED, Ended.MID_PACKED):
            figures = (*JEWELS, "jewels")
        elif state == Ended.DECLARED:
            figures = [what for what in self.figures if what != "penalty"]
        return {"ended": state} | self.typed(seat, figures)
