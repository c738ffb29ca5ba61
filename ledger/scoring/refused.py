"""The text right above Save after Save was refused. It looks different each time, so that a scorer notices it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.lib import formatting
from ledger.lib.typed import read_whole

MISSING = "missing"  # the code of an error: the field has no figure
REQUIRED = "required"  # Django's code for a missing choice
MOST_NAMED = 3  # missing fields that a sentence names, so that most sentences fit on one line


class Faults(NamedTuple):
    """Everything that keeps a form from being saved."""

    missing_figures: list[str]  # the labels of the fields
    missing_choices: list[str]  # the labels of the fields
    wrong: list[str]  # all other faults, as sentences

    def in_words(self, *, again: bool = False) -> list[str]:
        """Return the faults as sentences. Missing figures are only counted. With `again`, from the second refusal on,
        their fields are named."""
        named = [*self.missing_figures, *self.missing_choices]
        if again and named:
            return [missing_in_words(named), *self.wrong]
        sentences = []
        if count := len(self.missing_figures):
            sentence = ngettext("%(count)s figure is missing.", "%(count)s figures are missing.", count)
            sentences.append(sentence % {"count": formatting.digits(count)})
        if self.missing_choices:
            sentences.append(_("Please choose: %(question)s") % {"question": " · ".join(self.missing_choices)})
        return [*sentences, *self.wrong]


def missing_in_words(labels: list[str]) -> str:
    if len(labels) <= MOST_NAMED:
        return _("Still missing: %(fields)s") % {"fields": " · ".join(labels)}
    shown, more = labels[: MOST_NAMED - 1], len(labels) - MOST_NAMED + 1
    sentence = ngettext(
        "Still missing: %(fields)s and %(count)s more", "Still missing: %(fields)s and %(count)s more", more
    )
    return sentence % {"fields": " · ".join(shown), "count": formatting.digits(more)}


@dataclass(frozen=True)
class Refusal:
    """Why Save was refused, as the text above Save."""

    times: int  # how often Save was refused: the second refusal looks different from the first
    faults: Faults
    doubts: Sequence[str] = ()  # the warnings about the hand, about each of which Save asks once
    takes_focus: bool = False  # the text gets the focus, because no field does

    @property
    def sentences(self) -> list[str]:
        return [*self.faults.in_words(again=self.times > 1), *self.doubts]

    @property
    def title(self) -> str:
        """The words before the sentences. Empty if the sentences name what is missing, from the second refusal on."""
        if not any(self.faults):
            return _("Not saved yet: is this right?") if self.doubts else _("Complete now: save again.")
        if self.times == 1:
            return _("Not saved yet.")
        return "" if self.faults.missing_figures or self.faults.missing_choices else _("Still not saved.")

    @property
    def announcement(self) -> str:
        return " ".join(filter(None, [self.title, *self.sentences]))

    @property
    def style(self) -> str:
        """The end of the CSS class `refused--<style>`. Two refusals for faults, one after the other, look different."""
        if any(self.faults):
            return "again" if self.times % 2 == 0 else "first"
        return "doubt" if self.doubts else "mended"


def times_refused(data: Mapping[str, Any]) -> int:
    """Return how often Save was refused with this form before, from the form's hidden field `refused`."""
    return read_whole(data.get("refused", ""), digits=3) or 0


def refusal_of(*sent: forms.Form, in_place: bool) -> Refusal | None:
    """Return the refusal of forms that were sent together; None if they have no errors. The first field with an error
    gets the focus."""
    if not any(form.errors for form in sent):
        return None
    has_focus = any(focus_first_fault(form, in_place=in_place) for form in sent)
    faults = [faults_of(form) for form in sent]
    together = Faults(*(list(chain(*kind)) for kind in zip(*faults, strict=True)))
    return Refusal(times_refused(sent[0].data) + 1, together, takes_focus=not has_focus)


def faults_of(form: forms.Form) -> Faults:
    """Return the faults of the fields in their order, then the faults of the whole form. Fields with the same fault
    share a sentence.

    The sentences stand apart from the fields, so they begin with the names that the form's `name_of` returns.
    """
    name_of: Callable[[str | None, str], str] = getattr(form, "name_of", lambda _field, _error: "")
    faults = Faults([], [], [])
    names_by_error: dict[str, list[str]] = {}
    for name in (*form.fields, None):
        errors = form.errors.get(name or NON_FIELD_ERRORS)
        for error, text in zip(errors.as_data(), errors, strict=True) if errors else ():
            if name and error.code == MISSING:
                faults.missing_figures.append(str(form.fields[name].label))
            elif name and error.code == REQUIRED:
                faults.missing_choices.append(str(form.fields[name].label))
            else:
                names_by_error.setdefault(str(text), []).append(name_of(name, str(text)))
    for text, names in names_by_error.items():
        named = ", ".join(dict.fromkeys(filter(None, names)))
        faults.wrong.append(_("%(name)s: %(fault)s") % {"name": named, "fault": text} if named else text)
    return faults


def focus_first_fault(form: forms.Form, *, in_place: bool) -> bool:
    """Give the focus to the first field with an error. Return False if there is none.

    `in_place`: htmx puts the form into the open page.
    """
    first = next((name for name in form.fields if name in form.errors), None)
    if first is not None:
        form.fields[first].widget.attrs["data-focus-after-swap" if in_place else "autofocus"] = True
    return first is not None
