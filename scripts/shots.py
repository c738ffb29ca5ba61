"""`make shots`: what the pages look like, on a phone and on a desk, by day and by night, into docs/screenshots/.

A server with a throw-away data folder is started for it. ARGS="series cards" takes only these.
"""

import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import cast

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from scripts.data_folder import ROOT

FOLDER = ROOT / "docs" / "screenshots"
PAGES = {
    "home": "/",
    "start": "/start/",
    "tables": "/design/shelf/",
    "series": "/example/jaago-chalis/",
    "entry": "/design/entry/",
    "cards": "/design/cards/",
}
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
THEMES = ("light", "dark")
# The pages are flat: their commonest shades are all that can be seen, and make the files a third as large.
COLOURS = 128
PATIENCE_SECONDS = 30


def find_chromium() -> str:
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return found or sys.exit("Chromium is missing: sudo apt-get install chromium")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def running_site() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="khata-shots-") as folder:
        environment = os.environ | {"LEDGER_DEBUG": "1", "LEDGER_DATA_DIR": folder, "LEDGER_LOG_LEVEL": "WARNING"}
        manage = [sys.executable, "manage.py"]
        for command in ("migrate", "createcachetable"):
            subprocess.run([*manage, command, "--verbosity=0"], cwd=ROOT, env=environment, check=True)
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        server = subprocess.Popen(
            [*manage, "runserver", "--noreload", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(f"{address}/healthz")
            yield address
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address)  # noqa: S310  (our own server)
            return
        except urllib.error.URLError:
            time.sleep(0.2)
    sys.exit(f"The server did not answer at {address}; `make dev` shows why.")


def take(browser: Browser, address: str, name: str, size: str, theme: str) -> Path:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + PAGES[name], wait_until="networkidle")
    path = FOLDER / f"{name}-{size}-{theme}.png"
    save_small(page.screenshot(), path)
    context.close()
    return path


def save_small(screenshot: bytes, path: Path) -> None:
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    shades = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for _, shade in shades for channel in cast("tuple[int, ...]", shade)])
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def main(names: list[str]) -> None:
    if unknown := set(names) - set(PAGES):
        sys.exit(f"No such page: {', '.join(sorted(unknown))}. There are: {', '.join(PAGES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running_site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, size, theme in product(names or PAGES, SIZES, THEMES):
            print(take(browser, address, name, size, theme).relative_to(ROOT), flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
