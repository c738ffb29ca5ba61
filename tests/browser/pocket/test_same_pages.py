"""The worker in Chromium answers as the site does: every page, and what many random hands come to."""

import random
import re
from difflib import unified_diff

import pytest
from django.test import Client

from games.registry import GAMES
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from tests.browser.pocket.worker import Worker
from tests.browser.table import sign_in
from tests.ledger.conftest import make_user
from tests.ledger.pages import client_of
from tests.ledger.pocket.test_same_pages import PAGES, lines_of
from tests.ledger.standings.circles import House, play_more

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS = 50  # of each game: 800 together
PREFIX = re.compile("/pocket(?=/)")  # the addresses of the site in the phone begin with it


@pytest.fixture
def owner(transactional_db):
    return make_circle(owner=make_user("Alice"), name="Friday table", currency="NPR", language="en")


@pytest.fixture
def worker(visit, made_bundle, owner):
    visitor = visit()
    sign_in(visitor, owner.user)
    page = visitor.context.new_page()  # Django reports each 404 in its console, which is not checked
    page.goto(f"{visitor.site}/pocket/bundle.json")
    worker = Worker(page)
    worker.start()
    return worker


def compare(site: Client, worker: Worker, address: str, language: str) -> None:
    wanted = site.get(address, headers={"Accept-Language": language})
    said, page = worker.answer("GET", f"/pocket{address}", language=language)
    assert (address, said["status"]) == (address, wanted.status_code)
    at_site, in_phone = (lines_of(PREFIX.sub("", text)) for text in (wanted.content.decode(), page))
    if at_site != in_phone:
        pytest.fail("\n".join(unified_diff(at_site, in_phone, "site", address, n=0)))


def test_the_worker_and_the_site_agree(owner, worker):
    """Compare every page of each game's first series in each language; of the others the hands and their scores."""
    site, seen = client_of(owner.user), set[str]()
    for game in GAMES:
        dice = random.Random(f"worker {game.slug}")
        house = House(owner, reader=None)  # no reader is needed
        house.players = [add_player(circle=owner.circle, name=f"{game.slug} {number}") for number in range(1, 9)]
        compared, pages = 0, [*PAGES, f"/rules/{game.slug}/"]
        while compared < HANDS:
            play_more(house, dice, [game.slug], 1)
            [series] = Series.objects.filter(circle=owner.circle).exclude(pk__in=seen)
            seen.add(series.pk)
            worker.load(series.pk)
            for page in pages:
                for language in ("en", "ne"):
                    address = page if page.startswith("/") else f"/series/{series.pk}/{page}"
                    compare(site, worker, address, language)
            hands = series.hands.count()
            for page in ("", "settlement/", *(f"hands/{number}/" for number in range(1, hands + 1))):
                compare(site, worker, f"/series/{series.pk}/{page}", "en")
            compared, pages = compared + hands, []
