"""Pages of a long series: the newest hands first, the others on demand, and no page is large."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.face.chart import MOST_POINTS
from ledger.following import overview, views
from ledger.following.overview import Overview
from ledger.following.settlement import SettlementPage
from ledger.live.links import make_link
from ledger.series.changes import Recorded
from ledger.series.models import Event, Series
from ledger.series.state import SeriesState, assemble
from tests.ledger.following.links import Visitor
from tests.ledger.pages import address, client_of, markup_of, text_of
from tests.ledger.series.conftest import J40

HANDS = 200
LARGEST = 150_000


@pytest.fixture
def two_a_page(monkeypatch) -> None:
    monkeypatch.setattr(overview, "HANDS_A_PAGE", 2)
    monkeypatch.setattr(views, "EVENTS_A_PAGE", 2)


def hands_on(response: Any) -> list[str]:
    """The numbers in the first column of the table, from top to bottom."""
    table = re.search(r'id="score-table".*?</table>', response.content.decode(), re.DOTALL)
    assert table
    return re.findall(r'<th scope="row">\s*(?:<a [^>]*>)?(\d+)', table[0])


@pytest.mark.usefixtures("two_a_page")
class TestParts:
    def test_the_newest_hands_come_first(self, bob_scores, viewer):
        bob_scores.record(*J40[:3])
        link = make_link(me=bob_scores.me, series=bob_scores.series)
        for client, path in (
            (client_of(viewer.user), address("page", bob_scores.series)),
            (Visitor(link).client, Visitor(link).url),
        ):
            newest, oldest = client.get(path), client.get(f"{path}?part=1")
            assert (hands_on(newest), hands_on(oldest)) == (["2", "3"], ["1"])
            assert " Earlier " in text_of(newest)
            assert " Later " not in text_of(newest)
            assert f'href="?part=1" hx-get="{path}live/?part=1"' in " ".join(markup_of(newest).split())
            assert " Earlier " not in text_of(oldest)
            assert 'href="?part=0"' in markup_of(oldest)
            assert f'hx-get="{path}live/?part=1"' in markup_of(oldest)
            assert hands_on(client.get(f"{path}live/?part=1")) == ["1"]
            for nonsense in ("2", "-1", "x", "01", "9" * 5000):
                assert hands_on(client.get(path, {"part": nonsense})) == ["2", "3"]

    def test_a_short_series_has_one_part(self, bob_scores, viewer):
        bob_scores.record(*J40[:2])
        shown = text_of(client_of(viewer.user).get(address("page", bob_scores.series)))
        assert " Earlier " not in shown
        assert " Later " not in shown

    def test_an_earlier_part_says_when_nothing_is_new(self, bob_scores):
        bob_scores.record(*J40[:3])
        visitor = Visitor(make_link(me=bob_scores.me, series=bob_scores.series))
        visitor.read(visitor.open("?part=1"))
        headers = {"X-Ticket": visitor.ticket, "If-None-Match": visitor.etag}
        assert visitor.open("live/?part=1", **headers).status_code == 304

    def test_a_long_history_has_pages(self, bob_scores, viewer):
        bob_scores.record(*J40[:3])
        path, client = address("history", bob_scores.series), client_of(viewer.user)
        newest, oldest = client.get(path), client.get(f"{path}?page=2")
        assert re.search(r"recorded hand 3.*recorded hand 2", text_of(newest))
        assert 'start="4"' in markup_of(newest)
        assert "recorded hand 1." not in text_of(newest)
        assert re.search(r"recorded hand 1.*started the series", text_of(oldest))


def series_of(slug: str, seats: int, record: Any, hands: int = HANDS, **rules: Any) -> SeriesState:
    """A series in memory, long enough for every list to be cut."""
    game = BY_SLUG[slug]
    chosen = game.default_preset.rules if slug != "scorecard" else game.rules_model()
    series = Series(
        circle=Circle(name="Friday"),
        game=slug,
        rules={**chosen.model_dump(mode="json"), **rules},
        point_value=Decimal(1),
        currency="NPR",
        coin_minor=1,
    )
    players = [Player(name=f"Lakshmi-Narayani {seat}") for seat in range(seats)]
    events = [
        Event(series=series, kind=Recorded.kind, hand_number=number, content=record) for number in range(1, hands + 1)
    ]
    return assemble(series, players, events)


LONG = {
    "scorecard": ("scorecard", 12, {"points": list(range(-999, -999 + 12 * 33, 33))}, {}),
    "paid after every hand": ("scorecard", 12, {"points": list(range(12))}, {"settlement": "at_once"}),
    "big hands": ("jaago-chalis", 4, {"points_won": [27, 6, 4, 3]}, {"target": 100_000}),
}


@pytest.mark.parametrize("kind", LONG)
def test_no_page_of_a_long_series_is_large(kind):
    slug, seats, record, rules = LONG[kind]
    state = series_of(slug, seats, record, **rules)
    shown = {"overview": Overview(state, lambda number: f"/series/abcdefghijkl/hands/{number}/"), "LANGUAGE_CODE": "en"}
    frame = len(render_to_string("base.html"))
    score = sum(len(render_to_string(f"following/page_{part}.html", shown)) for part in ("seats", "hands", "chart"))
    assert frame + score < LARGEST
    settled = {"page": SettlementPage(state, with_standard=True), "series": state.series}
    assert frame + len(render_to_string("following/settlement/pairs.html", settled)) < LARGEST


def test_a_long_line_has_few_points_and_ends_where_it_ends():
    state = series_of("scorecard", 2, {"points": [1, 2]}, hands=500)
    drawn = Overview(state, str).chart
    for line in drawn.lines:
        points = line.split()
        assert len(points) <= MOST_POINTS + 1
        assert points[0].startswith("0,")
    assert drawn.lines[1].split()[-1] == "100,0"
    assert drawn.steps == (0, 100, 200, 300, 400, 500)


def test_the_reasons_that_are_left_out_are_summed():
    """27 points won make B pay A 20 in each of 200 hands."""
    state = series_of("jaago-chalis", 4, {"points_won": [27, 6, 4, 3]}, target=100_000)
    page = SettlementPage(state, with_standard=False)
    (pair,) = [pair for pair in page.pairs if {pair.payer.seat, pair.payee.seat} == {0, 1}]
    *lines, rest = pair.lines
    bonuses = [line for line in lines if "big hand" in line.sentence]
    assert rest.sentence == f"{200 - len(bonuses)} more, together"
    assert rest.points == 20 * (200 - len(bonuses))
    assert sum(line.points for line in pair.lines) == pair.points
