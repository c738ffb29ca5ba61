"""Every text that people read goes through the catalogues: pages in a made-up language show those that do not."""

import random
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from babel import Locale
from django.core import mail
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games.registry import GAMES
from ledger.circles.models import Circle, Player, User
from ledger.lib.languages import LANGUAGES
from ledger.series.models import Series
from ledger.sheets import pdf
from ledger.sheets.papers import PAPERS, PREVIEW, RESULT
from tests.ledger.access_table import ROWS
from tests.ledger.conftest import make_user
from tests.ledger.markers import CLOSE, OPEN, marked_texts, unmarked, unmarked_in_json, unmarked_in_page
from tests.ledger.pages import client_of
from tests.ledger.sheets import evenings
from tests.ledger.sheets.tables import Table
from tests.ledger.sheets.test_pictures import sheet_of
from tests.ledger.standings.circles import TITLES, random_house
from tests.ledger.visitors import cast, places

__all__ = ["cast", "places"]

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

# Untranslated texts: names of languages, currencies, and the reasons and notes of the tests.
KNOWN = {language.name for language in LANGUAGES} | {
    *TITLES,
    "NPR",
    "US",
    "Ours",
    "Winter",
    "A card lay face up.",
    "Wunsch",
}
KNOWN |= {name for game in GAMES if game.example for name in game.example.players}
KNOWN |= {"It was written down wrongly.", "To look at it again.", "Club Login"}
KNOWN |= {"Nepalese Rupee", *Locale("en").months["format"]["wide"].values()}  # from CLDR
# Always in English: the reference of the API, and answers for programs. So are CSV files.
ENGLISH = ("/api/v1/schema", "/api/v1/docs", "/healthz", "/readyz", "/metrics", "/pocket/sw.js", "/pocket/rows/")
HIDDEN = {"Form key", "Key", "Base version"}  # fields that every page of the site sends filled
SENTENCES = {"message", "detail", "about"}
PAGES = "|history/|settlement/|hands/1/|hands/new/|hands/1/correct/|notes/|cards/|seats/|dealer/|undo/|stop/|rules/"


@pytest.fixture
def marked(tmp_path) -> Iterator[None]:
    with marked_texts(tmp_path / "marked"):
        yield


def typed_names() -> frozenset[str]:
    rows = [*Circle.objects.values_list("name"), *Player.objects.values_list("name")]
    rows += User.objects.values_list("username", "display_name")
    return frozenset(KNOWN | {name for row in rows for name in row} - {""})


def unmarked_in(answer: HttpResponse, text: bytes, known: frozenset[str]) -> list[str]:
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    # Texts of the REST framework itself, which none of our pages and programs get.
    if answer.status_code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.METHOD_NOT_ALLOWED):
        return []
    if kind == "text/html":
        return unmarked_in_page(text.decode(), known | HIDDEN)
    if kind in ("application/json", "application/problem+json"):
        return unmarked_in_json(text.decode(), known, SENTENCES)
    if kind == "application/manifest+json":
        return unmarked_in_json(text.decode(), known, {"name", "short_name", "description"})
    return []


@pytest.mark.slow
@pytest.mark.parametrize("who", ["owner", "nobody", "viewer"])
def test_every_address_says_nothing_untranslated(who, cast, places, marked):
    user, known, found = cast[who], typed_names(), {}
    seen = 0
    for method, address, *_statuses in ROWS:
        if address.startswith(ENGLISH):
            continue
        with transaction.atomic():
            client = client_of(user) if user else Client()
            answer = client.generic(method, address.format(**places))
            transaction.set_rollback(True)
        text = answer.getvalue()
        seen += OPEN.encode() in text
        if words := unmarked_in(answer, text, known):
            found[method, address] = words
    assert not found, "\n".join(f"{where}: {words}" for where, words in found.items())
    assert seen > 60


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_the_pages_of_a_game_say_nothing_untranslated(game, owner, marked):
    """With every line, problem and warning of the rulebook that a random series has."""
    random_house(owner, random.Random(game), [game], 2)
    known, client = typed_names(), client_of(owner.user)
    addresses = [f"/series/{series.pk}/{page}" for series in Series.objects.all() for page in PAGES.split("|")]
    addresses += [f"/circles/{owner.circle_id}/{page}/" for page in ("standings", "standings/records", "balances")]
    addresses += [f"/circles/{owner.circle_id}/series/new/?game={game}", f"/example/{game}/"]
    answers = {address: client.get(address) for address in addresses}
    found = {
        address: words
        for address, answer in answers.items()
        if (words := unmarked_in(answer, answer.getvalue(), known))
    }
    assert not found, "\n".join(f"{where}: {words}" for where, words in found.items())


@pytest.mark.parametrize("paper", [*PAPERS.values(), RESULT, PREVIEW], ids=lambda paper: paper.slug)
def test_sheets_and_pictures_say_nothing_untranslated(paper, marked):
    for table in [Table(), *evenings.every_way_to_settle()]:
        known = frozenset(KNOWN | set(table.names) | {table.circle.name})
        for draft in pdf.sheet_job(sheet_of(table, paper)).drafts:
            assert unmarked_in_page(draft, known) == []


def test_mails_say_nothing_untranslated(client, marked, settings):
    settings.SENDS_MAIL = True
    User.objects.filter(pk=make_user("alice").pk).update(email="alice@example.org")
    for address in ("alice@example.org", "nobody@example.org"):
        client.post("/account/password/reset/", {"email": address})
    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert unmarked(f"{sent.subject}\n{sent.body}", frozenset({"alice", "testserver"})) == []


def test_an_untranslated_text_is_found():
    page = f'<p title="Help">{OPEN}One <b>hand</b>{CLOSE} Two 3 NPR</p><input type="submit" value="Save"><p>Asha</p>'
    assert unmarked_in_page(page, frozenset({"NPR", "Asha"})) == ["Two", "Help", "Save"]
    assert unmarked_in_page(f'<p data-left="{OPEN}x{CLOSE} so many left" data-shown-when="end=a|b">', frozenset()) == [
        "so",
        "many",
        "left",
    ]
