"""The figures of docs/rules/doppelkopf.md: who wins, and what each hand is worth."""

import pytest

from games.catalogue.doppelkopf.game import Doppelkopf
from tests.games.doppelkopf.hands import EXTRAS, entered, hand, lines, solo, table
from tests.games.series import rules_of
from tests.games.worked_twice import worked_twice

FOX_AND_CHARLIE = {"re": {"fox": 1}, "kontra": {"charlie": 1}}


@worked_twice
@pytest.mark.parametrize(
    ("announcements", "record", "of_a"),
    [
        ("add", hand(121), 1),
        ("add", hand(120), -2),
        ("add", hand(80, kontra_said="name"), -5),
        ("add", hand(120, kontra_said="name"), 3),
        ("add", hand(119, kontra_said="name"), -4),
        ("add", hand(130, re_said="no_60"), -7),
        ("add", hand(130, re_said="no_90"), -5),
        ("add", hand(170, re_said="no_60", kontra_said="name"), -8),
        ("add", hand(170, re_said="no_60", kontra_said="no_60"), 3),
        ("add", hand(57, re_said="black", kontra_said="black"), -5),
        ("add", hand(75, re_said="no_90", kontra_said="black"), 0),
        ("add", hand(160, re_said="name", extras=FOX_AND_CHARLIE), 4),
        ("add", solo(200, re_said="name"), 15),
        ("add", solo(100, re_said="name", kontra_said="name"), -15),
        ("add", solo(100, re_said="name", kontra_said="name", kind="silent_solo"), -18),  # Kontra against the old ones
        ("add", hand(240, re_said="black", black="kontra"), 11),  # 1 + 4 + 2 + 4
        ("add", hand(151, kontra_said="no_90"), 6),  # 1 + 1 below 90 + 2 + 1 + 1 for 120 against no 90
        ("double", hand(130, re_said="name", kontra_said="name"), 4),
        ("double", hand(85, re_said="name", extras={"kontra": {"fox": 1}}), -8),
        ("double", hand(170, re_said="no_60", kontra_said="no_60"), 3),  # nobody wins: nothing is doubled
        ("double", hand(170, re_said="no_60", kontra_said="no_60", bock=2), 6),
        ("double", hand(170, re_said="no_90"), 6),  # (won, below 90, no 90 said) × 2
    ],
)
def test_what_a_hand_brings(worked_out, announcements, record, of_a):
    """A soloist has three times what each other has."""
    others = [-of_a, of_a, -of_a] if len(record["re"]) == 2 else [-of_a / 3] * 3
    rules = rules_of(Doppelkopf, announcements=announcements, bock=True)
    assert worked_out(Doppelkopf, rules, record, seats=4) == [of_a, *others]


class TestWhoWins:
    """By hand: what each side needs, from section 7.1."""

    @pytest.mark.parametrize(
        ("re_said", "kontra_said", "re_points", "re_wins"),
        [
            ("name", None, 120, False),
            ("name", "name", 120, False),
            (None, "name", 119, False),
            ("no_90", None, 151, True),
            ("no_90", None, 150, False),
            ("no_30", None, 211, True),
            ("no_30", "name", 210, False),
            (None, "no_90", 89, False),
            (None, "no_90", 90, True),
            (None, "no_60", 60, True),
            ("no_90", "no_60", 151, True),
            ("no_90", "no_60", 59, False),
        ],
    )
    def test_by_points(self, re_said, kontra_said, re_points, re_wins):
        record = hand(re_points, re_said=re_said, kontra_said=kontra_said)
        assert lines(record)[0].startswith("Re wins" if re_wins else "Kontra wins")

    def test_black_needs_every_trick(self):
        assert lines(hand(re_said="black", black="kontra"))[0].startswith("Re wins")
        assert lines(hand(240, re_said="black"))[0].startswith("Kontra wins"), "a trick of nines has no points"

    def test_nobody_wins_if_both_miss_their_promises(self):
        assert lines(hand(170, re_said="no_60", kontra_said="no_60"))[0].startswith("nobody wins")


SILENT = hand(100, [0], kind="silent_solo")
KONTRA_FOX = {"kontra": {"fox": 1}}


