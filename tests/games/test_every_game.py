"""Properties of every game. A new game is tested without a change here."""

import json
import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games.contract import Table, blocks_scoring
from games.kit.problems import Problem
from games.registry import BY_SLUG, GAMES
from tests.games import invalid_data
from tests.games.sentence_checks import assert_valid_sentences
from tests.needs import THOROUGH

MOST_SECONDS = 0.05
EVERY = 1 if THOROUGH else 12  # of the heavy values in the place of a field
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


def tables(game):
    return [Table(seats=seats) for seats in game.allowed_seats]


def records_of(game):
    """The records of the game's own example."""
    return list(game.example.records) if game.example else []


def field_names(schema):
    """The names of the fields of all models in a schema."""
    models = [schema, *schema.get("$defs", {}).values()]
    return sorted({name for model in models for name in model.get("properties", {})})


class TestCatalogue:
    def test_slugs_are_unique(self):
        assert len(BY_SLUG) == len(GAMES) > 0
        assert all(BY_SLUG[game.slug] is game for game in GAMES)

    @every_game
    def test_a_slug_can_be_part_of_an_address(self, game):
        assert game.slug.replace("-", "").isalnum()
        assert game.slug.isascii()
        assert game.slug == game.slug.lower()

    @every_game
    def test_every_game_has_its_texts(self, game):
        texts = [
            game.name,
            game.about,
            *(text for preset in game.presets.values() for text in (preset.title, preset.about)),
        ]
        assert all(text.strip() == text and text for text in texts)

    @every_game
    def test_seats_are_numbers_of_players(self, game):
        assert game.allowed_seats
        assert list(game.allowed_seats) == sorted(set(game.allowed_seats))
        assert min(game.allowed_seats) >= 2


@every_game
class TestPresets:
    def test_every_game_has_a_preset_and_presets_have_names(self, game):
        assert game.presets
        assert all(slug == preset.slug for slug, preset in game.presets.items())
        assert game.default_preset in game.presets.values()

    def test_presets_are_unchanged_as_json(self, game):
        for preset in game.presets.values():
            reading = game.read_rules(json.loads(preset.rules.model_dump_json()))
            assert reading.problems == ()
            assert reading.value == preset.rules

    def test_empty_rules_are_the_default_preset(self, game):
        assert game.read_rules({}).value == game.default_preset.rules

    def test_rules_are_frozen_and_refuse_unknown_fields(self, game):
        rules = game.default_preset.rules
        name = next(iter(type(rules).model_fields))
        with pytest.raises(ValueError, match="frozen"):
            setattr(rules, name, getattr(rules, name))
        assert [problem.code for problem in game.read_rules({"no_such_rule": 1}).problems] == ["unknown_field"]


@every_game
class TestSchemas:
    def test_schemas_are_valid_json_schemas(self, game):
        for schema in (game.rules_schema(), game.record_schema()):
            Draft202012Validator.check_schema(json.loads(json.dumps(schema)))

    def test_presets_match_the_schema_of_the_rules(self, game):
        validator = Draft202012Validator(game.rules_schema())
        for preset in game.presets.values():
            assert list(validator.iter_errors(json.loads(preset.rules.model_dump_json()))) == []

    def test_example_hands_match_the_schema_of_records(self, game):
        validator = Draft202012Validator(game.record_schema())
        for record in records_of(game):
            assert list(validator.iter_errors(record)) == []

    def test_titles_of_fields_are_words(self, game):
        """A title must not be the name of a class."""
        schema = game.record_schema()
        models = [schema, *schema.get("$defs", {}).values()]
        titles = [
            field["title"] for model in models for field in model.get("properties", {}).values() if "title" in field
        ]
        assert [title for title in titles if re.search("[a-z][A-Z]", title)] == []

    def test_unknown_fields_do_not_match_a_schema(self, game):
        for schema in (game.rules_schema(), game.record_schema()):
            assert not Draft202012Validator(schema).is_valid({"no_such_field": 1})


@every_game
class TestEmptySeries:
    def test_every_total_is_zero(self, game):
        for table in tables(game):
            standing = game(game.default_preset.rules, table.seats).standing([], table)
            assert standing.cumulative == (0,) * table.seats
            assert sorted(seat for level in standing.ranking for seat in level) == list(range(table.seats))
            assert (standing.over, standing.counted, standing.running) == (False, 0, ())

    def test_no_payment_is_owed(self, game):
        for table in tables(game):
            assert game(game.default_preset.rules, table.seats).settle([], table) == ()


