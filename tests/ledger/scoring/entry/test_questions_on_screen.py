"""The keypad screen with questions: trump, announced cards, the player who chose. Teams have one figure."""

import re
from typing import Any

import pytest
from django.test import Client

from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from ledger.series.state import series_state
from tests.games.random_hands import numbers_of_players
from tests.ledger.pages import address, refusal_text, stored, submit, text_of
from tests.ledger.scoring.entry.conftest import HTMX
from tests.ledger.series.conftest import Scorer, start_game

NAMES = ("Asha", "Bimal", "Chandra", "Deepa", "Esha", "Farida")


def a_series(me: Member, slug: str, seats: int, preset: str = "") -> Series:
    players = [add_player(circle=me.circle, name=name) for name in NAMES[:seats]]
    return start_game(me, slug, players, preset=preset).series


@pytest.fixture
def jass(scorer) -> Series:
    return a_series(scorer, "jass", 4, "swiss-club")


def save(bobs_phone: Client, series: Series, **sent: Any) -> Any:
    return bobs_phone.post(address("enter_hand", series), submit(series) | sent, headers=HTMX)


def preview(bobs_phone: Client, series: Series, **typed: Any) -> str:
    return text_of(bobs_phone.get(address("preview_hand", series), typed))


def test_no_answer_is_a_dash_among_answers_that_share_a_line(bobs_phone, scorer):
    """There is no room for “Not answered” before Re, 90, 60, 30 and Black."""
    page = bobs_phone.get(address("enter_hand", a_series(scorer, "doppelkopf", 4))).content.decode()
    assert page.count('<span aria-label="Not answered">–</span>') >= 2  # of Re and of Kontra
    assert "Not answered</bdi>" not in page


