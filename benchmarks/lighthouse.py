"""`make lighthouse`: Lighthouse's mobile scores of the pages that a table sees, on the server of `make run`.

Needs Node.js and npm, whose npx fetches Lighthouse the first time. Lighthouse simulates a phone: 150 ms of delay,
1.6 Mbit/s and a quarter of the processor's speed.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from benchmarks.measuring import Row
from benchmarks.site import new_site
from scripts.chromium import find_chromium

VERSION = "12.8.2"  # the last one for Node.js 18 and 20
ROUNDS = 3  # of which the median counts, as Lighthouse's documentation advises
LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking"


def rows() -> Iterator[Row]:
    if not shutil.which("npx"):
        sys.exit("Lighthouse needs Node.js and npm: sudo apt-get install nodejs npm")
    with new_site(DJANGO_SETTINGS_MODULE="ledger.config.settings") as site, site.served() as server:
        evening = site.call("benchmarks.lighthouse", "play")
        for name, path in evening["pages"].items():
            address = f"http://{server.address}{path}"
            yield scores_of(name, [report(address, evening["cookie"]) for _ in range(ROUNDS)])


def play() -> dict[str, Any]:
    """Play a series to its end, and four hands of a series that goes on."""
    from benchmarks.caller import browser_headers
    from benchmarks.site import make_circle_of_four
    from games.registry import BY_SLUG
    from ledger.series.services import Submit, record_hand

    circle = make_circle_of_four("Evening")
    finished, going_on = circle.new_series(target=40), circle.new_series()
    example = BY_SLUG[going_on.game].example
    assert example is not None
    for series in (finished, going_on):
        for version, record in enumerate(example.records, start=1):
            record_hand(series=series, submit=Submit(circle.owner, version), record=record)
    pages = {
        "home": "/",
        "circle": f"/circles/{circle.owner.circle_id}/",
        "entry": f"/series/{going_on.pk}/hands/new/",
        "series": f"/series/{going_on.pk}/",
        "end": f"/series/{finished.pk}/",
        "settlement": f"/series/{finished.pk}/settlement/",
    }
    return {"cookie": browser_headers(circle.owner.user)["Cookie"], "pages": pages}


def report(address: str, cookie: str) -> Mapping[str, Any]:
    headers = f"--extra-headers={json.dumps({'Cookie': cookie})}"
    command = [
        "npx",
        "--yes",
        f"lighthouse@{VERSION}",
        address,
        headers,
        f"--chrome-flags={FLAGS}",
        "--output=json",
        "--quiet",
    ]
    ran = subprocess.run(
        command,
        env={**os.environ, "CHROME_PATH": find_chromium()},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    )
    found: Mapping[str, Any] = json.loads(ran.stdout)
    if found["finalDisplayedUrl"] != address:
        sys.exit(f"{address} leads to {found['finalDisplayedUrl']}")
    return found


def scores_of(name: str, reports: list[Mapping[str, Any]]) -> Row:
    scores = {what: round(100 * median(report["categories"][what]["score"] for report in reports)) for what in LEAST}
    short = [what for what, least in LEAST.items() if scores[what] < least]
    paint = median(report["audits"]["largest-contentful-paint"]["numericValue"] for report in reports)
    faults = sorted({fault for what in short for fault in faults_of(reports[-1], what)})
    note = f"largest paint after {paint:.0f} ms" + "".join(f"; {fault}" for fault in faults)
    figure, aim = (" ".join(map(str, figures.values())) for figures in (scores, LEAST))
    return Row(name, figure, aim, note, is_short=bool(short))


def faults_of(found: Mapping[str, Any], category: str) -> Iterator[str]:
    for reference in found["categories"][category]["auditRefs"]:
        audit = found["audits"][reference["id"]]
        if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
            yield f"{audit['id']} {audit['score']:.2f}"