@every_game
class TestExample:
    def test_the_example_hands_are_possible_and_have_a_settlement(self, game):
        if not game.example:
            return
        rules, seats = game.default_preset.rules, len(game.example.players)
        assert seats in game.allowed_seats
        earlier, scores = [], []
        for data in game.example.records:
            table = Table(seats, 0, tuple(earlier))
            record = read_back(game, data)
            assert game(rules, table.seats).check(record, table) == []
            scores.append(game(rules, table.seats).score(record, table))
            earlier.append(record)
        paid = game(rules, seats).settle(scores, Table(seats, 0, tuple(earlier)))
        assert sum(transfer.points for transfer in paid) > 0
        for score in scores:
            assert len(score.points_won) == len(score.points_entered) == seats
            assert_valid_sentences([line.why for line in score.lines] + [play.why for play in score.illegal_plays])
        assert_valid_sentences([transfer.why for transfer in paid])


def read_back(game, data):
    """The record after it was written as JSON and read again."""
    reading = game.read_record(data)
    assert reading.problems == ()
    again = game.read_record(json.loads(game.record.dump_json(reading.value)))
    assert again.value == reading.value
    return reading.value


def examine(game, data):
    """Do all that the site does with data from a client. Returns the problems."""
    reading = game.read_record(data)
    found = list(reading.problems)
    for table in tables(game) if not found else []:
        problems = game(game.default_preset.rules, table.seats).check(reading.value, table)
        found += problems
        if not blocks_scoring(problems):
            score = game(game.default_preset.rules, table.seats).score(reading.value, table)
            assert_valid_sentences([line.why for line in score.lines])
    assert_problems(found)
    return found


def assert_problems(found):
    for problem in found:
        assert isinstance(problem, Problem)
        assert problem.code
        f"{problem.field} {problem.message}".encode()  # half a surrogate pair could not be encoded
    assert_valid_sentences([problem.message for problem in found])


def seconds(work):
    """The processor time of this process, the best of three, because the machine may be busy."""
    taken = []
    for _ in range(3):
        began = process_time()
        work()
        taken.append(process_time() - began)
        if taken[-1] < MOST_SECONDS:
            break
    return min(taken)


@every_game
class TestInvalidData:
    @pytest.mark.thorough
    @given(data=st.data())
    def test_reading_any_record_never_raises(self, game, data):
        names = field_names(game.record_schema())
        inner = invalid_data.nested_data(names)
        good = records_of(game) or [{}]
        candidates = [inner, *(invalid_data.with_some_fields(names, record, inner) for record in good)]
        record = data.draw(st.one_of(candidates))
        assert seconds(lambda: examine(game, record)) < MOST_SECONDS

    @pytest.mark.thorough
    @given(data=st.data())
    def test_reading_any_rules_never_raises(self, game, data):
        names = field_names(game.rules_schema())
        inner = invalid_data.nested_data(names)
        rules = data.draw(st.one_of(inner, invalid_data.with_some_fields(names, {}, inner)))
        assert seconds(lambda: assert_problems(game.read_rules(rules).problems)) < MOST_SECONDS

    def test_large_and_deep_records_are_refused_quickly_with_few_problems(self, game):
        names = field_names(game.record_schema())
        good = [{}, *records_of(game)][:2] if THOROUGH else [*records_of(game), {}][:1]
        slow, problems = {}, {}
        for record in good:
            for what, thing in invalid_data.heavy_data_with(names, record, EVERY).items():
                taken = seconds(lambda what=what, thing=thing: problems.update({what: examine(game, thing)}))
                if taken >= MOST_SECONDS:
                    slow[what] = taken
        assert slow == {}
        assert max(map(len, problems.values())) <= 200
        assert all(problems[what] for what in invalid_data.heavy_data())

    def test_large_and_deep_rules_are_refused_quickly(self, game):
        slow = {}
        for what, thing in invalid_data.heavy_data_with(field_names(game.rules_schema()), {}, EVERY).items():
            taken = seconds(lambda thing=thing: assert_problems(game.read_rules(thing).problems))
            if taken >= MOST_SECONDS:
                slow[what] = taken
        assert slow == {}
