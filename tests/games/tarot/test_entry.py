"""What the form asks, and the record that its answers make."""

import pytest

from games.catalogue.tarot.game import Tarot
from games.kit.figures import HALF
from tests.games.series import rules_of
from tests.games.tarot.hands import A, B, C, F


def asked(players, **rules):
    return {question.field: question for question in Tarot(rules_of(Tarot, **rules), players).questions(by_card=False)}


def test_few_questions_for_a_usual_hand():
    usual = [field for field, question in asked(4).items() if not (question.rare or question.key)]
    assert usual == ["taker", "contract", "bouts"]
    assert [field for field, question in asked(5).items() if not (question.rare or question.key)] == [
        "taker",
        "contract",
        "partner",
        "bouts",
    ]


def test_rare_things_and_who_sits_out():
    assert [field for field, question in asked(4, misere=10).items() if question.rare] == ["petit", "chelem", "misere"]
    assert asked(4)["poignees"].key
    assert "misere" not in asked(4)
    assert (asked(6)["sitting_out"].after_dealer, asked(7)["sitting_out"].after_dealer) == ((0,), (0, 3))
    assert "sitting_out" not in asked(5)


def test_nothing_more_is_asked_of_a_passed_hand():
    later = [question for field, question in asked(5, misere=10).items() if field != "contract"]
    assert all("passed" not in question.only_if["contract"] for question in later)


def test_half_points_where_the_cards_can_make_them():
    steps = {players: Tarot(rules_of(Tarot), players).totals.step for players in (3, 4, 5, 6, 7)}
    assert steps == {3: HALF, 4: 1, 5: HALF, 6: HALF, 7: HALF}


@pytest.mark.parametrize(
    ("answers", "record"),
    [
        ({"contract": "passed", "points": 0, "sitting_out": [F]}, {"passed": True, "sitting_out": [F]}),
        (
            {"taker": A, "contract": "garde", "bouts": 2, "points": 49, "poignees": ["taker_1", "defence_2"]},
            {
                "taker": A,
                "contract": "garde",
                "bouts": 2,
                "points": 49,
                "poignees": [{"side": "taker", "size": 1}, {"side": "defence", "size": 2}],
            },
        ),
        ({"taker": B, "contract": "petite", "partner": C}, {"taker": B, "contract": "petite", "partner": C}),
    ],
)
def test_the_record_of_the_answers_and_back(answers, record):
    assert Tarot.record_of(answers) == record
    assert not Tarot.read_record(record).problems
    again = answers if "passed" not in record else {"contract": "passed", "sitting_out": [F]}
    assert Tarot.answers_of(record) == again
