"""Starting a series of any game."""

import re

import pytest

from games.kit.sentences import say
from games.registry import GAMES
from ledger.series.models import Series
from tests.ledger.pages import markup_of
from tests.ledger.scoring.start.conftest import filled_in, values_on


def test_choose_a_game_first(start_page):
    page = markup_of(start_page.client.get(start_page.address.partition("?")[0]))
    assert [game.slug for game in GAMES if f"?game={game.slug}" not in page] == []
    assert "Who sits where?" in markup_of(start_page.of("scorecard"))
    assert start_page.of("whist").status_code == 404


def test_rules_are_built_from_the_schema_of_the_game(start_page, players):
    rules = {"rule_name": "Whist", "rule_hand_total": "", "rule_settlement": "ladder"}
    sent = filled_in(start_page.of("scorecard"), players[:3], "free", **rules, rule_ladder=["10", "", "−10", "", ""])
    sent["seats"] += [""] * 9
    answer = start_page.send("scorecard", sent)
    assert answer.status_code == 302, markup_of(answer)
    series = Series.objects.get()
    assert (series.game, series.preset, series.seats.count()) == ("scorecard", "", 3)
    assert (series.rules["name"], series.rules["ladder"], series.rules["hand_total"]) == ("Whist", [10, 0, -10], None)


@pytest.mark.parametrize(("slug", "asked"), [("cha", "Who starts (the youngest)"), ("jaago-chalis", "Who deals first")])
def test_question_for_the_first_dealer_is_worded_by_the_game(start_page, slug, asked):
    assert asked in markup_of(start_page.of(slug))


def test_hidden_rules_keep_their_default(start_page, players):
    """The series ends when the players stop, so the target and the places are hidden and have no effect."""
    hidden = {"rule_target": "many", "rule_hands": "0", "rule_ladder": ["7"]}
    sent = filled_in(start_page.of("scorecard"), players[:3], "free", **hidden)
    assert start_page.send("scorecard", sent).status_code == 302
    series = Series.objects.get()
    assert (series.preset, series.rules["target"], series.rules["hands"]) == ("free", 100, 10)
    assert series.rules["ladder"] == []


@pytest.mark.parametrize(
    ("game", "preset", "rule", "typed", "stored"),
    [
        ("scorecard", "kitti", "times", "1, 2, 4", [1, 2, 4]),
        ("skat", "list", "others_lost", ["45", "", "30"], {"3": 45, "4": 0, "5": 30}),
    ],
)
def test_figures_side_by_side_are_read(start_page, players, game, preset, rule, typed, stored):
    page = start_page.of(game, preset)
    sent = filled_in(page, players[:3], preset, **{f"rule_{rule}": typed})
    assert start_page.send(game, sent).status_code == 302
    assert Series.objects.get().rules[rule] == stored


def test_shown_rules_are_checked(start_page, players):
    shown = {"rule_end": "target", "rule_target": "many", "rule_settlement": "ladder", "rule_ladder": ["7", "−6"]}
    sent = filled_in(start_page.of("scorecard"), players[:3], "free", **shown)
    page = markup_of(start_page.send("scorecard", sent))
    assert "“many” is not a number" in page
    sent |= {"rule_target": "50"}
    page = markup_of(start_page.send("scorecard", sent))
    beside = page.partition("<legend>Sums by place")[2].partition("</fieldset>")[0]
    assert "The sums by place must come to zero, not 1." in beside
    assert [value for value in ("7", "−6") if f'value="{value}"' not in beside] == []
    page = markup_of(start_page.send("scorecard", sent | {"rule_ladder": ["7", "−7"]}))
    assert "There are 2 sums for 3 places." in page.partition("<legend>Sums by place")[2].partition("</fieldset>")[0]
    assert not Series.objects.exists()


def test_page_has_the_conditions_of_hidden_rules(start_page):
    page = markup_of(start_page.of("scorecard"))
    conditions = re.findall('data-shown-when="([^"]+)"', page)
    assert set(conditions) == {
        "rule_written=points",
        "rule_written=bids",
        "rule_written=points|bids",
        "rule_written=sides|bids",
        "rule_written=points|sides",
        "rule_end=target|out",
        "rule_end=hands",
        "rule_end=pack",
        "rule_settlement=difference|both|at_once",
        "rule_settlement=ladder|both",
        "rule_settlement=difference|ladder|both rule_sits_out=on",
    }


def test_the_templates_stand_before_the_rules(start_page):
    """Each template is offered where a game is chosen, and fills in the page with its options."""
    assert "?game=scorecard&rules=hearts" in markup_of(start_page.client.get(start_page.address.partition("?")[0]))
    answer = start_page.of("scorecard", "hearts")
    page, values = markup_of(answer), values_on(answer)
    assert "Template: Hearts" in page
    assert page.index('name="preset"') < page.index('name="rule_name"')
    assert "Who has all 26 shoots the moon" in page
    assert (values["rule_name"], values["rule_best"], values["rule_hand_total"]) == ("Hearts", "low", "26")


def test_rules_that_do_not_fit_the_number_of_players_are_refused(start_page, players):
    answer = start_page.send("scorecard", filled_in(start_page.of("scorecard"), players[:3], "free", rule_teams="2"))
    assert answer.status_code == 422
    assert str(say("{seats} players cannot make {teams} teams of the same size.", seats=3, teams=2)) in (
        markup_of(answer)
    )
