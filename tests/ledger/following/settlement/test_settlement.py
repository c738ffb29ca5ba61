"""The settlement page of a series. Figures are the J-40 document's, or worked out by hand from its rules."""

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains

from ledger.circles.models import Player
from ledger.circles.services.circles import change_circle
from ledger.following.settlement import SettlementPage
from ledger.series.models import Series
from ledger.series.starting import start_series
from tests.games.series import like
from tests.ledger.pages import client_of, markup_of, spoken_text, text_of
from tests.ledger.series.conftest import J40, Scorer

# Totals 41, 8½, −8, −11½, with a big hand of A: C and D pay double.
DOUBLED = [[27, 6, 4, 3], [14, 12.5, 8, 5.5]]
# Totals 19, 10½, 10½, −10: B and C share the second and the third place.
LEVEL_PAYERS = [19, 10.5, 10.5, 0]
# Totals 15, 15, −5, −5.
LEVEL_WINNERS = [15, 15, 5, 5]

Play = Callable[..., Scorer]


@pytest.fixture
def play(scorer, agreed) -> Play:
    """`play([18, 9, 8, 5], …, point_value=…)` records points won, hand by hand."""

    def record(*hands: list[float], **changes: Any) -> Scorer:
        bob = Scorer(scorer, start_series(me=scorer, agreed=replace(agreed, **changes)))
        bob.record(*({"points_won": won} for won in hands))
        return bob

    return record


def address(series: Series) -> str:
    return f"/series/{series.pk}/settlement/"


def account_of(page: Any) -> dict[str, list[str]]:
    """The figures beside each heading of the account."""
    table = page.content.decode().partition("<tbody>")[2].partition("</table>")[0]
    rows = (re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL))
    texts = ([text_of(cell) for cell in row] for row in rows)
    return {heading: figures for heading, *figures in texts}


def of(bob: Scorer, *, with_standard: bool = True) -> SettlementPage:
    return SettlementPage(bob.state(), with_standard=with_standard)


# --- The account -----------------------------------------------------------------------------------------------------


def test_the_j40_series_by_place_and_heading(bob_scores, series, viewer):
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(address(series))
    places = page.context["page"].places
    assert [(place.label, place.letter, place.name, place.total) for place in places] == [
        ("1", "W", "A", 41),
        ("2", "X", "B", Decimal("18.5")),
        ("3", "Y", "C", Decimal("6.5")),
        ("4", "Z", "D", 4),
    ]
    assert account_of(page) == {
        "Point difference": ["+94", "+4", "−44", "−54"],
        "Standard": ["+90", "−20", "−30", "−40"],
        "Total": ["+184", "−16", "−74", "−94"],
        "In NPR": ["+46.00", "−4.00", "−18.50", "−23.50"],
    }


def test_nepali_readers_get_nepali_figures(bob_scores, series, viewer):
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(address(series), headers={"Accept-Language": "ne"})
    assert [*account_of(page).values()][-2:] == [["+१८४", "−१६", "−७४", "−९४"], ["+४६.००", "−४.००", "−१८.५०", "−२३.५०"]]


def test_doubling_and_a_big_hand_have_rows_and_sentences(play, viewer):
    page = client_of(viewer.user).get(address(play(*DOUBLED).series))
    assert account_of(page) == {
        "Point difference": ["+134", "+4", "−62", "−76"],
        "Standard": ["+160", "−20", "−60", "−80"],
        "Big hand": ["+90", "−20", "−30", "−40"],
        "Total": ["+384", "−36", "−152", "−196"],
        "In NPR": ["+96.00", "−9.00", "−38.00", "−49.00"],
    }
    text = spoken_text(page)
    assert "C pays A double standard money, 60, because the total of C is −8." in text
    assert "D pays A 40 for a big hand: 27 points won in one hand." in text


def test_level_payers_share_their_places(play, viewer):
    bob = play(LEVEL_PAYERS)
    bob.stop()
    page = client_of(viewer.user).get(address(bob.series))
    assert [place.letter for place in page.context["page"].places] == ["W", "X–Y", "X–Y", "Z"]
    assert account_of(page)["Total"] == ["+176", "−13", "−13", "−150"]
    assert "B pays A standard money, 25: a mean share, being level on places 2 to 3." in spoken_text(page)


def test_level_winners_pay_each_other_nothing(play):
    """Y and Z pay double, each the mean of 60 and 80, half of it to each of the two winners."""
    page = of(play(LEVEL_WINNERS))
    assert [place.letter for place in page.places] == ["W–X", "W–X", "Y–Z", "Y–Z"]
    assert page.totals == (110, 110, -110, -110)
    assert [(pair.payer.name, pair.payee.name, pair.points) for pair in page.pairs] == [
        ("C", "A", 55),
        ("D", "A", 55),
        ("C", "B", 55),
        ("D", "B", 55),
    ]


