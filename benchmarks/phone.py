"""What a cheap phone on a slow network waits for: Chromium with 400 kbit/s, 400 ms of delay and a quarter of its speed.

The yardstick is the plain text "ok" from the same server, on the same phone.
"""

from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.evening import Evening, served_evening
from benchmarks.measuring import Row
from scripts.shots import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROUNDS = 9
NETWORK = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}  # bytes a second
SLOWER = 4
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds
PLAIN_TEXT = "/healthz"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

# Times the yardstick, measured by this benchmark before the pages of the evening were made anew; docs/performance.md.
BEFORE = {"series": 3.97, "entry": 3.83, "tap": 0.065, "save": 1.19}
MOST = 1.1  # none of them may become slower by more than a tenth

LARGEST_PAINT = """() => new Promise(resolve => {
    new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
        .observe({type: "largest-contentful-paint", buffered: true});
})"""
# From the press of a key until the frame that shows the figure has been drawn.
TAP = """() => new Promise(resolve => {
    const begun = performance.now();
    document.querySelector("[data-key='1']").click();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
})"""
# From the press of Save until the screen for the next hand has been drawn.
SAVE = """() => new Promise(resolve => {
    const version = () => document.querySelector("[name=base_version]")?.value;
    const before = version(), begun = performance.now();
    const look = () => [before, undefined].includes(version())
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    document.querySelector("[data-keypad]").closest("form").querySelector("[type=submit].button--primary").click();
    look();
})"""


def rows() -> Iterator[Row]:
    from playwright.sync_api import sync_playwright

    with served_evening() as evening, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield from table(browser, evening, ROUNDS)
        browser.close()


def table(browser: "Browser", evening: Evening, rounds: int) -> Iterator[Row]:
    """The pages take turns, each time on a phone that has not seen the site before."""
    walks = [walk(browser, evening) for _ in range(rounds)]
    took = {what: median(one[what] for one in walks) for what in walks[0]}
    yield Row("the plain text of /healthz, to its paint", f"{took['text']:.0f} ms")
    names = {
        "series": "series page of four hands, first visit, to its largest paint",
        "entry": "keypad, first visit, to its largest paint",
        "tap": "a tap on the keypad, until the figure shows",
        "save": "Save, until the screen for the next hand shows",
    }
    for what, name in names.items():
        aim = f"{MOST * BEFORE[what] * took['text']:.0f} ms"
        times = f"{took[what] / took['text']:.2f} times the text, {BEFORE[what]:.2f} before"
        yield Row(name, f"{took[what]:.0f} ms", aim, times)
    yield Row("series page, first visit, all that travels, with headers", f"{took['weight'] / 1000:.1f} kB", "60 kB")


def walk(browser: "Browser", evening: Evening) -> dict[str, float]:
    took = {}
    context = new_phone(browser, evening)
    took["text"], _size = first_visit(context, evening.site + PLAIN_TEXT)
    context.close()

    context = new_phone(browser, evening)
    took["series"], took["weight"] = first_visit(context, evening.site + evening.pages["series"])
    context.close()

    context = new_phone(browser, evening)
    page = slow_page(context)
    took["entry"] = largest_paint(page, evening.site + evening.pages["entry"])
    page.locator("html[data-ready]").wait_for(state="attached")
    taps = []
    for _seat in range(4):
        taps.append(page.evaluate(TAP))
        page.locator("[data-key='0']").click()
        page.locator("[data-key=next]").click()
    took["tap"] = median(taps)
    page.wait_for_load_state("networkidle")
    took["save"] = page.evaluate(SAVE)
    context.close()
    return took


def new_phone(browser: "Browser", evening: Evening) -> "BrowserContext":
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": evening.session, "url": evening.site}])
    return context


def slow_page(context: "BrowserContext") -> "Page":
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def largest_paint(page: "Page", address: str) -> float:
    page.goto(address, wait_until="networkidle")
    return float(page.evaluate(LARGEST_PAINT))


def first_visit(context: "BrowserContext", address: str) -> tuple[float, int]:
    """Milliseconds to the largest paint, and the bytes that travelled until then and shortly after."""
    page, sizes = slow_page(context), []
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return largest_paint(page, address), int(sum(sizes))
