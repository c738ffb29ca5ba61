"""The contents of a sheet."""

import re
from dataclasses import replace

import pytest
from django.utils import translation

from games.catalogue.jaago_chalis.rules import Rules, Ties
from games.kit.options import CardFaces
from games.registry import BY_SLUG
from ledger.following.rules_in_words import RulesInWords
from ledger.series.changes import Corrected, Reopened
from ledger.series.models import Status
from ledger.sheets import pdf
from tests.ledger.sheets.conftest import printed, sheet_of, words_of
from tests.ledger.sheets.tables import J40, JAAGO_CHALIS, NAMES, Table


@pytest.fixture(scope="module")
def j40() -> str:
    """The text of the sheet of the J-40 document's series, in its layout."""
    return words_of(printed(Table()), "-layout")


def test_the_head_names_game_date_and_result(j40):
    for text_part in ("Friday table", "Jaago-Chalis", "20 October 2004", "Finished", "Anil won with 41."):
        assert text_part in j40


def test_every_hand_has_points_won_points_entered_and_total(j40):
    assert "1 5 −5 −5 8½ −1½ −1½ 18 18 18 8½ −1½ −1½" in j40
    assert "4 16 16 41 10 10 18½ 2 −8 6½ 12 12 4" in j40
    assert "Total 41 18½ 6½ 4" in j40


def test_the_settlement_has_the_three_rows_of_the_document(j40):
    assert "+94 +4 −44 −54" in j40
    assert "Standard +90 −20 −30 −40" in j40
    assert "Total +184 −16 −74 −94" in j40
    assert "Money, NPR +46.00 −4.00 −18.50 −23.50" in j40


def test_pairs_and_fewest_payments():
    sheet = sheet_of(Table())
    (table,) = sheet.pairs
    w_receives = [figure for figure in table.rows[0][1] if figure is not None]
    assert [float(figure) for figure in w_receives] == [42.5, 64.5, 77.0]  # 22½+20, 34½+30, 37+40
    text = words_of(printed(Table()))
    for payment in ("Dipak pays Anil NPR 23.50", "Chandra pays Anil NPR 18.50", "Bimal pays Anil NPR 4.00"):
        assert payment in text.replace("\u00a0", " ")


def test_places_are_numbers_and_have_the_letters_of_the_game_in_the_account():
    assert [(place.label, place.letter) for place in sheet_of(Table()).settlement.places] == [
        *zip("1234", "WXYZ", strict=True)
    ]


def test_level_players_share_their_places():
    level = [{"points_won": [16, 16, 4, 4]}] * 3
    sheet = sheet_of(Table(records=level))
    assert [place.letter for place in sheet.settlement.places] == ["W–X", "W–X", "Y–Z", "Y–Z"]
    assert not sheet.letters_differ
    assert sheet.leaders == (0, 1)
    # A place that is shared is named once.
    assert re.findall(r'class="ranking__place">([^<]*)<', pdf.sheet_html(sheet)) == ["1–2", "=", "3–4", "="]


def test_there_is_no_leader_when_all_are_level():
    assert sheet_of(Table(records=[{"points_won": [10, 10, 10, 10]}], status=Status.OPEN)).leaders == ()


@pytest.mark.parametrize(
    ("status", "stamp", "heading"),
    [
        (Status.OPEN, "So far", "Settlement, if it ended now"),
        (Status.FINISHED, "Finished", "Settlement 1 point"),
        (Status.STOPPED, "Stopped early", "Settlement 1 point"),
    ],
)
def test_the_status_of_the_series_is_shown(status, stamp, heading):
    text = words_of(printed(Table(records=J40[:3], status=status)))
    assert stamp in text
    assert heading in text


@pytest.mark.parametrize(
    ("with_standard", "text_part"), [(True, "with standard money"), (False, "without standard money")]
)
def test_a_stopped_series_names_the_scorer_and_the_settlement(with_standard, text_part):
    text = words_of(printed(Table(records=J40[:3], status=Status.STOPPED, with_standard=with_standard)), "-raw")
    assert f"Bob ended the series, {text_part}." in text
    assert ("Standard" in text.partition("Settlement")[2].partition("Between")[0]) is with_standard


def test_corrections_are_listed_with_their_reasons():
    changes = ((Corrected.kind, 2, "B and C were swapped"), (Reopened.kind, None, "one more look"))
    text = words_of(printed(Table(changes=changes)))
    assert "Bob corrected hand 2. “B and C were swapped”" in text
    assert "Bob reopened the series. “one more look”" in text
    assert "2*" in text


def test_thrown_in_deals_are_listed_with_their_reasons():
    text = words_of(printed(Table(records=[J40[2], {"thrown_in": True, "reason": "a card lay face up"}])))
    assert "no score: a card lay face up" in text


def test_a_series_without_hands_has_a_sheet():
    text = words_of(printed(Table(records=[], status=Status.OPEN)))
    assert "So far" in text
    assert "Settlement" not in text


def test_a_series_without_money_shows_no_money():
    text = words_of(printed(Table(point_value="0")))
    assert "NPR" not in text
    assert "Total +184 −16 −74 −94" in words_of(printed(Table(point_value="0")), "-layout")


