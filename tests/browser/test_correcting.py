"""Correcting and withdrawing hands on a phone; stopping a series and reopening it."""

import re
from decimal import Decimal
from itertools import product

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.circles.services.players import add_player
from ledger.series.models import Event, Series
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.verdicts.services import Speaker, give_verdict
from tests.browser.axe import faults, findings
from tests.browser.cut import broken_words, cut_texts
from tests.browser.table import box, open_as, open_more, sign_in, small_targets, tap_keys, width
from tests.browser.visitor import DESK, PHONE, SMALLEST_PHONE

NAMES_OUTSIDE = """() => [...document.querySelectorAll("tbody th")].filter((cell) =>
    cell.querySelector("bdi").getBoundingClientRect().right > cell.getBoundingClientRect().right
).map((cell) => cell.textContent)"""
TABLES_THAT_SCROLL = """() => [...document.querySelectorAll(".table-scroll")].filter((table) =>
    table.scrollWidth > table.clientWidth
).length"""


@pytest.fixture
def series_page(visit, table):
    def open_one(name: str = "page", *more: object, member: Member | None = None, **options: object) -> Page:
        visitor = visit(**options, may_log="status of (409|422)")
        return open_as(visitor, member or table.scorer, reverse(f"series:{name}", args=[table.series.pk, *more]))

    return open_one


def owner_of(series: Series) -> Member:
    return series.circle.members.get(role=Role.OWNER)


def events(series: Series) -> list[str]:
    return list(Event.objects.filter(series=series).order_by("number").values_list("kind", flat=True))[4:]


def say_why(page: Page, reason: str) -> None:
    page.get_by_label("Other").check(force=True)
    page.get_by_label("In words").fill(reason)


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_totals_are_corrected_with_a_reason(series_page, table, javascript):
    page = series_page(java_script_enabled=javascript)
    page.get_by_role("region", name="Every hand of the series").get_by_role("link", name="3").click()
    page.get_by_role("link", name="Correct this hand").click()
    page.get_by_label("Chandra", exact=False).first.fill("7")
    if javascript:
        expect(page.get_by_text("1½ missing")).to_be_visible()
        page.locator("#figure_3").focus()
        page.get_by_role("group", name="Keypad").get_by_role("button", name="8", exact=True).click()
        page.get_by_role("group", name="Keypad").get_by_role("button", name="and a half").click()
    else:
        page.locator("#figure_3").fill("8 1/2")
    say_why(page, "two piles were mixed up")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="What changes in hand 3")).to_be_visible()
    expect(page.get_by_role("row", name="Chandra 8½ (−1½) 7 (−3)")).to_be_visible()
    expect(page.get_by_role("row", name="Chandra 14½ 13 2")).to_be_visible()
    expect(page.get_by_text("The ranking stays as it is.")).to_be_visible()
    assert events(table.series) == []
    page.get_by_role("button", name="Correct hand 3").click()
    expect(page).to_have_url(re.compile(r"/hands/3/$"))
    expect(page.get_by_text("“two piles were mixed up”")).to_be_visible()
    expect(page.get_by_role("row", name="Chandra 8½ (−1½) 7 (−3)")).to_be_visible()
    assert events(table.series) == ["corrected"]


def test_a_mistyped_card_is_replaced(series_page, table):
    page = series_page("correct", 1)
    page.get_by_label("Recorded was").select_option(label="Asha: 3 of clubs")
    page.get_by_label("It really was").select_option(label="queen of clubs")
    say_why(page, "read it wrongly")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("row", name="Trick 1")).to_be_visible()
    page.get_by_role("button", name="Change it again").click()
    expect(page.get_by_label("Recorded was")).to_have_value("3C")
    page.get_by_role("button", name="See what changes").click()
    page.get_by_role("button", name="Correct hand 1").click()
    expect(page.get_by_text("“read it wrongly”")).to_be_visible()
    assert events(table.series) == ["corrected"]


