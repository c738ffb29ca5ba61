"""Reading any data quickly gives a value or a list of problems with messages that can be shown."""

import json
from fractions import Fraction

import pytest
from jsonschema import Draft202012Validator

from games.kit.cards import CODES
from games.kit.points import read_points, write_points
from games.registry import BY_SLUG

GAME = BY_SLUG["jaago-chalis"]


def problems(record):
    return [(problem.field, problem.code) for problem in GAME.read_record(record).problems]


def row(*cards):
    return {"direction": "clockwise", "first_leader": 0, "tricks": [list(cards)]}


class TestInvalidCards:
    def test_long_text_is_quoted_in_part(self):
        (problem,) = GAME.read_record(row("1S")).problems
        assert (problem.field, problem.code) == ("tricks.0.0", "not_a_card")
        assert str(problem.message) == "“1S” is not a card."
        (problem,) = GAME.read_record(row("x" * 1_000_000)).problems
        assert str(problem.message) == "“xxxxxxxxxxxx” is not a card."

    @pytest.mark.parametrize("text", ["\ud800", "2C\ud83c", "\x00", "2\nC"])
    def test_text_with_invalid_characters_is_not_quoted(self, text):
        """JSON can contain half a surrogate pair, which cannot be encoded in an answer."""
        (problem,) = GAME.read_record(row(json.loads(json.dumps(text)))).problems
        assert str(problem.message) == "This is not a card."

    @pytest.mark.parametrize("thing", [3, True, 1.5, [], ["2C"], {}, ([],), ("2C",), {"2C"}, b"2C"])
    def test_values_of_other_types_are_refused(self, thing):
        assert problems(row("2C", thing)) == [("tricks.0.1", "not_a_card")]

    def test_a_gap_in_a_holding_is_refused(self):
        record = row() | {"holdings": [["2C", None]]}
        assert problems(record) == [("holdings.0.1", "not_a_card")]

    def test_every_unreadable_card_is_named(self):
        record = {"direction": "clockwise", "first_leader": 0, "tricks": [["2C", "0C"], "2C", ["ZZ"]]}
        assert problems(record) == [
            ("tricks.0.1", "not_a_card"),
            ("tricks.1", "not_rows"),
            ("tricks.2.0", "not_a_card"),
        ]


class TestTooManyItems:
    """Refusing 100,000 items one by one would take a second."""

    MANY = {str(number): number for number in range(100_000)}

    def test_too_many_fields_are_refused(self):
        assert problems(self.MANY) == [("", "unreadable")]

    def test_too_many_nested_fields_are_refused(self):
        assert problems({"thrown_in": True, "play": self.MANY}) == [("play", "unreadable")]

    def test_too_many_rules_are_refused(self):
        assert [problem.code for problem in GAME.read_rules(self.MANY).problems] == ["unreadable"]

    def test_too_many_points_are_refused(self):
        assert problems({"points_won": ["x"] * 100_000}) == [("points_won", "unreadable")]
        assert problems({"points_won": ["x"] * 100}) == [("points_won", "not_a_row")]

    def test_too_many_tricks_are_refused(self):
        assert problems(row() | {"tricks": [["2C"] * 4] * 10_000}) == [("tricks", "unreadable")]
        assert problems(row() | {"tricks": [["2C"] * 4] * 100}) == [("tricks", "not_rows")]
        assert problems(row(*["2C"] * 100_000)) == [("tricks.0", "not_rows")]

    def test_the_number_of_problems_is_limited(self):
        assert len(problems({"thrown_in": True, **dict.fromkeys("abcdefghijklmnopqrstuvwxyz", 1)})) == 26
        assert len(problems(row() | {"tricks": [["no"] * 9] * 40})) == 100


class TestSchemaOfCards:
    """The schema allows what the reader takes: the pack has no more cards."""

    VALIDATOR = Draft202012Validator(GAME.record_schema())

    def test_the_schema_allows_as_many_tricks_as_the_pack_has_cards(self):
        tricks = [["2C", "3C", "4C", None]] * 52
        assert self.VALIDATOR.is_valid(row() | {"tricks": tricks})
        assert not self.VALIDATOR.is_valid(row() | {"tricks": [*tricks, ["2C"]]})

    def test_the_schema_allows_the_whole_pack_in_a_holding(self):
        assert self.VALIDATOR.is_valid(row() | {"holdings": [list(CODES)]})
        assert not self.VALIDATOR.is_valid(row() | {"holdings": [[*CODES, "2H"]]})


class TestText:
    def test_text_is_not_changed(self):
        reason = "पत्ता खुल्यो ♠\n“so”"
        assert GAME.read_record({"thrown_in": True, "reason": reason}).value.reason == reason

    @pytest.mark.parametrize("text", ["\x00", "two\x00words", "bell\x07", "\x7f", "\x85", "\ud800"])
    def test_control_characters_are_refused(self, text):
        assert problems({"thrown_in": True, "reason": text}) == [("reason", "unfit_text")]

    def test_text_over_300_characters_is_refused(self):
        assert problems({"thrown_in": True, "reason": "x" * 300}) == []
        assert problems({"thrown_in": True, "reason": "x" * 301}) == [("reason", "too_long")]


class TestPoints:
    @pytest.mark.parametrize(
        ("written", "exact"),
        [
            (8, Fraction(8)),
            (8.5, Fraction(17, 2)),
            (0.1, Fraction(1, 10)),
            (-1.25, Fraction(-5, 4)),
            (12.345678, Fraction(12345678, 1000000)),
            (1_000_000_000, Fraction(1_000_000_000)),
            (Fraction(1, 8), Fraction(1, 8)),
        ],
    )
    def test_points_are_read_and_written_exactly(self, written, exact):
        assert read_points(written) == exact
        assert read_points(json.loads(json.dumps(write_points(exact)))) == exact

    @pytest.mark.parametrize("value", [1_000_000_001, -1_000_000_001, 0.1234567, 1e-7, Fraction(1, 3)])
    def test_invalid_points_are_refused(self, value):
        """A third cannot be written exactly as a JSON number."""
        with pytest.raises(ValueError, match="not a number of points"):
            read_points(value)

    def test_whole_points_are_written_as_integers(self):
        assert json.dumps([write_points(Fraction(8)), write_points(Fraction(-17, 2))]) == "[8, -8.5]"


def test_a_record_with_more_than_sixty_fields_is_not_read():
    """Sixty unknown fields are named one by one; sixty-one are refused as a whole."""
    sixty = {f"field_{number}": 1 for number in range(60)}
    assert ("field_0", "unknown_field") in problems(sixty)
    assert [code for _field, code in problems(sixty | {"field_60": 1})] == ["unreadable"]
