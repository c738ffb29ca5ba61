"""The pack of a new series: the one that the circle has chosen, or else that of the last series."""

from typing import Any

from django.urls import reverse

from ledger.circles.services.circles import change_circle
from ledger.series.models import Series
from tests.ledger.pages import markup_of
from tests.ledger.scoring.start.conftest import filled_in


def chosen_on(page: Any) -> list[str]:
    found = [part for part in markup_of(page).split("<input") if 'name="rule_card_faces"' in part]
    return [part.partition('value="')[2].partition('"')[0] for part in found if " checked" in part.partition(">")[0]]


def test_an_owner_chooses_the_pack_and_the_next_series_begins_with_it(alices_phone, start_page, scorer):
    assert chosen_on(start_page.of("jass")) == ["french"]
    settings = reverse("circle_settings", args=[scorer.circle_id])
    sent = {"name": "Friday table", "language": "en", "currency": "NPR", "coin_minor": "1", "verdicts": "off"}
    assert alices_phone.post(settings, sent | {"card_faces": "swiss_german"}).status_code == 302
    for slug in ("jass", "putz", "differenzler"):
        assert chosen_on(start_page.of(slug)) == ["swiss_german"]
    assert alices_phone.post(settings, sent | {"card_faces": "rules"}).status_code == 302
    assert chosen_on(start_page.of("jass")) == ["french"]


def test_without_a_choice_of_the_circle_the_pack_of_the_last_time_lies_there(start_page, scorer, players):
    rules = {"rule_stake": "per_match", "rule_direction": "clockwise", "rule_card_faces": "swiss_german"}
    sent = filled_in(start_page.of("jass"), players, "salon", **rules)
    assert start_page.send("jass", sent).status_code == 302
    series = Series.objects.get()
    assert (series.preset, series.rules["card_faces"]) == ("salon", "swiss_german")
    assert chosen_on(start_page.of("jass")) == ["swiss_german"]
    change_circle(circle=scorer.circle, card_faces="french")
    assert chosen_on(start_page.of("jass")) == ["french"]


def test_the_options_are_named_with_the_pack_that_is_chosen(start_page):
    schieber = markup_of(start_page.of("jass", "schieber"))
    for text in ("Factor for Schellen", "7 of Schellen", "The Under of trump", "König and Ober of trump"):
        assert text in schieber
    for text in ("Factor for diamonds", "7 of diamonds", "jack of trump may be kept back</", "King and queen"):
        assert text not in schieber
    sent = {name: value for name, value in start_page.typed.items() if not name.startswith("rule_")}
    sent |= {"preset": "schieber", "rules_of": "schieber", "show": "1", "rule_card_faces": "french"}
    changed = markup_of(start_page.send("jass", sent))
    assert "Factor for diamonds" in changed
    assert "7 of diamonds" in changed
    assert "Factor for Schellen" not in changed
    coiffeur = start_page.send("coiffeur", sent | {"rule_card_faces": "swiss_german"})
    assert ">Schellen</option>" in markup_of(coiffeur)


def test_the_presets_of_a_game_are_offered_before_its_house_rules(start_page):
    page = markup_of(start_page.of("jass"))
    agreed = page.partition('id="agreed"')[2]
    assert 'value="schieber"' in agreed.partition("<details")[0]


def test_what_counts_only_to_a_number_of_points_is_left_out_with_a_number_of_hands(start_page, players):
    rules = {"rule_stake": "per_match", "rule_direction": "clockwise", "rule_card_faces": "french"}
    rules |= {"rule_target": "", "rule_hands": "12", "rule_bergpreis": "50", "rule_schneider": "on"}
    sent = filled_in(start_page.of("jass"), players, "salon", **rules, rule_end_order="stoeck_weis_stich")
    assert start_page.send("jass", sent).status_code == 302
    kept = Series.objects.get().rules
    assert (kept["hands"], kept["bergpreis"], kept["schneider"], kept["end_order"]) == (12, 0, False, "higher_total")
