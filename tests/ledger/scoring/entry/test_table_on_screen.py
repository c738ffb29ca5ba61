"""The entry screen shows who deals and the totals before the hand, in every game."""

import re
from typing import Any

import pytest

from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from tests.ledger.pages import address, client_of, markup_of
from tests.ledger.series.conftest import J40, start_game


def screen_of(scorer: Member, slug: str, seats: int, *records: Any) -> str:
    """The entry screen after these hands. Seat 1 dealt the first one."""
    players = [add_player(circle=scorer.circle, name=f"Player {number}") for number in range(1, seats + 1)]
    bob = start_game(scorer, slug, players, first_dealer=1)
    bob.record(*records)
    return markup_of(client_of(scorer.user).get(address("enter_hand", bob.series)))


def tiles_on(page: str) -> list[tuple[str, str, str]]:
    """The name, the dealer's mark and the total of each tile."""
    found = []
    for tile in re.findall(r"<label class=\"seat-tile.*?</label>", page, re.DOTALL):
        dealer = re.search(r'seat-tile__dealer">([^<]*)<', tile)
        standing = re.search(r'data-standing="([^"]*)"', tile)
        (name,) = re.findall(r"<bdi[^>]*>([^<]*)</bdi>", tile)
        assert standing
        found.append((name, dealer[1] if dealer else "", standing[1]))
    return found


def test_the_tiles_of_the_keypad_screen(desk, bob_scores):
    bob_scores.record(*J40[:2], J40[2] | {"last_trick": 1})
    assert tiles_on(markup_of(desk.open())) == [
        ("A", "", "stands at 25"),
        ("B", "Deals", "stands at 8½"),
        ("C", "", "stands at 14½"),
        ("D", "", "stands at −8"),
    ]


def test_a_preview_leaves_the_total_for_the_next_change(desk, bob_scores):
    bob_scores.record(*J40[:2])
    page = markup_of(desk.preview("16", "8½", "8½", "7"))
    assert re.findall(r'data-standing="([^"]*)"[^>]*>([^<]*)<', page)[0] == ("stands at 9", "+16 makes 25")


def test_a_team_says_which_player_deals(scorer):
    assert tiles_on(screen_of(scorer, "jass", 4, {"card_points": [100, 57], "trump": "hearts"})) == [
        ("Player 1 & Player 3", "Player 3 deals", "stands at 100"),
        ("Player 2 & Player 4", "", "stands at 57"),
    ]


@pytest.mark.parametrize(
    ("slug", "seats", "records", "line"),
    [
        ("cha", 2, [{"winner": 0, "bought": [7]}], "Player 1 starts · Player 1 7, Player 2 0."),
        # The tiles of Jewel have the totals.
        ("jewel", 3, [], "Player 2 deals"),
    ],
)
def test_a_form_of_a_games_own(scorer, slug, seats, records, line):
    page = screen_of(scorer, slug, seats, *records)
    assert re.findall(r'entry__table">\s*<bdi>([^<]*)</bdi>', page) == [line]


def test_nothing_is_said_of_a_dealer_who_is_not_known(desk):
    assert "seat-tile__dealer" not in markup_of(desk.open())
