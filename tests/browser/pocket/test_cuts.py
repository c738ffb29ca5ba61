"""The line is cut at random moments while hands are entered: each hand is at the site once, in its order."""

import os
import random

import pytest
from playwright.sync_api import Error, Page

from tests.browser.pocket.cellar import PREPARING, Cellar
from tests.browser.pocket.cuts import DOWN, LOST, UP
from tests.browser.table import wait_until
from tests.ground.test_killed import run
from tests.needs import THOROUGH

pytestmark = pytest.mark.slow

CUTS = int(os.environ.get("CUTS") or (100 if THOROUGH else 8))
SEED = os.environ.get("SEED", "cuts")
MOST_TRIES = 20
SENDING = 60_000  # milliseconds for what waits in the phone, on a busy machine
MODES = (UP, DOWN, LOST)
# Sends as the entry screen does: the same hand with the same key until it is kept. The first figure is its number.
SENDS = """
async ([series, key, figure]) => {
  const address = `/pocket/series/${series}/hands/new/`;
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const version = page.querySelector("#entry [name=base_version]").value;
  const body = new URLSearchParams({ key, base_version: version, figure_0: figure });
  for (const seat of [1, 2, 3]) body.set(`figure_${seat}`, "0");
  const answer = await fetch(address, { method: "POST", body });
  return answer.redirected ? "kept" : await answer.text();
}
"""


def in_shell(cellar: Cellar, series: str) -> Page:
    """Return the page that holds the site in the phone. It goes over to the site when all is sent, and is reopened."""
    page = cellar.phone.page
    if "/pocket/" not in page.url:
        page = cellar.phone.open(f"/pocket/#/series/{series}/hands/new/")
    page.frame_locator("iframe").locator("html[data-ready]").wait_for(state="attached", timeout=PREPARING)
    return page


def enter(cellar: Cellar, series: str, number: int) -> None:
    for _try in range(MOST_TRIES):
        try:
            page = in_shell(cellar, series)
            said = page.frames[1].evaluate(SENDS, [series, f"hand-{number}", str(number)])
        except (Error, IndexError):  # the page has gone over to the site's, or its worker was ended
            continue
        assert said == "kept", said
        return
    pytest.fail(f"hand {number} could not be entered")


def test_nothing_is_lost_and_nothing_is_there_twice(cellar):
    dice, series = random.Random(SEED), cellar.series["scorecard"]
    cellar.phone.prepare(series)
    for number in range(1, CUTS + 1):
        cellar.line.cut(dice.choice(MODES))
        enter(cellar, series, number)
        what = dice.random()
        if what < 0.02:
            cellar.phone.close()
            cellar.phone.open(f"/pocket/#/series/{series}/hands/new/")
        elif what < 0.05:
            for worker in cellar.phone.page.workers:
                worker.evaluate("close()")
    cellar.line.cut(UP)
    cellar.phone.close()
    page = cellar.phone.open(f"/pocket/#/series/{series}/hands/new/")
    wait_until(page, lambda: len(cellar.hands(series)) >= CUTS, within=PREPARING + SENDING)
    entered = [hand["points_won"][0] for hand in cellar.hands(series)]
    assert entered == list(range(1, CUTS + 1)), f"SEED={SEED} CUTS={CUTS}"
    assert "Everything is as it was written" in run(cellar.site, "manage.py", "audit")
    print(f"{CUTS} hands at {CUTS} cuts, {cellar.line.lost} answers lost: each is there once")
