"""Django's forms, rendered by the components."""

import pytest
from django import forms
from django.test.html import parse_html

from ledger.face.templatetags.face import option_input


class Form(forms.Form):
    name = forms.CharField(label="Name", help_text="As on the sheet.")
    way = forms.ChoiceField(label="Way", choices=[("a", "One"), ("b", "Two")], widget=forms.RadioSelect)
    agreed = forms.BooleanField(label="Agreed", required=False)
    token = forms.CharField(widget=forms.HiddenInput)
    notes = forms.CharField(label="Notes", required=False)


def test_label_help_and_error_refer_to_their_field():
    page = str(Form({"name": "", "way": "a", "token": "t"}))
    assert '<label class="field__label" for="id_name">' in " ".join(page.split())
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'id="id_name_helptext"' in page
    assert 'id="id_name_error"' in page
    assert 'aria-invalid="true"' in page


def test_errors_are_listed_once_with_a_link_to_each():
    page = str(Form({}))
    assert page.count("error-summary") == 1
    assert 'href="#id_name"' in page
    assert 'href="#id_way' in page


def test_a_form_without_errors_has_no_summary():
    assert "error" not in str(Form())


def test_choices_have_one_legend():
    assert "<legend>Way</legend>" in "".join(str(Form()["way"].as_field_group()).split("\n")).replace("  ", "")


def test_only_optional_fields_are_marked_as_optional():
    form = Form()
    assert "(optional)" in form["notes"].as_field_group()
    assert "(optional)" not in form["name"].as_field_group()
    assert "(optional)" not in form["agreed"].as_field_group()


def test_a_hidden_field_has_no_label():
    assert "<label" not in Form()["token"].as_field_group()


def test_typed_text_is_kept_and_escaped():
    assert "&lt;b&gt;" in str(Form({"name": "<b>"}))


class Choosing(forms.Form):
    dealt = forms.ChoiceField(choices=[("a&b", "A"), ("2", "B")], widget=forms.RadioSelect, initial="2")
    shown = forms.MultipleChoiceField(choices=[(1, "One"), (2, "Two")], widget=forms.CheckboxSelectMultiple)


@pytest.mark.parametrize("data", [None, {"dealt": "a&b", "shown": [1]}, {"dealt": "", "shown": []}])
@pytest.mark.parametrize("name", ["dealt", "shown"])
def test_a_choice_has_the_same_inputs_as_in_django(name, data):
    for option in Choosing(data)[name]:
        assert parse_html(option_input(option)) == parse_html(option.tag())
