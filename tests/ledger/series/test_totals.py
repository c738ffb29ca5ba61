"""Entering totals: the screen, the look before saving, saving, and what happens when two write at once."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.catalogue.scorecard import GAME as SCORECARD
from ledger.circles.models import Member, User
from ledger.circles.services.players import add_player
from ledger.series.chain import broken_links
from ledger.series.models import Event, Hand, Kind, Series, Status
from ledger.series.selectors import history, series_state
from ledger.series.services import Agreement, correct_hand, start_series, stop_series, undo
from tests.ledger.series.conftest import GAME, J40, Scorer

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true"}
THIRD = ["16", "8½", "8.5", "7"]
FOURTH = ["16", "10", "2", "12"]


def figures(*typed: str) -> dict[str, str]:
    return {f"figure_{seat}": text for seat, text in enumerate(typed)}


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def values_on(answer: Any) -> dict[str, str]:
    """What the form on the page would send."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", text_of(answer)):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes.get("type") != "radio" or " checked" in tag:
            found[attributes["name"]] = attributes.get("value", "")
    return found


def details_on(answer: Any) -> list[str]:
    return [text.strip() for text in re.findall(r'class="seat-tile__foot"[^>]*>([^<]*)<', text_of(answer))]


def notes_on(answer: Any) -> list[str]:
    return re.findall(r"entry__note.*?<span>(.*?)</span>", text_of(answer), re.DOTALL)


@dataclass
class Desk:
    """Bob's phone on the entry screen."""

    client: Client
    series: Series

    @property
    def address(self) -> str:
        return reverse("series:totals", args=[self.series.pk])

    def open(self) -> Any:
        return self.client.get(self.address)

    def look(self, *typed: str, **more: str) -> Any:
        return self.client.get(reverse("series:totals_preview", args=[self.series.pk]), figures(*typed) | more)

    def form(self, *typed: str, **more: Any) -> dict[str, Any]:
        self.series.refresh_from_db()
        return figures(*typed) | {"base_version": self.series.version, "key": "a press"} | more

    def save(self, *typed: str, htmx: bool = True, **more: Any) -> Any:
        return self.client.post(self.address, self.form(*typed, **more), headers=HTMX if htmx else {})


@pytest.fixture
def desk(client: Client, bob_scores: Scorer, bob: User) -> Desk:
    client.force_login(bob)
    return Desk(client, bob_scores.series)


def stored() -> list[Any]:
    return [hand.event.content for hand in Hand.objects.select_related("event")]


# --- The screen ------------------------------------------------------------------------------------------------------


def test_the_screen_says_where_everybody_stands(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:3])
    page = desk.open()
    assert page.status_code == 200
    assert details_on(page) == ["stands at 25", "stands at 8½", "stands at 14½", "stands at −8"]
    assert "Save hand 4" in text_of(page)
    assert 'data-total="40"' in text_of(page)


def test_only_those_who_keep_score_may(
    client: Client, series: Series, vera: User, viewer: Member, charlie: User
) -> None:
    pages = [reverse(f"series:{name}", args=[series.pk]) for name in ("totals", "totals_preview", "throw_in")]
    for user, status in ((vera, 403), (charlie, 404)):
        client.force_login(user)
        assert [client.get(page).status_code for page in pages] == [status] * 3
        assert client.post(pages[0], figures(*THIRD)).status_code == status
        assert client.post(pages[2], {"reason": "x"}).status_code == status
    assert not Hand.objects.exists()


def test_more_hands_cost_no_more_queries(desk: Desk, bob_scores: Scorer, django_assert_num_queries: Any) -> None:
    bob_scores.record(J40[0])
    desk.open()
    for _round in range(2):
        with django_assert_num_queries(7):
            desk.open()
        with django_assert_num_queries(6):
            desk.look(*THIRD)
        bob_scores.record(J40[2])


# --- The look before saving ------------------------------------------------------------------------------------------


