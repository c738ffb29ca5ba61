"""A round of Coiffeur on the keypad: the team, one of its open boxes, and the card points."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from games.catalogue.coiffeur.record import NO_JOKER, PLAYED_AS, name_of, open_boxes, whose_turn
from games.catalogue.coiffeur.rules import Kind, Rules
from games.kit.card_faces import called
from games.kit.jass_cards import POINTS_IN_A_ROUND
from games.kit.points import write_points
from games.kit.problems import Problem
from ledger.scoring.entry.fields import FigureField, answers_of, initial_of, question_fields
from ledger.scoring.entry.form import FIGURE, EntryForm, FormBox, Keypad, stands_at
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

TAKEN = FIGURE.format(0)  # the field of the card points
BOX = "box_{}"  # the field of a team's open boxes
RARE = ("melds", "stoeck")  # the fields of questions that only a few hands need


class BoxKey(NamedTuple):
    """The key with which one of a team's open boxes is chosen."""

    option: Any  # the box's radio button
    kind: Kind
    factor: int


class TeamPart(NamedTuple):
    """A team, and the keys of its open boxes."""

    team: int
    seat: int
    name: str
    detail: str
    option: Any  # the team's radio button
    boxes: forms.BoundField
    keys: list[BoxKey]


class HandForm(EntryForm):
    template: ClassVar[str] = "scoring/entry/games/coiffeur/entry.html"
    preview_template: ClassVar[str] = "scoring/entry/keypad_preview.html"
    keypad = Keypad()
    is_shared = True
    boxes = (FormBox(TAKEN, 0, is_bid=False),)  # the one input of the keypad; the boxes that a team fills are in `open`

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("css/scoring/games/coiffeur.css",)}

    def __init__(self, state: SeriesState, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(state, data, **options)
        self.rules: Rules = state.rules
        others = state.records()
        del others[self.number - 1 : self.number]  # without a hand that is being corrected, so that its box is open
        self.open = [dict(open_boxes(self.rules, others, team)) for team in range(len(state.sides))]
        turn = whose_turn(self.rules, state.table_for(self.number))
        teams = [(str(team), side.name) for team, side in enumerate(state.sides) if self.open[team]]
        self.fields["team"] = forms.ChoiceField(
            label=_("Team"),
            choices=teams,
            widget=forms.RadioSelect,
            required=False,
            initial=None if turn is None else str(turn),
        )
        for team, boxes in enumerate(self.open):
            choices = [(str(index), in_words(name_of(self.rules, box), ())) for index, box in boxes.items()]
            self.fields[BOX.format(team)] = forms.ChoiceField(
                label=_("Box"), choices=choices, widget=forms.RadioSelect, required=False
            )
        self.fields[TAKEN] = FigureField(label=_("Card points"), required=False)
        kinds = [("", "–"), *((kind.value, _(called(kind.label, self.rules.card_faces))) for kind in NO_JOKER)]
        self.fields["played_as"] = forms.ChoiceField(
            label=_(PLAYED_AS), choices=kinds, required=False, widget=forms.Select(attrs={"class": "input"})
        )
        self.fields["match"] = forms.BooleanField(label=_("Match"), required=False)
        self.fields["counter_match"] = forms.BooleanField(label=_("Counter-match"), required=False)
        self.asked = [question for question in state.game.questions(by_card=False) if question.field in RARE]
        self.fields |= question_fields(self.asked, state.names, state.game.sides, state.game.entry_sides)
        self.keys = self.keys_of(self.asked)

    def initial_from(self, content: Mapping[str, Any]) -> dict[str, Any]:
        if not content:
            return {}
        team, kind = content["team"], content["kind"]
        index = next((index for index, box in self.open[team].items() if box.kind == kind), None)
        plain = {name: content.get(name) for name in ("played_as", "match", "counter_match")}
        figures = {TAKEN: content.get("card_points"), BOX.format(team): index}
        return {"team": str(team), **figures, **plain, **initial_of(self.asked, content)}

    # --- What is shown

    @property
    def teams(self) -> list[TeamPart]:
        totals = self.state.play.standing.cumulative
        parts = []
        for option in self["team"]:
            team = int(option.data["value"])
            side, field = self.state.sides[team], self[BOX.format(team)]
            detail = "" if self.is_correction else stands_at(totals[side.seat])
            keys = [BoxKey(key, box.kind, box.factor) for key, box in zip(field, self.open[team].values(), strict=True)]
            parts.append(TeamPart(team, side.seat, side.name, detail, option, field, keys))
        return parts

    # --- The record

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        self.team = int(values["team"]) if values.get("team") else None
        index = values.get(BOX.format(self.team)) if self.team is not None else None
        self.box = self.open[self.team][int(index)] if self.team is not None and index else None
        is_match = values.get("match") or values.get("counter_match")
        if is_match and values.get(TAKEN) is None and TAKEN not in self.errors:
            # The side with every trick has all card points, and the other side has none.
            values[TAKEN] = Fraction(POINTS_IN_A_ROUND if values.get("match") else 0)
        return super().clean()

    @property
    def missing(self) -> list[str]:
        """The names of the fields that still need an entry."""
        missing = []
        if self.team is None:
            missing.append("team")
        elif self.box is None:
            missing.append(BOX.format(self.team))
        if self.cleaned_data.get(TAKEN) is None and TAKEN not in self.errors:
            missing.append(TAKEN)
        return missing

    @property
    def is_unfinished(self) -> bool:
        return bool(self.missing)

    @property
    def is_untouched(self) -> bool:
        return self.box is None and self.cleaned_data.get(TAKEN) is None

    def require_everything(self) -> None:
        for name in self.missing:
            self.add_missing(name)

    def record(self) -> dict[str, Any]:
        """Return the record. In a partial form, a missing team is the first that has an open box, a missing box is the
        team's first open box, and missing points are 0."""
        values, box = self.cleaned_data, self.box
        team = self.team if self.team is not None else next(team for team, boxes in enumerate(self.open) if boxes)
        box = box or next(iter(self.open[team].values()))
        record = {"team": team, "kind": box.kind.value, "card_points": write_points(values.get(TAKEN) or Fraction(0))}
        if box.kind is Kind.JOKER and values.get("played_as"):
            record["played_as"] = values["played_as"]
        if Kind.MISERE not in (box.kind, record.get("played_as")):
            record |= {name: True for name in ("match", "counter_match") if values.get(name)}
        return record | answers_of(self.asked, values)

    # --- Problems

    def field_of(self, problem: Problem) -> str | None:
        names = {"card_points": TAKEN, "kind": BOX.format(self.team)}
        field = names.get(problem.field, problem.field)
        return field if field in self.fields else None