def test_a_reason_takes_one_tap(series_page, table):
    page = series_page("correct", 3, size={"width": 360, "height": 640})
    page.locator("#figure_2").fill("7")
    page.locator("#figure_3").fill("8½")
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.get_by_role("button", name="See what changes").click()
    # The browser asks for the missing reason, and sends no request.
    expect(page.get_by_label("Mistyped")).to_be_focused()
    assert posts == []
    expect(page.get_by_label("In words")).to_be_hidden()
    assert broken_words(page) == []
    page.get_by_text("Wrong player").click()
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("Why: Wrong player")).to_be_visible()
    page.get_by_role("button", name="Change it again").click()
    expect(page.get_by_label("Wrong player")).to_be_checked()
    page.get_by_role("button", name="See what changes").click()
    page.get_by_role("button", name="Correct hand 3").click()
    expect(page.get_by_text("“Wrong player”")).to_be_visible()
    assert events(table.series) == ["corrected"]


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, PHONE], ids=["short", "tall"])
def test_figure_and_keys_are_in_sight_below_disputes(series_page, table, size):
    me, series = table
    Series.objects.update(verdicts="offered")
    for player in series.circle.players.order_by("created_at")[:3]:
        tap = {"reason": "my_points", "note": "We counted the hand twice, and both times it was one less."}
        give_verdict(
            speaker=Speaker(me), series=series, number=3, player_id=player.pk, verdict="disputed", seen=1, **tap
        )
    page = series_page("correct", 3, size=size)
    expect(page.locator(".dispute")).to_have_count(3)
    expect(page.locator("#figure_0")).to_be_in_viewport(ratio=1)
    for key in page.locator(".keypad .key").all():
        expect(key).to_be_in_viewport(ratio=1)
    tap_keys(page, "1", "5", "next")
    expect(page.locator("#figure_1")).to_be_focused()
    expect(page.locator("#figure_1")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="See what changes").scroll_into_view_if_needed()
    keys, why = box(page.locator(".keypad")), box(page.get_by_role("group", name="Why?"))
    assert keys["y"] + keys["height"] <= why["y"]  # the keypad hides nothing


def test_other_words_are_asked_for(series_page):
    page = series_page("correct", 3)
    page.locator("#figure_2").fill("7")
    page.locator("#figure_3").fill("8½")
    page.get_by_text("Other", exact=True).click()
    page.get_by_role("button", name="See what changes").click()
    expect(page.locator(".refused")).to_have_text("Not saved yet. Please say why.")
    expect(page.get_by_label("In words")).to_be_focused()


@pytest.mark.parametrize(("figure", "sentence"), [("", "Bimal: Filled in"), ("9", "The four totals come to 40½")])
def test_a_refused_correction_says_so_right_above_its_button(series_page, figure, sentence):
    page = series_page("correct", 3, size={"width": 360, "height": 640})
    page.locator("#figure_1").fill(figure)
    page.get_by_text("Mistyped").click()
    change = page.get_by_role("button", name="See what changes")
    change.click()
    refused = page.locator(".refused")
    expect(refused).to_contain_text(f"Not saved yet. {sentence}")
    expect(refused).to_be_in_viewport(ratio=1)
    change.scroll_into_view_if_needed()
    above, button = box(refused), box(change)
    assert 0 <= button["y"] - above["y"] - above["height"] <= 12
    expect(page.get_by_text(sentence)).to_have_count(1)


def test_the_last_hand_is_withdrawn_and_entered_again(series_page, table):
    page = series_page("hand", 3)
    page.get_by_role("link", name="Withdraw this hand").click()
    expect(page.get_by_role("row", name="Asha 25 9")).to_be_visible()
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("Bob withdrew hand 3.")).to_be_visible()
    page.get_by_role("link", name="Enter hand 3 again").click()
    expect(page.locator("#figure_0")).to_have_value("16")
    assert events(table.series) == ["withdrawn"]


def test_the_slower_of_two_scorers_gets_a_message(series_page, table):
    page = series_page("undo")
    me, series = table
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version), record={"points_won": [8, 8, 12, 12]})
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_role("heading", name="The series has moved on")).to_be_visible()
    expect(page.get_by_text("Bob recorded hand 4.")).to_be_visible()
    page.get_by_role("link", name="See the series").click()
    expect(page.get_by_role("link", name="Record hand 5")).to_be_visible()
    assert events(series) == ["recorded"]


