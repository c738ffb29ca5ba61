"""What a phone does next with what waits in it (static/js/pocket/plan.js), over random schedules in a made-up world.

A schedule that fails is named by its seed. `SEED=37 pytest -s -k whatever_happens` plays it alone, step by step.
"""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from tests.needs import THOROUGH

HERE = Path(__file__).parent
PLAN = HERE.parents[2] / "static/js/pocket/plan.js"
SCHEDULES = 100_000 if THOROUGH else 6_000
SEED = os.environ.get("SEED")

# Faults to plant in plan.js: the code, the wrong code in its place, and words of the message that reports the fault.
FAULTS = {
    "a change whose answer is lost is taken for acknowledged": (
        "tries: s.tries + 1, tried: now, pause",
        "done: event.key ?? null, tries: s.tries + 1, tried: now, pause",
        "is taken out of the phone",
    ),
    "sends without the lock": ('if (!s.lock) return { do: "lock" };', "", "without the lock"),
    "writes without the lock": ('if (!s.lock) return stop("elsewhere");', "", "without the lock"),
    "a new key for each try": (
        "key: next.key, series: next.series }",
        "key: next.key + (s.tries || ''), series: next.series }",
        "twice at the site|nobody else has written",
    ),
    "sends the next one before the answer": (
        "return { ...s, busy: true, woken: false };",
        'return { ...s, busy: event.action.do !== "send", queue: s.queue.slice(1), woken: false };',
        "before an earlier one",
    ),
    "does not look at who is signed in": ("if (s.here !== s.person)", "if (false)", "as bimal"),
    "never asks again who is signed in": (
        "return { ...then, here: event.user,",
        "return { ...then, here: s.person,",
        "as bimal",
    ),
    "a conflict is taken for acknowledged": (
        "const isGood = status >= 200 && status < 300;",
        "const isGood = (status >= 200 && status < 300) || status === 409;",
        "is taken out of the phone",
    ),
    "what is not allowed is taken for acknowledged": (
        "const isGood = status >= 200 && status < 300;",
        "const isGood = (status >= 200 && status < 300) || status === 403;",
        "is taken out of the phone",
    ),
    "what is refused is taken for acknowledged": (
        "const isGood = status >= 200 && status < 300;",
        "const isGood = (status >= 200 && status < 300) || status === 422;",
        "is taken out of the phone",
    ),
    "takes the site's rows while a change is stopped": (
        "if (s.queue.length) {",
        "if (false) {",
        "is taken out of the phone|while changes wait",
    ),
    "a new version is fetched before all is sent": (
        "  const next = s.queue.find(",
        '  if (s.bundle !== s.newest) return { do: "update" };\n  const next = s.queue.find(',
        "a new version is fetched",
    ),
    "tries again without a pause": ("s.tries + 1, tried", "0, tried", "without a pause"),
    "waits for the clock that was set back": ("0 <= waited && waited < pause", "waited < pause", "it waits for"),
    "leaves out what nobody has left out": (
        "drop: s.chosen[series] }",
        "drop: s.queue.map(({ key }) => key) }",
        "is taken out of the phone",
    ),
    "forgets what was left out before": (
        "const drop = [...(s.stopped[event.series]?.drop ?? []), ...event.drop];",
        "const { drop } = event;",
        "was left out, and is sent",
    ),
    "does not ask who holds the phone": ("now < s.sure || now - s.sure > ASKS_WHO_AFTER", "false", "without asking"),
    "does not know again what the site has": ("event.has.includes(s.look.key)", "false", "the site has"),
    "believes a refusal that an old sign-in brought": ("const DOUBTS = [401, 403, 404]", "const DOUBTS = []", ""),
    "believes an answer from before the phone was woken": (
        'if (s.woken && (what === "here" || !isGood)) return then;',
        "",
        "it says",
    ),
    "says nothing of a phone that was emptied": ("s.remembered ? stop(", "false ? stop(", "nobody says"),
    "leaves rows in the phone after the session": (
        'if (s.kept.length) return { do: "clear", series: s.kept };',
        "",
        "rows stay",
    ),
    "leaves while a hand is written down": ('if (s.drafting) return { do: "wait" };', "", "is thrown away"),
    "sends what is damaged": ("(change) => !change.damaged && !s", "(change) => !s", "what is damaged is sent"),
    "looks for ever": ("look: null, doubted: null, rows", "doubted: null, rows", "does not end"),
}


@pytest.fixture
def simulate(browser):
    """`simulate(script, plan=source)` runs the script in a page that has plan.js, or another source in its place."""
    page = browser.new_page()
    parts = {f"/{name}": (HERE / name).read_text() for name in ("simulation.js", "tabs.js", "site.js")}
    sources = {"/plan.js": PLAN.read_text()} | parts

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        script = sources.get(path)
        route.fulfill(body=script or "", content_type="text/javascript" if script else "text/html")

    page.context.route("http://simulation.test/**", answer)
    page.on("console", lambda message: print(message.text))

    def run(script: str, argument: Any, plan: str | None = None) -> Any:
        sources["/plan.js"] = plan or PLAN.read_text()
        page.goto("http://simulation.test/")
        return page.evaluate(script, argument)

    yield run
    page.close()


IN_TWO_WORKERS = """([first, count]) => Promise.all([0, 1].map((half) => new Promise((resolve, reject) => {
    const worker = new Worker("/simulation.js", { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = (event) => resolve(event.data);
    worker.postMessage([first + half * count / 2, count / 2]);
})))"""
IN_THE_PAGE = "async ([first, count]) => (await import('/simulation.js')).schedules(first, count)"
ONE = "async (seed) => (await import('/simulation.js')).schedule(seed, {}, true)"


def test_nothing_is_lost_or_doubled_whatever_happens(simulate):
    if SEED:
        assert simulate(ONE, int(SEED)) is None
        return
    halves = simulate(IN_TWO_WORKERS, [1, SCHEDULES])
    assert [half["fault"] for half in halves] == [None, None]
    # Every difficulty came up in many schedules.
    for what in ("crash", "lost", "no room", "vanished", "question", "clear", "update", "chosen: conflict"):
        assert sum(half["counts"][what] for half in halves) > SCHEDULES / 100, what
    ended = sum(half["counts"]["ends with all at the site"] for half in halves)
    assert ended > SCHEDULES * 0.8


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_seen(simulate, fault):
    right, wrong, said = FAULTS[fault]
    source = PLAN.read_text()
    assert source.count(right) == 1
    found = simulate(IN_THE_PAGE, [1, 3_000], source.replace(right, wrong))["fault"]
    assert found
    assert re.search(said, found)


def test_the_planner_is_short():
    assert len(PLAN.read_text().splitlines()) <= 150