class TestJass:
    def test_questions_follow_from_the_rules(self, bobs_phone, jass):
        page = text_of(bobs_phone.get(address("enter_hand", jass)))
        for asked in ("Trump", "Top down", "Team with the best Weis", "Team with Stöck", "Who chose trump"):
            assert asked in page
        assert page.count("Asha & Chandra") >= 4  # a tile, and an answer to three questions

    def test_other_questions_are_not_asked(self, bobs_phone, scorer):
        page = text_of(bobs_phone.get(address("enter_hand", a_series(scorer, "jass", 4, "salon"))))
        assert "Trump" in page
        for unasked in ("Top down", "Weis", "Stöck", "nine tricks"):
            assert unasked not in page

    def test_round_is_saved_with_its_answers(self, bobs_phone, jass):
        """Spades count twice: (100 + 20 + 50 Weis) and 57 + 20 Stöck."""
        answers = {"trump": "spades", "meld_team": "0", "melds_0": "1", "melds_1": "1", "stoeck": "1", "chosen_by": "0"}
        assert save(bobs_phone, jass, figure_0="100", figure_1="57", **answers).status_code == 200
        assert stored() == [
            {
                "trump": "spades",
                "chosen_by": 0,
                "passed": False,
                "meld_team": 0,
                "melds": [20, 50],
                "stoeck": 1,
                "card_points": [100, 57],
            }
        ]
        jass.refresh_from_db()
        assert series_state(jass).play.standing.cumulative == (340, 154, 340, 154)

    def test_second_scorer_sees_what_another_trump_comes_to(self, bobs_phone, jass, scorer):
        """80 : 77 count once with hearts and twice with spades."""
        mine = submit(jass) | {"figure_0": "80", "figure_1": "77", "trump": "spades"}
        record_hand(series=jass, submit=Submit(scorer, 1), record={"trump": "hearts", "card_points": [80, 77]})
        answer = bobs_phone.post(address("enter_hand", jass), mine, headers=HTMX)
        assert answer.status_code == 409
        page = text_of(answer)
        assert "A Asha & Chandra 80 160 B Bimal & Deepa 77 154" in page
        assert "Team Hand 1" in page

    def test_other_team_gets_the_rest(self, bobs_phone, jass):
        first = save(bobs_phone, jass, figure_0="100", trump="hearts")
        assert first.status_code == 422
        assert 'value="57"' in first.content.decode()
        assert stored() == []

    def test_without_trump_nothing_is_saved_and_figures_are_kept(self, bobs_phone, jass):
        answer = save(bobs_phone, jass, figure_0="100", figure_1="57")
        assert (answer.status_code, stored()) == (422, [])
        assert "Please choose: Trump" in text_of(answer)
        assert 'value="100"' in answer.content.decode()

    def test_further_questions_stay_closed_while_none_is_answered(self, bobs_phone, jass):
        blank = dict.fromkeys(
            ["match", "meld_team", "stoeck", "chosen_by", *(f"melds_{part}" for part in range(7))], ""
        )
        closed, opened = (
            "".join(save(bobs_phone, jass, figure_0="100", **answers).content.decode().split())
            for answers in (blank, blank | {"chosen_by": "1"})
        )
        assert '<detailsclass="entry__more">' in closed
        assert '<detailsclass="entry__more"open>' in opened

    def test_questions_of_a_key_open_with_their_errors(self, bobs_phone, jass):
        """Weis without its team. Each key names the part of the page that it opens."""
        page = bobs_phone.get(address("enter_hand", jass)).content.decode()
        assert re.findall(r'data-label="(\w+)"', page) == ["Weis", "Stöck", "Match"]
        assert "data-open>" not in page
        for number in (1, 2, 3):
            assert page.count(f'data-opens="panel-{number}"') == page.count(f'id="panel-{number}"') == 1
        answer = save(bobs_phone, jass, figure_0="100", figure_1="57", trump="hearts", melds_1="1")
        assert answer.status_code == 422
        assert "Say which team has Weis, and what it is worth." in text_of(answer)
        assert re.findall(r'id="panel-(\d)"[^>]*data-open>', answer.content.decode()) == ["1"]

    def test_257_is_a_match(self, bobs_phone, jass):
        """Spades count twice: 514. Nothing is left for the other team."""
        typed = {"figure_0": "257", "figure_1": "0", "trump": "spades"}
        assert "+514 makes 514" in preview(bobs_phone, jass, **typed)
        assert save(bobs_phone, jass, **typed).status_code == 200
        assert [(record["card_points"], record["match"]) for record in stored()] == [([157, 0], 0)]

    def test_nothing_is_left_beside_257(self, bobs_phone, jass):
        answer = save(bobs_phone, jass, figure_1="257", trump="spades")
        assert answer.status_code == 422
        assert 'value="0"' in answer.content.decode()
        assert save(bobs_phone, jass, figure_0="0", figure_1="257", trump="spades").status_code == 200

    def test_257_is_refused_where_a_match_does_not_count(self, bobs_phone, scorer):
        salon = a_series(scorer, "jass", 4, "salon")
        answer = refusal_text(save(bobs_phone, salon, figure_0="257", figure_1="0", trump="spades"))
        assert "A match does not count by the rules of this series." in answer

    def test_preview_does_not_ask_for_trump(self, bobs_phone, jass):
        for figures in ({"figure_0": "1"}, {"figure_0": "100"}, {"figure_0": "100", "figure_1": "57"}):
            assert "missing" not in preview(bobs_phone, jass, **figures)

    def test_preview_includes_the_factor(self, bobs_phone, jass):
        page = preview(bobs_phone, jass, figure_0="100", figure_1="57", trump="clubs")
        assert "+200 makes 200" in page
        assert "+114 makes 114" in page

    def test_error_is_shown_beside_the_question(self, bobs_phone, jass):
        page = preview(bobs_phone, jass, figure_0="100", figure_1="57", trump="clubs", match="0")
        assert "A team with all nine tricks has all 157 points." in page

    def test_hand_page_shows_the_answers(self, bobs_phone, jass, scorer):
        record = {"trump": "spades", "card_points": [157, 0], "match": 0, "meld_team": 0, "melds": [100, 20]}
        record_hand(series=jass, submit=Submit(scorer, 1), record=record)
        page = text_of(bobs_phone.get(address("hand", jass, 1)))
        for sentence in ("Trump: Spades", "Team that took all nine tricks: Asha & Chandra", "Weis: 100, 20"):
            assert sentence in page

    def test_correct_trump_alone(self, bobs_phone, jass, scorer):
        record_hand(series=jass, submit=Submit(scorer, 1), record={"trump": "hearts", "card_points": [100, 57]})
        sent = submit(jass) | {"figure_0": "100", "figure_1": "57", "trump": "clubs", "reason": "It was clubs"}
        page = text_of(bobs_phone.post(address("correct", jass, 1), sent | {"step": "preview"}))
        assert "Hearts" in page
        assert "Clubs" in page
        assert bobs_phone.post(address("correct", jass, 1), sent | {"step": "save"}).status_code == 302
        jass.refresh_from_db()
        assert series_state(jass).play.standing.cumulative == (200, 114, 200, 114)


