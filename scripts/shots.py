"""`make shots`: the pages of every game on a phone and a desk, in the light and the dark theme, in English and Nepali.

The pictures are of a server with a temporary data folder and made-up tables, and go into docs/screenshots/.
ARGS="series cards" takes only these pages. ARGS=languages takes the main screens and the sheet in all languages side by
side, on a small phone, into var/languages/.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from ledger.lib.languages import LANGUAGES
from scripts.chromium import find_chromium
from scripts.data_folder import ROOT
from scripts.network import answers, free_port

FOLDER = ROOT / "docs" / "screenshots"
SIZES = {"phone": (390, 844), "desk": (1280, 800), "small": (360, 640)}
# The pages that everyone sees are shown in all `LOOKS`, other pages in `OTHER_LOOKS`.
MAIN = ("opening", "home", "circle", "entry", "cards", "series", "end", "settlement")
LOOKS = (
    ("phone", "light", "en"),
    ("phone", "dark", "en"),
    ("phone", "light", "ne"),
    ("desk", "light", "en"),
    ("desk", "dark", "ne"),
)
OTHER_LOOKS = (("phone", "light", "en"), ("phone", "dark", "ne"))
# With the commonest shades alone the pictures look the same, and the files are a third as large.
COLOURS = 128
LANGUAGES_FOLDER = ROOT / "var" / "languages"
IN_EVERY_LANGUAGE = ("opening", "circle", "entry", "cards", "series", "end", "standings")
GAP = 8  # pixels between two pictures
PATIENCE_SECONDS = 30


@contextmanager
def running_site() -> Iterator[tuple[str, dict[str, Any]]]:
    """The address of the site, and the sessions and pages that scripts/shot_tables.py prints."""
    with tempfile.TemporaryDirectory(prefix="khata-shots-") as folder:
        environment = os.environ | {"LEDGER_DEBUG": "1", "LEDGER_DATA_DIR": folder, "LEDGER_LOG_LEVEL": "WARNING"}
        environment["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
        manage = [sys.executable, "manage.py"]
        for command in ("migrate", "createcachetable"):
            subprocess.run([*manage, command, "--verbosity=0"], cwd=ROOT, env=environment, check=True)
        filling = [*manage, "shell", "--no-imports", "--command", "from scripts.shot_tables import fill; fill()"]
        filled = subprocess.run(filling, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
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
            yield address, json.loads(filled.stdout)
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not answers(address):
        if time.monotonic() > deadline:
            sys.exit(f"The server did not answer at {address}; `make dev` shows why.")
        time.sleep(0.2)


def take(browser: Browser, address: str, tables: dict[str, Any], name: str, look: tuple[str, str, str]) -> Path:
    size, theme, language = look
    path = FOLDER / f"{name}-{size}-{theme}{'' if language == 'en' else f'-{language}'}.png"
    with signed_in_browser(browser, address, tables, name, look) as context:
        save_small(screenshot(context, address + tables["pages"][name]["path"]), path)
    return path


@contextmanager
def signed_in_browser(
    browser: Browser, address: str, tables: dict[str, Any], name: str, look: tuple[str, str, str]
) -> Iterator[BrowserContext]:
    """A browser in this look, signed in as the reader of the page."""
    size, theme, language = look
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    cookies = {"django_language": language, "sessionid": tables["sessions"].get(tables["pages"][name]["as"])}
    context.add_cookies([{"name": key, "value": value, "url": address} for key, value in cookies.items() if value])
    yield context
    context.close()


def screenshot(context: BrowserContext, address: str) -> bytes:
    page = context.new_page()
    page.goto(address)
    page.locator("html[data-ready]").wait_for(state="attached")
    return page.screenshot()


def take_languages(browser: Browser, address: str, tables: dict[str, Any]) -> Iterator[Path]:
    """One picture for each screen, with all languages beside each other."""
    LANGUAGES_FOLDER.mkdir(parents=True, exist_ok=True)
    for name in (*IN_EVERY_LANGUAGE, "sheet"):
        page = "end" if name == "sheet" else name
        shots = []
        for language in LANGUAGES:
            look = "small", "light", language.code
            with signed_in_browser(browser, address, tables, page, look) as context:
                path = address + tables["pages"][page]["path"]
                shots.append(sheet(context, path) if name == "sheet" else screenshot(context, path))
        pictures = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
        width = sum(picture.width + GAP for picture in pictures)
        joined = Image.new("RGB", (width, max(picture.height for picture in pictures)))
        left = 0
        for picture in pictures:
            joined.paste(picture, (left, 0))
            left += picture.width + GAP
        joined.save(LANGUAGES_FOLDER / f"{name}.png")
        yield LANGUAGES_FOLDER / f"{name}.png"


def sheet(context: BrowserContext, address: str) -> bytes:
    """The sheet's first page. While the sheet is being made, the site answers with another page."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        answer = context.request.get(f"{address}sheet.pdf")
        if answer.headers["content-type"] == "application/pdf":
            drawing = ["pdftoppm", "-png", "-singlefile", "-r", "75", "-"]
            return subprocess.run(drawing, input=answer.body(), stdout=subprocess.PIPE, check=True).stdout
        time.sleep(1)
    sys.exit("The sheet was not made in time.")


def save_small(screenshot: bytes, path: Path) -> None:
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    shades = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for _, shade in shades for channel in cast("tuple[int, ...]", shade)])
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running_site() as (address, tables), sync_playwright() as playwright:
        if unknown := set(names) - {*tables["pages"], "languages"}:
            sys.exit(f"No such page: {', '.join(sorted(unknown))}. There are: {', '.join(tables['pages'])}")
        chromium = find_chromium() or sys.exit("Chromium is missing: `make test` says what to install.")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        if "languages" in names:
            for path in take_languages(browser, address, tables):
                print(path.relative_to(ROOT), flush=True)
        for name in [name for name in names if name != "languages"] if names else tables["pages"]:
            for look in LOOKS if name in MAIN else OTHER_LOOKS:
                print(take(browser, address, tables, name, look).relative_to(ROOT), flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
