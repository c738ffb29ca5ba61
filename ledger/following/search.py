"""The search for series of a circle: by typed words, player, game, status and days."""

from typing import Any, cast

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from ledger.circles.access import enter_circle
from ledger.circles.models import Circle
from ledger.following.series_list import SERIES_A_PAGE, list_series
from ledger.lib.days import DayField
from ledger.lib.htmx import HtmxRequest
from ledger.series.models import SHOWN_STATUSES, Series
from ledger.series.searching import terms_of
from ledger.series.selectors import OPEN_FIRST, games_found_in, of_shown_status, series_matching
from ledger.standings.counted import PlayedGame
from ledger.standings.forms import FilterForm

PAGE = "following/search.html"
MOST_TEXT = 100  # letters


class SearchForm(FilterForm):
    """The filters of the search."""

    text = forms.CharField(
        label=gettext_lazy("Game, player, day, place or note"),
        required=False,
        max_length=MOST_TEXT,
        widget=forms.TextInput(attrs={"type": "search", "dir": "auto", "autocomplete": "off"}),
    )
    player = forms.ChoiceField(label=gettext_lazy("Player"), required=False)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    status = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    since = DayField(pgettext_lazy("first day", "From"))
    until = DayField(pgettext_lazy("last day", "To"))

    def __init__(self, circle: Circle, data: QueryDict) -> None:
        super().__init__(data, auto_id="search-%s")
        self.players = {player.pk: player for player in circle.players.order_by("hidden_at", "name_key", "pk")}
        games = [PlayedGame(slug, title, 0) for slug, title in games_found_in(circle)]
        self.games = {game.choice: game for game in games}
        offered: dict[str, list[Any]] = {
            "player": [("", _("Everyone")), *((pk, player.name) for pk, player in self.players.items())],
            "game": [("", _("Every game")), *((game.choice, game.name) for game in games)],
            "status": [("", _("Open and over")), *((status.value, status.label) for status in SHOWN_STATUSES)],
        }
        for name, choices in offered.items():
            cast("forms.ChoiceField", self.fields[name]).choices = choices

    def matching(self, circle: Circle) -> QuerySet[Series]:
        """Return the series of the circle that match the filters, with their players."""
        conditions = self.chosen()
        status = conditions.pop("status", "")
        if player := conditions.get("player"):
            conditions["player"] = self.players[player]
        if choice := conditions.get("game"):
            played = self.games[choice]
            conditions["game"], conditions["title"] = played.game, played.title
        found = series_matching(circle, **conditions)
        return found.filter(of_shown_status(status)) if status else found


@require_safe
def search(request: HtmxRequest, circle_id: str) -> HttpResponse:
    """The series of a circle that match the filters, open series first, page by page."""
    me = enter_circle(request.user, circle_id)
    form = SearchForm(me.circle, request.GET)
    found = form.matching(me.circle).prefetch_related(None).order_by(*OPEN_FIRST)
    page = Paginator(found, SERIES_A_PAGE).get_page(request.GET.get("page"))
    chosen = form.chosen()
    terms = terms_of(chosen.get("text", ""))
    in_place = request.htmx.target == "found"
    context = {
        "me": me,
        "circle": me.circle,
        "form": form,
        "page": page,
        "series": list_series(list(page), me, terms),
        "query": urlencode(chosen),
        "more": len(chosen) - ("text" in chosen),  # the number of filters beside the text
        "in_place": in_place,
    }
    response = render(request, f"{PAGE}#found" if in_place else PAGE, context)
    if in_place:  # htmx shows this address in the browser, so that it can be bookmarked; it has no empty fields
        query = urlencode({**chosen, "page": page.number} if page.number > 1 else chosen)
        response["HX-Push-Url"] = f"{request.path}?{query}" if query else request.path
    return response
