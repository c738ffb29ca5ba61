"""Hands of the games in which a contract is declared or tricks are bid, from a CSV file."""

import pytest

from tests.ledger.pages import stored

pytestmark = pytest.mark.django_db


def test_skat(import_into):
    lines = (
        "Card points;Who plays;Game;matadors;Hand game;won;Bid;Kontra and Re;sitting_out",
        "75;A;♣;1;;;;;D",
        "57;B;Grand;1;;;48;Kontra;A",
        ";C;null;;yes;yes;;;B",
        ";;passed;;;;;;",
    )
    # 24 + 50; 48 lost and doubled: −192 − 50, and 30 for each other; 35 + 50.
    assert import_into("skat", 4, *lines, kontra=True) == [104, -242, 115, 30]


@pytest.mark.parametrize("row", ["75;A;♣;{number};", "75;A;♣;1;{number}", "{number};A;♣;1;"])
def test_a_number_of_thousands_of_digits_is_refused(import_into, row):
    lines = ("Card points;Who plays;Game;matadors;#", row.format(number="9" * 5000))
    (problem,) = import_into("skat", 3, *lines)
    assert problem.startswith("line 2, ")


def test_ramsch_and_bock_in_skat(import_into):
    lines = (
        "points;declarer;contract;ramsch.points;ramsch.virgins;bock;bock_begins;matadors",
        ";;ramsch;70 50 0;1;2;;",
        "61;C;hearts;;;;yes;1",
    )
    assert import_into("skat", 3, *lines, ramsch=True, bock=True) == [-280, 0, 70]  # −70 × 2 × 2; 20 + 50
    assert stored()[1]["bock_begins"] is True


def test_doppelkopf(import_into):
    lines = (
        "Card points of Re,Game,Re,Re said,Kontra said,extras.re,extras.kontra,Who sits out",
        '160,,A + C,Re,,fox,"Charlie",E',
        '110,Solo,B,,no_90,,,"E"',
        ",wedding,D,,,,,E",
    )
    problems = import_into("doppelkopf", 5, *lines)
    assert problems == ["line 4: How many card points has Re?"]
    lines = (*lines[:3], "130,wedding,D,,,,,E")
    # 4 for A and C; Kontra missed no 90, so the solo is won with 1 + 2 + 1 = 4, three times; the wedding alone: 3.
    assert import_into("doppelkopf", 5, *lines) == [-1, 7, -1, -5, 0]


def test_schafkopf(import_into):
    lines = (
        "points\tgame\tdeclarer\tpartner\trunners\tdoubled\twon\tschneider\tramsch.points\tramsch.virgins",
        "91\tRufspiel\tA\tC\t3\t1\t\t\t\t",
        "\twenz\tB\t\t\t\tno\tyes\t\t",
        "\tramsch\t\t\t\t\t\t\t50 40 30 0\t1",
        "\tpassed\t\t\t\t\t\t\t\t",
    )
    # 120 each; −(50 + 10) × 3; −40 × 3 for A.
    assert import_into("schafkopf", 4, *lines) == [60, -260, 220, -20]


def test_tarot(import_into):
    lines = (
        "Card points;Taker;Contract;Partner;Bouts;petit;poignees;misere",
        "49;A;Garde;C;2;taker;taker_1;",
        "40½;E;petite;;2;;;B",
        ";;passed;;;;;",
    )
    # (25 + 8 + 10) × 2 + 20 = 106; 26 lost alone against four; misère 10 from each.
    assert import_into("tarot", 5, *lines, misere=10) == [228, -40, 122, -90, -220]


def test_belote(import_into):
    lines = (
        "points;team;bid;trump;coinche;belote;tricks;announced_by;announced;taker",
        "122;A & C;100;♥;Coinche;B & D;;;;C",
        "162;B;capot;All trumps;;;all;;;",
        ";;;passed;;;;;;",
        "60;B & D;90;none;;;;B;50;",
    )
    # 444 and 20; 500; 60 + 50 are enough for 90.
    assert import_into("belote", 4, *lines, announcements=True) == [546, 720, 546, 720]


def test_spades(import_into):
    lines = ("A Bid,A,B Bid,B,C Bid,C,D Bid,D", "4,5,Nil,0,3,3,5,5", "4,4,blind_nil,1,3,3,5,5")
    assert import_into("spades", 4, *lines) == [141, 1, 141, 1]  # 71 + 70; 150 + 50 − 200 + 1
    assert [hand["bids"] for hand in stored()] == [[4, "nil", 3, 5], [4, "blind_nil", 3, 5]]
    assert import_into("spades", 4, lines[0], "4,5,Null,0,3,3,5,5") == [
        "line 2, B Bid: “Null” is not a number. Write it like 8, 8½ or 8.5."
    ]
