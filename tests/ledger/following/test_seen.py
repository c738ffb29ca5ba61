"""A phone sends the code of the record that it was shown, and the site must say if that record was changed since."""

import logging
import re
import secrets
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.live.tickets import Ticket, summary_of_page
from ledger.series.models import Event, Series
from ledger.series.starting import start_series
from ledger.signing.encodings import read_base64url, write_base64, write_base64url
from ledger.signing.models import Contradiction, Restored
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import forge_chain

SAID = "This record was changed after it was shown"
HISTORY = "of this record, which it does not contain any more."
LOGGER = "ledger.signing.contradictions"


def rewrite(series: Series, number: int, content: Any) -> None:
    """Change an event as a careful forger would: every hash from this event on is worked out again."""
    Event.objects.filter(series=series, number=number).update(content=content)
    forge_chain(series)


@pytest.fixture
def shown(bob_scores) -> Scorer:
    bob_scores.record(*J40[:3])
    return bob_scores


@pytest.fixture
def page(shown) -> str:
    return f"/series/{shown.series.pk}/"


@pytest.fixture
def client(shown) -> Client:
    return client_of(shown.me.user)


def said_in(answer: Any) -> str:
    """The text of a page that was answered in full."""
    said = text_of(answer)
    assert "Updated at" in said or "History" in said
    return said


def code_on(answer: Any) -> str:
    found = re.search(r'data-seal="([-_A-Za-z0-9]+)"', answer.content.decode())
    assert found
    return found[1]


def asks(client: Client, address: str, code: str, at: float | None = None) -> str:
    headers = {"X-Seen": f"{code}.{int(time.time() if at is None else at)}"}
    answer = client.get(f"{address}live/", headers=headers)
    assert answer.status_code == 200
    return said_in(answer)


def test_a_record_that_goes_on_contains_what_was_shown(shown, client, page):
    code = code_on(client.get(page))
    assert SAID not in asks(client, page, code)
    shown.correct(1, J40[2], "wrong player")
    assert code_on(client.get(page)) != code
    assert SAID not in asks(client, page, code)
    assert not Contradiction.objects.exists()


def test_a_chain_written_anew_is_said(shown, client, page, caplog):
    code = code_on(client.get(page))
    seen_at = datetime(2026, 11, 20, 16, 15, tzinfo=UTC)
    rewrite(shown.series, 2, J40[3])
    with caplog.at_level(logging.WARNING, LOGGER):
        answer = asks(client, page, code, seen_at.timestamp())
        assert SAID in answer
        assert SAID in asks(client, page, code)
    assert "This phone was shown version 4 ( 20 November 2026, 22:00 )" in answer, "not in the time of Kathmandu"
    # By the J-40 document 41, 18½, 6½ and 4 after the fourth hand, which brings 16, 10, −8 and 12.
    assert "any more: A 25, B 8½, C 14½, D −8" in answer
    (record,) = (record for record in caplog.records if record.name == LOGGER)
    assert f"Series {shown.series.pk} was changed after it was shown" in record.getMessage()
    assert Contradiction.objects.count() == 1
    history = said_in(client.get(f"{page}history/"))
    assert f"A phone was shown version 4 {HISTORY}" in history
    assert SAID not in said_in(client.get(page)), "said to a phone that sent no code"


def test_a_link_says_it_too(shown, visitor):
    code = code_on(visitor.open())
    rewrite(shown.series, 2, J40[3])
    assert SAID in asks(visitor.client, visitor.url, code)
    assert SAID not in said_in(visitor.open("live/")), "said to another phone, which sent no code"
    assert Contradiction.objects.count() == 1


def etag_of_page(scorer: Scorer) -> str:
    return summary_of_page(Ticket(scorer.series.pk, scorer.me.pk), Series.objects.get(pk=scorer.series.pk)).etag


def test_an_open_page_notices_a_chain_of_the_same_length(shown, visitor):
    visitor.read(visitor.open())
    assert visitor.ask().status_code == 304
    before = etag_of_page(shown)
    rewrite(shown.series, 2, J40[3])
    assert visitor.ask().status_code == 200
    assert etag_of_page(shown) != before


def test_a_restored_backup_is_named_as_the_reason(shown, client, page):
    code, now = code_on(client.get(page)), timezone.now()
    Event.objects.filter(series=shown.series, number=4).delete()
    third = Event.objects.get(series=shown.series, number=3)
    Series.objects.filter(pk=shown.series.pk).update(version=3, latest_hash=third.hash)
    Restored.objects.create(at=now, made_at=now - timedelta(hours=3))
    said = asks(client, page, code, (now - timedelta(hours=1)).timestamp())
    assert SAID in said
    assert "A backup (" in said
    for at in (now + timedelta(seconds=1), now - timedelta(hours=4)):
        said = asks(client, page, code, at.timestamp())
        assert SAID in said
        assert "A backup (" not in said, "the record was shown after the restore, or before the backup was made"


def test_a_broken_key_takes_no_page_away(client, page, visitor, settings, tmp_path):
    settings.DATA_DIR, settings.SIGNING_KEY = tmp_path, ""
    (tmp_path / "signing_key").write_text("no key")
    for answer in (client.get(page), client.get(f"{page}live/"), client.get(f"{page}history/"), visitor.open()):
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        "",
        ".",
        "x",
        "x.1",
        "{code}",
        "{code}.",
        "{code}.x",
        "{code}.-1",
        "{code}.१",
        "{code}.1 ",
        "{code}.1.1",
        "{code}=.1",
    ],
)
def test_what_is_no_code_is_no_reason(shown, client, page, header):
    code = code_on(client.get(page))
    rewrite(shown.series, 2, J40[3])
    answer = client.get(f"{page}live/", headers={"X-Seen": header.format(code=code).encode().decode("latin-1")})
    assert answer.status_code == 200
    assert SAID not in said_in(answer)


def test_a_stranger_makes_the_history_say_nothing(shown, client, page, settings):
    code = code_on(client.get(page))
    data = read_base64url(code)
    rewrite(shown.series, 2, J40[3])
    for place in range(0, len(data), 3):
        altered = bytearray(data)
        altered[place] ^= 1 << place % 8
        assert SAID not in asks(client, page, write_base64url(bytes(altered))), place
    own = settings.SIGNING_KEY
    settings.SIGNING_KEY = write_base64(secrets.token_bytes(32))
    foreign = code_on(client.get(page))
    settings.SIGNING_KEY = own
    rewrite(shown.series, 2, J40[1])
    assert SAID not in asks(client, page, foreign)
    assert not Contradiction.objects.exists()


def test_what_was_shown_of_another_series_is_no_reason(shown, client, page, agreed):
    other = start_series(me=shown.me, agreed=agreed)
    code = code_on(client.get(f"/series/{other.pk}/"))
    assert SAID not in asks(client, page, code)
    assert not Contradiction.objects.exists()


def test_the_question_costs_a_query_only_where_something_has_changed(shown, client, page):
    before = code_on(client.get(page))
    shown.record({"points_won": [10, 10, 10, 10], "last_trick": 0})
    now = code_on(client.get(page))
    counts = []
    for headers in ({}, {"X-Seen": f"{now}.1"}, {"X-Seen": f"{before}.1"}):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{page}live/", headers=headers)
        counts.append(len(queries))
    assert [count - counts[0] for count in counts] == [0, 0, 1]
