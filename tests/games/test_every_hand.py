"""Properties of every hand of every game. A new game is tested without a change here."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games.contract import Table
from games.game import Game
from games.kit.transfers import nets
from games.registry import GAMES
from tests.games.random_hands import fits, marks_of, random_hand_of, turned
from tests.games.sentence_checks import assert_valid_sentences
from tests.games.series import Series
from tests.needs import THOROUGH

HANDS = 3
SEEDS = st.integers(0, 10**9)


def tables(game: type[Game]) -> list[tuple[str, int]]:
    """Each preset with each number of players. Daily only the usual preset, with the fewest and the most players."""
    possible = [
        (slug, n) for slug, preset in game.presets.items() for n in game.allowed_seats if fits(game, preset.rules, n)
    ]
    usual = [(slug, n) for slug, n in possible if game.presets[slug] == game.default_preset]
    return possible if THOROUGH else sorted({usual[0], usual[-1]})


every_table = pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [(game, preset, seats) for game in GAMES for preset, seats in tables(game)],
    ids=lambda value: value.slug if isinstance(value, type) else str(value),
)
few = settings(max_examples=8 if THOROUGH else 2, deadline=None)


def random_series(game: type[Game], preset: str, seats: int, seed: int) -> tuple[Series, list[dict]]:
    """A few hands by the rules of a preset, and their records."""
    dice = Random(seed)
    rules = game.presets[preset].rules
    series, written = Series(game, seats, rules, first_dealer=dice.choice([None, *range(seats)])), []
    while len(written) < HANDS and not series.standing.over:
        written.append(random_hand_of(game, rules, series.table, dice))
        series.play(written[-1])
    return series, written


@every_table
@few
@given(seed=SEEDS)
def test_a_record_is_unchanged_as_json_and_matches_its_schema(game, preset, seats, seed):
    validator = Draft202012Validator(game.record_schema())
    series, written = random_series(game, preset, seats, seed)
    for data, record in zip(written, series.records, strict=True):
        assert list(validator.iter_errors(data)) == []
        assert game.read_record(json.loads(game.record.dump_json(record))).value == record


@every_table
@few
@given(seed=SEEDS)
def test_totals_are_the_sums_of_the_points_entered(game, preset, seats, seed):
    series, _written = random_series(game, preset, seats, seed)
    standing = series.standing
    for score in series.scores:
        assert len(score.points_won) == len(score.points_entered) == seats
        if score.account:
            assert nets(score.account, seats) == score.points_entered
    counted = [score.points_entered for score in series.scores[: standing.counted]]
    assert standing.cumulative == tuple(sum(column) for column in zip(*counted, strict=True))
    assert standing.running[-1] == standing.cumulative
    assert sorted(seat for level in standing.ranking for seat in level) == list(range(seats))


@every_table
@few
@given(seed=SEEDS, with_standard=st.booleans())
def test_payments_sum_to_zero_and_have_headings_and_reasons(game, preset, seats, seed, with_standard):
    series, _written = random_series(game, preset, seats, seed)
    paid = series.settle(with_standard=with_standard)
    assert sum(series.nets(with_standard=with_standard)) == 0
    assert {seat for transfer in paid for seat in (transfer.payer, transfer.payee)} <= set(range(seats))
    assert {transfer.cause for transfer in paid} <= {cause for column in game.columns for cause in column.causes}
    for score in series.scores:
        assert_valid_sentences(
            [line.why for line in score.lines] + [each.why for each in (*score.transfers, *score.account)]
        )
    assert_valid_sentences([transfer.why for transfer in paid] + list(series.standing.reminders))


@every_table
@few
@given(seed=SEEDS, data=st.data())
def test_turning_the_seats_turns_the_settlement(game, preset, seats, seed, data):
    by = data.draw(st.integers(1, seats - 1))
    series, written = random_series(game, preset, seats, seed)
    dealer = None if series.first_dealer is None else (series.first_dealer + by) % seats
    marks, sides = marks_of(game), len(game(series.rules, seats).sides)
    again = Series(game, seats, series.rules, first_dealer=dealer)
    again.play(*(turned(data, marks, by, seats, sides) for data in written))

    def moved(row):
        return tuple(row[(seat - by) % seats] for seat in range(seats))

    for before, after in zip(series.scores, again.scores, strict=True):
        assert after.points_won == moved(before.points_won)
        assert after.points_entered == moved(before.points_entered)
    assert again.standing.cumulative == moved(series.standing.cumulative)
    assert again.standing.over == series.standing.over
    assert levels(again, 0) == levels(series, by)
    assert again.nets() == list(moved(series.nets()))


def levels(series, by):
    return [frozenset((seat + by) % series.seats for seat in level) for level in series.standing.ranking]


@every_table
@few
@given(seed=SEEDS)
def test_who_declares_one_of_the_contracts_plays_the_hand(game, preset, seats, seed):
    series, _written = random_series(game, preset, seats, seed)
    titles = {contract.value: contract.label for contract in game.contracts}
    for score in series.scores:
        if score.declared:
            assert titles[score.declared.contract] == score.declared.title
            side = (score.declared.seat, *score.declared.partners)
            assert len(set(side)) == len(side)
            assert set(side) <= set(score.seats)
        assert_valid_sentences(score.missed)


@every_table
@few
@given(seed=SEEDS)
def test_a_hand_can_be_scored_where_it_would_no_longer_be_accepted(game, preset, seats, seed):
    """The history shows what a hand said before its correction, at a table that corrections have changed since."""
    series, _written = random_series(game, preset, seats, seed)
    for count in range(len(series.records) + 1):
        table = Table(seats, series.first_dealer, tuple(series.records[:count]))
        for record in series.records:
            assert len(game(series.rules, table.seats).score(record, table).points_entered) == seats
