"""Options with titles, and what a form finds of them in a schema."""

import pytest
from pydantic import TypeAdapter, ValidationError

from games.kit.choices import Choice


class Tea(Choice):
    BLACK = "black", "Without milk"
    MILK = "milk", "With milk"


TEA: TypeAdapter[Tea] = TypeAdapter(Tea)


def test_the_value_is_what_is_written_down():
    assert Tea("milk") is Tea.MILK
    assert (Tea.MILK, f"{Tea.MILK}") == ("milk", "milk")
    assert TEA.dump_python(Tea.BLACK, mode="json") == "black"
    assert TEA.validate_python("black") is Tea.BLACK


@pytest.mark.parametrize("value", ["With milk", "green", 1, None])
def test_nothing_else_is_read(value):
    with pytest.raises(ValidationError):
        TEA.validate_python(value)


def test_the_schema_has_the_titles():
    schema = TEA.json_schema()
    assert schema["enum"] == ["black", "milk"]
    assert schema["oneOf"] == [{"const": "black", "title": "Without milk"}, {"const": "milk", "title": "With milk"}]