@pytest.mark.parametrize(
    ("record", "options", "expected"),
    [
        # Won, below 90, below 60, below 30, no trick; Re said, no 90, no 60, no 30 and black said.
        (hand(black="kontra", re_said="black"), {}, [11, -11, 11, -11]),
        # Won, Re said, four promises, then 120, 90, 60 and 30 against them, and against the old.
        (hand(120, re_said="black"), {}, [-12, 12, -12, 12]),
        # Extra points count where nobody wins, and winners may lose points by them.
        (
            hand(170, re_said="no_60", kontra_said="no_60", extras={"kontra": {"doppelkopf": 2, "fox": 1}}),
            {},
            [0, 0, 0, 0],
        ),
        (hand(121, extras={"kontra": {"fox": 2}}), {}, [-1, 1, -1, 1]),
        # Every extra point counts one. Against the old can be left out.
        (
            hand(130, extras={"re": {"hearts": 1, "charlie": 1, "charlie_caught": 1}, "kontra": {"doppelkopf": 1}}),
            {"extras": EXTRAS},
            [3, -3, 3, -3],
        ),
        (hand(120), {"extras": ["fox"]}, [-1, 1, -1, 1]),
        (hand(120, kind="wedding"), {}, [-2, 2, -2, 2]),  # a hand like any other
        # Bock counts twice and double Bock four times. (won + below 90) × Re 2 × Kontra 2 × Bock 2 × solo 3.
        (hand(121, bock=2), {"bock": True}, [2, -2, 2, -2]),
        (hand(170, bock=4, re_said="no_60", kontra_said="no_60"), {"bock": True}, [12, -12, 12, -12]),
        (
            solo(160, re_said="name", kontra_said="name", bock=2),
            {"announcements": "double", "bock": True},
            [48, -16, -16, -16],
        ),
        # A solo has no extra points unless the table counts them: won, against the old, fox.
        (solo(100), {}, [-3, 1, 1, 1]),
        (solo(100, extras=KONTRA_FOX), {"solo_extras": True}, [-9, 3, 3, 3]),
        (SILENT, {}, [-6, 2, 2, 2]),
        (SILENT, {"silent_solo_extras": False}, [-3, 1, 1, 1]),
        (SILENT, {"silent_solo_extras": False, "solo_extras": True}, [-6, 2, 2, 2]),
        # A wedding that has found nobody is a solo: won, Re said, below 90, times 3; or lost, and not against the old.
        (hand(160, [0], kind="wedding", re_said="name"), {}, [12, -4, -4, -4]),
        (hand(100, [0], kind="wedding"), {}, [-3, 1, 1, 1]),
        # A soloist may have the points once.
        (solo(130), {"solo_times": 1, "settlement": "difference"}, [1, -1, -1, -1]),
    ],
)
def test_what_counts_besides(record, options, expected):
    assert entered(record, **options) == expected


def test_a_wedding_that_has_found_nobody_is_doubted():
    (doubt,) = table().play(hand(160, [0], kind="wedding", re_said="name")).scores[-1].warnings
    assert str(doubt.message) == "This wedding has found nobody: it is counted as a solo."
    assert table().play(hand(160, kind="wedding")).scores[-1].warnings == ()


class TestExplanation:
    def test_every_line_says_the_whole_sum(self):
        record = hand(160, re_said="name", extras={"re": {"fox": 1}, "kontra": {"charlie": 1}})
        words = "Re wins: won 1, Re said 2, below 90 1, Fox caught 1, Charlie −1 = 4"
        assert lines(record) == [words] * 4

    def test_with_factors(self):
        soloist, *others = lines(solo(130, re_said="name", bock=2), announcements="double", bock=True)
        assert others == ["Re wins: won 1 = 1, Re × 2 = 2, Bock × 2 = 4"] * 3
        assert soloist == f"{others[0]}, solo × 3 = 12"

    def test_below_zero(self):
        record = hand(121, bock=2, extras={"kontra": {"fox": 2}})
        assert lines(record, bock=True)[0] == "Re wins: won 1, Fox caught −2 = −1, Bock × 2 = −2"

    def test_where_nobody_wins(self):
        words = "nobody wins; for Re: below 90 1, 120 against “no 90” 1, 90 against “no 60” 1 = 3"
        assert lines(hand(170, re_said="no_60", kontra_said="no_60"))[1] == words

    def test_a_hand_worth_nothing_is_explained(self):
        assert lines(hand(75, re_said="no_90", kontra_said="black"))[0].endswith("= 0")

    @pytest.mark.parametrize(
        ("record", "expected"),
        [
            (hand(151), ["“No 90” could have been said."]),
            (hand(150), []),
            (hand(151, re_said="no_90"), []),
            (hand(182, re_said="no_90"), ["“No 60” could have been said."]),
            (hand(black="re", kontra_said="no_60"), ["“No 30” could have been said.", "“Black” could have been said."]),
            (hand(170, re_said="no_60", kontra_said="no_60"), []),
            (hand(190, re_said="no_30"), []),  # Kontra wins
        ],
    )
    def test_what_was_missed(self, record, expected):
        assert list(map(str, table().play(record).scores[-1].missed)) == expected


class TestDeclared:
    def declared(self, record):
        return table(bock=True).play(record).scores[-1].declared

    @pytest.mark.parametrize(
        ("record", "made"),
        [(solo(130), True), (solo(120), False), (solo(100, re_said="no_90", kontra_said="no_90"), None)],
    )
    def test_a_soloist(self, record, made):
        declared = self.declared(record)
        assert (declared.seat, declared.contract, declared.made, declared.partners) == (0, "solo", made, ())

    def test_nobody_else(self):
        assert self.declared(hand(130)) is None
        assert self.declared(hand(130, [0], kind="silent_solo")) is None
        assert self.declared(hand(130, [0], kind="wedding")) is None


def test_an_unfinished_hand_brings_nothing_yet():
    game = table()
    for record in (hand(), hand(130, [0])):
        score = game.score_of(record)
        assert (score.complete, list(score.points_entered)) == (False, [0] * 4)
