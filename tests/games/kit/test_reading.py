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


MANY = {str(number): number for number in range(100_000)}  # to refuse them one by one would take a second
LETTERS = dict.fromkeys("abcdefghijklmnopqrstuvwxyz", 1)
SIXTY = {f"field_{number}": 1 for number in range(60)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1S", "“1S” is not a card."),
        ("x" * 1_000_000, "“xxxxxxxxxxxx” is not a card."),
        # JSON can contain half a surrogate pair, which cannot be encoded in an answer.
        *((text, "This is not a card.") for text in ("\ud800", "2C\ud83c", "\x00", "2\nC")),
    ],
    ids=str.__len__,
)
def test_a_text_that_is_no_card_is_quoted_in_part_if_it_can_be(text, said):
    (problem,) = GAME.read_record(row(json.loads(json.dumps(text)))).problems
    assert (problem.field, problem.code, str(problem.message)) == ("tricks.0.0", "not_a_card", said)


@pytest.mark.parametrize("thing", [3, True, 1.5, [], ["2C"], {}, ([],), ("2C",), {"2C"}, b"2C"])
def test_values_of_other_types_are_no_cards(thing):
    assert problems(row("2C", thing)) == [("tricks.0.1", "not_a_card")]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (row() | {"holdings": [["2C", None]]}, [("holdings.0.1", "not_a_card")]),
        # Every unreadable card is named.
        (
            row() | {"tricks": [["2C", "0C"], "2C", ["ZZ"]]},
            [("tricks.0.1", "not_a_card"), ("tricks.1", "not_rows"), ("tricks.2.0", "not_a_card")],
        ),
        # Too many items are refused at once.
        (MANY, [("", "unreadable")]),
        ({"thrown_in": True, "play": MANY}, [("play", "unreadable")]),
        ({"points_won": ["x"] * 100_000}, [("points_won", "unreadable")]),
        ({"points_won": ["x"] * 100}, [("points_won", "not_a_row")]),
        (row() | {"tricks": [["2C"] * 4] * 10_000}, [("tricks", "unreadable")]),
        (row() | {"tricks": [["2C"] * 4] * 100}, [("tricks", "not_rows")]),
        (row(*["2C"] * 100_000), [("tricks.0", "not_rows")]),
        # Sixty unknown fields are named one by one; sixty-one are refused as a whole.
        (SIXTY, [*((name, "unknown_field") for name in SIXTY), ("points_won", "missing")]),
        (SIXTY | {"field_60": 1}, [("", "unreadable")]),
        # Text.
        *(
            ({"thrown_in": True, "reason": text}, [("reason", "unfit_text")])
            for text in ("\x00", "two\x00words", "bell\x07", "\x7f", "\x85", "\ud800")
        ),
        ({"thrown_in": True, "reason": "x" * 300}, []),
        ({"thrown_in": True, "reason": "x" * 301}, [("reason", "too_long")]),
    ],
    ids=lambda value: "",
)
def test_what_cannot_be_read_is_named(record, found):
    assert sorted(problems(record)) == sorted(found)


def test_too_many_rules_are_refused():
    assert [problem.code for problem in GAME.read_rules(MANY).problems] == ["unreadable"]


def test_the_number_of_problems_is_limited():
    assert len(problems({"thrown_in": True, **LETTERS})) == 26
    assert len(problems(row() | {"tricks": [["no"] * 9] * 40})) == 100


def test_text_is_not_changed():
    reason = "पत्ता खुल्यो ♠\n“so”"
    assert GAME.read_record({"thrown_in": True, "reason": reason}).value.reason == reason


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
