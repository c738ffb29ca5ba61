"""What a record of Skat may not say, announcements that were missed, and the words of a hand."""

import pytest

from games.catalogue.skat.game import Skat
from games.catalogue.skat.record import SkatContract
from games.catalogue.skat.rules import PRESETS
from games.contract import Table
from tests.games.series import Series, rules_of

ALL = rules_of(Skat, kontra=True, ramsch=True, bock=True)


def suit(points=70, **more):
    return (
        {"declarer": 0, "contract": "spades", "matadors": 2} | ({"points": points} if points is not None else {}) | more
    )


def null(**more):
    return {"declarer": 0, "contract": "null", **more}


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (suit(kontra=2), ("kontra", "not_played")),
        (suit(bock=2), ("bock", "not_played")),
        (suit(bock_begins=True), ("bock", "not_played")),
        ({"ramsch": {"points": [50, 40, 30]}}, ("ramsch", "not_played")),
        (suit(matadors=0), ("matadors", "out_of_range")),
        (suit(matadors=12), ("matadors", "out_of_range")),
        (suit(contract="grand", matadors=5), ("matadors", "out_of_range")),
        (suit(121), ("points", "out_of_range")),
        (suit(bid=17), ("bid", "out_of_range")),
        (suit(kontra=True), ("kontra", "not_a_choice")),
        (suit(schneider_announced=True), ("schneider_announced", "needs_hand")),
        (suit(schwarz_announced=True), ("schwarz_announced", "needs_hand")),
        (suit(won=False), ("won", "contradicts")),
        (suit(schneider=True), ("schneider", "contradicts")),
        (suit(90, schneider=False), ("schneider", "contradicts")),
        (suit(90, schwarz=True), ("schwarz", "contradicts")),
        (suit(None, won=True, schwarz=True, schneider=False), ("schneider", "contradicts")),
        (suit(70, won=True, bid=36), ("won", "contradicts")),  # 33 is overbid
        (suit(None, tricks="all", won=True, bid=70), ("won", "contradicts")),  # 5 × 11 = 55 is overbid
        (null(tricks="none", won=True, bid=24), ("won", "contradicts")),
        (suit(90, tricks="all"), ("tricks", "impossible")),
        (null(won=True, matadors=1), ("matadors", "not_in_null")),
        (null(won=True, schneider_announced=True), ("schneider_announced", "not_in_null")),
        (null(won=True, points=0), ("points", "not_in_null")),
        (null(won=True, tricks="all"), ("won", "contradicts")),
        (null(), ("won", "unfinished")),
        (suit(None), ("points", "unfinished")),
        ({"declarer": 0, "contract": "spades", "points": 70}, ("matadors", "unfinished")),
        (suit(declarer=3), ("declarer", "no_such_seat")),
    ],
)
def test_refused(record, problem):
    assert Series(Skat, 3).problems(record) == [problem]


@pytest.mark.parametrize(
    ("record", "points"),
    [
        (suit(70, won=False, bid=36), [-138, 40, 40]),  # 33 is overbid, so 44
        (suit(None, won=True, bid=36), [-138, 40, 40]),  # the card points are not known
        (suit(None, tricks="all", won=False, bid=70), [-204, 40, 40]),  # 55 is overbid, so 77
        (null(tricks="none", won=False, bid=24), [-120, 40, 40]),  # 35 covers the bid
        (null(tricks="none", bid=24), [-120, 40, 40]),
    ],
)
def test_an_overbid_game_is_lost(record, points):
    assert Series(Skat, 3).play(record).entered == points


def test_an_older_record_may_say_that_an_overbid_game_was_won():
    game, record = Skat(PRESETS["list"].rules, 3), Skat.read_record(suit(70, won=True, bid=36)).value
    assert not game.check(record, Table(3))
    assert game.check_new(record, Table(3))


@pytest.mark.parametrize(
    ("ramsch", "problem"),
    [
        ({"points": [50, 40]}, ("ramsch.points", "wrong_length")),
        ({"points": [50, 40, 31]}, ("ramsch.points", "wrong_sum")),
        ({"points": [50, 40, 30], "virgins": 1}, ("ramsch.virgins", "impossible")),
        ({"points": [90, 30, 0], "march": True}, ("ramsch.march", "impossible")),
        ({"points": [120, 0, 0], "virgins": 3}, ("ramsch.virgins", "not_a_choice")),
    ],
)
def test_a_ramsch_that_is_refused(ramsch, problem):
    assert Series(Skat, 3, ALL).problems({"ramsch": ramsch}) == [problem]


@pytest.mark.parametrize(
    "record",
    [
        suit(kontra=4, bock=4, bock_begins=True),
        suit(None, won=True, schneider=True, schwarz=True),
        suit(None, tricks="none"),
        {"ramsch": {"points": [120, 0, 0], "virgins": 2}, "bock": 2},
        {"passed": True},
    ],
)
def test_allowed_where_the_rules_say_so(record):
    assert Series(Skat, 3, ALL).problems(record) == []


@pytest.mark.parametrize(
    ("record", "missed"),
    [
        (suit(90, hand=True), ["Schneider was there to be announced."]),
        (suit(120, hand=True, tricks="all"), ["Schwarz was there to be announced."]),
        (suit(120, hand=True, tricks="all", schneider_announced=True), ["Schwarz was there to be announced."]),
        (suit(90, hand=True, schneider_announced=True), []),
        (suit(90), []),  # without hand nothing can be announced
        (suit(30, hand=True), []),  # lost
        (null(won=True, hand=True), []),
    ],
)
def test_what_was_missed(record, missed):
    assert [str(each) for each in Series(Skat, 3).play(record).scores[0].missed] == missed


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (suit(hand=True), "seat 1 plays with 2, play 3, hand 4: 4 × 11 = 44"),
        (suit(60), "seat 1 plays with 2, play 3: 3 × 11 = 33, lost × 2 = 66"),
        (
            suit(70, bid=36, kontra=2, bock=2),
            (
                "seat 1 plays with 2, play 3: 3 × 11 = 33, overbid at 36: 44, lost × 2 = 88, Kontra × 2 = 176, "
                "Bock × 2 = 352"
            ),
        ),
        (null(won=True, ouvert=True), "seat 1 plays Null ouvert: 46"),
    ],
)
def test_the_words_of_a_hand(record, words):
    assert str(Series(Skat, 3, ALL).play(record).scores[0].lines[0].why) == words


def test_what_the_list_adds_is_named_by_its_options():
    def words(record):
        return [str(line.why) for line in Series(Skat, 3).play(record).scores[0].lines[1:]]

    assert words(suit()) == ["Plus if won 50"]
    assert words(suit(60)) == ["Minus if lost 50", *["Each other player if lost 40"] * 2]


def test_who_declared():
    declared = Series(Skat, 3).play(suit(60)).scores[0].declared
    assert (declared.seat, declared.contract, declared.title) == (0, "spades", SkatContract.SPADES.label)
    assert declared.made is False
    assert Series(Skat, 3, ALL).play({"ramsch": {"points": [50, 40, 30]}}, {"passed": True}).scores[1].declared is None


@pytest.mark.parametrize("slug", PRESETS)
def test_answers_become_a_record_and_back(slug):
    for record in ({"passed": True}, {"ramsch": {"points": [50, 40, 30], "virgins": 0, "march": False}}, suit(70)):
        assert Skat.record_of(Skat.answers_of(record)) == record