def test_whole_hands_are_shown_by_the_servers_own_score(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:2])
    look = desk.look(*THIRD)
    assert details_on(look) == ["+16 makes 25", "−1½ makes 8½", "−1½ makes 14½", "−3 makes −8"]
    assert notes_on(look) == []
    assert len(stored()) == 2


def test_the_end_and_a_bonus_are_announced(desk: Desk) -> None:
    look = desk.look("40", "0", "0", "0")
    assert details_on(look) == ["+40 makes 40, bonus +90", *["−10 makes −10, bonus −30"] * 3]
    assert notes_on(look) == ["With this hand the series is over."]


@pytest.mark.parametrize(
    ("typed", "marked", "notes"),
    [
        (["14", "", "", ""], [], []),
        (["", "", "", ""], [], []),
        (["1½", "", "", ""], [0], ["A: 1½ cannot be won: the smallest trick, four black cards, is worth 2."]),
        (["14", "8¼", "", ""], [1], ["B: Points are won in steps of ½."]),
        (["14", "eight", "", ""], [1], ["B: “eight” is not a number. Write it like 8, 8½ or 8.5."]),
        (["30", "12", "", ""], [], ["The four totals come to 42; that is 2 more than 40."]),
        (["14", "11½", "8", "6"], [], ["The four totals come to 39½; ½ are missing to 40."]),
        (["१४", "११½", "८", "६½"], [], []),
    ],
)
def test_what_cannot_be_is_named_while_typing(
    desk: Desk, typed: list[str], marked: list[int], notes: list[str]
) -> None:
    look = desk.look(*typed)
    assert look.status_code == 200
    assert notes_on(look) == notes
    assert [seat for seat, detail in enumerate(details_on(look)) if detail == "please check"] == marked


def test_the_last_trick_is_judged_as_soon_as_its_figure_is_there(desk: Desk) -> None:
    sentence = "C cannot have won the last trick: that alone is worth 3 or more."
    assert notes_on(desk.look("16", "", "", "", last_trick="2")) == []
    assert notes_on(desk.look("16", "", "2", "", last_trick="2")) == [sentence]
    assert notes_on(desk.look("16", "", "2", "", last_trick="0")) == []


# --- Saving ----------------------------------------------------------------------------------------------------------


def test_a_save_answers_with_the_next_screen_and_the_new_score(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:2])
    answer = desk.save(*THIRD, last_trick="1")
    assert answer.status_code == 200
    assert stored()[-1] == {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1}
    page = text_of(answer)
    assert "<html" not in page
    assert "Save hand 4" in page
    assert details_on(answer) == ["stands at 25", "stands at 8½", "stands at 14½", "stands at −8"]
    assert 'data-announce="Hand 3 saved. A 25, B 8½, C 14½, D −8."' in page
    assert f'action="{reverse("series:undo", args=[desk.series.pk])}"' in page


