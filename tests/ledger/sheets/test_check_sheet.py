"""`manage.py check_sheet`: true sheets, and every way in which a sheet is not true."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO, StringIO
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from pypdf import PdfReader, PdfWriter

from ledger.circles.models import Member, Verdicts
from ledger.series.models import Event
from ledger.series.starting import start_series
from ledger.sheets.cache import SheetRequest
from ledger.sheets.json_file import series_file_parts
from ledger.sheets.papers import A4
from ledger.sheets.signed_pdf import CODE, SIGNATURE, read_signed, signed
from ledger.signing import keys
from ledger.signing.encodings import write_base64
from ledger.transfer.export import circle_file
from tests.ledger.pages import client_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.sheets.conftest import pdf_text, words_of
from tests.ledger.verdicts.conftest import Table as AskedTable

pytestmark = pytest.mark.django_db
ADDRESSES = ("https://khata.example/series/x/", "https://khata.example/check/")


def sheet_of(bob: Scorer, *, with_record: bool = True) -> bytes:
    page, check = ADDRESSES
    return SheetRequest(bob.state().series, "en", A4, page, with_record=with_record, check_address=check).get_or_make()


@pytest.fixture
def sheet(bob_scores) -> bytes:
    bob_scores.record(*J40[:3])
    return sheet_of(bob_scores)


Run = Callable[..., tuple[str, int]]


@pytest.fixture
def run(tmp_path) -> Run:
    """The output of the command, with its last sentence, and its exit code."""

    def command(given: bytes | str, *options: str) -> tuple[str, int]:
        if isinstance(given, bytes):
            file = tmp_path / "given.pdf"
            file.write_bytes(given)
            given = str(file)
        printed = StringIO()
        try:
            call_command("check_sheet", given, *options, stdout=printed)
        except CommandError as ended:
            return f"{printed.getvalue()}{ended}", ended.returncode
        return printed.getvalue(), 0

    return command


def code_of(pdf: bytes) -> str:
    found = read_signed(pdf)
    assert found
    return found.code


# --- True sheets -----------------------------------------------------------------------------------------------------


def test_a_true_sheet_agrees_with_its_attachment_and_the_site(run, sheet):
    printed, status = run(sheet)
    assert status == 0, printed
    assert "The attached record ends in the hash of the code and comes to the same figures." in printed
    assert "The record of the site ends in the hash of the code" in printed
    assert "The series has not changed since." in printed


def test_figures_are_printed_as_the_paper_has_them(run, bob_scores):
    bob_scores.record(*J40[:3])
    words = words_of(sheet_of(bob_scores))
    halves = re.findall(r"^  \d  [A-D]: (.*½)$", run(sheet_of(bob_scores))[0], re.MULTILINE)
    assert halves
    assert all(total in words for total in halves)
    bob_scores.record(*J40[3:])
    sheet = sheet_of(bob_scores)
    printed = run(sheet)[0].replace("\N{NO-BREAK SPACE}", " ")
    block = printed.partition("The figures of the code:\n")[2].splitlines()
    assert block[0].strip().startswith("Jaago-Chalis, ")
    assert "finished, version 5, audit hash " in block[1]
    assert block[2] == "  1  A: 41"
    assert "  D pays A NPR 23.50" in block
    alone = run(code_of(sheet), "--key", keys.public_keys()[-1].public)[0].replace("\N{NO-BREAK SPACE}", " ")
    assert "  1  seat 1: 41" in alone
    assert "  seat 4 pays seat 1 NPR 23.50" in alone
    for raw in ("/2", ">", "=2350"):
        assert raw not in printed.partition("The figures of the code:")[2] + alone.partition("of the code:")[2]


def test_a_code_is_checked_in_every_form(run, sheet, bob_scores):
    code = code_of(sheet)
    (short,) = bob_scores.series.short_codes.values_list("short", flat=True)
    for typed in (code, f"https://khata.example/check/#{code}", " ".join((short[:4], short[4:])).upper()):
        assert run(typed)[1] == 0, typed


def test_a_sheet_of_a_series_that_has_moved_on(run, sheet, bob_scores):
    bob_scores.correct(1, J40[3], "wrong line")
    printed, status = run(sheet)
    assert status == 3, printed
    assert "The series has moved on since:\n  5: corrected hand 1, " in printed
    assert "NOT TRUE" not in printed


def test_offline_with_an_export_and_the_public_key(run, sheet, bob_scores, tmp_path, settings):
    state, public = bob_scores.state(), keys.public_keys()[-1].public
    of_series, of_circle = tmp_path / "series.json", tmp_path / "circle.json"
    of_series.write_text("".join(series_file_parts(state)))
    of_circle.write_text(circle_file(state.series.circle))
    bob_scores.record(J40[3])
    Event.objects.update(hash="0" * 64)  # the site's own events are not read
    settings.DATA_DIR = tmp_path / "elsewhere"
    for given in (sheet, code_of(sheet)):
        for export in (of_series, of_circle):
            printed, status = run(given, "--export", str(export), "--key", public)
            assert status == 0, printed
            assert "The export ends in the hash of the code and comes to the same figures." in printed
    assert not (tmp_path / "elsewhere").exists()


def test_it_makes_a_sheet_to_lay_beside(run, sheet, bob_scores, tmp_path):
    beside = tmp_path / "beside.pdf"
    bob_scores.record(J40[3])  # the series has moved on, and the paper has not
    assert run(sheet, "--sheet", str(beside))[1] == 3
    texts = (words_of(pdf) for pdf in (sheet, beside.read_bytes()))
    paper, ours = (text.partition("Hands")[2].partition("House rules")[0] for text in texts)
    assert paper == ours
    assert "Money, NPR" in paper


def test_a_sheet_without_a_record_is_true_too(run, bob_scores):
    bob_scores.record(*J40)
    printed, status = run(sheet_of(bob_scores, with_record=False))
    assert status == 0, printed
    assert "No record is attached" in printed


# --- Forged sheets ---------------------------------------------------------------------------------------------------


def with_other_attachment(pdf: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The same pages with another record, as another program could write it."""
    writer = PdfWriter(clone_from=BytesIO(pdf))
    ((_name, contents),) = PdfReader(BytesIO(pdf)).attachments.items()
    record = json.loads(contents[0])
    change(record)
    (attached,) = writer.attachment_list
    attached.content = json.dumps(record).encode()
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def test_nothing_appended_cut_or_exchanged_is_true(run, sheet, bob_scores):
    bob_scores.record(J40[3])
    other = sheet_of(bob_scores)
    body, line = sheet.rsplit(SIGNATURE, 1)
    line = SIGNATURE + line
    code_line = CODE + code_of(sheet).encode() + b"\n"
    assert body + line == sheet
    foreign = Ed25519PrivateKey.generate()
    key = keys.key_id().encode()
    forged = {
        "without a signature": body,
        "cut in the signature": sheet[:-5],
        "without the last line break": sheet[:-1],
        "the signature twice": sheet + line,
        "something appended": sheet + b"\n",
        "an update appended": sheet + b"5 0 obj<<>>endobj\n%%EOF\n",
        "an update before the signature": body + b"5 0 obj<<>>endobj\n%%EOF\n" + line,
        "the signature of another sheet": body + SIGNATURE + other.rsplit(SIGNATURE, 1)[1],
        "the code of another sheet": body.replace(code_line, CODE + code_of(other).encode() + b"\n") + line,
        "without its code": body.replace(code_line, b"") + line,
        "signed by a stranger": body + SIGNATURE + key + b" " + write_base64(foreign.sign(body)).encode() + b"\n",
        "by a key that is not known": sheet.replace(SIGNATURE + key, SIGNATURE + b"0" * 16),
        "an attachment exchanged": with_other_attachment(sheet, lambda record: record["players"].reverse()) + line,
        "somebody else's PDF": b"%PDF-1.7\n%%EOF\n" + line,
        "a PDF that unpacks without end": b"%PDF-1.7\n" + b"\0" * 1000 + b"\n%%EOF\n" + line,
        "nothing": b"",
        "a picture": b"\x89PNG" + line,
    }
    for enemy, pdf in forged.items():
        printed, status = run(pdf)
        assert (status, "NOT TRUE" in printed) == (1, True), (enemy, printed)
        assert "The PDF is as it was signed" not in printed, enemy


