"""A phone that saves what waits in it as a file, and the page that reads it in."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from ledger.circles.models import Member
from ledger.lib.ids import new_key
from ledger.series import services, starting
from ledger.series.chain import event_fields
from ledger.series.models import Event, Series
from ledger.series.services import Submit
from ledger.series.starting import Agreement
from tests.ledger.series.conftest import J40, Scorer

PAGE = "/pocket/file/"
File = dict[str, Any]
Work = Callable[["Phone"], None]


class Phone:
    """Stands in for a phone without signal: it records in the site's own database and rolls everything back."""

    def __init__(self, me: Member, series: Series | None = None) -> None:
        self.me, self.series, self.version, self.hash = me, series, 0, ""
        if series:
            series.refresh_from_db()
            self.version, self.hash = series.version, series.latest_hash

    def do(self, change: Any, **details: Any) -> None:
        assert self.series
        self.series.refresh_from_db()
        change(series=self.series, submit=Submit(self.me, self.series.version, new_key()), **details)

    def start(self, agreed: Agreement) -> None:
        self.series = starting.start_once(me=self.me, agreed=agreed, key=new_key()).state.series

    def saved(self, work: Work) -> File:
        with transaction.atomic():
            work(self)
            assert self.series
            events = list(Event.objects.filter(series=self.series, number__gt=self.version).order_by("number"))
            transaction.set_rollback(True)
        shown = {"version": self.version, "hash": self.hash, "name": "Jaago-Chalis, tonight", "circle": "Friday table"}
        return {
            "khata": "waiting",
            "version": 1,
            "site": "http://testserver",
            "user": {"id": str(self.me.user_id), "name": self.me.name},
            "series": {self.series.pk: shown},
            "changes": [change_of(event) for event in events],
        }


def change_of(event: Event) -> File:
    """As ledger/pocket/waiting_file.py reads it."""
    fields = event_fields(event)
    fields["hand"] = fields.pop("hand_number")
    own = {"series": event.series_id, "base_version": event.number - 1, "played_at": event.entered_at.isoformat()}
    return fields | own | {"previous_hash": event.previous_hash, "hash": event.hash}


@pytest.fixture
def site(bob_scores: Scorer) -> Scorer:
    bob_scores.record(J40[0])
    return bob_scores


@pytest.fixture
def phone(site: Scorer) -> Phone:
    return Phone(site.me, site.state().series)


def three_hands(phone: Phone) -> None:
    phone.do(services.record_hand, record=J40[1])
    phone.do(services.record_hand, record=J40[3])
    phone.do(services.correct_hand, number=3, record=J40[2], reason="Mistyped")


def choose(client: Client, file: File | bytes) -> HttpResponse:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    upload = BytesIO(data)
    upload.name = "khata.json"
    return client.post(PAGE, {"file": upload})


def read_in(client: Client, file: File) -> HttpResponse:
    """Choose the file, and then confirm it."""
    shown = choose(client, file)
    return client.post(PAGE, {"kept": shown.context["kept"]})
