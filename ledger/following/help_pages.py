"""The pages of help: docs/help/<language>/<page>.md, one for each main screen, which can be read without an account.

The "?" in the app bar leads to the page of the screen (`help_of_screen`), and back from there to the screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ledger.circles.views.shortcuts import secret_page
from ledger.lib.markdown import TextPage, as_page, read_body, read_in_language, read_title

FOLDER = settings.BASE_DIR / "docs" / "help"
END = "end"  # the page of the settlement, and of a series that has ended

# Each page with the names of the addresses that it explains, in the order of the index.
SCREENS: Mapping[str, tuple[str, ...]] = {
    "first-page": ("home", "start", "start_from_file", "join"),
    "circle": ("circle", "circle_series", "circle_settings", "circle_delete"),
    "new-series": ("start_series", "house_rules", "house_rules_edit", "series:keep_rules"),
    "entering": ("series:enter_hand", "series:throw_in", "series:dealer", "series:seats"),
    "cards": ("series:cards", "series:cards_throw_in", "series:cards_discard"),
    "series": ("series:page", "series:hand", "series:history", "series:notes", "series:hand_note"),
    "link": ("follow:page",),
    "correcting": ("series:correct", "series:undo"),
    "agreeing": ("series:ask_again", "disputes"),
    END: ("series:settlement", "series:stop", "series:reopen", "series:pay"),
    "balances": ("balances", "player_balance", "new_payment", "payment", "points_only"),
    "standings": (
        *("standings", "standings_rating", "standings_luck", "records", "player_standings", "two_players"),
        *("seasons", "season", "new_season", "edit_season"),
    ),
    "people": ("people", "links", "player", "player_face", "member", "leave", "series:link"),
    "check": ("check",),
    "without-signal": ("without_signal", "pocket_read_in"),
    "account": ("account", "account_login", "account_signup", "account_change_password", "mfa_index"),
}
PAGE_OF = {screen: page for page, screens in SCREENS.items() for screen in screens}
# The pages of help with a button that opens their screen, each with the name of the screen's address. Only a screen
# that has the same address for everybody can have such a button.
OPENS = {"check": "check", "without-signal": "without_signal"}


@dataclass(frozen=True)
class HelpPage:
    name: str
    language: str
    title: str
    about: str  # what the screen is for


@require_safe
@secret_page
def every_page(request: HttpRequest) -> HttpResponse:
    came_from = _came_from(request)
    pages = [(help_page(name, get_language() or "en"), help_address(name, came_from)) for name in SCREENS]
    return render(request, "following/help_list.html", {"pages": pages, "back": _back(came_from)})


@require_safe
@secret_page
def one_page(request: HttpRequest, name: str) -> HttpResponse:
    if name not in SCREENS:
        raise Http404
    page, came_from = help_page(name, get_language() or "en"), _came_from(request)
    context = {
        "page": page,
        "text": _text_of(page, came_from),
        "opens": OPENS.get(name),
        "back": _back(came_from),
        "list": help_address("", came_from),
    }
    return render(request, "following/help.html", context)


def help_address(name: str, came_from: str) -> str:
    """Return the address of a page of help, or of the index, from which Back leads to where the reader came from."""
    address = reverse("help", args=[name]) if name else reverse("help_list")
    return f"{address}?{urlencode({'from': came_from}, safe='/')}" if came_from else address


@cache
def help_page(name: str, _language: str) -> HelpPage:
    """Return a page in the reader's language, which is an argument only for the cache.

    The file is read once: a change shows after a restart of the site.
    """
    language, tokens = read_in_language(FOLDER, name)
    first_line = next(token.content for token in tokens if token.type == "inline")
    return HelpPage(name, language, read_title(FOLDER / language / f"{name}.md"), about=first_line)


def _text_of(page: HelpPage, came_from: str) -> TextPage:
    """Return the text. Its links to other pages of help carry `came_from` on."""
    tokens = read_body(FOLDER / page.language / f"{page.name}.md")
    for part in (part for token in tokens for part in token.children or () if part.type == "link_open"):
        part.attrSet("href", help_address(str(part.attrs["href"]).removesuffix(".md"), came_from))
    return as_page(tokens)


def _came_from(request: HttpRequest) -> str:
    """Return the path and query of the screen from which the reader came, or nothing. They may hold the token of a
    link, so the pages of help are secret pages."""
    address = request.GET.get("from", "")
    is_path = address.startswith("/") and address.isprintable()  # browsers drop tabs: "/<tab>/host" means "//host"
    return address if is_path and url_has_allowed_host_and_scheme(address, None) else ""


def _back(came_from: str) -> str:
    """Return the address to which Back leads. On a phone without signal, all addresses begin with /pocket/."""
    return get_script_prefix().rstrip("/") + came_from if came_from else ""