@pytest.mark.parametrize("count", [100, pytest.param(4000, marks=pytest.mark.thorough)])
def test_no_byte_can_be_changed(count, sheet):
    """Bytes are sampled over the whole file, and every byte of its last lines is changed."""
    places = {round(place * (len(sheet) - 1) / count) for place in range(count + 1)}
    for place in sorted(places | set(range(len(sheet) - 200, len(sheet)))):
        for bit in (0, 5):
            changed = bytearray(sheet)
            changed[place] ^= 1 << bit
            found = read_signed(bytes(changed))
            assert found is None or not keys.is_signed(found.pdf, found.signature, found.key), (place, bit)


def test_a_record_that_does_not_fit_the_code_is_not_true(run, sheet):
    """Even if the site's key had signed it."""
    found = read_signed(sheet)
    assert found

    def one_point_more(record: dict[str, Any]) -> None:
        record["series"]["events"][1]["content"] = J40[1]

    def shorter(record: dict[str, Any]) -> None:
        del record["series"]["events"][-1]

    def of_another(record: dict[str, Any]) -> None:
        record["series"]["id"] = "a" * 12

    def unreadable(record: dict[str, Any]) -> None:
        record["players"] = 5

    code = CODE + found.code.encode() + b"\n"
    for change in (one_point_more, shorter, of_another, unreadable):
        printed, status = run(signed(with_other_attachment(sheet, change) + b"\n" + code))
        assert status == 1, printed
        assert "NOT TRUE: the attached record: " in printed, change


