"""Who sits out, the end of a series of Skat, level players, Bock, and who owes whom."""

import pytest

from games.catalogue.skat.game import Skat
from games.catalogue.skat.rules import PRESETS, Scoring
from tests.games.series import Series, refused_rules, rules_of

LIST, PUB, MONEY = (PRESETS[slug].rules for slug in ("list", "pub", "money"))


def won(declarer=0, points=61, **more):
    return {"declarer": declarer, "contract": "clubs", "matadors": 1, "points": points, **more}


def lost(declarer=0, **more):
    return won(declarer, 60, **more)


def table(rules=LIST, seats=3, **options):
    return Series(Skat, seats, rules.model_copy(update=options))


class TestWhoSitsOut:
    @pytest.mark.parametrize(("seats", "out"), [(4, (0,)), (5, (0, 2))])
    def test_the_dealer_and_with_five_the_second_after(self, seats, out):
        asked = {question.field: question for question in Skat(LIST, seats).questions(by_card=False)}
        assert asked["sitting_out"].after_dealer == out
        assert "sitting_out" not in [question.field for question in Skat(LIST, 3).questions(by_card=False)]

    def test_who_sits_out_is_shown_only_with_points(self):
        series = table(seats=4).play(won(sitting_out=[3]), lost(sitting_out=[3]))
        assert [score.sitting for score in series.scores] == [(0, 1, 2), (0, 1, 2, 3)]
        assert series.entered == [-98, 30, 30, 30]

    def test_a_hand_that_all_passed_needs_nobody_to_sit_out(self):
        assert table(seats=5).problems({"passed": True}) == []
        assert table(seats=5).problems({"passed": True, "sitting_out": [0]}) == [("sitting_out", "wrong_number")]
        assert table(seats=5).problems(won()) == [("sitting_out", "wrong_number")]
        assert table(seats=4).problems(won(3, sitting_out=[3])) == [("declarer", "sits_out")]


class TestTheEnd:
    @pytest.mark.parametrize(("seats", "hands"), [(3, 36), (4, 48), (5, 60)])
    def test_each_player_deals_twelve_times(self, seats, hands):
        series = table(seats=seats).play(*[{"passed": True}] * (hands - 1))
        assert not series.standing.over
        assert series.play({"passed": True}).standing.over

    def test_a_number_of_hands_wins_over_it(self):
        assert table(hands=2).play(won(), won()).standing.over
        assert Skat(MONEY, 3).has_an_end is False
        assert Skat(MONEY.model_copy(update={"hands": 10}), 3).has_an_end

    def test_the_pub_ends_as_soon_as_somebody_is_at_minus_301(self):
        grand = {"declarer": 1, "contract": "grand", "matadors": 1, "points": 60}  # −96
        series = table(PUB).play(grand, grand, grand)
        assert (series.standing.cumulative[1], series.standing.over) == (-288, False)
        assert series.play({"declarer": 1, "contract": "diamonds", "matadors": 1, "points": 60}).standing.over  # −324
        assert table(PUB, target=288).play(grand, grand, grand).standing.over, "reached exactly"

    def test_every_hand_moves_the_deal(self):
        assert table().play(won(), {"passed": True}).standing.dealer == 2


class TestLevelPlayers:
    def test_by_the_list_more_games_won_come_first(self):
        hands = [won(0, matadors=3), won(1), won(1)]  # 48, and 24 + 24
        assert table(bonus_won=0).play(*hands).standing.ranking == ((1,), (0,), (2,))

    def test_then_fewer_games_lost(self):
        nothing_besides = rules_of(Skat, bonus_won=0, bonus_lost=0, others_lost={"3": 0})
        grand = {"declarer": 0, "contract": "grand", "matadors": 2, "points": 70}
        hands = [grand, lost(0), won(1)]  # 72 − 48, and 24
        assert table(nothing_besides).play(*hands).standing.ranking == ((1,), (0,), (2,))

    def test_for_money_they_are_level(self):
        hands = [won(0, matadors=3), won(1), won(1)]  # 96 − 24 − 24, and 48 + 48 − 48
        assert table(MONEY).play(*hands).standing.ranking == ((0, 1), (2,))


class TestBock:
    def test_it_doubles_the_worth_and_not_the_rest(self):
        assert table(bock=True).play(won(bock=2)).entered == [98, 0, 0]
        assert table(bock=True).play(lost(bock=2)).entered == [-146, 40, 40]

    def test_it_is_counted_down(self):
        series = table(bock=True).play(won(bock_begins=True))
        assert [str(each) for each in series.standing.reminders] == ["Bock: 3 hands left"]
        assert [str(each) for each in series.play(won(bock=2)).standing.reminders] == ["Bock: 2 hands left"]
        assert table(bock=True, bock_hands=1).play(won(bock_begins=True), won()).standing.reminders == ()


class TestMoney:
    def test_hands_are_paid_and_nothing_else(self):
        assert table(MONEY).play(won(), lost(1)).nets() == [96, -120, 24]

    def test_the_pub_settles_by_difference_if_the_table_says_so(self):
        assert table(PUB).play(won()).nets() == [0, 0, 0]
        assert table(PUB, settlement="difference").play(won()).nets() == [48, -24, -24]

    def test_points_of_the_declarer_alone_cannot_be_paid_at_once(self):
        assert refused_rules(Skat, settlement="at_once") == ["list_at_once"]
        assert refused_rules(Skat, scoring=Scoring.MONEY.value, settlement="at_once") == []
