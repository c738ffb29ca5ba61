"""The pages of help: one for each main screen, in every language, with the names that the buttons have."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from ledger.following.help_pages import END, FOLDER, PAGE_OF, SCREENS
from ledger.lib.languages import LANGUAGES
from ledger.lib.markdown import read_body
from ledger.live.links import make_link, token_of
from ledger.pocket.addresses import all_addresses
from scripts import messages
from tests.ground.helpers import ROOT
from tests.ledger.pages import address, client_of
from tests.ledger.series.conftest import J40

CODES = [language.code for language in LANGUAGES]
every_language = pytest.mark.parametrize("language", CODES)


def help_href(page: str) -> str:
    """The address behind the "?" of a page; empty without one."""
    found = re.search(r'app-bar__help"\s+href="([^"]+)"', page)
    return found[1] if found else ""


def parts(file: Path) -> list[str]:
    return [token.type + token.tag for token in read_body(file) if token.type.endswith("_open")]


@every_language
def test_each_language_has_each_page_with_the_same_parts(language):
    assert sorted(file.stem for file in (FOLDER / language).iterdir()) == sorted(SCREENS)
    for name in SCREENS:
        found = parts(FOLDER / language / f"{name}.md")
        assert found == parts(FOLDER / "en" / f"{name}.md"), name
        assert found.count("heading_openh2") == 2, name


def texts_of_screens(language: str) -> set[str]:
    if language == messages.SOURCE_LANGUAGE:
        texts = messages.texts(messages.read_catalogue(ROOT, next(code for code in CODES if code != language)))
        return {form for text in texts for form in (text.id if text.pluralizable else [text.id])}
    texts = messages.texts(messages.read_catalogue(ROOT, language))
    return {form for text in texts for form in messages.forms(text)}


@every_language
def test_a_bold_name_is_a_text_of_the_screens(language):
    bold = [
        (file.stem, name)
        for file in sorted((FOLDER / language).iterdir())
        for name in re.findall(r"\*\*(.+?)\*\*", file.read_text(encoding="utf-8"))
    ]
    assert len(bold) > 40
    texts = texts_of_screens(language)
    assert [each for each in bold if each[1] not in texts] == []


@every_language
def test_a_page_has_the_same_links_and_as_many_bold_names(language):
    for name in SCREENS:
        here, english = ((FOLDER / code / f"{name}.md").read_text(encoding="utf-8") for code in (language, "en"))
        assert re.findall(r"\]\((.+?)\)", here) == re.findall(r"\]\((.+?)\)", english), name
        assert here.count("**") == english.count("**"), name


@every_language
def test_the_index_leads_to_every_page(language):
    client = Client(headers={"accept-language": language})
    index = unescape(client.get(reverse("help_list")).content.decode())
    for name in SCREENS:
        page = reverse("help", args=[name])
        title = (FOLDER / language / f"{name}.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f'href="{page}"' in index
        assert f"<bdi>{title}</bdi>" in index
        assert f"<h1>{title}</h1>" in unescape(client.get(page).content.decode())
    assert f'href="{reverse("help_list")}"' in index.partition('class="menu__panel"')[2], "not in the menu"


def test_an_unknown_page_is_404():
    assert Client().get(reverse("help", args=["no-such-page"])).status_code == 404


def test_every_screen_of_the_table_is_an_address_of_the_site():
    names = {f"{namespace}:{name}" if namespace else name for namespace, _route, name in all_addresses()}
    assert set(PAGE_OF) <= names


@pytest.mark.slow
def test_the_question_mark_of_each_main_screen_opens_its_page(bob_scores, owner):
    bob_scores.record(*J40[:2])
    series, client = bob_scores.series, client_of(owner.user)
    player = owner.circle.players.all()[0].pk
    of_circle = "circle people links balances standings records seasons start_series circle_settings".split()
    of_series = "page enter_hand cards undo settlement history link stop dealer notes".split()
    screens = [(name, reverse(name)) for name in ("home", "start", "check", "without_signal", "account")]
    screens += [(name, reverse(name, args=[owner.circle.pk])) for name in of_circle]
    screens += [("player_standings", reverse("player_standings", args=[owner.circle.pk, player]))]
    screens += [(f"series:{name}", address(name, series)) for name in of_series]
    screens += [(f"series:{name}", reverse(f"series:{name}", args=[series.pk, 1])) for name in ("hand", "correct")]
    for name, screen in screens:
        href = help_href(client.get(screen).content.decode())
        assert href == f"{reverse('help', args=[PAGE_OF[name]])}?from={screen}", name
        assert f'href="{screen}"' in client.get(href).content.decode(), f"no way back to {name}"


def test_a_series_that_has_ended_has_the_help_of_the_end(bob_scores):
    bob_scores.record(*J40)
    page = client_of(bob_scores.me.user).get(address("page", bob_scores.series)).content.decode()
    assert help_href(page).startswith(reverse("help", args=[END]))


def test_a_follower_without_an_account_comes_back_to_the_link(bob_scores):
    bob_scores.record(*J40[:2])
    follow = reverse("follow:page", args=[token_of(make_link(me=bob_scores.me, series=bob_scores.series))])
    for _kept in range(2):  # the second time the page comes from memory
        href = help_href(Client().get(follow).content.decode())
        assert href == f"{reverse('help', args=['link'])}?from={follow}"
    answer = Client().get(href)
    assert f'href="{follow}"' in answer.content.decode()
    assert answer["Referrer-Policy"].startswith("no-referrer"), "the token must not leave with the Referer"


def test_back_leads_to_the_same_choice(owner):
    start = reverse("start_series", args=[owner.circle.pk]) + "?game=jass&seat_1=x"
    client = client_of(owner.user)
    page = client.get(help_href(client.get(start).content.decode()))
    assert f'href="{start.replace("&", "&amp;")}"' in page.content.decode()
    index = re.search(rf'href="({reverse("help_list")}\?[^"]+)"', page.content.decode())
    assert index
    assert f'href="{start.replace("&", "&amp;")}"' in client.get(index[1]).content.decode(), "no way back in the index"


@pytest.mark.parametrize("came_from", ["", "/circles/new/?game=jass&seat_1=x"])
def test_a_link_in_the_text_keeps_the_way_back(came_from):
    way_back = {"from": came_from} if came_from else {}
    page = unescape(Client().get(reverse("help", args=["series"]), way_back).content.decode())
    links = re.findall(r'href="(/help/[^"]+)"', page.partition("<article")[2].partition("</article")[0])
    assert len(links) == 3
    for link in links:
        answer = unescape(Client().get(link).content.decode())
        assert (f'href="{came_from}"' in answer) == bool(came_from), f"{link} has no way back"


EVIL = ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "/\t//evil.example/", "x"]


@pytest.mark.parametrize("evil", EVIL)
def test_back_leads_to_no_other_site(evil):
    for page in (reverse("help_list"), reverse("help", args=["series"])):
        answer = Client().get(f"{page}?{urlencode({'from': evil})}").content.decode()
        assert f'href="{evil}"' not in answer
        assert "evil.example" not in answer.partition("<main")[0].partition('class="menu__panel"')[0]
