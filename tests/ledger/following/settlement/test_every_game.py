"""An evening of every game, recorded with the services: its settlement, books and files."""

import csv
import io
from decimal import Decimal

import pytest
from django.utils.html import escape
from pytest_django.asserts import assertContains

from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.money.models import Entry
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand, stop_series
from ledger.series.starting import Agreement, start_series
from tests.ledger.pages import client_of, spoken_text
from tests.ledger.sheets.evenings import cha, every_way_to_settle, jass, jewel, putz, scorecard
from tests.ledger.sheets.tables import Table

each_evening = pytest.mark.parametrize("table", list(every_way_to_settle()), ids=lambda table: table.game.slug)


def play(me: Member, table: Table, *, stop: bool = True) -> Series:
    players = [add_player(circle=me.circle, name=name) for name in table.names]
    series = start_series(me=me, agreed=Agreement(table.game, players, table.rules, Decimal("0.25")))
    for record in table.records:
        record_hand(series=series, submit=Submit(me, series.version), record=record)
        series.refresh_from_db()
    if stop and series.is_open:
        stop_series(series=series, submit=Submit(me, series.version), with_standard=True)
        series.refresh_from_db()
    return series


@each_evening
def test_the_settlement_names_every_heading_and_sentence(table, scorer, viewer):
    series = play(scorer, table)
    answer = client_of(viewer.user).get(f"/series/{series.pk}/settlement/")
    page = answer.context["page"]
    assert page.rows
    for row in page.rows:
        assertContains(answer, f'<th scope="row">{escape(row.title)}</th>', html=True)
    text = spoken_text(answer)
    assert "None" not in text
    assert all(line.sentence in text for pair in page.pairs for line in pair.lines)


@each_evening
def test_the_books_agree_with_the_rulebook(table, scorer):
    series = play(scorer, table)
    state = table.state()
    owed = state.outcome_if(with_standard=True).points
    posted = {posting.player.name: posting.amount_minor for posting in Entry.objects.get().postings.all()}
    assert posted == {name: points * 25 for name, points in zip(table.names, owed, strict=True) if points}, (
        series.game
    )  # a point is worth 0.25, and none of these amounts has to be rounded


@each_evening
def test_the_csv_file_has_every_figure(table, scorer, viewer):
    series = play(scorer, table)
    content = client_of(viewer.user).get(f"/series/{series.pk}/export.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [(int(row["hand"]), row["player"]) for row in rows] == [
        (hand, name) for hand in range(1, len(table.records) + 1) for name in table.names
    ]
    last = [Decimal(row["running_total"]) for row in rows[-len(table.names) :]]
    totals = table.state().play.standing.cumulative
    assert last == [Decimal(total.numerator) / total.denominator for total in totals]


@pytest.mark.parametrize("table", [jass(), putz(), cha(), jewel(), scorecard([9, 4, -2])], ids=lambda t: t.game.slug)
def test_an_open_series_is_settled_as_if_it_ended_now(table, scorer, viewer):
    series = play(scorer, table, stop=False)
    answer = client_of(viewer.user).get(f"/series/{series.pk}/settlement/")
    assert series.is_open
    assertContains(answer, "If it ended now")
    assert not Entry.objects.exists()


def test_the_page_of_a_hand_shows_its_account(scorer, viewer):
    series = play(scorer, jewel())
    text = spoken_text(client_of(viewer.user).get(f"/series/{series.pk}/hands/1/"))
    assert "Between every two" in text
    assert "Anil against each +58" in text
    assert "from Bimal +2" in text
    assert "to Indra" not in text.partition("Anil against each")[2].partition("against each")[0]