def test_without_a_script_a_save_leads_to_the_next_screen(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = desk.save(*THIRD, htmx=False)
    assert (answer.status_code, answer["Location"]) == (302, desk.address)
    page = text_of(desk.open())
    assert "Hand 1 saved" in page
    assert 'class="toasts toasts--still"' in page
    monkeypatch.setattr("ledger.series.views.totals.JUST_NOW", timedelta(0))
    assert "Hand 1 saved" not in text_of(desk.open())


def test_a_save_costs_few_queries(desk: Desk, bob_scores: Scorer, django_assert_num_queries: Any) -> None:
    bob_scores.record(J40[0])
    desk.open()
    for _round in range(2):
        form = desk.form("9", "9", "9", "13", key=f"press {_round}")
        with django_assert_num_queries(14):
            desk.client.post(desk.address, form, headers=HTMX)


@pytest.mark.parametrize("htmx", [True, False])
def test_the_same_press_twice_is_one_hand(desk: Desk, htmx: bool) -> None:
    form = desk.form(*THIRD)
    first = desk.client.post(desk.address, form, headers=HTMX if htmx else {})
    second = desk.client.post(desk.address, form, headers=HTMX if htmx else {})
    assert first.status_code == second.status_code
    assert len(stored()) == 1
    assert not htmx or "Hand 1 saved" in text_of(second)


def test_the_answer_to_a_lost_save_tells_the_phone_that_it_was_saved(desk: Desk) -> None:
    desk.save(*THIRD)
    assert 'data-latest-key="a press"' in text_of(desk.open())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["16", "8½", "8½", "8"], "The four totals come to 41; that is 1 more than 40."),
        (["16", "8½", "x", "7"], "C: “x” is not a number"),
        (["38½", "1½", "0", "0"], "B: 1½ cannot be won"),
        (["41", "−1", "0", "0"], "B: Points won cannot be below zero."),
        (["16", "", "", "7"], "B: A number is missing here."),
        (["", "", "", ""], "D: A number is missing here."),
    ],
)
def test_a_slip_is_named_and_nothing_is_lost(desk: Desk, typed: list[str], sentence: str) -> None:
    answer = desk.save(*typed, last_trick="3")
    assert answer.status_code == 422
    assert any(sentence in note for note in notes_on(answer))
    kept = values_on(answer)
    assert [kept[f"figure_{seat}"] for seat in range(4)] == typed
    assert (kept["last_trick"], kept["key"]) == ("3", "a press")
    assert not stored()


def test_whoever_leaves_one_open_is_shown_the_rest_first(desk: Desk) -> None:
    answer = desk.save("16", "8½", "", "7")
    assert answer.status_code == 422
    assert values_on(answer)["figure_2"] == "8½"
    assert notes_on(answer) == ["C: Filled in with what is left. Save again if that is right."]
    sent = {name: value for name, value in values_on(answer).items() if name != "csrfmiddlewaretoken"}
    assert desk.client.post(desk.address, sent).status_code == 302
    assert stored() == [{"points_won": [16, 8.5, 8.5, 7]}]


def test_a_form_that_is_not_ours_is_no_hand(desk: Desk) -> None:
    assert desk.client.post(desk.address, figures(*THIRD)).status_code == 400
    assert not stored()


# --- The end ---------------------------------------------------------------------------------------------------------


def test_the_hand_that_ends_the_series_says_so_at_once(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:3])
    answer = desk.save(*FOURTH)
    page = text_of(answer)
    assert "The series is over" in page
    assert "A won with 41." in page
    assert "Hand 4 saved. A 41, B 18½, C 6½, D 4. A won with 41." in page
    assert "The series is over" in text_of(desk.open())
    again = desk.save(*FOURTH, base_version=4)
    assert again.status_code == 200
    assert len(stored()) == 4


def test_a_series_that_is_over_takes_no_hand(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[0])
    stop_series(series=desk.series, submit=bob_scores.submit(), with_standard=True)
    answer = desk.save(*THIRD)
    assert answer.status_code == 422
    assert notes_on(answer) == ["The series is over. The owner can reopen it to correct it."]
    assert len(stored()) == 1


