"""`manage.py tidy` and its middleware delete rows and files that are no longer needed, and nothing else."""

import os
import time
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import StringIO
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import timezone

from ledger.api.models import Receipt
from ledger.circles.models import Invite, User
from ledger.circles.roles import Role
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import make_invite
from ledger.circles.services.members import remove_member
from ledger.circles.services.players import add_player
from ledger.money.services import Payment, record_payment
from ledger.operations import tidy
from ledger.sheets.cache import KEPT_DAYS, folder
from tests.ledger.conftest import join

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=40)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path


def old_guest(name: str) -> User:
    guest = make_guest(name=name)
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - LONG_AGO)
    return guest


def run() -> dict[str, int]:
    out = StringIO()
    call_command("tidy", stdout=out)
    lines = (line.split(maxsplit=1) for line in out.getvalue().splitlines())
    return {kind: int(count) for count, kind in lines}


def test_a_second_run_deletes_nothing(alice):
    run()
    assert set(run().values()) == {0}


def test_old_guests_without_a_circle_are_deleted(circle, alice, anil):
    member, recorder = join(circle, old_guest("Gina"), Role.VIEWER), join(circle, old_guest("Gita"), Role.SCORER)
    other = add_player(circle=circle, name="Bina")
    record_payment(me=recorder, payment=Payment(anil, other, Decimal(1)))
    remove_member(member=recorder)
    new, gone = make_guest(name="New"), old_guest("Gone")
    signed_in = old_guest("Here")
    Client().force_login(signed_in)
    assert run()["guests without a circle"] == 1
    assert set(User.objects.values_list("pk", flat=True)) == {
        alice.pk,
        member.user_id,
        recorder.user_id,
        new.pk,
        signed_in.pk,
    }
    assert not User.objects.filter(pk=gone.pk).exists()


def test_guests_who_made_an_invite_stay(circle):
    gina = join(circle, old_guest("Gina"), Role.OWNER)
    make_invite(actor=gina.user, circle=circle, role=Role.VIEWER)
    remove_member(member=gina)
    assert run()["guests without a circle"] == 0
    assert Invite.objects.get().created_by_id == gina.user_id


def test_expired_sessions_receipts_and_cache_rows_are_deleted(alice, settings):
    now = timezone.now()
    for number, ends in enumerate((now - LONG_AGO, now + LONG_AGO)):
        expires = datetime(2004, 1, 1, tzinfo=UTC) if ends < now else ends
        Session.objects.create(session_key=f"{number}", session_data="", expire_date=expires)
        Receipt.objects.create(
            user=alice,
            path="/",
            key=f"{number}",
            body_hash="",
            status=201,
            made_at=ends.replace(year=2000 + number * 99),
        )
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "django_cache"},
    }
    cache.set(tidy.TIDIED_ON, [f"2004-10-{day}" for day in range(14, 20)], timeout=None)  # as on the days before
    cache.set("short", 1, timeout=-1)
    cache.set("expired", 1, timeout=1)
    cache.set("fresh", 1, timeout=1000)
    time.sleep(2.1)
    done = run()
    assert (done["expired sessions"], done["idempotency receipts"]) == (1, 1)
    assert done["expired rows of the cache"] >= 1
    assert Session.objects.get().session_key == "1"
    assert Receipt.objects.get().key == "1"
    assert (cache.get("expired"), cache.get("fresh")) == (None, 1)


def test_old_and_unfinished_sheets_are_deleted():
    files = {name: folder() / name for name in ("a-1-x.pdf", "b-1-x.pdf", ".tmpab12", ".tmpcd34", ".lock-1")}
    for file in files.values():
        file.write_bytes(b"x")
    month_ago = time.time() - (KEPT_DAYS + 1) * 24 * 3600
    for name in ("a-1-x.pdf", ".tmpab12", ".lock-1"):
        os.utime(files[name], (month_ago, month_ago))
    assert run()["old sheets"] == 2
    assert {file.name for file in folder().iterdir()} == {"b-1-x.pdf", ".tmpcd34", ".lock-1"}


def test_many_rows_are_deleted_in_batches(monkeypatch):
    monkeypatch.setattr(tidy, "AT_ONCE", 2)
    monkeypatch.setattr("ledger.operations.management.commands.tidy.AT_ONCE", 2)
    for number in range(5):
        old_guest(f"Guest {number}")
    assert tidy.tidy()["guests without a circle"] == 2
    assert run()["guests without a circle"] == 3


# --- The middleware ---


def requests(*methods: str) -> list[HttpResponse]:
    """Requests with an hour between them."""
    middleware = tidy.TidyMiddleware(lambda _request: HttpResponse("ok"))
    answers = []
    for method in methods:
        request = HttpRequest()
        request.method = method
        middleware.due = 0.0
        answers.append(middleware(request))
    return answers


def test_writes_tidy_up_once_an_hour(monkeypatch):
    calls: list[int] = []
    monkeypatch.setattr(tidy, "tidy", lambda: {"rows": calls.append(1) or 0})
    middleware = tidy.TidyMiddleware(lambda _request: HttpResponse("ok"))
    request = HttpRequest()
    request.method = "POST"
    middleware(request)
    assert calls == [], "not in the first hour"
    middleware.due = 0.0
    middleware(request)
    middleware(request)
    assert calls == [1]
    requests("GET")
    assert calls == [1]


def test_rows_that_are_left_are_deleted_after_a_minute(monkeypatch):
    middleware = tidy.TidyMiddleware(lambda _request: HttpResponse("ok"))
    request = HttpRequest()
    request.method = "POST"
    for deleted, wait in ((tidy.AT_ONCE, 60), (tidy.AT_ONCE - 1, 3600)):
        monkeypatch.setattr(tidy, "tidy", lambda deleted=deleted: {"old sheets": 0, "guests": deleted})
        middleware.due = 0.0
        middleware(request)
        assert middleware.due == pytest.approx(time.monotonic() + wait, abs=30)


def test_an_error_never_reaches_the_user(monkeypatch, caplog):
    monkeypatch.setattr(tidy, "tidy", Mock(side_effect=OperationalError("database is locked")))
    assert [answer.status_code for answer in requests("POST")] == [200]
    assert "tries again" in caplog.text


def test_the_middleware_is_installed(settings):
    assert "ledger.operations.tidy.TidyMiddleware" in settings.MIDDLEWARE


def test_a_clock_that_is_ahead_for_some_days_costs_no_guest_the_tables(alice, monkeypatch):
    """The site is tidied each day; on the last six days the clock is 400 days ahead."""
    start = datetime(2026, 1, 1, 12, tzinfo=UTC)
    Session.objects.create(session_key="guest", session_data="", expire_date=start + timedelta(days=365))
    Session.objects.create(session_key="long gone", session_data="", expire_date=start - timedelta(days=5))
    cache.delete(tidy.TIDIED_ON)
    days = [start + timedelta(days=day + 400 * (day >= 8)) for day in range(14)]
    for day in days:
        monkeypatch.setattr(timezone, "now", lambda day=day: day)
        tidy.delete_expired_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["guest"]
    monkeypatch.setattr(timezone, "now", lambda: days[-1] + timedelta(days=1))
    assert tidy.delete_expired_sessions() == 1, "the clock has been ahead for a week"