def test_places_without_names_are_numbered(play):
    page = of(play(LEVEL_PAYERS))
    game = like(type(page.state.game), place_names=(), columns=())(page.state.rules, 4)
    plain = replace(page, state=replace(page.state, play=replace(page.state.play, game=game)))
    assert [place.label for place in plain.places] == ["1", "2–3", "2–3", "4"]
    assert [row.title for row in plain.rows] == ["Difference", "Standard", "Standard doubled"]
    assert plain.totals == page.totals


# --- Pair by pair ----------------------------------------------------------------------------------------------------


def test_every_pair_line_by_line(bob_scores):
    bob_scores.record(*J40)
    pairs = of(bob_scores).pairs
    assert [(pair.payer.name, pair.payee.name, pair.points) for pair in pairs] == [
        ("B", "A", Decimal("42.5")),
        ("C", "A", Decimal("64.5")),
        ("D", "A", 77),
        ("C", "B", 12),
        ("D", "B", Decimal("14.5")),
        ("D", "C", Decimal("2.5")),
    ]
    assert [(line.sentence, line.points) for line in pairs[0].lines] == [
        ("B pays A the difference of their totals, 41 and 18½: 22½.", Decimal("22.5")),
        ("B pays A standard money, 20, for place 2.", 20),
    ]
    # 42½ points at 0.25 are 10.625.
    assert (pairs[0].money, pairs[0].exact) == ("NPR\N{NO-BREAK SPACE}10.63", "10.625")
    assert (pairs[2].money, pairs[2].exact) == ("NPR\N{NO-BREAK SPACE}19.25", "")


def test_a_line_that_reduces_a_debt_is_negative(play):
    """Totals 41, 3, 0, 6. A pays 20 for D's big hand, which is hand 1, and D pays 40 for A's, which is hand 2."""
    page = of(play([8, 3, 3, 26], [27, 8, 5, 0], [16, 12, 12, 0]))
    (pair,) = (pair for pair in page.pairs if {pair.payer.name, pair.payee.name} == {"A", "D"})
    assert (pair.payer.name, pair.points) == ("D", 75)
    assert [line.points for line in pair.lines] == [35, 20, -20, 40]


def test_debts_that_cancel_are_quits(play, viewer):
    """Totals 31, 7, 1, 11: D owes A the difference of 20, and A owes D 20 for the big hand, which is hand 1."""
    bob = play([6, 4, 4, 26], [25, 8, 7, 0], [10, 15, 10, 5])
    assert "A and D are quits" in spoken_text(client_of(viewer.user).get(address(bob.series) + "?standard=without"))


def test_level_players_pay_nothing(play, viewer):
    bob = play([10, 10, 10, 10])
    page = of(bob)
    assert (page.pairs, page.payments) == ([], [])
    bob.stop()
    assertContains(client_of(viewer.user).get(address(bob.series)), "No payments are needed.")


# --- Money -----------------------------------------------------------------------------------------------------------


def test_the_fewest_payments_are_listed(bob_scores, series, viewer):
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(address(series))
    paid = [(p.payer.name, p.payee.name, p.sum[-5:]) for p in page.context["page"].payments]
    assert paid == [("D", "A", "23.50"), ("C", "A", "18.50"), ("B", "A", "\N{NO-BREAK SPACE}4.00")]
    assertContains(page, "There is no way with fewer.")


def test_whole_amounts_need_no_rounding(bob_scores, series, viewer):
    bob_scores.record(*J40)
    assertContains(client_of(viewer.user).get(address(series)), "Nothing had to be rounded")


def test_rounding_is_shown_with_its_rule(play, viewer):
    """+12.7872 and −5.0616 lose most by being rounded down, .72 and .84 of a coin, and get the two coins left over."""
    page = client_of(viewer.user).get(address(play(*DOUBLED, point_value=Decimal("0.0333")).series))
    amounts = page.context["page"].amounts
    assert [(amount.exact, amount.rounded, amount.difference) for amount in amounts] == [
        ("+12.7872", "+12.79", "+0.0028"),
        ("−1.1988", "−1.20", "−0.0012"),
        ("−5.0616", "−5.06", "+0.0016"),
        ("−6.5268", "−6.53", "−0.0032"),
    ]
    assertContains(page, "go one by one to the amounts that lost most")
    assertNotContains(page, "the lot that decided")


