"""Choices with titles, and their JSON schema."""

import pytest
from pydantic import TypeAdapter, ValidationError

from games.kit.choices import Choice


class Tea(Choice):
    BLACK = "black", "Without milk"
    MILK = "milk", "With milk"


TEA: TypeAdapter[Tea] = TypeAdapter(Tea)


def test_a_choice_is_stored_as_its_value():
    assert Tea("milk") is Tea.MILK
    assert (Tea.MILK, f"{Tea.MILK}") == ("milk", "milk")
    assert TEA.dump_python(Tea.BLACK, mode="json") == "black"
    assert TEA.validate_python("black") is Tea.BLACK


@pytest.mark.parametrize("value", ["With milk", "green", 1, None])
def test_other_values_are_refused(value):
    with pytest.raises(ValidationError):
        TEA.validate_python(value)


def test_the_schema_has_the_titles_of_the_choices():
    schema = TEA.json_schema()
    assert schema["enum"] == ["black", "milk"]
    assert schema["oneOf"] == [{"const": "black", "title": "Without milk"}, {"const": "milk", "title": "With milk"}]