def test_rounding_is_shown_with_its_rule():
    text = words_of(printed(Table(coin_minor=100)), "-layout").replace("\u00a0", " ")
    assert "Exactly +46.00 −4.00 −18.50 −23.50" in text
    assert "Rounded to whole coins of NPR 1.00." in text
    assert "Exactly" not in words_of(printed(Table(coin_minor=50)))


def test_the_foot_names_version_and_hash():
    text = words_of(printed(Table()))
    assert "As Bob left it on 20 October 2004, 20:25" in text  # 14:40 in London is 20:25 in Kathmandu
    assert "version 5" in text
    assert "mark 1a2b3c4d5e6f" in text
    assert "https://khata.example/series/abcdefghjkmn/" in text


def test_every_player_has_a_line_to_sign_on_paper():
    def signed(paper: str) -> str:
        return words_of(printed(Table(), paper), "-raw").partition("Direction of play")[2]

    assert "Anil Bimal Chandra Dipak" in signed("a4")
    assert "Anil" not in signed("phone")


def test_dates_and_figures_are_nepali_in_nepali():
    with translation.override("ne"):
        text = words_of(printed(Table()))
    assert "४ कार्तिक २०६१ (२० अक्टोबर २००४)" in text
    assert "१८½" in text
    assert "18½" not in text


# --- House rules -----------------------------------------------------------------------------------------------------


def rules_on_sheet(rules: Rules) -> tuple[str, dict[str, tuple[str, str]]]:
    on_sheet = RulesInWords(JAAGO_CHALIS, rules)
    return on_sheet.name, {rule.title: (rule.value, rule.published) for half in on_sheet.halves for rule in half}


def test_a_preset_is_named_without_marks():
    name, rules = rules_on_sheet(Rules())
    assert name == "As the J-40 team wrote it (2004)"
    assert rules["Series ends at"] == ("40", "")
    assert rules["Below zero pays double"] == ("yes", "")
    assert rules["Who pays for a big hand"] == ("Ranked", "")
    assert len(rules) == len(Rules.model_fields)


def test_house_rules_are_compared_with_the_nearest_preset():
    pagat = JAAGO_CHALIS.presets["pagat"].rules.model_dump()
    name, rules = rules_on_sheet(Rules(**pagat | {"ties": Ties.PLAY_ON}))
    assert name == "As on the pagat page, with changes"
    assert {title: on_sheet for title, on_sheet in rules.items() if on_sheet[1]} == {
        "Level totals": ("Play on", "Share the sums")
    }


def test_marked_rules_show_the_value_of_the_preset():
    text = words_of(printed(Table(NAMES[:4], rules=Rules(direction="anticlockwise"))))
    assert "◆ Direction of play: Anticlockwise (published: Clockwise)" in text


def test_place_and_notes_are_printed():
    table = Table()
    table.series.place, table.series.note = "Patan दरबार", "Rain all evening."
    sheet = replace(sheet_of(table), hand_notes={2: "Four aces", 9: "was withdrawn"})
    text = words_of(pdf.print_job(pdf.sheet_job(sheet)), "-layout")
    assert "20 October 2004 · Patan" in text
    assert "Rain all evening." in text
    assert "2†" in text
    assert "† Hand 2: Four aces" in text
    assert "was withdrawn" not in text


def test_rules_are_named_with_the_pack_on_the_table():
    jass = BY_SLUG["jass"]
    rules = jass.presets["schieber"].rules.model_copy(update={"first_chooser_card": "7D"})
    swiss = {rule.title: rule.value for half in RulesInWords(jass, rules).halves for rule in half}
    assert (swiss["Factor for Schellen"], swiss["Who chooses first"]) == ("2", "7 of Schellen")
    assert "Factor for diamonds" not in swiss
    french = rules.model_copy(update={"card_faces": CardFaces.FRENCH})
    titles = {rule.title: rule.value for half in RulesInWords(jass, french).halves for rule in half}
    assert (titles["Factor for diamonds"], titles["Who chooses first"]) == ("2", "7 of diamonds")
    coiffeur = BY_SLUG["coiffeur"]
    ten = coiffeur.presets["ten"].rules.model_copy(update={"card_faces": CardFaces.SWISS_GERMAN})
    boxes = next(rule for half in RulesInWords(coiffeur, ten).halves for rule in half if rule.title == "Boxes")
    assert boxes.value.startswith("Eicheln 1, Schellen 2, Rosen 3, Schilten 4")


def test_hands_say_what_was_played_and_announced():
    jass = BY_SLUG["jass"]
    rounds = [
        {"card_points": [100, 57], "trump": "hearts", "meld_team": 1, "melds": [20, 50]},
        {"card_points": [60, 97], "trump": "top_down"},
    ]
    schieber = Table(records=rounds, game=jass, rules=jass.presets["schieber"].rules, status=Status.STOPPED)
    text = words_of(printed(schieber), "-layout")
    assert "1 Rosen · Weis: 20, 50 100" in text
    assert "2 Top down 60" in text
    differenzler = BY_SLUG["differenzler"]
    said = [{"announced": [40, 30, 0, 20], "card_points": [45, 30, 52, 30]}]
    rules = differenzler.default_preset.rules
    text = words_of(printed(Table(records=said, game=differenzler, rules=rules, status=Status.STOPPED)), "-layout")
    assert "1 5 (40) 5 0 (30) 0 52 (0) 52 10 (20) 10" in text
    assert "In brackets: Said." in text
