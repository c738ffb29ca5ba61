"""What a record of Doppelkopf may not say, and the entry form's answers."""

import pytest

from games.catalogue.doppelkopf.game import Doppelkopf
from tests.games.doppelkopf.hands import EXTRAS, hand, solo, table
from tests.games.series import refused_rules


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (hand(130, bock=2), ("bock", "not_played")),
        (hand(130, bock=True), ("bock", "not_a_choice")),
        (hand(130, bock_begins=True), ("bock", "not_played")),
        (hand(130, extras={"re": {"hearts": 1}}), ("extras.re.hearts", "not_played")),
        (hand(130, [0, 1, 2]), ("re", "wrong_number")),
        (solo(130) | {"re": [0, 2]}, ("re", "wrong_number")),
        (hand(130, [0, 2], kind="silent_solo"), ("re", "wrong_number")),
        (hand(130, [0, 0]), ("re", "named_twice")),
        (hand(130, [0, 4]), ("re", "no_such_seat")),
        (hand(130, [0]), ("re", "unfinished")),
        (hand(130, [], kind="wedding"), ("re", "unfinished")),
        (hand(130, [0, 1, 2], kind="wedding"), ("re", "wrong_number")),
        (hand(130, [0], kind="wedding", extras={"re": {"fox": 1}}), ("extras.re.fox", "in_solo")),
        (solo(130) | {"re": []}, ("re", "unfinished")),
        (hand(), ("re_points", "unfinished")),
        (hand(241), ("re_points", "out_of_range")),
        (hand(10, black="re"), ("black", "has_points")),
        (hand(230, black="kontra"), ("black", "has_points")),
        (solo(130, extras={"re": {"doppelkopf": 1}}), ("extras.re.doppelkopf", "in_solo")),
        (hand(130, [0], kind="solo", extras={"re": {"charlie": 1}}), ("extras.re.charlie", "in_solo")),
        (hand(130, extras={"re": {"fox": 3}}), ("extras.re.fox", "too_many")),
        (hand(130, extras={"re": {"charlie": 2}}), ("extras.re.charlie", "too_many")),
        (hand(black="re", extras={"re": {"fox": 1}}), ("extras.re.fox", "impossible")),
        (hand(130, extras={"kontra": {"against_the_old": 1}}), ("extras.kontra.against_the_old", "unknown_field")),
        (hand(130, sitting_out=[3]), ("sitting_out", "wrong_number")),
    ],
)
def test_refused(record, problem):
    assert table().problems(record) == [problem]


def test_both_sides_cannot_catch_three_foxes():
    record = hand(130, extras={"re": {"fox": 1}, "kontra": {"fox": 2}})
    assert table().problems(record) == [("extras.re.fox", "too_many"), ("extras.kontra.fox", "too_many")]


@pytest.mark.parametrize(
    "record",
    [
        hand(0, black="re"),
        hand(black="kontra"),
        hand(130, bock=4, bock_begins=True),
        solo(130, extras={"re": {"fox": 2, "hearts": 1}, "kontra": {"doppelkopf": 4}}),
    ],
)
def test_allowed_where_the_rules_say_so(record):
    assert table(bock=True, solo_extras=True, extras=EXTRAS).problems(record) == []


class TestMorePlayers:
    @pytest.mark.parametrize(("seats", "out"), [(5, [4]), (6, [1, 4]), (7, [1, 3, 5])])
    def test_four_play(self, seats, out):
        series = table(seats).play(hand(121, sitting_out=out))
        points = {0: 1, 2: 1} | dict.fromkeys(out, 0)
        assert series.entered == [points.get(seat, -1) for seat in range(seats)]
        assert series.scores[-1].sitting == tuple(seat for seat in range(seats) if seat not in out)

    def test_who_sits_out_is_not_re(self):
        assert table(5).problems(hand(130, sitting_out=[2])) == [("re", "sits_out")]
        assert table(5).problems(hand(130)) == [("sitting_out", "wrong_number")]


def test_only_three_times_the_points_can_be_paid_at_once():
    assert refused_rules(Doppelkopf, solo_times=2) == ["solo_at_once"]
    assert refused_rules(Doppelkopf, solo_times=2, settlement="ladder") == []


class TestEntry:
    def fields(self, seats=4, **options):
        game = table(seats, **options)
        return {question.field: question for question in Doppelkopf(game.rules, seats).questions(by_card=False)}

    def test_a_usual_hand_needs_only_re_and_the_points(self):
        asked = self.fields()
        assert [field for field, question in asked.items() if question.required] == ["re"]
        assert "sitting_out" not in asked
        assert "bock" not in asked

    def test_the_dealer_sits_out(self):
        assert [self.fields(seats)["sitting_out"].after_dealer for seats in (5, 6, 7)] == [(0,), (0, 3), (0, 2, 4)]

    def test_extra_points_are_asked_where_they_count(self):
        assert self.fields()["extras.re"].only_if == {"kind": ("normal", "wedding", "silent_solo")}
        assert self.fields(silent_solo_extras=False)["extras.kontra"].only_if["kind"][-1] == "wedding"
        assert self.fields(solo_extras=True)["extras.re"].only_if["kind"] == (
            "normal", "wedding", "solo", "silent_solo",
        )  # fmt: skip
        assert "extras.re" not in self.fields(extras=["against_the_old"])
        assert [value for value, _ in self.fields(extras=["hearts", "fox"])["extras.re"].options] == ["fox", "hearts"]

    def test_answers_become_a_record_and_back(self):
        answers = {"re": [0, 2], "re_points": 130, "extras.re": ["fox", "fox"], "extras.kontra": ["charlie"]}
        record = {"re": [0, 2], "re_points": 130, "extras": {"re": {"fox": 2}, "kontra": {"charlie": 1}}}
        assert Doppelkopf.record_of(answers) == record
        assert Doppelkopf.answers_of(record) == answers
        stored = Doppelkopf.record.dump_python(Doppelkopf.read_record(record).value, mode="json", exclude_none=True)
        assert Doppelkopf.answers_of(stored).items() >= answers.items()

    def test_a_hand_without_extra_points(self):
        assert Doppelkopf.record_of({"re": [0], "extras.re": []}) == {"re": [0]}
        assert Doppelkopf.answers_of({"re": [0], "extras": {"re": {"fox": 0}}}) == {"re": [0]}