def test_a_series_is_stopped_and_opened_again(series_page, table):
    page = series_page()
    page.get_by_role("link", name="Stop the series").click()
    page.get_by_label("Without standard money").check()
    page.get_by_role("button", name="Stop the series").click()
    expect(page.get_by_role("heading", name="Stopped with Asha in front")).to_be_visible()
    open_more(page)
    expect(page.get_by_text("Bob ended the series, without standard money.")).to_be_visible()
    expect(page.get_by_role("link", name="Reopen the series")).to_have_count(0)
    owner = series_page(member=owner_of(table.series))
    open_more(owner)
    owner.get_by_role("link", name="Reopen the series").click()
    owner.get_by_label("Why?").fill("one more hand")
    owner.get_by_role("button", name="Reopen the series").click()
    expect(owner.get_by_role("link", name="Record hand 4")).to_be_visible()
    # Bob's phone shows it too.
    expect(page.get_by_role("link", name="Record hand 4")).to_be_visible()
    assert events(table.series) == ["stopped", "reopened"]


def test_a_hand_after_an_earlier_end_is_kept(series_page, table):
    page = series_page("correct", 2)
    page.get_by_role("link", name="Totals").click()
    for seat, figure in enumerate(("40", "0", "0", "0")):
        page.locator(f"#figure_{seat}").fill(figure)
    page.get_by_label("Not answered").check(force=True)
    say_why(page, "everything to Asha")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("The series is then not over yet.")).to_have_count(0)
    page.get_by_role("button", name="Correct hand 2").click()
    expect(page.get_by_text("“everything to Asha”")).to_be_visible()


# The name and the arguments of each page, and the values of `way` with which it is opened.
PAGES = {"correct 1": ["cards", "rows", "totals", "thrown-in"], "undo": [""], "stop": [""], "reopen": [""]}


def test_every_page_in_every_size_and_theme(visit, table):
    visitor = visit(bypass_csp=True)
    sign_in(visitor, owner_of(table.series).user)
    for place, ways in PAGES.items():
        name, *more = place.split()
        for way in ways:
            page = visitor.open(f"{reverse(f'series:{name}', args=[table.series.pk, *map(int, more)])}?way={way}")
            assert faults(page, tuple(product((PHONE, DESK), ("light", "dark")))) == [], (place, way)
            page.close()


def test_every_page_fits_the_smallest_phone_in_nepali(visit, table):
    visitor = visit(size=SMALLEST_PHONE, locale="ne")
    sign_in(visitor, owner_of(table.series).user)
    for place, ways in PAGES.items():
        name, *more = place.split()
        for way in ways:
            page = visitor.open(f"{reverse(f'series:{name}', args=[table.series.pk, *map(int, more)])}?way={way}")
            assert width(page) <= 320, (place, way)
            assert small_targets(page) == [], (place, way)
            page.close()


def test_the_preview_of_a_correction_is_accessible(series_page, table):
    page = series_page("correct", 1, bypass_csp=True, size=SMALLEST_PHONE)
    page.get_by_label("Recorded was").select_option("3C")
    page.get_by_label("It really was").select_option("QC")
    say_why(page, "read it wrongly")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="What changes in hand 1")).to_be_visible()
    assert findings(page) == []
    assert width(page) <= 320


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 640}], ids=["phone", "short phone"])
def test_long_names_stay_in_their_column_of_what_changes(visit, scorer, size):
    me, game = scorer, BY_SLUG["scorecard"]
    names = ("Chandrakumari", "Wolfeschlegelsteinhausen", "Ben", "चन्द्रप्रकाश")
    players = [add_player(circle=me.circle, name=name) for name in names]
    rummy = game.presets["rummy"]
    series = start_series(me=me, agreed=Agreement(game, players, rummy.rules, Decimal(0)))
    record_hand(series=series, submit=Submit(me, 1), record={"points": [0, 35, 8, 120]})
    page = open_as(visit(size=size), me, reverse("series:correct", args=[series.pk, 1]))
    page.locator("#figure_2").fill("18")
    say_why(page, "counted again")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("row", name="Ben 8 18", exact=True)).to_be_visible()
    assert page.evaluate(NAMES_OUTSIDE) == []
    assert page.evaluate(TABLES_THAT_SCROLL) == 0
    assert cut_texts(page) == []
