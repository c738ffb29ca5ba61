"""Finding series of a circle."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertNumQueries

from games.registry import BY_SLUG, GAMES
from ledger.circles.models import Circle, Player, User
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player, claim_player
from ledger.following.series_list import SERIES_A_PAGE
from ledger.series.models import SHOWN_STATUSES, Series, Status
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.searching import terms_of, with_text
from ledger.series.selectors import of_shown_status
from ledger.series.starting import start_series
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40, Scorer, start_game


@pytest.fixture
def other(circle) -> Player:
    return add_player(circle=circle, name="Émile")


@pytest.fixture
def played(scorer, agreed, players, other) -> dict[str, Series]:
    """An open, a stopped and a finished series, and a scorecard that the table calls Hearts."""
    series = {name: start_series(me=scorer, agreed=agreed) for name in ("open", "stopped", "finished")}
    series["hearts"] = start_game(scorer, "scorecard", [*players[:3], other], point_value="0", name="Hearts").series
    days = {"open": 4, "stopped": 3, "finished": 2, "hearts": 1}
    for name, day in days.items():
        moment = datetime(2026, 3, day, 18, 20, tzinfo=UTC)  # five past midnight of the next day in Kathmandu
        Series.objects.filter(pk=series[name].pk).update(started_at=moment)
    bob = Scorer(scorer, series["stopped"])
    bob.record(*J40[:2])
    bob.stop(with_standard=True)
    Scorer(scorer, series["finished"]).record(*J40)
    change_notes(series=series["stopped"], me=scorer, place="पाटन दरबार", note="Rain at the Café")
    change_hand_note(series=series["finished"], me=scorer, number=2, note="Four aces & a <king>")
    return series


class Search:
    def __init__(self, user: User, circle: Circle, series: dict[str, Series]) -> None:
        self.client, self.address = client_of(user), f"/circles/{circle.pk}/series/"
        self.names = {one.pk: name for name, one in series.items()}

    def get(self, query: str = "", **headers: str) -> Any:
        response = self.client.get(f"{self.address}?{query}", headers=headers)
        assert response.status_code == 200
        return response

    def found(self, query: str = "") -> list[str]:
        text = self.get(query).content.decode()
        return [self.names[pk] for pk in re.findall(r'list-row__title" href="/series/(\w+)/"', text)]


@pytest.fixture
def search(viewer, played) -> Search:
    return Search(viewer.user, viewer.circle, played)


def test_all_series_are_listed_with_the_open_ones_first(search):
    assert search.found() == ["open", "hearts", "stopped", "finished"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("status=finished", ["finished"]),
        ("status=stopped", ["stopped"]),
        ("status=open", ["open", "hearts"]),
        ("game=jaago-chalis", ["open", "stopped", "finished"]),
        ("game=scorecard", ["hearts"]),
        ("game=scorecard:Hearts", ["hearts"]),
        ("since=2026-03-04", ["open", "stopped"]),
        ("until=2026-03-03", ["hearts", "finished"]),
        ("since=2026-03-03&until=2026-03-03", ["finished"]),
        ("text=दरबार", ["stopped"]),
        ("text=rain+पाटन", ["stopped"]),
        ("text=Cafe%CC%81", ["stopped"]),
        ("text=ACES", ["finished"]),
        ("text=aces+rain", []),
        ("text=aces&status=stopped", []),
        ("text=++", ["open", "hearts", "stopped", "finished"]),
        ("text=hearts", ["hearts"]),
        ("text=SCORECARD", ["hearts"]),
        ("text=jaago", ["open", "stopped", "finished"]),
        ("text=E%CC%81mile", ["hearts"]),
        ("text=%C3%A9mile+hearts", ["hearts"]),
        ("text=%C3%A9mile+jaago", []),
        ("text=5.3.2026", ["open"]),
        ("text=2026-03-03", ["finished"]),
        ("text=4+March", ["stopped"]),
        ("text=March+2026+jaago", ["open", "stopped", "finished"]),
        ("text=February+2026", []),
        ("text=31+February", []),
    ],
)
def test_series_are_filtered(search, query, names):
    assert search.found(query) == names


def test_a_game_is_found_by_its_name_in_the_readers_language_and_in_english(search):
    for text in ("जागो", "Jaago"):
        shown = search.get(f"text={text}", **{"Accept-Language": "ne"}).content.decode()
        assert len(re.findall(r'list-row__title" href="/series/', shown)) == 3, text
    assert search.found("text=जागो") == []


def test_a_day_is_found_as_nepali_readers_see_it(search):
    """5 March 2026 is 21 Falgun 2082."""
    for text in ("२१+फाल्गुण+२०८२", "२१+फागुन+२०८२", "2082-11-21"):
        page = search.get(f"text={text}", **{"Accept-Language": "ne"}).content.decode()
        assert [search.names[pk] for pk in re.findall(r'list-row__title" href="/series/(\w+)/"', page)] == ["open"], (
            text
        )
        assert text_of(page).count("२१ फाल्गुण २०८२") == 2  # in the name of the series, and in why it was found


def test_a_game_is_found_by_the_name_of_its_preset(search, scorer, players):
    """A series with one option of the preset changed is found too; one by other rules of the same game is not."""
    for name, rules in (
        ("schieber", {"preset": "schieber"}),
        ("short", {"preset": "schieber", "target": 1000}),
        ("jass", {}),
    ):
        search.names[start_game(scorer, "jass", players, **rules).series.pk] = name
    assert set(search.found("text=schieber")) == {"schieber", "short"}
    assert set(search.found("text=jass")) == {"schieber", "short", "jass"}
    assert "Game: Schieber" in text_of(search.get("text=schieber"))


def test_the_page_says_why_a_series_was_found(search):
    assert "Game: Hearts · Player: Émile" in text_of(search.get("text=hearts+émile"))
    assert "Place: पाटन दरबार · Note" in text_of(search.get("text=दरबार+rain"))
    assert "Day: 4 March 2026" in text_of(search.get("text=4+march"))
    assert "Game: Jaago-Chalis · Note" in text_of(search.get("text=jaago+aces"))
    assert "Game: " not in text_of(search.get())


def test_a_day_without_a_year_is_that_of_any_year(search, played):
    earlier = datetime(2019, 3, 4, 12, tzinfo=UTC)
    Series.objects.filter(pk=played["hearts"].pk).update(started_at=earlier)
    assert search.found("text=4+march") == ["hearts", "stopped"]
    assert search.found("text=4+march+2019") == ["hearts"]


def test_a_player_of_another_circle_is_not_found(search, alice):
    elsewhere = make_circle(owner=alice, name="Elsewhere", currency="NPR", language="en").circle
    add_player(circle=elsewhere, name="Zora")
    assert search.found("text=zora") == []
    assert "Zora" not in search.get("text=zora").content.decode().partition("<main")[2].partition('id="found"')[2]


def test_a_member_sees_the_own_result_in_each_row(search, viewer, players):
    """The J-40 document's series, in which the first player came first; every point is worth NPR 0.25."""
    assert "You:" not in text_of(search.get())
    claim_player(player=players[0], member=viewer)
    shown = text_of(search.get("status=finished"))
    assert "You: place 1 with 41, +NPR 46.00" in shown
    assert "You: place" not in text_of(search.get("text=hearts+2026-03-02"))  # no hand yet
    Circle.objects.update(points_only=True)
    assert "You: place 1 with 41 " in text_of(search.get("status=finished"))
    assert "NPR" not in text_of(search.get("status=finished"))


