"""Site and phone answer the same requests from the same rows: no line differs but those that are written down here."""

import random
import re
from difflib import unified_diff
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.registry import GAMES
from ledger.following.help_pages import SCREENS
from ledger.lib.languages import LANGUAGES
from ledger.pocket.bundle import LIBRARY_LEFT_OUT, matches
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand
from tests.ledger.pages import client_of
from tests.ledger.pocket.conftest import Phone
from tests.ledger.series.conftest import J40
from tests.ledger.standings.circles import random_house
from tests.needs import THOROUGH, daily

pytestmark = pytest.mark.django_db

SERIES_OF_EACH_GAME = 4 if THOROUGH else 1
PAGES = (
    "|live/|history/|settlement/|hands/1/|hands/2/|hands/new/|hands/1/correct/|hands/1/note/|notes/|cards/|seats/|dealer/"
    "|undo/|stop/|reopen/|?part=1"
).split("|")
MASKS = [
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'), "the token of a form"),
    (re.compile(r'"X-CSRFToken": "[^"]*"'), "the token of a page"),
    (re.compile(r'name="key" value="[^"]*"'), "the key of a form, made anew each time"),
    (re.compile(r'<span class="freshness[^<]*</span>'), "the clock"),
    (re.compile(r"&quot;X-Ticket&quot;: &quot;[^&]*&quot;"), "a ticket to ask for news, signed by the site's own key"),
]
ONLY_THE_SITE_KNOWS = (
    re.compile(r'<section class="stack stack--s"\s+aria-labelledby="pocket-panel".*?</section>', re.DOTALL),
    re.compile(r'<section class="stack stack--s" aria-labelledby="new-records">.*?</section>', re.DOTALL),
    re.compile(r'<section class="stack stack--s"\s+aria-labelledby="pocket-panel".*?</section>', re.DOTALL),
    re.compile(r' *data-series="[a-z0-9]{12}" data-seal="[-_A-Za-z0-9]+"'),
    re.compile(r'<p class="soft">\s*<a href="[^"]*/export\.json\.minisig">.*?</p>', re.DOTALL),
    # What of a payment is paid, open or covered depends on the other series of the circle.
    re.compile(r'<section class="stack stack--s" aria-labelledby="pays">.*?</section>', re.DOTALL),
    re.compile(r'<h2 id="payments">.*?(?=</section>)', re.DOTALL),
    re.compile(r'<textarea class="settlement__text".*?</textarea>', re.DOTALL),
)


def lines_of(page: str) -> list[str]:
    for only_here in ONLY_THE_SITE_KNOWS:
        page = only_here.sub("", page)
    for pattern, what in MASKS:
        page = pattern.sub(what, page)
    return [line.strip() for line in page.splitlines() if line.strip()]


def differences(site: Client, phone: Phone, address: str, language: str) -> list[str]:
    headers = {"Accept-Language": language}
    wanted, (status, page) = site.get(address, headers=headers), phone.get(address, headers)
    if wanted.status_code != status:
        return [f"{address}: {wanted.status_code} at the site, {status} in the phone"]
    at_site, in_phone = lines_of(wanted.content.decode()), lines_of(page)
    return list(unified_diff(at_site, in_phone, f"site {address}", f"phone {address}", n=0))


@pytest.mark.parametrize("game", daily([game.slug for game in GAMES], 2))
def test_the_pages_are_the_same(owner, phone, game):
    house = random_house(owner, random.Random(game), [game], SERIES_OF_EACH_GAME)
    site = client_of(owner.user)
    for series in Series.objects.filter(circle=owner.circle):
        phone.prepare(house.owner, series)
        for page in (*PAGES, f"/rules/{game}/"):
            for language in ("en", "ne"):
                address = page if page.startswith("/") else f"/series/{series.pk}/{page}"
                assert differences(site, phone, address, language) == []
    # This program has all of Python's library. The phone's library must have each module that these pages load.
    paths = [name.replace(".", "/") for name in phone.modules()]
    assert [path for path in paths if matches(path, LIBRARY_LEFT_OUT) or matches(f"{path}.py", LIBRARY_LEFT_OUT)] == []


@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
def test_the_help_can_be_read_without_signal(bob_scores, phone, language):
    phone.prepare(bob_scores.me, bob_scores.series)
    site, came_from = client_of(bob_scores.me.user), f"?from=/series/{bob_scores.series.pk}/"
    for address in ("/help/", *(f"/help/{name}/" for name in SCREENS)):
        assert differences(site, phone, address + came_from, language) == []
    assert differences(site, phone, "/without-signal/", language) == []


def test_the_end_in_the_phone_shows_the_plan_and_marks_nothing(bob_scores, phone):
    bob_scores.record(*J40[:2])
    bob_scores.stop(with_standard=True)
    bob_scores.series.refresh_from_db()
    phone.prepare(bob_scores.me, bob_scores.series)
    address = f"/series/{bob_scores.series.pk}/"
    at_site = client_of(bob_scores.me.user).get(address).content.decode()
    in_phone = phone.get(address, {})[1]
    whole = re.compile(r'<span class="transfer__money[^>]*>([^<]*)<')
    assert whole.findall(in_phone) == whole.findall(at_site) != []
    assert "Mark as paid" in at_site
    assert "Mark as paid" not in in_phone
    assert "Marking a payment as paid needs signal" in in_phone
    assert "Marking a payment as paid needs signal" not in at_site


def test_a_hand_that_was_entered_in_the_phone_is_the_same_at_the_site(bob_scores, phone):
    """By the keypad's form; then it is sent with its own key, as the phone would."""
    bob_scores.record(*J40[:2])
    series = bob_scores.series
    phone.prepare(bob_scores.me, series)
    form = {"figure_0": "16", "figure_1": "8½", "figure_2": "8.5", "figure_3": "7", "last_trick": "1"}
    form |= {"base_version": series.version, "key": "k1"}
    assert phone.post(f"/series/{series.pk}/hands/new/", urlencode(form)) == (302, f"/series/{series.pk}/hands/new/")
    [hand] = phone.waiting(series)["changes"]
    assert (hand["kind"], hand["key"], hand["base_version"]) == ("recorded", "k1", series.version)
    record_hand(series=series, submit=Submit(bob_scores.me, hand["base_version"], hand["key"]), record=hand["content"])
    site = client_of(bob_scores.me.user)
    pages = [f"/series/{series.pk}/{page}" for page in ("hands/3/", "settlement/")]
    changed = [line for page in pages for line in differences(site, phone, page, "en") if line.startswith(("+<", "-<"))]
    assert [line for line in changed if "<time" not in line] == []  # it was recorded a little later
    phone.prepare(bob_scores.me, series)
    assert [differences(site, phone, page, "en") for page in pages] == [[], []]
