"""Evenings without signal: the server is stopped, the browser is closed and opened again, and all is sent later."""

import re
from typing import Any

import pytest
from playwright.sync_api import Frame, FrameLocator, Page, expect

from games.registry import GAMES
from tests.browser.pocket.cellar import PREPARING
from tests.browser.pocket.cuts import FIRST_LOST, UP
from tests.ground.test_killed import run

pytestmark = pytest.mark.slow

EACH = 12  # hands of each game: some 200 together
SENDING = 600_000  # milliseconds for all games
HANDS = [["14", "11½", "8"], ["16", "8½", "8½"], ["9", "10", "10"]]
READS = """
async (address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  return [...page.querySelectorAll("main table")].map((table) => table.textContent.replace(/\\s+/g, " "));
}
"""
SENDS = """
async ([address, fields]) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const form = page.querySelector("#entry");
  const body = new URLSearchParams(fields);
  for (const name of ["key", "base_version"]) body.set(name, form.elements[name].value);
  let answer = await fetch(address, { method: "POST", body });
  if (answer.redirected) return "";
  const asks = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const { value } of asks.querySelectorAll("[name=warned]")) body.append("warned", value);
  // The site has filled in the figure that is left.
  for (const { name, value } of asks.querySelectorAll("[name^=figure_]")) body.set(name, value);
  answer = await fetch(address, { method: "POST", body });
  return answer.redirected ? "" : await answer.text();
}
"""


def enter(frame: FrameLocator, figures: list[str]) -> None:
    for figure in figures:
        for sign in figure:
            frame.locator(f"[data-key='{'half' if sign == '½' else sign}']").click()
        frame.locator("[data-key=next]").click()
    frame.locator(".entry .button--primary").click()


def send(frame: Frame, series: str, form: list[tuple[str, str]]) -> None:
    """Send what a browser sends for a hand."""
    refused = frame.evaluate(SENDS, [f"/pocket/series/{series}/hands/new/", form])
    assert refused == ""


def test_hands_go_on_in_the_phone_and_outlast_its_browser(cellar):
    series, phone = cellar.series["jaago-chalis"], cellar.phone
    phone.prepare(series)
    cellar.site.cut_off()
    phone.close()
    frame = phone.go_on("/")  # from the home screen
    frame.get_by_role("link", name="Record hand 1").click()
    for number, figures in enumerate(HANDS, start=1):
        enter(frame, figures)
        expect(frame.get_by_role("heading", name=f"Hand {number + 1}")).to_be_attached()
        assert phone.waiting == number
    frame.locator("details.menu summary").click()
    frame.get_by_role("button", name="नेपाली").click()
    expect(phone.page.locator("[data-line]")).to_contain_text("३ परिवर्तन")
    phone.close()
    phone.go_on()
    assert phone.waiting == len(HANDS)
    expect(phone.page.locator("[data-line]")).to_contain_text("३ परिवर्तन")


def test_a_worker_that_ends_while_it_starts_is_started_once_more(cellar):
    phone = cellar.phone
    phone.prepare(cellar.series["jaago-chalis"])
    cellar.site.cut_off()
    page = phone.page
    page.clock.install()
    with page.expect_worker() as first:
        page.goto(f"{phone.site}/pocket/")
    first.value.evaluate("close()")
    page.clock.fast_forward(61_000)
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)


@pytest.mark.parametrize("cellar", [EACH], indirect=True)
def test_every_game_is_played_in_the_phone(cellar):
    """The browser is closed after each game, and the worker ends between two hands."""
    phone, entered, played = cellar.phone, 0, dict[str, tuple[int, list[str]]]()
    for game in GAMES:
        phone.prepare(cellar.series[game.slug])
    cellar.site.cut_off()
    for game in GAMES:
        phone.close()
        series, hands = cellar.series[game.slug], dict[str, int]()
        phone.go_on(f"/series/{series}/")
        frame = phone.page.frames[1]
        for i, forms in enumerate(cellar.forms[game.slug]):
            if i:
                series = start_again(frame, series)
                entered += 2
            for form in forms:
                send(frame, series, form)
                entered += 1
            hands[series] = len(forms)
        for each, number in hands.items():  # after the last stop: some tables say who comes next
            played[each] = number, points_on(frame, f"/pocket/series/{each}/")
        phone.page.workers[0].evaluate("close()")
        assert phone.waiting == entered
    phone.close()
    cellar.site.start()
    cellar.line.cut(FIRST_LOST)
    phone.open("/pocket/")  # what waits is sent at once
    # As if the signal came back every second.
    phone.page.evaluate("setInterval(() => dispatchEvent(new Event('online')), 1000)")
    phone.page.wait_for_url(re.compile(r":\d+/(series/|$)"), timeout=SENDING)
    assert len(cellar.line.keys) == entered  # so many changes whose first answer did not arrive
    cellar.line.cut(UP)
    for series, (number, shown) in played.items():
        assert len(cellar.hands(series)) == number
        assert points_on(phone.open(f"/series/{series}/"), f"/series/{series}/") == shown
    assert "Everything is as it was written" in run(cellar.site, "manage.py", "audit")


def points_on(page: Page | Frame, address: str) -> list[str]:
    """Return all that the tables on the page of a series say."""
    return list(page.evaluate(READS, address))


def start_again(frame: Frame, series: str) -> str:
    """Stop the series, start another one with Play again, and return its id."""
    posts: dict[str, Any] = {"stop": {"with_standard": "on"}, "again": {}}
    address = ""
    for what, values in posts.items():
        address = frame.evaluate(POSTS, [f"/pocket/series/{series}/{what}/", values])
    return address.split("/")[5]


POSTS = """
async ([address, values]) => {
  const form = new DOMParser()
    .parseFromString(await (await fetch(address)).text(), "text/html")
    .querySelector("main form[method=post]");
  const body = new URLSearchParams(form ? [...new FormData(form)] : []);
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.redirected) throw new Error(await answer.text());
  return answer.url;
}
"""


OLDER = """
async () => {
  const database = await new Promise((resolve) => {
    indexedDB.open("khata-pocket", 1).onsuccess = ({ target }) => resolve(target.result);
  });
  const transaction = database.transaction("people", "readwrite");
  const people = transaction.objectStore("people");
  people.getAll().onsuccess = ({ target: { result: [person] } }) => {
    person.heard -= 13 * 3600_000;
    people.put(person, person.user.id);
  };
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}
"""


def test_after_twelve_hours_the_phone_asks_who_holds_it(cellar):
    series, phone = cellar.series["jaago-chalis"], cellar.phone
    phone.prepare(series)
    cellar.site.cut_off()
    enter(phone.go_on(f"/series/{series}/hands/new/"), HANDS[0])
    expect(phone.page.locator("body")).to_have_attribute("data-pocket-waiting", "1")
    phone.page.evaluate(OLDER)
    phone.close()
    page = phone.open("/pocket/")
    page.get_by_role("button", name="Somebody else").click()
    expect(page.locator("[data-line]")).to_contain_text("Asha's changes wait in this phone.")
    page.reload()
    expect(page.get_by_role("heading", name="Are you Asha?")).to_be_visible()
    page.get_by_role("button", name="I am Asha").click()
    expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)
    assert phone.waiting == 1