def test_a_stopped_series_without_an_agreed_end_is_found_as_finished(search, scorer, played):
    bob = Scorer(scorer, played["hearts"])
    bob.record({"points": [1, 2, 3, 4]})
    bob.stop(with_standard=True)
    assert search.found("status=finished") == ["finished", "hearts"]
    assert search.found("status=stopped") == ["stopped"]
    assert "chip--stopped" not in search.get("game=scorecard").content.decode()


def test_series_of_a_player(search, other, players):
    assert search.found(f"player={other.pk}") == ["hearts"]
    assert search.found(f"player={players[3].pk}") == ["open", "stopped", "finished"]
    Player.objects.filter(pk=other.pk).update(hidden_at=datetime(2026, 4, 1, tzinfo=UTC))
    assert search.found(f"player={other.pk}&status=open") == ["hearts"]


def test_a_note_that_fits_is_quoted(search):
    assert "Hand 2: Four aces & a <king>" in text_of(search.get("text=aces"))
    assert "&lt;king&gt;" in search.get("text=king").content.decode()
    shown = text_of(search.get())
    assert "Four aces" not in shown
    assert "Rain at the Café" in shown


def test_nothing_fits(search):
    nothing = search.get("text=kings&player=")
    assert "No series fits." in text_of(nothing)
    assert f'<a href="{search.address}">Show all series</a>' in nothing.content.decode()
    assert "Show all series" not in text_of(search.get())


@pytest.mark.parametrize(
    "query",
    [
        "since=yesterday",
        "until=0001-01-01",
        "since=9999-12-31",
        "player=nobody",
        "game=go",
        "status=lost",
        "text=" + "x" * 101,
    ],
)
def test_a_field_with_a_fault_filters_nothing(search, query):
    shown = search.get(f"{query}&status=finished" if "status" not in query else query)
    assert "field__error" in shown.content.decode()
    assert search.found(f"{query}&game=scorecard" if "game" not in query else query)


