"""The start of a series that is left and returned to: who was seated and what was chosen stays."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from ledger.series.models import Series
from tests.browser.table import NAMES, open_as
from tests.browser.test_start_series import expect_seats, person, seat_all, start
from tests.browser.visitor import ready

STARTED = re.compile("/series/(?!new/)")


@pytest.mark.parametrize("step", ["people", "agreed"])
def test_players_stay_seated_when_the_page_is_loaded_again(open_start, step):
    page = open_start()
    stay = NAMES if step == "agreed" else NAMES[:3]
    for name in stay:
        person(page, name).tap()
    if step == "agreed":
        page.get_by_role("link", name="Next").tap()
    page.reload()
    ready(page)
    expect(page.locator("[data-seated]")).to_have_text(" · ".join(stay))
    if step == "agreed":
        page.get_by_role("link", name=" · ".join(stay)).tap()
    expect_seats(page, *stay, *("4",)[: 4 - len(stay)])


def test_players_stay_seated_while_one_reads_the_help(open_start):
    page = open_start()
    for name in NAMES[:3]:
        person(page, name).tap()
    page.locator(".app-bar__help").tap()
    page.get_by_role("link", name="All of the help").tap()
    page.get_by_role("link", name="The page of a series").tap()
    page.get_by_role("link", name="Back", exact=True).tap()
    expect_seats(page, *NAMES[:3], "4")
    person(page, NAMES[3]).tap()
    page.get_by_role("link", name="Next").tap()
    page.locator(".app-bar__help").tap()
    page.get_by_role("link", name="Back", exact=True).tap()
    expect(page.get_by_label("Who deals first")).to_be_visible()
    expect(page.locator("[data-seated]")).to_have_text(" · ".join(NAMES))


def test_back_and_start_lead_to_the_series_that_was_started(open_start):
    page = open_start()
    seat_all(page)
    page.get_by_text("All must agree", exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(STARTED)
    started = Series.objects.get()
    page.go_back()
    ready(page)
    expect(page.get_by_label("All must agree")).to_be_checked()
    expect(page.locator("[data-seated]")).to_have_text("Asha · Bimal · Chandra · Deepa")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(f"**/series/{started.pk}/**")
    assert Series.objects.get().verdicts == "required"


def test_back_and_other_terms_are_asked_about(visit, scorer):
    visitor = visit(may_log="422")
    page = open_as(visitor, scorer, reverse("start_series", args=[scorer.circle_id]) + "?game=jaago-chalis")
    for name in NAMES:
        person(page, name).tap()
    start(page)
    expect(page).to_have_url(STARTED)
    page.go_back()
    ready(page)
    page.get_by_text("All must agree", exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".error-summary")).to_contain_text("This form has been sent before")
    assert Series.objects.count() == 1
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(STARTED)
    assert sorted(Series.objects.values_list("verdicts", flat=True)) == ["offered", "required"]
