"""The files of a link: the preview at any time, and after the end a picture and the sheet."""

from io import BytesIO
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from ledger.circles.accounts.limits import LINK_FILES
from ledger.circles.models import Circle
from ledger.live.links import link_to_share, make_link, revoke_link, token_of
from ledger.series.models import SeriesLink
from ledger.sheets import cache, pdf
from ledger.sheets.printer import printer
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40
from tests.ledger.sheets.conftest import words_of

pytestmark = pytest.mark.django_db
FILES = ("preview.png", "result.png", "sheet.pdf")


def get(link: SeriesLink, file: str, **headers: str) -> Any:
    return Client().get(reverse("follow:page", args=[token_of(link)]) + file, headers=headers)


def kept() -> list[str]:
    return sorted(file.suffix for kind in cache.KINDS for file in cache.folder().glob(kind))


def test_before_the_end_there_is_only_a_preview(link):
    answers = {file: get(link, file) for file in FILES}
    assert [answer.status_code for answer in answers.values()] == [200, 404, 404]
    assert answers["preview.png"]["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answers["preview.png"].content)).size == (1200, 630)
    for answer in list(answers.values())[1:]:
        assert "The series is still going on." in text_of(answer)


def test_after_the_end_there_is_everything(link, bob_scores):
    bob_scores.record(J40[3])
    preview, result, sheet = (get(link, file) for file in FILES)
    assert [each["Content-Type"] for each in (preview, result, sheet)] == ["image/png", "image/png", "application/pdf"]
    assert Image.open(BytesIO(result.content)).width == 1080
    assert link.series.pk not in sheet["Content-Disposition"] + result["Content-Disposition"]
    shown = words_of(sheet.content)
    assert "A won with 41." in shown
    assert reverse("follow:page", args=[token_of(link)])[:20] in shown
    assert "/series/" not in shown


def test_files_show_money_only_if_the_link_does(link, bob_scores):
    """The files of both kinds of link are kept beside each other. A member's sheet shows all."""
    bob_scores.record(J40[3])
    other = make_link(me=bob_scores.me, series=bob_scores.series, shows_payments=True)
    pictures = {get(each, "result.png").content for each in (link, other, link)}
    assert len(pictures) == 2
    assert get(link, "preview.png").content == get(other, "preview.png").content
    assert "NPR" not in words_of(get(link, "sheet.pdf").content)
    assert "D pays A NPR" in words_of(get(other, "sheet.pdf").content)


def test_the_picture_that_is_shared_with_the_text_shows_what_its_link_shows(bob_scores, monkeypatch):
    """The end screen fetches it before the link is made."""
    monkeypatch.setattr(printer, "print", lambda job: b"with" if "NPR" in job.drafts[0] else b"without")
    bob_scores.record(*J40)
    picture = reverse("series:result", args=[bob_scores.series.pk])
    client = client_of(bob_scores.me.user)
    assert client.get(picture).content == b"without"
    link_to_share(me=bob_scores.me, series=bob_scores.series, shows_payments=True)
    assert client.get(picture).content == b"with"


def test_a_reopened_series_has_no_result(link, bob_scores):
    bob_scores.record(J40[3])
    bob_scores.reopen("a mistake")
    assert [get(link, file).status_code for file in FILES] == [200, 404, 404]


def test_what_browsers_and_search_engines_are_told(link, bob_scores):
    answers = [get(link, file) for file in FILES]
    bob_scores.record(J40[3])
    answers += [get(link, file) for file in FILES]
    for answer in answers:
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "no-referrer, strict-origin"


def test_a_picture_is_made_once_for_each_state_and_all_links(link, bob_scores, drafts):
    other = make_link(me=bob_scores.me, series=bob_scores.series, label="Another")
    for asked in (link, link, other):
        assert get(asked, "preview.png").content == b"png"
    assert len(drafts) == 1
    bob_scores.record(J40[3])
    get(other, "preview.png")
    get(link, "result.png")
    get(link, "preview.png")
    assert len(drafts) == 3
    assert kept() == [".png", ".png"]  # those of the earlier version are deleted


def test_a_name_makes_a_new_picture(link, drafts):
    get(link, "preview.png")
    Circle.objects.update(name="Saturday table")
    get(link, "preview.png")
    assert ["Saturday table" in html for html in drafts] == [False, True]


def test_pictures_are_in_the_language_of_the_circle(link, drafts):
    Circle.objects.update(language="ne")
    get(link, "preview.png", **{"Accept-Language": "en"})
    assert "जागो-चालिस" in drafts[0]


def test_a_link_that_does_not_work_has_no_files(link, bob_scores):
    bob_scores.record(J40[3])
    for file in FILES:
        assert get(link, file).status_code == 200
    revoke_link(link=link)
    for file in FILES:
        answer = get(link, file)
        assert answer.status_code == 404
        assert "This link does not work" in text_of(answer)


def test_a_server_without_the_library_says_so(link, monkeypatch):
    monkeypatch.setattr(printer, "print", Mock(side_effect=pdf.CannotPrint("libpango is missing")))
    answer = get(link, "preview.png")
    assert answer.status_code == 503
    assert "This server cannot make PDF sheets" in text_of(answer)


def test_a_link_and_an_address_make_so_many_in_a_minute(link, bob_scores, monkeypatch):
    monkeypatch.setattr(printer, "print", lambda _job: b"png")
    monkeypatch.setitem(LINK_FILES.__dict__, "most", 2)
    get(link, "preview.png")
    for number in range(3):
        Circle.objects.update(name=f"Table {number}")
        answers = [get(link, "preview.png").status_code for _time in range(2)]
        assert answers == ([200, 200] if number == 0 else [429, 429])
    other = make_link(me=bob_scores.me, series=bob_scores.series, label="Another")
    assert get(other, "preview.png").status_code == 200
    assert get(link, "preview.png").status_code == 200  # it is kept now


def test_an_unknown_language_of_the_sheet_is_not_found(link, bob_scores):
    bob_scores.record(J40[3])
    assert get(link, "sheet.pdf?lang=xx").status_code == 404
    assert get(link, "sheet.pdf?paper=preview").status_code == 404
