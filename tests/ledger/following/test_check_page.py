"""The page that a sheet's QR code opens, used as a form. tests/browser/test_checking.py tests its script."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from ledger.circles.accounts.limits import WRONG_CODES
from ledger.series.models import Event
from ledger.signing.answers import store_short_code
from ledger.signing.encodings import read_base64url, write_base64url
from ledger.signing.seals import Seal, seal_of
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


@pytest.fixture
def seal(bob_scores) -> Seal:
    """The seal of the J-40 document's series, in which D pays A 23.50."""
    return store_short_code(seal_of(bob_scores.record(*J40), payments=True))


def answered(typed: str, client: Client | None = None, **headers: str) -> str:
    response = (client or Client()).post("/check/", {"code": typed}, headers=headers)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_a_code_is_true_however_it_comes(seal):
    for typed in (seal.code, f"  https://khata.example/check/#{seal.code}\n", seal.short.upper(), seal.short):
        page = answered(typed)
        assert "check__word--true" in page
        assert "The series still looks like this" in page
        assert '<td>1</td> <td> <bdi>A</bdi> </td> <td class="check__figure">41</td>' in page
        assert "<bdi>D</bdi> pays <bdi>A</bdi> <strong>NPR 23.50</strong>" in page
        assert '<p class="check__series">Jaago-Chalis, ' in page


def test_a_series_that_is_gone_is_shown_by_seats(bob_scores, seal):
    Event.objects.filter(series=bob_scores.series, number=5).update(
        hash="f" * 64
    )  # no longer the state that was signed
    page = answered(seal.code)
    assert '<td>1</td> <td> 1 </td> <td class="check__figure">41</td>' in page
    assert "Place 4 pays place 1: <strong>NPR 23.50</strong>" in page
    assert "check__series" not in page


def test_an_outdated_sheet_was_true_on_its_day(bob_scores):
    seal = seal_of(bob_scores.record(J40[0]), payments=True)
    Event.objects.filter(series=bob_scores.series, number=2).update(at=datetime(2026, 5, 3, 12, tzinfo=UTC))
    bob_scores.record(J40[1])
    page = answered(seal.code).partition("<template")[0]
    assert re.search(r"True on <time [^>]+>3 May 2026</time>; the series has moved on since</p>", page)
    assert "check__word--past" in page
    assert "check__word--true" not in page


def test_a_wrong_letter_is_no_lie(seal):
    wrong = ("b" if seal.short[0] == "a" else "a") + seal.short[1:]
    page = answered(wrong)
    assert "There is no such code" in page
    assert "Compare it once more with the paper" in page
    assert "Not true</p>" not in page.partition("<template")[0]


def test_another_signature_is_not_true(seal):
    packed = bytearray(read_base64url(seal.code))
    packed[-1] ^= 1
    assert "check__word--false" in answered(write_base64url(bytes(packed))).partition("<template")[0]


def test_only_members_see_what_has_changed(bob_scores, viewer):
    seal = seal_of(bob_scores.record(J40[0]), payments=True)
    bob_scores.correct(1, J40[2], "wrong line")
    members = Client()
    members.force_login(viewer.user)
    ways = f"/series/{bob_scores.series.pk}/"
    page = answered(seal.code)
    assert "; the series has moved on since" in page
    assert "What has changed" not in page
    assert ways not in page
    of_member = answered(seal.code, members)
    assert "What has changed" in of_member
    assert f'{ways}sheet.pdf"' in of_member


def test_the_script_gets_the_answer_alone(seal):
    part = answered(seal.code, **{"X-Part": "answer"})
    assert part.startswith('<div> <div class="check__word')
    assert 'id="check-figures"' in part
    assert "<form" not in part


def test_nothing_is_shown_of_what_is_not_true(seal):
    for typed in ("", "nothing", seal.code[:-1], seal.code.swapcase(), "\0", "a" * 5000, seal.short[::-1]):
        page = answered(typed)
        assert "check__word--unknown" in page.partition("<template")[0]
        assert page.count('id="check-figures"') == 1  # for the script to fill in


def test_many_wrong_codes_have_to_wait(seal):
    most = WRONG_CODES.most
    for _guess in range(most):
        answered("wrong")
    response = Client().post("/check/", {"code": "wrong"})
    assert (response.status_code, int(response["Retry-After"]) > 0) == (429, True)
    assert "check__word--true" in answered(seal.short)


def test_the_page_says_how_it_is_done_in_nepali(client):
    page = client.get("/check/", headers={"Accept-Language": "ne"})
    assert 'lang="ne"' in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"].startswith("no-referrer")
