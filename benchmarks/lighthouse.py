"""`make lighthouse`: Lighthouse's mobile scores of the pages of an evening, on the server of `make run`.

Needs Node.js and npm, and installs Lighthouse into .node/ the first time. Its own phone is simulated: 150 ms of delay,
1.6 Mbit/s and a quarter of the processor's speed.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.evening import served_evening
from benchmarks.measuring import Row
from benchmarks.servers import ROOT
from scripts.shots import find_chromium

VERSION = "12.8.2"  # the last one for Node.js 18 and 20
FOLDER = ROOT / ".node"
ROUNDS = 3  # of which the median counts, as Lighthouse's documentation advises
LEAST = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking"


def rows() -> Iterator[Row]:
    program = install()
    with served_evening() as evening:
        for name, path in evening.pages.items():
            reports = [report(program, evening.site + path, evening.session) for _ in range(ROUNDS)]
            yield scores_of(name, reports)


def install() -> Path:
    program = FOLDER / "node_modules" / ".bin" / "lighthouse"
    package = FOLDER / "node_modules" / "lighthouse" / "package.json"
    if package.exists() and json.loads(package.read_text())["version"] == VERSION:
        return program
    if not shutil.which("npm"):
        sys.exit("Lighthouse needs Node.js and npm: sudo apt-get install nodejs npm")
    print(f"Installing Lighthouse {VERSION} into {FOLDER.name}/", flush=True)
    quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    command = ["npm", "install", "--prefix", str(FOLDER), *quiet, f"lighthouse@{VERSION}"]
    if subprocess.run(command).returncode:
        sys.exit("Lighthouse could not be installed; the lines above say why. Is this machine online?")
    return program


def report(program: Path, address: str, session: str) -> Mapping[str, Any]:
    command = [
        str(program),
        address,
        f"--extra-headers={json.dumps({'Cookie': f'sessionid={session}'})}",
        f"--chrome-flags={FLAGS}",
        "--output=json",
        "--quiet",
    ]
    done = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": find_chromium()}, check=True, text=True, stdout=subprocess.PIPE
    )
    found: Mapping[str, Any] = json.loads(done.stdout)
    if found["finalDisplayedUrl"] != address:
        sys.exit(f"{address} leads to {found['finalDisplayedUrl']}")
    return found


def scores_of(name: str, reports: list[Mapping[str, Any]]) -> Row:
    scores = {what: round(100 * median(one["categories"][what]["score"] for one in reports)) for what in LEAST}
    figure = " ".join(str(score) for score in scores.values())
    short = [what for what, least in LEAST.items() if scores[what] < least]
    paint = median(one["audits"]["largest-contentful-paint"]["numericValue"] for one in reports)
    faults = sorted({fault for what in short for fault in faults_of(reports[-1], what)})
    note = f"largest paint after {paint:.0f} ms" + "".join(f"; {fault}" for fault in faults)
    return Row(name, figure, " ".join(map(str, LEAST.values())), note)


def faults_of(found: Mapping[str, Any], category: str) -> Iterator[str]:
    for reference in found["categories"][category]["auditRefs"]:
        audit = found["audits"][reference["id"]]
        if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
            yield f"{audit['id']} {audit['score']:.2f}"