# --- Two scorers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False])
def test_the_second_of_two_scorers_sees_both_hands_side_by_side(desk: Desk, bob_scores: Scorer, htmx: bool) -> None:
    mine = desk.form(*FOURTH)
    bob_scores.record(J40[2])
    answer = desk.client.post(desk.address, mine, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    page = text_of(answer)
    assert "Bob recorded hand 1." in page
    cells = re.findall(r'<span class="figure[^"]*">([^<]*)</span>', page)
    assert cells == ["16", "16", "8½", "10", "8½", "2", "7", "12"]
    assert "Add mine as hand 2" in page
    assert len(stored()) == 1


def test_mine_can_be_added_as_the_next_hand(desk: Desk, bob_scores: Scorer) -> None:
    mine = desk.form(*FOURTH, last_trick="2", figure_2="4", figure_3="10")
    bob_scores.record(J40[2])
    choice = values_on(desk.client.post(desk.address, mine))
    assert choice["key"] != mine["key"]
    for _press in range(2):
        assert desk.client.post(desk.address, choice).status_code == 302
    assert stored() == [
        {"points_won": [16, 8.5, 8.5, 7], "last_trick": 1},
        {"points_won": [16, 10, 4, 10], "last_trick": 2},
    ]


def test_two_who_wrote_down_the_same_hand_are_told(desk: Desk, bob_scores: Scorer) -> None:
    mine = desk.form(*THIRD)
    bob_scores.record(J40[2])
    assert "Yours is the same" in text_of(desk.client.post(desk.address, mine))


def test_a_correction_meanwhile_is_told_too(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[0])
    mine = desk.form(*THIRD)
    correct_hand(series=desk.series, submit=bob_scores.submit(), number=1, record=J40[3], reason="mixed up")
    page = text_of(desk.client.post(desk.address, mine))
    assert "Bob corrected hand 1." in page
    assert "Add mine as hand 2" in page


def test_a_series_that_ended_meanwhile_takes_no_other(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40[:3])
    mine = desk.form(*THIRD)
    bob_scores.record(J40[3])
    page = text_of(desk.client.post(desk.address, mine))
    assert "Drop mine" in page
    assert "Add mine" not in page


def test_figures_changed_after_a_lost_answer_are_not_lost(desk: Desk) -> None:
    """The first press arrived, its answer did not; the figures were mended, and the same form was sent again."""
    form = desk.form(*THIRD)
    desk.client.post(desk.address, form)
    answer = desk.client.post(desk.address, form | figures(*FOURTH))
    assert answer.status_code == 409
    assert "Add mine as hand 2" in text_of(answer)
    choice = values_on(answer)
    assert desk.client.post(desk.address, choice).status_code == 302
    assert [record["points_won"] for record in stored()] == [[16, 8.5, 8.5, 7], [16, 10, 2, 12]]


# --- Undo, and thrown in ---------------------------------------------------------------------------------------------


def test_a_withdrawn_hand_comes_back_to_be_mended(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[2])
    undo(series=desk.series, submit=bob_scores.submit())
    again = values_on(desk.open())
    assert [again[f"figure_{seat}"] for seat in range(4)] == ["16", "8½", "8½", "7"]
    assert again["last_trick"] == "1"


def test_a_hand_of_cards_that_was_withdrawn_leaves_the_tiles_empty(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(J40[0])
    undo(series=desk.series, submit=bob_scores.submit())
    assert values_on(desk.open())["figure_0"] == ""


def test_the_way_back_is_a_post_with_its_version_and_key(desk: Desk) -> None:
    page = text_of(desk.save(*THIRD))
    toast = page[page.index('class="toast"') :]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', toast))
    desk.client.post(reverse("series:undo", args=[desk.series.pk]), fields)
    assert not stored()
    assert Event.objects.filter(kind=Kind.WITHDRAWN).count() == 1


def test_a_deal_that_was_thrown_in_is_kept_with_its_reason(desk: Desk) -> None:
    address = reverse("series:throw_in", args=[desk.series.pk])
    assert "Thrown in" in text_of(desk.open())
    form = {"base_version": 1, "key": "thrown", "reason": "A card lay face up"}
    for _press in range(2):
        assert desk.client.post(address, form)["Location"] == desk.address
    assert stored() == [{"thrown_in": True, "reason": "A card lay face up"}]
    assert desk.client.post(address, form | {"key": "another"}).status_code == 409


def test_no_reason_is_a_reason_and_a_novel_is_not(desk: Desk) -> None:
    address = reverse("series:throw_in", args=[desk.series.pk])
    long = desk.client.post(address, {"base_version": 1, "key": "k", "reason": "x" * 301})
    assert long.status_code == 422
    assert desk.client.post(address, {"base_version": 1, "key": "k", "reason": ""}).status_code == 302
    assert stored() == [{"thrown_in": True, "reason": ""}]


# --- Any other game with one figure for each seat --------------------------------------------------------------------


@pytest.fixture
def scorecard(monkeypatch: pytest.MonkeyPatch) -> None:
    by_slug = {game.slug: game for game in (GAME, SCORECARD)}
    for module in ("selectors", "pages.telling"):
        monkeypatch.setattr(f"ledger.series.{module}.BY_SLUG", by_slug)


def start_scorecard(me: Member, seats: int, **rules: Any) -> Series:
    players = [add_player(circle=me.circle, name=f"Player {number}") for number in range(1, seats + 1)]
    house = SCORECARD.read_rules(rules).value
    return start_series(me=me, agreed=Agreement(SCORECARD, players, house, Decimal(0)))


@pytest.mark.usefixtures("scorecard")
@pytest.mark.parametrize(
    ("seats", "rules", "signs"),
    [
        (2, {}, ['data-key="minus"', 'data-total=""']),
        (7, {"below_zero": False, "hand_total": 100}, ['data-total="100"', "key--double"]),
        (12, {"step": "1/4"}, ['data-key="point"', 'data-key="minus"', "seats--12 seats--many"]),
        (3, {"step": "1/2", "hand_total": 10.5}, ['data-key="half"', 'data-total="10.5"']),
    ],
)
def test_other_games_have_the_keys_that_they_need(
    client: Client, scorer: Member, seats: int, rules: dict[str, Any], signs: list[str]
) -> None:
    client.force_login(scorer.user)
    desk = Desk(client, start_scorecard(scorer, seats, **rules))
    page = text_of(desk.open())
    assert all(sign in page for sign in signs)
    assert ('data-key="half"' in page) == (rules.get("step") == "1/2")
    assert page.count('class="seat-tile__input"') == seats
    assert 'name="last_trick"' not in page
    assert "Thrown in" not in page
    assert "Card by card" not in page


@pytest.mark.usefixtures("scorecard")
def test_other_games_are_scored_by_their_own_rules(client: Client, scorer: Member) -> None:
    client.force_login(scorer.user)
    desk = Desk(client, start_scorecard(scorer, 3))
    assert details_on(desk.look("5", "−3", "0")) == ["+5 makes 5", "−3 makes −3", "0 makes 0"]
    assert desk.save("5", "-3", "0").status_code == 200
    assert stored() == [{"points": [5, -3, 0]}]
    assert notes_on(desk.look("2½", "", "")) == ["Player 1: Points go in steps of 1."]


@pytest.mark.usefixtures("scorecard")
def test_a_team_has_one_tile_and_one_figure(client: Client, scorer: Member) -> None:
    client.force_login(scorer.user)
    series = start_scorecard(scorer, 4, teams=2)
    desk = Desk(client, series)
    page = text_of(desk.open())
    assert page.count('class="seat-tile__input"') == 2
    assert "Player 1 & Player 3" in page
    desk.save("30", "12")
    assert stored() == [{"points": [30, 12]}]
    standing = series_state(series).play.standing
    assert standing.cumulative == (30, 12, 30, 12)
    assert "Player 1 & Player 3 30, Player 2 & Player 4 12." in text_of(desk.open())


def test_a_finished_series_can_be_looked_at(desk: Desk, bob_scores: Scorer) -> None:
    bob_scores.record(*J40)
    assert Series.objects.get().status == Status.FINISHED
    assert desk.open().status_code == 200


@pytest.fixture(autouse=True)
def nothing_was_broken(db: None) -> Iterator[None]:
    """However it came about, the chain of every series holds."""
    yield
    assert not [event for series in Series.objects.all() for event in broken_links(history(series))]
