"""What the pages of members ask a player, and what a tap on an answer does. Vera has claimed B."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.circles.services.players import claim_player
from ledger.series.models import Series
from ledger.verdicts.wording import hand_facts, settlement_facts
from tests.ledger.following.test_follow import Phone
from tests.ledger.pages import address, client_of, markup_of, refusal_text, text_of
from tests.ledger.scoring.entry.conftest import HTMX
from tests.ledger.series.conftest import J40
from tests.ledger.sheets.evenings import call_break, jass
from tests.ledger.sheets.tables import Table as FullTable
from tests.ledger.verdicts.conftest import Table, series, table, vera_is_b

__all__ = ["series", "table", "vera_is_b"]

BIG_HAND = {"points_won": [27, 6, 4, 3]}


@pytest.fixture
def vera_reads(vera) -> Client:
    return client_of(vera)


def asked(page: Any) -> str:
    """The words of the question or of the answer, without its buttons."""
    found = re.search(r'class="ask__text[^>]*>(.*?)</p>', markup_of(page), re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def tap(client: Client, table: Table, verdict: str, *, seat: int = 1, headers: Any = None, **more: Any) -> Any:
    sent = {"player": table.players[seat].pk, "hand": "1", "seen": "1", "verdict": verdict, **more}
    return client.post(address("verdict", table.series), sent, headers=headers or {})


# --- What is asked ---------------------------------------------------------------------------------------------------


def test_the_latest_hand_is_asked(table, vera_reads):
    page = address("page", table.series)
    assert asked(vera_reads.get(page)) == "After each hand you are asked here whether it is right."
    table.record(J40[0])
    assert asked(vera_reads.get(page)) == "Hand 1: you won 8½, that is −1½. Right?"
    table.record(J40[1])
    assert asked(vera_reads.get(page)) == "Hand 2: +11½ for you. Right?"
    table.record({"thrown_in": True, "reason": "misdeal"})
    assert asked(vera_reads.get(page)) == "Hand 3 does not count, so nobody is asked."


def test_facts_of_a_hand_with_bonuses_and_of_teams():
    """A big hand of 27: the others pay 20, 30 and 40 by their points. In Jass 100 and 57 for the two teams."""
    big = FullTable(records=[BIG_HAND]).state()
    assert [hand_facts(big, 1, seat) for seat in (0, 1)] == [
        "Hand 1: +27 for you. Bonus +90.",
        "Hand 1: you won 6, that is −4. Bonus −20.",
    ]
    assert hand_facts(jass().state(), 1, 3) == "Hand 1: +57 for you and Bimal."
    assert hand_facts(call_break().state(), 1, 0) == "Hand 1: you won 4, that is +3.1."


def test_facts_of_a_settlement():
    """The J-40 document: A receives 94 by difference and 90 of standard money; at 0.25 that is 46."""
    assert settlement_facts(FullTable().state(), 0) == "You receive NPR\N{NO-BREAK SPACE}46.00 in all."
    assert settlement_facts(FullTable().state(), 0, shows_money=False) == "Your total is 41."
    assert settlement_facts(FullTable(point_value="0").state(), 3) == "You give 94 points in all."


def test_who_plays_not_is_not_asked(table, bob):
    table.record(J40[0])
    assert 'id="ask"' not in markup_of(client_of(bob).get(address("page", table.series)))


def test_a_series_without_verdicts_shows_nothing(table, vera_reads):
    table.record(J40[0])
    Series.objects.update(verdicts="off")
    for page in ("page", "history"):
        assert "right" not in text_of(vera_reads.get(address(page, table.series))).lower()
    assert tap(vera_reads, table, "agreed").status_code == 422


def test_only_changed_figures_are_asked_again(table, vera_reads):
    table.record(J40[0], J40[1])
    for number in (1, 2):
        tap(vera_reads, table, "agreed", hand=number)
    page = address("page", table.series)
    table.correct(2, {"points_won": [15, 11.5, 7, 6.5]})
    assert asked(vera_reads.get(page)) == "Hand 2, corrected: +11½ for you."
    table.correct(1, {"points_won": [5, 8, 18, 9]})
    assert asked(vera_reads.get(page)) == "Hand 1, corrected: you won 8, that is −2. Right?"


# --- Taps ------------------------------------------------------------------------------------------------------------


def test_right_and_taken_back(table, vera_reads):
    table.record(J40[0])
    page = address("page", table.series)
    for _time in range(2):  # a double tap
        answer = tap(vera_reads, table, "agreed")
        assert (answer.status_code, answer["Location"]) == (302, page)
    assert table.given(1) == [(1, "agreed")]
    assert "You said: right. Take back" in text_of(vera_reads.get(page))
    assert "Right?" not in asked(vera_reads.get(page))
    tap(vera_reads, table, "none")
    assert "Right?" in asked(vera_reads.get(page))


def test_not_right_with_a_reason_and_words(table, vera_reads):
    table.record(J40[0])
    answer = tap(vera_reads, table, "disputed", reason="other", note="it was <9>", headers=HTMX)
    assert answer.status_code == 200
    assert "You said: not right, something else, it was <9>." in text_of(answer).replace("&lt;", "<")
    assert "<9>" not in answer.content.decode()
    assert table.given(1) == [(1, "disputed")]


def test_the_answer_is_the_page_with_its_next_etag(table, vera):
    table.record(J40[0])
    phone = Phone(vera, table.series)
    assert phone.ask().status_code == 304
    answer = tap(phone.client, table, "agreed", headers=HTMX)
    assert phone.ask().status_code == 200
    phone.read(answer)
    assert phone.ask().status_code == 304


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_a_correction_before_the_tap_is_shown(table, vera_reads, headers):
    table.record(J40[0])
    table.correct(1, {"points_won": [5, 8, 18, 9]})
    answer = tap(vera_reads, table, "agreed", headers=headers)
    assert answer.status_code == 409
    assert "The hand was corrected meanwhile. Please look at it again." in text_of(answer)
    assert asked(answer) == "Hand 1, corrected: you won 8, that is −2. Right?"
    assert table.given(1) == []


def test_who_may_not_tap(table, vera_reads, charlie):
    table.record(J40[0])
    assert tap(vera_reads, table, "agreed", seat=2).status_code == 403
    assert tap(client_of(charlie), table, "agreed").status_code == 404
    assert tap(Client(), table, "agreed").status_code == 404
    assert vera_reads.get(address("verdict", table.series)).status_code == 405
    for fault in ({"seen": "x"}, {"player": ""}, {"hand": "0"}, {"also": "1"}, {"also": "a:b"}):
        assert tap(vera_reads, table, "agreed", **fault).status_code == 400
    assert tap(vera_reads, table, "perhaps").status_code == 422
    assert table.given(1) == []


def test_a_scorers_word_can_be_replaced_by_ones_own(table, vera_reads):
    table.record(J40[0])
    table.says(table.me, 1, 1, "agreed")
    page = vera_reads.get(address("page", table.series))
    assert "Bob said for you: right. Right Take back" in text_of(page)
    tap(vera_reads, table, "disputed", reason="card")
    assert table.given(1) == [(1, "disputed")]


def test_a_hand_can_be_answered_on_its_own_page(table, vera_reads):
    table.record(J40[0], J40[1])
    page = address("hand", table.series, 1)
    assert asked(vera_reads.get(page)) == "Hand 1: you won 8½, that is −1½. Right?"
    answer = tap(vera_reads, table, "agreed", on_hand="yes")
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert "B: right" in text_of(vera_reads.get(page))
    assert tap(vera_reads, table, "agreed", seen="2", on_hand="yes")["Location"] == page
    assert "The hand was corrected meanwhile." in text_of(vera_reads.get(page))


# --- The end ---------------------------------------------------------------------------------------------------------


def end_tap(client: Client, table: Table, verdict: str = "agreed", **more: Any) -> Any:
    version = table.state().series.version
    return tap(client, table, verdict, **{"hand": "", "seen": str(version), **more})


def test_the_end_is_agreed_to_with_the_hands_that_are_open(table, vera_reads):
    """B of the J-40 document pays 4.00: 4 points by difference less 20 of standard money, at 0.25."""
    table.record(*J40)
    table.says(table.me, 1, 2, "agreed")
    page = vera_reads.get(address("page", table.series))
    assert asked(page) == "You pay NPR 4.00 in all. Right?"
    assert "With it you agree to 3 hands that you have not answered:" in text_of(page)
    assert "Hand 1: you won 8½, that is −1½. Hand 3: you won 8½, that is −1½. Hand 4: +10 for you." in text_of(page)
    (also,) = re.findall(r'name="also" value="([^"]*)"', markup_of(page))
    assert also == "1:1 3:1 4:1"
    end_tap(vera_reads, table, also=also)
    assert [table.given(number) for number in (1, 3, 4, None)] == [[(1, "agreed")]] * 4
    assert "You said: right." in text_of(vera_reads.get(address("page", table.series)))


def test_nothing_is_agreed_to_where_one_of_the_hands_was_changed(table, vera_reads):
    table.record(*J40)
    answer = refusal_text(end_tap(vera_reads, table, also="1:1 3:2", headers=HTMX), 409)
    assert "The series has changed meanwhile." in answer
    assert table.given(1) == table.given(None) == []


def test_the_settlement_of_an_open_series_is_not_agreed_to(table, vera_reads):
    table.record(J40[0])
    assert end_tap(vera_reads, table).status_code == 409


def test_when_all_agree_the_end_says_so(table, vera_reads):
    table.record(*J40)
    Series.objects.update(verdicts="required")
    page = address("page", table.series)
    assert "Not everybody has agreed to this series yet." in text_of(vera_reads.get(page))
    table.all_agree(1, 2, 3, 4, None)
    assert "Is it right? All agree" in text_of(vera_reads.get(page))


def test_the_history_has_what_was_said(table, vera_reads):
    table.record(J40[0])
    tap(vera_reads, table, "disputed", reason="my_points", note="9, not 8½")
    tap(vera_reads, table, "none")
    table.says(table.me, 2, 1, "agreed")
    shown = text_of(vera_reads.get(f"{address('history', table.series)}?of=verdicts"))
    for sentence in (
        "Bob said for C of hand 1: right.",
        "B took back what was said of hand 1.",
        "B said of hand 1: not right, my points. “9, not 8½”",
    ):
        assert sentence in shown
    assert "Is it right?" in text_of(vera_reads.get(address("history", table.series)))


def test_a_member_who_loses_the_claim_is_not_asked(table, vera_reads, owner):
    table.record(J40[0])
    player = table.players[1]
    player.refresh_from_db()
    player.claimed_by = None
    player.save()
    claim_player(player=player, member=owner)
    assert 'id="ask"' not in markup_of(vera_reads.get(address("page", table.series)))
    assert tap(vera_reads, table, "agreed").status_code == 403


# --- What is agreed before -------------------------------------------------------------------------------------------


def test_a_link_says_whether_it_may_agree(table, bob):
    bob_at, page = client_of(bob), address("link", table.series)
    assert 'name="may_agree"' in markup_of(bob_at.get(page))
    bob_at.post(page, {"may_agree": "yes"})
    link = table.series.links.get()
    assert link.may_agree
    shown = text_of(bob_at.get(page))
    assert "it is shown as said by the link" in shown
    assert "· may say whether a hand is right" in shown
    bob_at.post(address("change_link", table.series, link.pk), {})
    assert not table.series.links.get().may_agree
    Series.objects.update(verdicts="off")
    assert 'name="may_agree"' not in markup_of(bob_at.get(page))


# --- Disputes of a circle --------------------------------------------------------------------------------------------


def test_an_owner_sees_all_open_disputes(table, vera_reads, owner):
    alice = client_of(owner.user)
    circle, disputes = (reverse(name, args=[owner.circle_id]) for name in ("circle", "disputes"))
    assert "There are none." in text_of(alice.get(disputes))
    table.record(J40[0])
    tap(vera_reads, table, "disputed", reason="my_points", note="9, not 8½")
    assert "1 dispute is open" in text_of(alice.get(circle))
    assert "B said of hand 1: not right, my points. “9, not 8½” Jaago-Chalis" in text_of(alice.get(disputes))
    table.correct(1, {"points_won": [5, 8, 18, 9]})
    assert "dispute" not in text_of(alice.get(circle))
