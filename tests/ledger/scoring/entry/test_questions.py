"""The fields of a game's questions, and their answers in the record."""

import re
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.translation import override

from games.entry import Answer, Question
from games.kit.sentences import Seat, say
from ledger.scoring.entry.fields import (
    answers_of,
    initial_of,
    question_fields,
    side_names,
    with_answers,
)

NAMES = ("Asha", "Bimal", "Chandra", "Deepa")
TEAMS = ((0, 2), (1, 3))
TRUMP = Question("trump", "Trump", Answer.OPTION, (("hearts", "Hearts"), ("top_down", "Top down")), required=True)
CHOSEN_BY = Question("chosen_by", "Who chose trump", Answer.SEAT)
MELD_TEAM = Question("meld_team", "Team with the best Weis", Answer.SIDE)
MELDS = Question("melds", "Weis", Answer.SEVERAL, ((20, "20"), (50, "50"), (100, "100")))
PASSED = Question("passed", "The choice was passed to the partner", Answer.FLAG)
QUESTIONS = (TRUMP, CHOSEN_BY, MELD_TEAM, MELDS, PASSED)


class AskingForm(forms.Form):
    def __init__(self, questions: tuple[Question, ...], data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.fields |= question_fields(questions, NAMES, TEAMS, TEAMS)


def asked(sent: str, questions: tuple[Question, ...] = QUESTIONS) -> AskingForm:
    return AskingForm(questions, QueryDict(sent))


def drawn(form: AskingForm, field: str) -> str:
    return " ".join(render_to_string("scoring/entry/question.html", {"field": form[field]}).split())


def test_answers_become_record_entries():
    form = asked("trump=hearts&chosen_by=3&meld_team=1&melds_0=2&melds_1=1&melds_2=&passed=on")
    assert form.is_valid()
    assert answers_of(QUESTIONS, form.cleaned_data) == {
        "trump": "hearts",
        "chosen_by": 3,
        "meld_team": 1,
        "melds": [20, 20, 50],
        "passed": True,
    }


def test_seat_0_and_side_0_are_answers():
    form = asked("trump=top_down&chosen_by=0&meld_team=0")
    assert form.is_valid()
    assert answers_of(QUESTIONS, form.cleaned_data) == {"trump": "top_down", "chosen_by": 0, "meld_team": 0}


def test_only_required_questions_need_an_answer():
    form = asked("")
    assert form.errors == {"trump": ["Please choose: Trump"]}


@pytest.mark.parametrize("sent", ["trump=oak", "trump=hearts&chosen_by=4", "trump=hearts&melds_0=13"])
def test_unknown_options_are_refused(sent):
    assert not asked(sent).is_valid()


def test_required_question_with_several_answers():
    some = Question("melds", "Weis", Answer.SEVERAL, ((20, "20"),), required=True)
    assert asked("melds_0=", (some,)).errors == {"melds": ["Please choose: Weis"]}
    assert asked("melds_0=1", (some,)).is_valid()


def test_teams_are_named_by_their_players():
    assert side_names(NAMES, TEAMS) == ["Asha & Chandra", "Bimal & Deepa"]
    assert side_names(NAMES, ((0,), (1,))) == ["Asha", "Bimal"]
    page = drawn(asked(""), "meld_team")
    assert ">Asha &amp; Chandra</bdi>" in page
    assert ">Not answered</bdi>" in page
    assert "Not answered" not in drawn(asked(""), "trump")


def test_new_answers_replace_the_old_ones():
    form = asked("trump=top_down")
    assert form.is_valid()
    record = {"tricks": [], "trump": "hearts", "chosen_by": 1, "melds": [20]}
    assert with_answers(record, QUESTIONS, form.cleaned_data) == {"tricks": [], "trump": "top_down"}


def test_fields_are_filled_in_from_a_stored_record():
    content = {"trump": "hearts", "chosen_by": 0, "melds": [20, 20, 100], "passed": True, "tricks": []}
    form = AskingForm(QUESTIONS, initial=initial_of(QUESTIONS, content))
    assert form["trump"].value() == "hearts"
    assert drawn(form, "trump").count("checked") == 1
    assert form["chosen_by"].value() == 0
    counts = drawn(form, "melds")
    assert counts.count('<option value="2" selected>') == 1
    assert counts.count('<option value="1" selected>') == 1
    assert "checked" in drawn(form, "passed")


def test_an_option_can_fill_several_fields():
    """A label may be a sentence that names players."""
    options = ((0, (20, 50)), say("{one}: 70", one=Seat(0))), ((1, (20,)), say("{one}: 20", one=Seat(1)))
    weis = Question("weis", "Weis", Answer.OPTION, options, fills=("meld_team", "melds"))
    assert "Asha: 70" in drawn(asked("", (weis,)), "weis")
    form = asked("weis=(0, (20, 50))", (weis,))
    assert form.is_valid()
    record = {"trump": "hearts", "meld_team": 1, "melds": [100]}
    filled = {"trump": "hearts", "meld_team": 0, "melds": (20, 50)}
    assert with_answers(record, (weis,), form.cleaned_data) == filled
    again = AskingForm((weis,), initial=initial_of((weis,), filled | {"melds": [20, 50]}))
    assert re.search(r'value="\(0, \(20, 50\)\)"[^>]* checked', drawn(again, "weis"))
    assert with_answers(record, (weis,), {"weis": None}) == {"trump": "hearts"}
    assert initial_of((weis,), {"melds": []}) == {}


def test_unchanged_form_has_no_changed_data():
    initial = initial_of(QUESTIONS, {"trump": "hearts", "melds": [20, 20]})
    sent = QueryDict("trump=hearts&chosen_by=&meld_team=&melds_0=2&melds_1=&melds_2=")
    assert AskingForm(QUESTIONS, sent, initial).changed_data == []


def test_answers_survive_hidden_inputs():
    sent = "trump=hearts&melds_0=2&melds_2=1&passed=on"
    hidden = "".join(str(field.as_hidden()) for field in asked(sent))
    assert 'type="hidden" name="melds_0" value="2"' in hidden
    pairs = re.findall(r'name="([^"]+)"(?: value="([^"]*)")?', hidden)
    again = asked("&".join(f"{name}={value}" for name, value in pairs))
    assert again.is_valid()
    assert answers_of(QUESTIONS, again.cleaned_data) == {"trump": "hearts", "melds": [20, 20, 100], "passed": True}


def test_labels_and_digits_are_translated():
    with override("ne"):
        assert "२०" in drawn(asked(""), "melds")
