"""Contradictions, on the phones of three people: a phone that was shown a record tells when it is rewritten."""

import time

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from ledger.circles.roles import Role
from ledger.live.links import make_link, token_of
from ledger.series.models import Series
from ledger.signing.models import Contradiction, Restored
from tests.browser.axe import faults
from tests.browser.table import J40, record_next, sign_in
from tests.ledger.conftest import join, make_user
from tests.ledger.following.test_seen import SAID, rewrite

pytestmark = pytest.mark.hands(2)

KEPT = "Object.entries(localStorage).filter(([name]) => name.startsWith('khata:seen:'))"


@pytest.fixture
def vera(visit, table):
    visitor = visit(bypass_csp=True)
    sign_in(visitor, join(table.series.circle, make_user("Vera"), Role.VIEWER).user)
    return visitor


def page_of(series: Series) -> str:
    return reverse("series:page", args=[series.pk])


def wait_for_code(page: Page, before: str) -> None:
    page.wait_for_function("before => !Object.values(localStorage).some(text => text.includes(before))", arg=before)


def code_of(page: Page) -> str:
    return str(page.locator("#score").get_attribute("data-seal"))


def test_phones_that_were_shown_a_record_say_that_it_was_changed(visit, vera, table):
    me, series = table
    follower = visit()
    link = reverse("follow:page", args=[token_of(make_link(me=me, series=series))])
    opened, by_link = vera.open(page_of(series)), follower.open(link)
    sleeper = visit()
    sign_in(sleeper, me.user)
    sleeper.open(page_of(series)).close()

    before = code_of(opened)
    record_next(table, 3)  # one more hand: no phone says anything
    wait_for_code(opened, before)
    wait_for_code(by_link, before)
    for page in (opened, by_link):
        expect(page.get_by_text(SAID)).to_have_count(0)
    [[_name, kept]] = opened.evaluate(KEPT)
    assert "Asha" not in kept

    rewrite(series, 3, J40[0])
    for page in (opened, by_link):
        expect(page.get_by_text(SAID)).to_be_visible()
        expect(page.locator("[data-changed]")).to_contain_text("was shown version 4")
    assert faults(opened) == []
    sleeping = sleeper.open(page_of(series))
    expect(sleeping.get_by_text(SAID)).to_be_visible()
    expect(sleeping.locator("[data-changed]")).to_contain_text("was shown version 3")
    assert Contradiction.objects.count() == 2

    stranger = visit().open(link)
    time.sleep(3)
    expect(stranger.get_by_text(SAID)).to_have_count(0)

    record_next(table, 2)  # the phone still says so while the series goes on, and on the next day, until it was read
    expect(opened.locator("[data-changed]")).to_contain_text("was shown version 4")
    opened.reload()
    expect(opened.get_by_text(SAID)).to_be_visible()
    opened.get_by_role("button", name="I have read this").click()
    expect(opened.get_by_text(SAID)).to_have_count(0)
    opened.reload()
    time.sleep(3)
    expect(opened.get_by_text(SAID)).to_have_count(0)


def test_a_restored_backup_is_the_reason(vera, table):
    opened = vera.open(page_of(table.series))
    rewrite(table.series, 3, J40[0])
    now = timezone.now()
    Restored.objects.create(at=now, made_at=now)
    expect(opened.locator("[data-changed]")).to_contain_text("was restored since")


@pytest.mark.parametrize(
    "storage",
    [
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        "Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('no'); } })",
    ],
    ids=["full", "refused"],
)
def test_a_page_works_without_storage(vera, table, storage):
    vera.context.add_init_script(storage)
    page = vera.open(page_of(table.series))
    before = code_of(page)
    record_next(table, 3)
    expect(page.locator("#score")).not_to_have_attribute("data-seal", before)
    expect(page.get_by_text(SAID)).to_have_count(0)
    rewrite(table.series, 3, J40[0])
    expect(page.get_by_text(SAID)).to_be_visible()


def test_what_is_kept_is_bounded(vera, table):
    vera.context.add_init_script(
        "for (let i = 0; i < 80; i += 1) localStorage.setItem(`khata:seen:${i}`, `x.${i}`);"
        "localStorage.setItem('khata:seen:broken', '{');"
    )
    page = vera.open(page_of(table.series))
    names = [name for name, _text in page.evaluate(KEPT)]
    assert f"khata:seen:{table.series.pk}" in names
    assert len(names) == 50