def test_the_filter_stays_in_the_address_of_further_pages(search, scorer, agreed):
    for _number in range(SERIES_A_PAGE):
        start_series(me=scorer, agreed=replace(agreed, place="At Asha’s & Bimal’s"))
    first = search.get("text=asha%E2%80%99s+%26&status=open&player=&since=").content.decode()
    assert "page=2" not in first
    start_series(me=scorer, agreed=replace(agreed, place="At Asha’s & Bimal’s"))
    first = search.get("text=asha%E2%80%99s+%26&status=open&player=&since=").content.decode()
    (second,) = set(re.findall(r'href="(\?[^"]+page=2)"', first))
    assert second == "?text=asha%E2%80%99s+%26&amp;status=open&amp;page=2"
    assert len(re.findall(r"list-row__title", search.get(unescape(second)[1:]).content.decode())) == 1


def test_htmx_gets_the_list_and_the_address_without_empty_fields(search):
    part = search.get("text=rain&player=&status=", **{"HX-Request": "true", "HX-Target": "found"})
    assert part["HX-Push-Url"] == f"{search.address}?text=rain"
    assert "<html" not in part.content.decode()
    assert "1 series found" in text_of(part)
    empty = search.get("text=", **{"HX-Request": "true", "HX-Target": "found"})
    assert empty["HX-Push-Url"] == search.address


def test_another_circle_stays_out_of_it(search, alice):
    elsewhere = make_circle(owner=alice, name="Elsewhere", currency="NPR", language="en").circle
    page = text_of(client_of(alice).get(f"/circles/{elsewhere.pk}/series/?text=rain"))
    assert "No series fits." in page
    assert "Hearts" not in page


def test_the_number_of_queries_is_constant(search, scorer, agreed, circle):
    query = "text=a&game=jaago-chalis&status=open&since=2026-01-01"

    def count() -> int:
        search.get(query)
        with CaptureQueriesContext(connection) as queries:
            search.get(query)
        return len(queries)

    bob = Scorer(scorer, start_series(me=scorer, agreed=replace(agreed, place="a", note="a")))
    bob.record(J40[0])
    change_hand_note(series=bob.series, me=scorer, number=1, note="a")
    before = count()
    for number in range(SERIES_A_PAGE + 5):
        series = start_series(me=scorer, agreed=replace(agreed, place="a"))
        add_player(circle=circle, name=f"Player {number}")
        Scorer(scorer, series).record(J40[0])
        change_hand_note(series=series, me=scorer, number=1, note="a")
    assert count() == before
    assert before <= 12


def test_every_status_can_be_chosen(search):
    page = search.get().content.decode()
    assert all(f'<option value="{status}">' in page for status in SHOWN_STATUSES)
    assert Status.DISCARDED not in SHOWN_STATUSES


def test_words_that_are_repeated_cost_nothing():
    assert [term.text for term in terms_of("e e Rain e Rain")] == ["e", "Rain"]


def test_a_long_text_is_split_into_eight_terms():
    terms = terms_of(" ".join("abcdefghijkl"))
    assert [term.text for term in terms] == [*"abcdefg", "h i j k l"]


def test_the_rules_of_changed_games_are_read_once(circle, played):
    with assertNumQueries(2):
        list(with_text(Series.objects.filter(circle=circle), circle, "schieber pub coinche contr"))


def test_series_are_filtered_by_the_status_that_their_pages_show(owner):
    """A stopped series is shown as finished if by its rules nothing but the table ends it."""
    all_rules = [(game, preset.rules) for game in GAMES for preset in game.presets.values()]
    skat = BY_SLUG["skat"]
    all_rules += [(skat, skat.rules_model(scoring=scoring, deals_each=None)) for scoring in ("list", "pub", "money")]
    without_end = set()
    for game, rules in all_rules:
        series = Series.objects.create(
            circle=owner.circle,
            game=game.slug,
            rules=rules.model_dump(mode="json"),
            status=Status.STOPPED,
            point_value=0,
            coin_minor=1,
            started_at=timezone.now(),
            changed_at=timezone.now(),
        )
        if not game(rules, game.allowed_seats[0]).has_an_end:
            without_end.add(series.pk)
    assert 3 < len(without_end) < len(all_rules)
    assert set(Series.objects.filter(of_shown_status(Status.FINISHED)).values_list("pk", flat=True)) == without_end
    assert Series.objects.filter(of_shown_status(Status.STOPPED)).count() == len(all_rules) - len(without_end)
