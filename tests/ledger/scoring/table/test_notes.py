"""The pages on which place and notes are written, and the pages that show them."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.series.models import Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.selectors import hand_notes
from ledger.series.starting import start_series
from tests.ledger.following.test_follow import Phone
from tests.ledger.pages import address, client_of, markup_of, text_of
from tests.ledger.series.conftest import J40


@pytest.fixture
def bobs(bob_scores) -> Client:
    bob_scores.record(*J40[:2])
    return client_of(bob_scores.me.user)


def test_place_and_note_are_written_and_shown(bobs, series, viewer):
    saved = bobs.post(address("notes", series), {"place": "Patan", "note": "Rain.\r\nNobody left."}, follow=True)
    assert saved.redirect_chain == [(address("page", series), 302)]
    assert "Saved." in text_of(saved)
    for user in (viewer.user, viewer.circle.members.get(role="owner").user):
        shown = text_of(client_of(user).get(address("page", series)))
        assert "Patan" in shown
        assert "Rain. Nobody left." in shown
    assert address("notes", series) not in markup_of(client_of(viewer.user).get(address("page", series)))
    assert 'value="Patan"' in markup_of(bobs.get(address("notes", series)))


def test_a_note_on_a_hand_is_written_and_marked(bobs, series, viewer):
    saved = bobs.post(address("hand_note", series, 2), {"note": "Four aces"}, follow=True)
    assert saved.redirect_chain == [(address("hand", series, 2), 302)]
    assert "Four aces" in text_of(saved)
    vera = client_of(viewer.user)
    assert "Four aces" in text_of(vera.get(address("hand", series, 2)))
    assert "Four aces" not in text_of(vera.get(address("hand", series, 1)))
    rows = re.findall(r"<tr>.*?</tr>", markup_of(vera.get(address("page", series))), re.DOTALL)
    assert ["has a note" in row for row in rows if "/hands/" in row] == [False, True]


def test_a_withdrawn_hand_shows_its_note(bobs, bob_scores):
    series = bob_scores.series
    change_hand_note(series=series, me=bob_scores.me, number=2, note="Four aces")
    bob_scores.undo()
    assert "Four aces" in text_of(bobs.get(address("hand", series, 2)))


def test_what_does_not_fit_is_shown_with_its_fault(bobs, series):
    refused = bobs.post(address("notes", series), {"place": "x" * 81, "note": "Rain"})
    assert refused.status_code == 422
    assert "This text is too long: it has 81 characters, and 80 fit." in text_of(refused)
    assert ">\nRain</textarea>" in markup_of(refused)
    unfit = bobs.post(address("hand_note", series, 1), {"note": "a\x9bb"})
    assert (unfit.status_code, hand_notes(Series.objects.get())) == (422, {})
    assert "There are characters in this text that cannot be kept." in text_of(unfit)


def test_a_hand_that_never_was_has_no_note(bobs, series):
    assert bobs.get(address("hand_note", series, 3)).status_code == 404


def test_earlier_places_are_suggested(bobs, bob_scores, agreed):
    earlier = start_series(me=bob_scores.me, agreed=agreed)
    change_notes(series=earlier, me=bob_scores.me, place="Thamel")
    page = markup_of(bobs.get(address("notes", bob_scores.series)))
    assert '<option value="Thamel">' in page
    assert 'list="places"' in page


def test_an_open_page_is_told_of_a_new_note(bob_scores, viewer):
    bob_scores.record(*J40[:2])
    vera = Phone(viewer.user, bob_scores.series)
    assert vera.ask().status_code == 304
    change_hand_note(series=bob_scores.series, me=bob_scores.me, number=1, note="Four aces")
    news = vera.ask()
    assert news.status_code == 200
    assert "has a note" in text_of(news)
    vera.read(news)
    assert vera.ask().status_code == 304
    change_notes(series=bob_scores.series, me=bob_scores.me, place="Patan")
    assert "Patan" in text_of(vera.ask())


def test_no_query_for_notes_that_nobody_has_written(bobs, series, bob_scores):
    page = address("page", series)
    bobs.get(page)
    with CaptureQueriesContext(connection) as queries:
        bobs.get(page)
    assert not [query for query in queries.captured_queries if "series_handnote" in query["sql"]]
    change_notes(series=series, me=bob_scores.me, place="Patan")
    with CaptureQueriesContext(connection) as more:
        bobs.get(page)
    assert len(more) == len(queries) + 1