class TestPutz:
    def test_three_cards_may_be_taken_aside(self, bobs_phone, scorer):
        series = a_series(scorer, "putz", 3)
        assert "Who took the aside" in text_of(bobs_phone.get(address("enter_hand", series)))
        answers = {"trump": "clubs", "aside_taken_by": "0"}
        assert save(bobs_phone, series, figure_0="80", figure_1="60", figure_2="17", **answers).status_code == 200
        assert stored()[0]["aside_taken_by"] == 0
        series.refresh_from_db()
        assert series_state(series).play.standing.cumulative == (1, 1, -1)

    def test_five_cards_may_not(self, bobs_phone, scorer):
        series = a_series(scorer, "putz", 5)
        assert "aside" not in text_of(bobs_phone.get(address("enter_hand", series)))
        sent = {f"figure_{seat}": str(points) for seat, points in enumerate((60, 50, 30, 10, 7))}
        assert save(bobs_phone, series, trump="hearts", **sent).status_code == 200
        series.refresh_from_db()
        assert series_state(series).play.standing.cumulative == (2, 1, 1, -1, -1)


@pytest.mark.parametrize("slug", BY_SLUG)
def test_entry_screen_links_to_the_rules(bobs_phone, scorer, slug):
    series = a_series(scorer, slug, numbers_of_players(BY_SLUG[slug])[0])
    screen = "enter_hand" if series_state(series).game.can_be_entered else "cards"
    page = bobs_phone.get(address(screen, series)).content.decode()
    assert f'href="/rules/{slug}/"' in page
    assert bobs_phone.get(f"/rules/{slug}/").status_code == 200