def test_the_lot_is_named_with_its_players(play, circle, viewer):
    """176, −13, −13, −150 at 0.04 are 7.04, −0.52, −0.52, −6: in whole rupees one coin is left for two equal claims."""
    change_circle(circle=circle, name="Friday table", currency="NPR", coin_minor=100, language="en")
    circle.refresh_from_db()
    bob = play(LEVEL_PAYERS, point_value=Decimal("0.04"))
    bob.stop()
    page = client_of(viewer.user).get(address(bob.series))
    assert sorted(amount.amount_minor for amount in page.context["page"].amounts) == [-600, -100, 0, 700]
    assertContains(page, "It was the lot that decided between B, C.")


def test_a_series_without_money_shows_points_only(play, viewer):
    page = client_of(viewer.user).get(address(play(*DOUBLED, point_value=Decimal(0)).series))
    assert "In NPR" not in account_of(page)
    assertContains(page, "You play for points only.")
    assertNotContains(page, "Rounding")


# --- While it is going on, and however it ended ----------------------------------------------------------------------


def test_an_open_series_shows_what_would_be_owed(play, viewer):
    bob = play(LEVEL_PAYERS)
    page = client_of(viewer.user).get(address(bob.series))
    assertContains(page, "If it ended now")
    assertContains(page, "Nothing of it stands in the books yet.")
    assert account_of(page)["Total"] == ["+176", "−13", "−13", "−150"]
    without = client_of(viewer.user).get(address(bob.series) + "?standard=without")
    assert account_of(without)["Total"] == ["+46", "+12", "+12", "−70"]


def test_a_series_without_hands_owes_nothing(series, viewer):
    page = client_of(viewer.user).get(address(series))
    assertContains(page, "No payments are needed.")
    assertNotContains(page, "Without it")


def test_a_finished_series_is_settled_as_the_scorer_chose(play, viewer):
    bob = play(LEVEL_PAYERS)
    bob.stop(with_standard=False)
    page = client_of(viewer.user).get(address(bob.series) + "?standard=with")
    assert account_of(page)["Total"] == ["+46", "+12", "+12", "−70"]
    assertContains(page, "Bob ended the series, without standard money.")
    assertContains(page, f"/circles/{bob.series.circle_id}/balances/")


def test_a_reopened_series_is_open(bob_scores, viewer):
    bob_scores.record(*J40)
    bob_scores.reopen("to look again")
    assertContains(client_of(viewer.user).get(address(bob_scores.series)), "If it ended now")


# --- To send on ------------------------------------------------------------------------------------------------------


def test_the_settlement_as_text(bob_scores, series, viewer):
    bob_scores.record(*J40)
    page = markup_of(client_of(viewer.user).get(address(series)))
    lines = page.split("</textarea>")[0].rpartition('"auto">')[2].replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert re.fullmatch(r"Friday table: Jaago-Chalis, \d+ \w+ \d{4}", lines[0])
    assert lines[1:] == [
        "1 A, total 41: +NPR 46.00",
        "2 B, total 18½: −NPR 4.00",
        "3 C, total 6½: −NPR 18.50",
        "4 D, total 4: −NPR 23.50",
        "",
        "The fewest payments:",
        "D pays A NPR 23.50",
        "C pays A NPR 18.50",
        "B pays A NPR 4.00",
    ]


def test_the_text_of_an_open_series_says_so(play, viewer):
    page = client_of(viewer.user).get(address(play(LEVEL_PAYERS, point_value=Decimal(0)).series))
    assert page.context["text"].splitlines()[1:3] == ["If it ended now:", "1 A, total 19: +176"]


def test_right_to_left_names_are_isolated_in_the_text(play, viewer):
    bob = play(LEVEL_PAYERS)
    Player.objects.filter(name="A").update(name="דוד")
    lines = client_of(viewer.user).get(address(bob.series)).context["text"].splitlines()
    assert lines[2].startswith("1 \u2068דוד\u2069, total 19: ")
    assert "\u2068" not in lines[3]


def test_the_files_of_the_series_are_offered(series, viewer):
    page = client_of(viewer.user).get(address(series))
    for file in ("sheet.pdf", "sheet.pdf?paper=phone", "export.csv", "export.json"):
        assertContains(page, f'href="/series/{series.pk}/{file}"')


# --- Requires --------------------------------------------------------------------------------------------------------


def test_the_series_page_links_to_the_settlement(series, viewer):
    assertContains(client_of(viewer.user).get(f"/series/{series.pk}/"), address(series))


def test_the_query_count_does_not_depend_on_hands(play, viewer):
    vera = client_of(viewer.user)

    def queries(bob: Scorer) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert vera.get(address(bob.series)).status_code == 200
        return len(asked)

    few, many = play(*[[9, 9, 11, 11]] * 2), play(*[[9, 11, 9, 11], [11, 9, 11, 9]] * 2)
    assert queries(few) == queries(many) <= 8
