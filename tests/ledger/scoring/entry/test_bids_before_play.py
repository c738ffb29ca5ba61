"""Bids are saved before the play, and the rest of the hand after it."""

from typing import Any

import pytest
from django.test import Client

from ledger.series.models import NotedBids, Series
from ledger.series.selectors import noted_bids
from ledger.series.services import Submit, record_hand
from ledger.series.state import series_state
from tests.ledger.pages import address, client_of, markup_of, refusal_text, stored, submit, text_of
from tests.ledger.series.conftest import start_game

CALLS = (3, 2, 4, 2)


@pytest.fixture
def series(scorer, players) -> Series:
    """Call Break by the rules of the club: calls from 2 that come to 10 at least."""
    return start_game(scorer, "call-break", players, preset="club").series


def typed(calls: tuple[Any, ...], tricks: tuple[Any, ...] = ()) -> dict[str, Any]:
    sent = {f"bid_{seat}": call for seat, call in enumerate(calls)}
    return sent | {f"figure_{seat}": won for seat, won in enumerate(tricks)}


def send(bobs_phone: Client, series: Series, sent: dict[str, Any], **headers: str) -> Any:
    hidden = submit(series, key=f"key {len(stored())} {sorted(sent.items())}")
    return bobs_phone.post(address("enter_hand", series), sent | hidden, headers=headers)


def value_on(page: str, name: str) -> str:
    start = page.index(f'name="{name}"')
    return page[start : start + 200].partition('value="')[2].partition('"')[0]


def test_bids_alone_are_kept_for_every_scorer(bobs_phone, series, alice):
    answer = send(bobs_phone, series, typed(CALLS), **{"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Everyone sees it" in text_of(answer)
    assert noted_bids(series_state(series), None) == list(CALLS)
    assert stored() == []
    for page in (markup_of(answer), markup_of(client_of(alice).get(address("enter_hand", series)))):
        assert [value_on(page, f"bid_{seat}") for seat in range(4)] == ["3", "2", "4", "2"]
        assert [value_on(page, f"figure_{seat}") for seat in range(4)] == ["", "", "", ""]


def test_without_a_script_the_answer_is_a_redirect(bobs_phone, series):
    answer = send(bobs_phone, series, typed(CALLS))
    assert answer.status_code == 302
    assert "Everyone sees it" in text_of(bobs_phone.get(answer["Location"]))


def test_the_hand_follows_after_the_play(bobs_phone, series):
    send(bobs_phone, series, typed(CALLS))
    filled_in = send(bobs_phone, series, typed(CALLS, (4, 2, 3, "")))
    assert filled_in.status_code == 422
    assert value_on(markup_of(filled_in), "figure_3") == "4"
    assert send(bobs_phone, series, typed(CALLS, (4, 2, 3, 4))).status_code == 302
    assert stored() == [{"calls": list(CALLS), "tricks": [4, 2, 3, 4]}]
    series.refresh_from_db()
    assert noted_bids(series_state(series), None) == []


def test_bids_that_the_rules_refuse_are_not_kept(bobs_phone, series):
    refused = refusal_text(send(bobs_phone, series, typed((2, 2, 2, 2))))
    assert "The calls come to 8, and 10 is the least: deal again." in refused
    too_low = send(bobs_phone, series, typed((1, 4, 4, 4)))
    assert "A: A call is at least 2 here, not 1." in text_of(too_low).replace("A, Call:", "A:")
    assert not NotedBids.objects.exists()


def test_some_bids_are_not_enough(bobs_phone, series):
    assert "5 figures are missing." in refusal_text(send(bobs_phone, series, typed((3, 2, 4, ""))))
    assert not NotedBids.objects.exists()


def test_the_preview_names_bids_that_are_too_low(bobs_phone, series):
    def notes(calls: tuple[Any, ...]) -> str:
        return text_of(bobs_phone.get(address("preview_hand", series), typed(calls)))

    assert "deal again" in notes((2, 2, 2, 2))
    assert "deal again" not in notes((2, 2, 2, ""))
    assert "deal again" not in notes(CALLS)


def test_bids_for_a_hand_that_was_recorded_meanwhile(bobs_phone, series, owner):
    before = submit(series)
    record_hand(series=series, submit=Submit(owner, 1), record={"calls": [3, 3, 3, 3], "tricks": [4, 3, 3, 3]})
    assert bobs_phone.post(address("enter_hand", series), typed(CALLS) | before).status_code == 409
    assert not NotedBids.objects.exists()


def test_card_by_card_begins_with_the_bids(bobs_phone, series):
    send(bobs_phone, series, typed(CALLS))
    page = markup_of(bobs_phone.get(address("cards", series)))
    assert page.count('<option value="4" selected') == 1
    assert page.count('<option value="2" selected') == 2
    start = {"direction": "clockwise", "first_leader": "0"}
    refused = bobs_phone.post(address("cards", series), start | {"calls_0": "3", "calls_1": "2", "calls_2": "4"})
    assert (refused.status_code, "Please choose: Calls" in text_of(refused)) == (422, True)
    begun = bobs_phone.post(
        address("cards", series), start | {f"calls_{seat}": call for seat, call in enumerate(CALLS)}
    )
    assert begun.status_code == 302
    series.refresh_from_db()
    assert series.draft.record["calls"] == list(CALLS)


def test_a_correction_needs_the_whole_hand(bobs_phone, series):
    send(bobs_phone, series, typed(CALLS, (4, 2, 3, 4)))
    sent = typed(CALLS) | {"reason": "Miscounted.", "step": "preview"} | submit(series)
    refused = bobs_phone.post(address("correct", series, 1), sent)
    assert refused.status_code == 422
    assert stored() == [{"calls": list(CALLS), "tricks": [4, 2, 3, 4]}]
    assert not NotedBids.objects.exists()


def test_a_word_stands_for_a_bid_of_a_player_in_a_team(scorer, players, bobs_phone):
    series = start_game(scorer, "spades", players).series
    send(bobs_phone, series, typed((4, "Nil", 3, "blind nil")))
    assert noted_bids(series_state(series), None) == [4, "nil", 3, "blind_nil"]
    page = bobs_phone.get(address("enter_hand", series)).content.decode()
    assert [value_on(page, f"bid_{seat}") for seat in range(4)] == ["4", "Nil", "3", "Blind nil"]
    followed = text_of(bobs_phone.get(address("page", series)))
    assert "Bid: 4, 3" in followed
    assert "Bid: Nil, Blind nil" in followed
    send(bobs_phone, series, typed((4, "Nil", 3, "blind nil"), (7, 0, 6, 0)))
    assert stored() == [{"bids": [4, "nil", 3, "blind_nil"], "blind": [], "tricks": [7, 0, 6, 0]}]
