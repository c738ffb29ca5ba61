"""The database keeps the hash of a session's key: the cookie's value is in no row."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from ledger.circles.accounts.sessions import SessionStore, hash_session_key
from tests.ledger.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(client, alice) -> Client:
    assert client.post("/account/login/", {"login": "alice", "password": PASSWORD}).status_code == 302
    return client


def key_of(phone: Client) -> str:
    return phone.cookies["sessionid"].value


def is_signed_in(phone: Client) -> bool:
    return phone.get("/account/").status_code == 200


def test_the_cookie_is_not_in_the_database(phone):
    assert is_signed_in(phone)
    (row,) = Session.objects.all()
    assert row.session_key == hash_session_key(key_of(phone))
    assert key_of(phone) not in row.session_data
    assert key_of(phone) not in str(row.get_decoded())


def test_the_stored_key_opens_no_session(phone):
    thief = Client()
    thief.cookies["sessionid"] = Session.objects.get().session_key
    assert not is_signed_in(thief)


def test_signing_out_removes_the_row(phone):
    old = key_of(phone)
    phone.post("/account/logout/")
    assert not Session.objects.filter(pk=hash_session_key(old)).exists()
    phone.cookies["sessionid"] = old
    assert not is_signed_in(phone)


def test_a_new_key_keeps_the_data_and_removes_the_old_row():
    store = SessionStore()
    store["colour"] = "red"
    store.save()
    old = store.session_key
    store.cycle_key()
    assert store.session_key != old
    assert SessionStore(store.session_key)["colour"] == "red"
    assert not SessionStore().exists(str(old))
    assert Session.objects.count() == 1


def test_a_key_chosen_by_the_visitor_is_not_used():
    store = SessionStore("chosen-by-somebody-else-12345678")
    assert "colour" not in store
    store["colour"] = "red"
    store.save()
    assert store.session_key not in (None, "chosen-by-somebody-else-12345678")
    assert not SessionStore().exists("chosen-by-somebody-else-12345678")


def test_an_expired_session_is_empty_until_the_clock_is_right_again(phone):
    """It is deleted by ledger/operations/tidy.py, once the clock has shown for a week that it has expired."""
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_signed_in(phone)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    assert is_signed_in(phone)


def test_expired_rows_are_cleared(phone):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    SessionStore.clear_expired()
    assert not Session.objects.exists()
