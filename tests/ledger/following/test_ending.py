"""The end of a series: who won, who pays whom, and what to do next."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.following.ending import Ending
from ledger.lib import formatting
from ledger.money.models import Entry, EntryKind
from ledger.money.services import Payment, record_payment, reverse_payment
from ledger.series import descriptions
from ledger.series.models import Series, Status
from ledger.series.settling import source_of
from tests.ledger.pages import address, client_of, markup_of, text_of
from tests.ledger.series.conftest import J40, Scorer, start_game

TO_100 = {"end": "target"}  # 100 is the target of the template
HTMX = {"hx-request": "true"}
Play = Callable[..., Scorer]


@pytest.fixture
def finished(bob_scores) -> Scorer:
    bob_scores.record(*J40)
    return bob_scores


@pytest.fixture
def play(scorer, players) -> Play:
    def play_scorecard(*records: list[int], **rules: Any) -> Scorer:
        at_table = start_game(scorer, "scorecard", players, **rules)
        at_table.record(*({"points": record} for record in records))
        return at_table

    return play_scorecard


def stop(bob: Scorer) -> Scorer:
    bob.stop(with_standard=True)
    return bob


def press(client: Client, series: Series, payer: str, payee: str, amount_minor: int, **headers: Any) -> Any:
    ids = {seat.player.name: seat.player_id for seat in series.seats.select_related("player")}
    sent = {"payer": ids[payer], "payee": ids[payee], "amount_minor": amount_minor}
    return client.post(address("pay", series), sent, **headers)


# --- Who won ---------------------------------------------------------------------------------------------------------


def test_the_winner_of_a_finished_series(finished):
    assert Ending(finished.state()).headline == "A won"


@pytest.mark.parametrize(
    ("hands", "rules", "headline"),
    [
        ([], {}, "No hand counts"),
        ([[3, 1, 2, 0]], {}, "Stopped with A in front"),
        ([[3, 3, 2, 0]], {}, "Stopped with A and B in front"),
        ([[3, 3, 3, 0]], {}, "Stopped with A, B and C in front"),
        ([[5, 5, 5, 5]], {}, "All are level"),
        ([[9, 4]], {"teams": 2}, "Stopped with A & C in front"),
    ],
)
def test_who_was_in_front_when_a_series_was_stopped(play, hands, rules, headline):
    assert Ending(stop(play(*hands, **TO_100, **rules)).state()).headline == headline


def test_a_series_without_an_agreed_end_is_simply_over(play, bob):
    stopped = stop(play([3, 1, 2, 0])).state()
    assert stopped.series.status == Status.STOPPED
    assert Ending(stopped).headline == "A won"
    assert descriptions.outcome_sentence(stopped) == "A won with 3."
    for page in ("page", "settlement"):
        assert "topped" not in text_of(client_of(bob).get(address(page, stopped.series)))


@pytest.mark.parametrize(
    ("hands", "outcome"),
    [
        ([[3, 1, 2, 0], [3, 3, 2, 0]], "Stopped with A in front: 6."),
        ([[3, 3, 2, 0]], "Stopped with A and B in front: 3."),
        ([[5, 5, 5, 5]], "All are level."),
    ],
)
def test_the_outcome_of_a_stopped_series_is_worded_as_its_headline(play, hands, outcome):
    stopped = stop(play(*hands, **TO_100)).state()
    assert descriptions.outcome_sentence(stopped) == outcome
    assert outcome.startswith(Ending(stopped).headline)


def test_level_winners_share_the_headline(play):
    assert Ending(play([3, 3, 2, 0], end="hands", hands=1).state()).headline == "A and B won together"
    teams = Ending(play([9, 4], teams=2, end="hands", hands=1).state())
    assert teams.headline == "A & C won"
    assert [name for side in teams.winners for name, _face in side.names_and_faces] == ["A", "C"]


def test_names_in_a_row():
    assert [formatting.in_a_row(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


# --- Who pays whom ---------------------------------------------------------------------------------------------------


def payments_on(page: str) -> list[str]:
    part = re.search(r'aria-labelledby="pays".*?</section>', page, re.DOTALL)
    assert part
    rows = re.findall(r"<li.*?</li>", part[0], re.DOTALL)
    return [text_of(row).replace("\N{NO-BREAK SPACE}", " ") for row in rows]


def test_a_scorer_marks_a_payment_as_paid(finished, bob):
    phone, page = client_of(bob), address("page", finished.series)
    assert payments_on(markup_of(phone.get(page))) == [
        "D D pays A NPR 23.50 Mark as paid",
        "C C pays A NPR 18.50 Mark as paid",
        "B B pays A NPR 4.00 Mark as paid",
    ]
    answer = press(phone, finished.series, "C", "A", 1850)
    assert (answer.status_code, answer["Location"]) == (302, page + "#pays")
    shown = markup_of(phone.get(page))
    assert "C paid A NPR\N{NO-BREAK SPACE}18.50" in shown
    entry = Entry.objects.get(kind=EntryKind.PAYMENT)
    assert payments_on(shown)[1] == "C C pays A NPR 18.50 Paid"
    assert f'href="/circles/{entry.circle_id}/payments/{entry.pk}/"' in shown
    assert "For Jaago-Chalis" in text_of(phone.get(f"/circles/{entry.circle_id}/payments/{entry.pk}/"))
    reverse_payment(me=finished.me, entry=entry)
    assert payments_on(markup_of(phone.get(page)))[1] == "C C pays A NPR 18.50 Mark as paid"


def test_with_a_script_the_answer_is_the_new_score(finished, bob):
    answer = press(client_of(bob), finished.series, "C", "A", 1850, headers=HTMX)
    page = markup_of(answer)
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="score"' in page
    assert (
        page.count('data-announce="C paid A NPR\N{NO-BREAK SPACE}18.50"') == 2
    )  # in the score and in the toast: static/js/swaps.js announces it once
    assert payments_on(page)[1] == "C C pays A NPR 18.50 Paid"


def test_a_second_phone_pays_nothing(finished, bob, owner):
    press(client_of(bob), finished.series, "C", "A", 1850)
    answer = press(client_of(owner.user), finished.series, "C", "A", 1850, headers=HTMX)
    assert "Nothing was recorded: this payment was marked already, or the debt has changed." in markup_of(answer)
    assert Entry.objects.filter(source=source_of(finished.series), kind=EntryKind.PAYMENT).count() == 1


def test_a_viewer_sees_the_payments_without_buttons(finished, vera, viewer):
    phone = client_of(vera)
    assert payments_on(markup_of(phone.get(address("page", finished.series))))[0] == "D D pays A NPR 23.50"
    assert press(phone, finished.series, "D", "A", 2350).status_code == 403


@pytest.mark.parametrize("change", [{"payer": ""}, {"amount_minor": "0"}, {"amount_minor": "much"}])
def test_a_form_that_is_not_ours_is_refused(finished, bob, change):
    sent = {"payer": "a", "payee": "b", "amount_minor": "1"} | change
    assert client_of(bob).post(address("pay", finished.series), sent).status_code == 400


def test_a_circle_that_has_settled_up_pays_nothing_twice(finished, bob, players):
    a, b, c, d = players
    for payer, amount in ((b, "4"), (c, "18.50"), (d, "23.50")):
        record_payment(me=finished.me, payment=Payment(payer, a, Decimal(amount)))
    page = markup_of(client_of(bob).get(address("page", finished.series)))
    assert page.count("settled on") == 3
    assert f'href="/circles/{finished.series.circle_id}/balances/"' in page
    assert "Mark as paid" not in page


def test_without_money_there_are_no_payments(scorer, players, bob):
    at_table = start_game(scorer, "jaago-chalis", players, point_value="0")
    at_table.record(*J40)
    page = markup_of(client_of(bob).get(address("page", at_table.series)))
    assert "A won" in page
    assert "Who pays whom</h3>" not in page


# --- What next -------------------------------------------------------------------------------------------------------


def test_a_scorer_can_play_again_and_withdraw_the_last_hand(finished, bob):
    page = markup_of(client_of(bob).get(address("page", finished.series)))
    assert f'action="{address("again", finished.series)}"' in page
    assert "Play again" in page
    assert f'href="{address("undo", finished.series)}"' in page
    assert f'href="{address("sheet", finished.series)}"' in page
    assert "Record hand" not in page


def test_a_stopped_series_has_no_hand_that_ended_it(bob_scores, bob):
    bob_scores.record(J40[0])
    page = markup_of(client_of(bob).get(address("page", stop(bob_scores).series)))
    assert address("undo", bob_scores.series) not in page
    assert "Play again" in page


def test_a_viewer_can_share_and_open_the_sheet(finished, vera, viewer):
    page = markup_of(client_of(vera).get(address("page", finished.series)))
    assert "Play again" not in page
    assert f'href="{address("settlement", finished.series)}#send"' in page
    assert f'href="{address("sheet", finished.series)}"' in page


def test_the_queries_do_not_grow_with_the_payments(finished, bob):
    phone, page = client_of(bob), address("page", finished.series)
    phone.get(page)
    counts = []
    for paid in (None, ("C", "A", 1850), ("B", "A", 400)):
        if paid:
            press(phone, finished.series, *paid)
            phone.get(page)  # with the message
        with CaptureQueriesContext(connection) as queries:
            phone.get(page)
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
