"""A site that can be stopped, and a phone whose browser can be closed and opened again."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, Playwright, expect

from scripts.network import free_port
from tests.browser.conftest import FLAGS
from tests.browser.pocket.cuts import Line
from tests.browser.visitor import PHONE
from tests.ground.helpers import give_static_files, server_environment
from tests.ground.test_killed import Site, run

PREPARING = 60_000  # milliseconds, on a busy machine

SET_UP = """
import django, json, os
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.test import Client
settings.ALLOWED_HOSTS.append("testserver")
call_command("migrate", verbosity=0)
call_command("createcachetable", verbosity=0)
from games.registry import GAMES
from ledger.circles.models import User
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.starting import Agreement, start_series
from tests.browser.pocket.forms import evening, preset_of, seated
asha = User.objects.create_user("asha", display_name="Asha")
owner = make_circle(owner=asha, name="Friday table", currency="NPR", language="en")
players = [add_player(circle=owner.circle, name=name) for name in ("Asha", "Bimal", "Chandra", "Devi")]
def start(game):
    return start_series(me=owner, agreed=Agreement(game, seated(game, players), preset_of(game).rules, None)).pk
hands = int(os.environ["HANDS"])
forms = {game.slug: evening(owner, players, game, hands, game.slug) for game in GAMES if hands}
series = {game.slug: start(game) for game in GAMES}
browser = Client()
browser.force_login(asha)
print(json.dumps({"session": browser.cookies["sessionid"].value, "series": series, "forms": forms}))
"""


@dataclass
class Phone:
    """Asha's phone. Its browser keeps its data in a folder."""

    playwright: Playwright
    chromium: str
    folder: Path
    site: str
    session: str
    browser: BrowserContext | None = None
    is_prepared: bool = False

    def open(self, address: str = "/") -> Page:
        if self.browser is None:
            self.browser = self.playwright.chromium.launch_persistent_context(
                self.folder, executable_path=self.chromium, args=FLAGS, viewport=PHONE
            )
            self.browser.add_cookies([{"name": "sessionid", "value": self.session, "url": self.site}])
        page = self.browser.pages[0] if self.browser.pages else self.browser.new_page()
        page.goto(self.site + address)
        return page

    def close(self) -> None:
        if self.browser:
            for page in self.browser.pages:
                page.unroute_all(behavior="ignoreErrors")  # a request on its way would fail the next test
            self.browser.close()
            self.browser = None

    @property
    def page(self) -> Page:
        assert self.browser
        return self.browser.pages[0]

    def prepare(self, series: str) -> Page:
        page = self.open(f"/series/{series}/")
        if not self.is_prepared:  # a prepared phone adds another series by itself
            page.locator("[data-pocket-prepare]").first.click()
        self.is_prepared = True
        expect(page.locator("body")).to_have_attribute("data-pocket", "ready", timeout=PREPARING)
        return page

    def go_on(self, address: str = "/pocket/") -> FrameLocator:
        """Open the site in the phone, without signal, and return its frame."""
        page = self.open(address)
        expect(page.locator("body")).to_have_attribute("data-pocket-state", "here", timeout=PREPARING)
        page.frame_locator("iframe").locator("html[data-ready]").wait_for(state="attached")
        return page.frame_locator("iframe")

    @property
    def waiting(self) -> int:
        return int(self.page.locator("body").get_attribute("data-pocket-waiting") or 0)


@dataclass
class Cellar:
    """A site and Asha's phone. `forms` has for each game what is sent for each hand of an evening."""

    site: Site
    line: Line
    phone: Phone
    series: dict[str, str]
    forms: dict[str, list[list[list[tuple[str, str]]]]]

    def hands(self, series: str) -> list[Any]:
        """Return the hands that the site has."""
        return list(self.phone.page.request.get(f"{self.phone.site}/api/v1/series/{series}").json()["hands"])


@dataclass(frozen=True)
class Start:
    """How a test begins: a stopped site's data, and a browser in which Asha has prepared her phone for a series."""

    folder: Path
    ports: tuple[int, int]  # of the site, and of the line to it: a browser keeps its data by address
    made: dict[str, Any]


def site_in(folder: Path, port: int, hands: int = 0) -> Site:
    return Site(server_environment(folder / "data", port, HANDS=str(hands)))


@pytest.fixture(scope="session")
def prepared_phone(playwright: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Start:
    folder = tmp_path_factory.mktemp("cellar")
    give_static_files(folder / "data")
    site = site_in(folder, free_port())
    made = json.loads(run(site, "-c", SET_UP))
    line = Line(int(site.environment["PORT"]))
    address = f"http://127.0.0.1:{line.port}"
    phone = Phone(playwright, chromium_path, folder / "browser", address, made["session"])
    site.start()
    try:
        phone.prepare(made["series"]["jaago-chalis"])
    finally:
        phone.close()
        site.cut_off()
        line.end()
    return Start(folder, (line.site, line.port), made)


@pytest.fixture
def cellar(
    request: pytest.FixtureRequest, playwright: Playwright, chromium_path: str, tmp_path: Path
) -> Iterator[Cellar]:
    """The parameter says how many hands of each game there are forms for; without one the phone is prepared."""
    if hands := getattr(request, "param", 0):
        give_static_files(tmp_path / "data")
        site, line_port = site_in(tmp_path, free_port(), hands), 0
        made = json.loads(run(site, "-c", SET_UP))
    else:
        start = request.getfixturevalue("prepared_phone")
        shutil.copytree(start.folder, tmp_path, dirs_exist_ok=True)
        site, line_port, made = site_in(tmp_path, start.ports[0]), start.ports[1], start.made
    site.start()
    line = Line(int(site.environment["PORT"]), line_port)
    address = f"http://127.0.0.1:{line.port}"
    phone = Phone(playwright, chromium_path, tmp_path / "browser", address, made["session"], is_prepared=not hands)
    try:
        yield Cellar(site, line, phone, made["series"], made["forms"])
    finally:
        phone.close()
        site.cut_off()
        line.end()
