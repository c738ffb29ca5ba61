"""Every form and every call of the API refuses what is no number, with a sentence and never with 500."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django import forms
from django.core.exceptions import ValidationError
from pydantic import TypeAdapter

from games.contract import Frozen
from games.entry import Answer, Question
from games.kit.reading import read
from ledger.api import schemas
from ledger.money.models import Entry
from ledger.scoring.entry.fields import FigureField, FiguresField
from ledger.scoring.start.fields import (
    PlacesInput,
    PointValueField,
    RuleFigureField,
    RuleFiguresField,
    RuleNumbersField,
)
from ledger.series.models import Event, Series
from tests.ledger.api.conftest import J40, Program
from tests.ledger.scoring.start.conftest import RULES
from tests.ledger.series.conftest import start_game
from tests.needs import daily

OVERLONG, HUGE = "9" * 5000, "9" * 400  # Python reads no number of more than 4300 digits; no database stores the other
NO_NUMBERS = [OVERLONG, "²", "4\0", "nan", "Infinity", "-inf", "1e999999999", "0x10", "\ud800", "½½", "1__0", "4!"]

# --- Fields of forms -------------------------------------------------------------------------------------------------

FIELDS: dict[str, tuple[forms.Field, bool]] = {  # with True, the value is a list
    "figure": (FigureField(), False),
    "worth of a point": (PointValueField(), False),
    "figure of the rules": (RuleFigureField(), False),
    "figures of the rules": (RuleFiguresField(PlacesInput(3)), True),
    "numbers of the rules": (RuleNumbersField(), False),
    "whole number": (forms.IntegerField(), False),
    "figures of players": (FiguresField(Question("points", "Points", Answer.FIGURES), ["Asha", "Bimal"]), True),
}


@pytest.mark.parametrize("text", NO_NUMBERS, ids=lambda text: f"{text!a:.16}")
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_refuses_what_is_no_number(name, text):
    field, is_list = FIELDS[name]
    with pytest.raises(ValidationError) as refused:
        field.clean([text, "1"] if is_list else text)
    assert all(len(sentence) > len("Sorry.") for sentence in refused.value.messages)


@pytest.mark.parametrize("text", ["१२", "１２"])
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_reads_the_digits_of_every_script(name, text):
    field, is_list = FIELDS[name]
    assert field.clean([text, "12"] if is_list else text) in (12, [12], [12, 12])


# --- Bodies and addresses of the API ---------------------------------------------------------------------------------

NO_JSON_NUMBERS = [*NO_NUMBERS, int(HUGE), -int(HUGE), 1e300, 1.5, True, "१२", "１२", "1_000", " 1", "1\n", [], {}]
NUMBERS = {"amount", "base_version", "before", "coin", "first_dealer", "hands", "least", "point_value", "revision"}
NUMBERS |= {"seats", "version"}
READ_AS_DECIMALS = {"coin", "point_value"}  # 1.5 is one


def inputs(base: type[Frozen] = Frozen) -> Iterator[type[Frozen]]:
    """Yield each class by which the API reads a body or an address."""
    for module in pkgutil.iter_modules(schemas.__path__, f"{schemas.__name__}."):
        importlib.import_module(module.name)
    for schema in base.__subclasses__():
        if schema.__module__.startswith(schemas.__name__):
            yield schema
        yield from inputs(schema)


@pytest.mark.parametrize(
    "value", NO_JSON_NUMBERS, ids=lambda value: "huge" if isinstance(value, int) else f"{value!a:.16}"
)
def test_the_api_refuses_what_is_no_number(value):
    found = set()
    for schema in inputs():
        adapter = TypeAdapter(schema)
        for name, field in schema.model_fields.items():
            sent = field.alias or name
            problems = read(adapter, {sent: value}).problems
            if name in NUMBERS and not (value == 1.5 and name in READ_AS_DECIMALS):
                found.add(name)
                (sentence,) = [problem.message.text for problem in problems if problem.field == sent]
                assert sentence, (schema, name)
    assert found | READ_AS_DECIMALS == NUMBERS


# --- Through the site ------------------------------------------------------------------------------------------------

# What people type: the address, the field, and the other fields of the form.
TYPED: list[tuple[str, str, dict[str, str]]] = [
    ("/circles/{circle}/payments/new/", "amount", {"payer": "{asha}", "payee": "{bimal}", "currency": "NPR"}),
    ("/circles/{circle}/series/new/?game=jaago-chalis", "point_value", RULES | {"played_for": "money"}),
    ("/circles/{circle}/series/new/?game=jaago-chalis", "rule_target", RULES),
    ("/circles/{circle}/series/new/?game=scorecard", "rule_ladder", {"rule_settlement": "ladder"}),
    ("/circles/{circle}/players/{asha}/face/", "face", {}),
    ("/circles/{circle}/settings/", "coin_minor", {"name": "Friday table", "currency": "NPR", "language": "en"}),
    ("/circles/{circle}/links/", "days", {"role": "viewer"}),
    ("/series/{series}/hands/new/", "figure_0", {"figure_1": "8.5", "figure_2": "18", "figure_3": "8.5"}),
    ("/series/{skat}/hands/new/", "matadors", {"declarer": "0", "contract": "grand"}),
    ("/series/{skat}/hands/new/", "figure_0", {"declarer": "0", "contract": "grand"}),
    ("/series/{series}/dealer/", "seat", {}),
    ("/series/{series}/cards/", "first_leader", {"direction": "clockwise"}),
]
# What a page sends by itself.
VERDICT = {"player": "{asha}", "hand": "1", "seen": "1", "verdict": "agreed"}
SENT: list[tuple[str, str, dict[str, str]]] = [
    *(
        (f"/series/{{series}}/{page}/", "base_version", {})
        for page in ("undo", "stop", "hands/new", "waive", "discard")
    ),
    ("/series/{series}/pay/", "amount_minor", {"payer": "{asha}", "payee": "{bimal}"}),
    *(("/series/{series}/answer/", field, VERDICT) for field in ("hand", "seen", "also")),
]
READ = [
    "/circles/{circle}/standings/?least={text}",
    "/circles/{circle}/series/?page={text}",
    "/circles/{circle}/balances/{asha}/?page={text}",
    "/series/{series}/?part={text}",
    "/series/{series}/history/?page={text}",
    "/series/{series}/hands/preview/?figure_0={text}",
    "/series/{series}/cards/?version={text}",
    "/series/{series}/cards/?correct={text}",
    "/series/{series}/hands/{text}/",
]
SAVED = {"key": "one press", "base_version": "2"}


@pytest.fixture
def names(bob_scores, series, circle, players) -> dict[str, str]:
    """The ids in the addresses, of a series with one hand."""
    bob_scores.record(J40[0])
    skat, call_break = (start_game(bob_scores.me, game, players).series.pk for game in ("skat", "call-break"))
    ids = {"circle": circle.pk, "series": series.pk, "skat": skat, "call_break": call_break}
    return ids | {player.name.lower(): player.pk for player in players}


def rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Event, Entry, Series))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", daily([OVERLONG, HUGE, "4\0", "²", "1e999999999", "nan"], 3), ids=lambda text: f"{text!a:.12}"
)
def test_a_page_refuses_what_is_no_number(alices_phone, names, text):
    before, answers = rows(), {}
    for kind, forms_of_kind in (("typed", TYPED), ("sent", SENT)):
        for address, field, others in forms_of_kind:
            fields = {name: value.format(**names) for name, value in others.items()}
            answer = alices_phone.post(address.format(**names), SAVED | fields | {field: text})
            answers[kind, address, field] = answer.status_code
            if kind == "typed":
                faults = answer.context["form"].errors
                assert faults.get(field) or (text == HUGE and faults["__all__"]), (address, field, faults)
    for address in READ:
        answers["read", address, ""] = alices_phone.get(address.format(**names, text=quote(text))).status_code
    allowed = {"typed": {422}, "sent": {400}, "read": {200, 302, 404, 422}}
    if text == HUGE:  # a whole number, but not that of any version, hand or amount
        allowed["typed"] |= {409}
        allowed["sent"] |= {302, 409, 422}
    assert {where: status for where, status in answers.items() if status not in allowed[where[0]]} == {}
    assert rows() == before


ALL = ["{asha}", "{bimal}", "{chandra}", "{dipak}"]
CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("circles", {"name": "Others", "currency": "NPR", "coin": None}, "coin"),
    ("circles/{circle}/payments", {"from": "{asha}", "to": "{bimal}", "amount": None}, "amount"),
    ("circles/{circle}/series", {"game": "jaago-chalis", "point_value": None}, "point_value"),
    ("circles/{circle}/series", {"game": "jaago-chalis", "first_dealer": None}, "first_dealer"),
    ("circles/{circle}/series", {"game": "jaago-chalis", "players": ALL, "rules": {"target": None}}, "rules.target"),
    ("series/{series}/hands", {"record": J40[1], "base_version": None}, "base_version"),
    ("series/{series}/hands", {"record": {"points_won": [None, 1, 1, 1]}, "base_version": 2}, "points_won.0"),
    ("series/{series}/hands/1/corrections", {"record": J40[1], "base_version": None, "reason": "x"}, "base_version"),
    ("series/{series}/hands/1/verdicts", {"player": "{asha}", "verdict": "agreed", "revision": None}, "revision"),
    ("series/{series}/verdicts", {"player": "{asha}", "verdict": "agreed", "version": None}, "version"),
    ("series/{series}/waivers", {"version": None, "reason": "x"}, "version"),
    ("series/{series}/dealer", {"seat": None, "base_version": 2}, "seat"),
    ("series/{call_break}/bids", {"bids": [None, 1, 1, 1], "base_version": 1}, "calls.0"),
    ("series/{call_break}/hands", {"record": {"calls": [None, 1, 1, 1]}, "base_version": 1}, "calls.0"),
    (
        "series/{skat}/hands",
        {"record": {"declarer": 0, "contract": "grand", "matadors": None}, "base_version": 1},
        "matadors",
    ),
    ("series/{series}/payments", {"from": "{asha}", "to": "{bimal}", "amount": None}, "amount"),
    ("games/jaago-chalis/judge", {"seats": None, "record": J40[0]}, "seats"),
]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    "written", daily([HUGE, "true", '"1_000"', '"4\\u0000"', '"१२"', "1e300"], 2), ids=lambda text: f"{text!a:.12}"
)
def test_a_call_refuses_what_is_no_number(alice, names, written):
    program, before, wrong = Program(alice), rows(), {}
    for path, body, field in CALLS:
        sent = json.dumps(body).replace("null", written)
        for name, row in names.items():
            sent = sent.replace(f"{{{name}}}", row)
        answer = program.post(path.format(**names), sent)
        told = {problem["field"]: problem["message"] for problem in answer.json().get("problems", [])}
        if answer.status_code != 422 or not (told.get(field) or told.get(field.replace("calls", "bids"))):
            wrong[path, field] = answer.status_code, told
    assert wrong == {}
    assert rows() == before
