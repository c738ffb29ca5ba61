"""The template tags and filters of the components, and the names of cards."""

import pytest
from django.template import Context, Template
from django.utils import translation

from ledger.face.card_names import FRENCH, SWISS_GERMAN


@pytest.mark.parametrize(
    ("code", "name"),
    [("QH", "queen of hearts"), ("10S", "10 of spades"), ("AC", "ace of clubs"), ("2D", "2 of diamonds")],
)
def test_a_card_has_a_name(code, name):
    assert FRENCH.card(code).name == name


@pytest.mark.parametrize(
    ("code", "name", "figure", "sign"),
    [
        ("JH", "Under of Rosen", "U", "g-H"),
        ("QC", "Ober of Eicheln", "O", "g-C"),
        ("KD", "König of Schellen", "K", "g-D"),
        ("AS", "Ass of Schilten", "A", "g-S"),
        ("10D", "Banner of Schellen", "10", "g-D"),
        ("6S", "6 of Schilten", "6", "g-S"),
    ],
)
def test_a_swiss_german_card_has_its_own_name_figure_and_sign(code, name, figure, sign):
    card = SWISS_GERMAN.card(code)
    assert (card.name, card.figure, card.suit.sign) == (name, figure, sign)


def test_every_card_has_a_name_of_its_own():
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for pack in (FRENCH, SWISS_GERMAN):
        assert len({pack.card(rank + suit).name for rank in ranks for suit in "SHCD"}) == 52


@pytest.mark.parametrize(
    ("name", "initial"), [("asha", "A"), ("  Ömer", "Ö"), ("चन्द्र", "च"), ("🂡", "•"), ("«Bo»", "B"), ("", "•")]
)
def test_a_name_has_an_initial(name, initial):
    assert render("{{ name|initial }}", name=name) == initial


def render(source: str, **context: object) -> str:
    return " ".join(Template("{% load face %}" + source).render(Context(context)).split())


@pytest.mark.parametrize(
    ("value", "text"), [(-8, "−8"), ("17/2", "8½"), ("-1/2", "−½"), ("100/3", "33⅓"), (0, "0"), (41, "41")]
)
def test_points_are_written_with_halves(value, text):
    assert render("{{ value|points }}", value=value) == text


def test_points_can_be_written_with_a_sign():
    assert render("{{ 16|signed_points }} {{ 0|signed_points }}") == "+16 0"


def test_points_use_the_digits_of_the_language():
    with translation.override("ne"):
        assert render("{{ value|points }} {{ 2061|digits }}", value="-17/2") == "−८½ २०६१"


def test_an_icon_is_hidden_from_screen_readers():
    assert 'aria-hidden="true"' in render("{% icon 'back' %}")


def test_a_card_has_a_label_and_a_suit_drawing():
    card = render("{% include 'components/card.html' %}", card=FRENCH.card("QH"))
    assert 'aria-label="queen of hearts"' in card
    assert "#s-H" in card
    assert "card--red" in card


def test_markup_in_a_name_stays_text():
    tile = render("{% include 'components/seat_tile.html' %}", name="<b>Bo</b>", face=0, total=3)
    assert "&lt;b&gt;Bo&lt;/b&gt;" in tile


@pytest.mark.parametrize(("total", "marked"), [("-1/2", True), (0, False), (7, False)])
def test_a_total_below_zero_has_a_text_for_screen_readers(total, marked):
    tile = render("{% include 'components/seat_tile.html' %}", name="Bo", face=0, total=total)
    assert ("Below 0" in tile) is marked


def test_cards_keep_latin_figures_in_nepali():
    """As real cards print them."""
    with translation.override("ne"):
        face = render("{% include 'components/card.html' %}", card=FRENCH.card("10H"))
    assert '<span aria-hidden="true">10</span>' in face


def test_a_game_without_an_emblem_has_two_plain_cards():
    emblem = render("{% game_emblem 'unknown-game' %}")
    assert emblem.startswith('<svg class="emblem" ')
    assert emblem == render("{% game_emblem 'another-one' %}")
    assert 'class="emblem emblem--large"' in render("{% game_emblem 'unknown-game' size='large' %}")