class TestWarnings:
    """Asha deals first and the deal goes anticlockwise, so Deepa chooses trump."""

    DOUBTFUL = {"figure_0": "100", "figure_1": "57", "trump": "hearts", "chosen_by": "2"}
    WARNING = "Asha dealt, so the choice of trump is with Deepa, not with Chandra."

    @pytest.fixture
    def dealt(self, jass: Series) -> Series:
        jass.first_dealer = 0
        jass.save(update_fields=["first_dealer"])
        return jass

    def test_the_preview_shows_a_warning_and_answers_nothing(self, bobs_phone, dealt):
        answer = bobs_phone.get(address("preview_hand", dealt), self.DOUBTFUL)
        assert self.WARNING in text_of(answer)
        assert 'name="warned"' not in answer.content.decode()
        assert "with Deepa" not in preview(bobs_phone, dealt, **{**self.DOUBTFUL, "chosen_by": "3"})

    def test_a_doubt_is_asked_about_once(self, bobs_phone, dealt):
        answer = save(bobs_phone, dealt, **self.DOUBTFUL)
        assert (answer.status_code, stored()) == (422, [])
        assert self.WARNING in text_of(answer)
        assert "Save anyway" in text_of(answer)
        assert f'<input type="hidden" name="warned" value="{self.WARNING}">' in answer.content.decode()
        answer = save(bobs_phone, dealt, **self.DOUBTFUL, warned=self.WARNING)
        assert answer.status_code == 200
        assert "Save anyway" not in text_of(answer)
        assert [record["chosen_by"] for record in stored()] == [2]
        assert self.WARNING in text_of(bobs_phone.get(address("hand", dealt, 1)))

    def test_another_warning_is_asked_about_again(self, bobs_phone, dealt):
        """The warning that was confirmed named Chandra, and then Bimal was tapped."""
        answer = refusal_text(save(bobs_phone, dealt, **{**self.DOUBTFUL, "chosen_by": "1"}, warned=self.WARNING))
        assert "with Deepa, not with Bimal" in answer

    def test_a_hand_that_was_saved_is_not_asked_about_when_it_is_sent_again(self, bobs_phone, dealt):
        sent = submit(dealt) | self.DOUBTFUL | {"chosen_by": "3"}
        for _time in range(2):  # the second time, Deepa has dealt
            assert bobs_phone.post(address("enter_hand", dealt), sent, headers=HTMX).status_code == 200
        assert len(stored()) == 1


class TestToldHands:
    """The preview also shows a hand whose card points nobody counted, or that has none."""

    @pytest.mark.parametrize(
        ("slug", "seats", "answers", "says"),
        [
            ("skat", 3, {"declarer": "0", "contract": "null", "ouvert": "on", "won": "True"}, "Asha +96"),
            ("skat", 3, {"declarer": "0", "contract": "clubs", "matadors": "1", "won": "False"}, "Asha −98"),
            ("schafkopf", 4, {"declarer": "0", "game": "sie"}, "= 520"),
        ],
    )
    def test_preview_without_a_figure(self, bobs_phone, scorer, slug, seats, answers, says):
        assert says in preview(bobs_phone, a_series(scorer, slug, seats), figure_0="", **answers)

    def test_preview_does_not_ask_for_what_follows(self, bobs_phone, scorer):
        series = a_series(scorer, "skat", 3)
        begun = {"declarer": "0", "contract": "clubs", "matadors": "1"}
        for answers in ({}, {"contract": "clubs"}, begun):
            assert "entry__note" not in bobs_phone.get(address("preview_hand", series), answers).content.decode()


class TestTarot:
    def test_the_taker_is_not_offered_as_partner(self, bobs_phone, scorer):
        page = bobs_phone.get(address("enter_hand", a_series(scorer, "tarot", 5))).content.decode()
        assert [f'data-shown-when="taker!={seat}"' in page for seat in range(5)] == [True] * 5

    def test_nor_is_who_sits_out(self, bobs_phone, scorer):
        page = bobs_phone.get(address("enter_hand", a_series(scorer, "tarot", 6))).content.decode()
        assert 'data-shown-when="sitting_out!=1 taker!=1"' in page


def test_a_withdrawn_hand_of_cards_keeps_its_bids(bobs_phone, scorer):
    """In Spades a record calls both the cards played and the figures of the keypad `tricks`."""
    played = Scorer(scorer, a_series(scorer, "spades", 4))
    ranks = (*range(2, 11), *"JQKA")
    tricks = [[f"{rank}{suit}" for suit in "SHDC"] for rank in ranks]  # the first player has all spades
    hand = {"bids": [3, "nil", 4, 2], "direction": "clockwise", "first_leader": 0, "tricks": tricks}
    played.record(hand)
    played.undo()
    page = bobs_phone.get(address("enter_hand", played.series)).content.decode()
    assert [f'value="{bid}"' in page for bid in ("3", "Nil", "4", "2")] == [True] * 4
    assert not re.search("9H.{1,20}9D", page)