def test_a_chain_that_was_rewritten_is_said(run, sheet, bob_scores):
    Event.objects.filter(series=bob_scores.series, number=4).update(hash="f" * 64)
    printed, status = run(sheet)
    assert status == 1
    assert "It was rewritten." in printed


def test_what_cannot_be_read_is_said(run, sheet, tmp_path, monkeypatch):
    assert run(str(tmp_path / "none.pdf"))[1] == 2
    assert run(sheet, "--key", "nonsense")[1] == 2
    assert run(sheet, "--export", str(tmp_path / "none.json"))[1] == 2
    export = tmp_path / "other.json"
    for text in ("", "{}", "[]", '{"format": "khata-series", "players": [{"id": 1, "name": 2}]}', "[" * 10**5):
        export.write_text(text)
        printed, status = run(sheet, "--export", str(export))
        assert (status, "NOT TRUE: the export: " in printed) == (1, True), text
    monkeypatch.setattr("ledger.sheets.management.commands.check_sheet.MOST_BYTES", len(sheet) - 1)
    assert run(sheet)[1] == 2


def test_codes_that_are_not_true(run, sheet):
    code = code_of(sheet)
    for wrong in (code[:-1], code.swapcase(), "x", "", "abcd efgh ijkm npqr", "\0"):
        printed, status = run(wrong)
        assert (status, "NOT TRUE" in printed) == (1, True), wrong


# --- The file --------------------------------------------------------------------------------------------------------


def test_a_sheet_carries_its_record_as_data_of_the_document(sheet, bob_scores):
    reader = PdfReader(BytesIO(sheet))
    (file,) = reader.trailer["/Root"]["/AF"]
    assert file.get_object()["/AFRelationship"] == "/Data"
    (contents,) = reader.attachments.values()
    record = json.loads(contents[0])
    assert record["format"] == "khata-series"
    assert record["series"]["latest_hash"] == bob_scores.state().series.latest_hash
    assert re.search(r"3\s+16", pdf_text(sheet, "-layout"))  # a program that reads PDFs reads it as before


def test_the_same_state_gives_the_same_bytes(sheet, bob_scores, tmp_path, settings):
    signing_key = (settings.DATA_DIR / "signing_key").read_text()
    settings.DATA_DIR = tmp_path / "again"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "signing_key").write_text(signing_key)
    assert sheet_of(bob_scores) == sheet


def test_only_who_may_fetch_the_record_gets_it(viewer, owner, bob_scores):
    address, circle = f"/series/{bob_scores.series.pk}/sheet.pdf", bob_scores.series.circle

    def attachments(me: Member) -> int:
        return len(PdfReader(BytesIO(client_of(me.user).get(address).content)).attachments)

    assert (attachments(viewer), attachments(owner)) == (1, 1)
    circle.points_only = True
    circle.save()
    assert (attachments(viewer), attachments(owner)) == (0, 1)


# --- With verdicts ---------------------------------------------------------------------------------------------------


def test_verdicts_in_a_record_do_not_matter(run, scorer, agreed, players, tmp_path):
    """They are in the attached record, and an export has more of them, on hands that came later."""
    asked = start_series(me=scorer, agreed=replace(agreed, verdicts=Verdicts.OFFERED))
    table = AskedTable(scorer, asked, players)
    table.record(J40[2])
    table.all_agree(1)
    sheet, export = sheet_of(table), tmp_path / "series.json"
    printed, status = run(sheet)
    assert status == 0, printed
    table.record(J40[3])
    table.all_agree(2)
    export.write_text("".join(series_file_parts(table.state())))
    printed, status = run(sheet, "--export", str(export))
    assert status == 3, printed
    assert "The export ends in the hash of the code and comes to the same figures." in printed


@pytest.mark.parametrize(
    "people", [[], [{"id": ["x"], "name": "A"}], [{"id": "x", "name": "A", "face": "F"}], {}, None]
)
def test_an_export_that_names_nobody_is_refused_in_a_sentence(run, sheet, bob_scores, tmp_path, people):
    whole = json.loads("".join(series_file_parts(bob_scores.state())))
    export = tmp_path / "series.json"
    export.write_text(json.dumps(whole | {"players": people}))
    printed, status = run(sheet, "--export", str(export))
    assert (status, "NOT TRUE: the export: " in printed) == (1, True), printed
