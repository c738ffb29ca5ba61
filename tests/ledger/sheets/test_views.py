"""The files of a series on pages and in the API: access, formats and caching."""

import json
from io import BytesIO
from typing import Any
from unittest.mock import Mock

import pytest
from pypdf import PdfReader

from ledger.circles.services.players import rename_player
from ledger.sheets import cache, pdf
from ledger.sheets.printer import printer
from tests.ledger.api.conftest import Program
from tests.ledger.series.conftest import J40
from tests.ledger.sheets.conftest import kept, words_of


@pytest.fixture
def veras(viewer) -> Program:
    return Program(viewer.user)


@pytest.fixture
def made(monkeypatch) -> list[str]:
    """The papers of the sheets that were made."""
    done: list[str] = []
    monkeypatch.setattr(
        printer, "print", lambda job: done.append("phone" if job.is_strip else "a4") or pdf.print_job(job)
    )
    return done


def test_a_viewer_gets_the_sheet(veras_phone, bob_scores):
    bob_scores.record(*J40)
    response = veras_phone.get(f"/series/{bob_scores.series.pk}/sheet.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith('inline; filename="jaago-chalis-20')
    assert response["Cache-Control"] == "private, no-cache"
    assert response.content.startswith(b"%PDF-1.7")
    text = words_of(response.content)
    assert "A won with 41." in text
    assert f"http://testserver/series/{bob_scores.series.pk}/" in text
    assert bob_scores.series.latest_hash[:12] in text


def test_the_address_chooses_language_and_paper(veras_phone, series):
    def get(query: str) -> Any:
        return veras_phone.get(f"/series/{series.pk}/sheet.pdf{query}")

    def language(response: Any) -> str:
        return str(PdfReader(BytesIO(response.content)).trailer["/Root"]["/Lang"])

    assert [language(get(query)) for query in ("", "?lang=ne", "?lang=en")] == ["en", "ne", "en"]
    nepali = veras_phone.get(f"/series/{series.pk}/sheet.pdf", headers={"Accept-Language": "ne"})
    assert language(nepali) == "ne"
    strip = PdfReader(BytesIO(get("?paper=phone").content)).pages[0]
    assert round(float(strip.mediabox.width) * 25.4 / 72) == 80
    for query in ("?lang=xx", "?lang=", "?paper=a0"):
        assert get(query).status_code == 404


def test_a_sheet_is_made_once_for_each_version_language_and_paper(veras_phone, bob_scores, made):
    address = f"/series/{bob_scores.series.pk}/sheet.pdf"
    for query in ("", "", "?lang=en", "?lang=ne", "?lang=ne", "?paper=phone"):
        assert veras_phone.get(address + query).status_code == 200
    assert made == ["a4", "a4", "phone"]
    bob_scores.record(J40[2])
    assert words_of(veras_phone.get(address).content).count("16") >= 3
    assert len(made) == 4
    assert len(kept()) == 1


@pytest.mark.parametrize("paper", ["a4", "phone"])
def test_no_header_of_a_visitor_makes_another_sheet(veras_phone, series, made, paper):
    address = f"/series/{series.pk}/sheet.pdf?lang=en&paper={paper}"
    for number in range(5):
        headers = {"Host": f"TestServer:{9000 + number}", "X-Forwarded-Port": f"{number}", "Accept": f"text/{number}"}
        assert veras_phone.get(f"{address}&number={number}", headers=headers).status_code == 200
    assert made == [paper]


def test_a_new_name_or_another_release_makes_a_new_sheet(veras_phone, bob_scores, made, monkeypatch):
    address = f"/series/{bob_scores.series.pk}/sheet.pdf"
    veras_phone.get(address)
    rename_player(player=bob_scores.state().players[0], name="Asha")
    assert "Asha" in words_of(veras_phone.get(address).content)
    monkeypatch.setattr(cache, "fingerprint", lambda: "the next release")
    veras_phone.get(address)
    assert len(made) == 3


def test_an_unchanged_sheet_is_304(veras_phone, series, made):
    address = f"/series/{series.pk}/sheet.pdf"
    etag = veras_phone.get(address)["ETag"]
    again = veras_phone.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert veras_phone.get(f"{address}?lang=ne", headers={"If-None-Match": etag}).status_code == 200


def test_the_query_count_does_not_depend_on_hands(veras_phone, bob_scores, django_assert_num_queries):
    address = f"/series/{bob_scores.series.pk}/sheet.pdf"
    entering = 4  # session, user, membership, series
    veras_phone.get(address)  # makes the queries that each process makes once
    for records, label in ((J40[:1], 1), (J40[1:], 5)):  # queries for names, and after the end for payments
        bob_scores.record(*records)
        with django_assert_num_queries(entering + label + 7):  # seats and events, its record, its short code
            veras_phone.get(address)
        with django_assert_num_queries(entering + label):
            veras_phone.get(address)


def test_a_missing_library_is_explained(veras_phone, veras, series, monkeypatch):
    monkeypatch.setattr(printer, "print", Mock(side_effect=pdf.CannotPrint("cannot load library 'pango'")))
    page = veras_phone.get(f"/series/{series.pk}/sheet.pdf")
    assert page.status_code == 503
    assert "This server cannot make PDF sheets" in page.content.decode()
    assert veras.get(f"series/{series.pk}/sheet.pdf").status_code == 503


@pytest.mark.parametrize(("ending", "kind"), [("csv", "text/csv"), ("json", "application/json")])
def test_the_other_files_are_downloads(veras_phone, series, ending, kind):
    response = veras_phone.get(f"/series/{series.pk}/export.{ending}")
    assert response["Content-Type"].startswith(kind)
    assert response["Content-Disposition"].startswith('attachment; filename="jaago-chalis-')
    assert response["Content-Disposition"].endswith(f'-{series.pk}.{ending}"')


@pytest.mark.parametrize("accept", ["*/*", "application/pdf", "application/json", "text/csv"])
def test_a_program_gets_the_same_files_whatever_it_accepts(veras, veras_phone, series, accept):
    for file in ("sheet.pdf?lang=ne", "export.csv", "export.json"):
        answer = veras.get(f"series/{series.pk}/{file}", Accept=accept)
        page = veras_phone.get(f"/series/{series.pk}/{file}")
        assert answer.content == page.content
        assert answer["Content-Type"] == page["Content-Type"]


def test_an_unknown_choice_is_named_in_the_api(veras, series):
    answer = veras.get(f"series/{series.pk}/sheet.pdf?lang=xx")
    assert answer.status_code == 422
    assert [(fault["field"], fault["code"]) for fault in json.loads(answer.content)["problems"]] == [
        ("lang", "not_a_choice")
    ]
