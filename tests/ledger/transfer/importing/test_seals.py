"""Who has signed a circle's file: what the page and the command say of it, and when they ask before importing."""

import hashlib
import json
import random
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from ledger.circles.models import Circle
from ledger.signing.encodings import read_base64, write_base64
from ledger.signing.files import Signed, check_seal
from ledger.signing.keys import is_signed_with, own_key, public_keys
from tests.ledger.pages import spoken_text
from tests.ledger.signing.test_files import signed_as
from tests.ledger.signing.test_keys import SECRET
from tests.ledger.transfer.circle_files import file_made_once, sealed_export, unsealed
from tests.ledger.transfer.test_from_file import PAGE, choose, kept
from tests.needs import THOROUGH

pytestmark = pytest.mark.django_db
SIGNED = r"Signed by this site \(key [0-9a-f]{16}\)\."
NOT_SIGNED = "Not signed: nothing tells who made this file."
CHANGED = "Changed since it was signed."


@pytest.fixture
def text(request, db) -> str:
    """The file with its seal, made once, and an empty database."""
    return file_made_once(request, "rich", sealed_export)


def import_by_command(text: str, folder: Path, *options: str) -> str:
    file, printed = folder / "circle.json", StringIO()
    file.write_text(text, encoding="utf-8")
    call_command("import_circle", str(file), *options, stdout=printed)
    return printed.getvalue()


def test_the_seal_names_the_heads_of_all_chains(text):
    whole = json.loads(text)
    heads = {one["id"]: one["latest_hash"] for one in whole["series"]}
    assert whole["seal"]["heads"] == {"book": whole["book"]["latest_hash"], "series": heads}
    assert len(heads) == 5


def test_a_signed_file_is_imported_without_a_question(text, tmp_path):
    assert re.search(SIGNED, import_by_command(text, tmp_path))
    assert Circle.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "said"), [(unsealed, NOT_SIGNED), (lambda text: text.replace("  ", "   ", 1), CHANGED)]
)
def test_the_command_asks_before_it_imports_another(change, said, text, tmp_path, capsys):
    printed = StringIO()
    (tmp_path / "circle.json").write_text(change(text), encoding="utf-8")
    with pytest.raises(CommandError, match=r"Nothing has been imported\. --unsigned imports the file all the same"):
        call_command("import_circle", str(tmp_path / "circle.json"), stdout=printed)
    assert said in printed.getvalue()
    assert not Circle.objects.exists()
    assert said in import_by_command(change(text), tmp_path, "--unsigned")
    assert Circle.objects.count() == 1


@pytest.mark.parametrize(("answer", "circles"), [("y", 1), ("YES", 1), ("", 0), ("n", 0)])
def test_on_a_terminal_the_answer_decides(answer, circles, text, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    try:
        import_by_command(unsealed(text), tmp_path)
    except CommandError as refused:
        assert str(refused) == "Nothing has been imported."  # noqa: PT017
    assert Circle.objects.count() == circles


def test_the_page_says_who_signed(text, client):
    page = choose(client, text.encode())
    assert re.search(SIGNED, spoken_text(page))
    assert 'name="unsigned"' not in page.content.decode()
    assert client.post(PAGE, {"kept": kept(page)}).status_code == 302


@pytest.mark.parametrize(
    ("change", "said"), [(unsealed, NOT_SIGNED), (lambda text: text.replace("  ", "   ", 1), CHANGED)]
)
def test_the_page_asks_before_it_imports_another(change, said, text, client):
    page = choose(client, change(text).encode())
    assert said in spoken_text(page)
    again = client.post(PAGE, {"kept": kept(page)})
    assert again.status_code == 422
    assert "Please tick this if you know where the file comes from." in spoken_text(again)
    assert not Circle.objects.exists()
    assert client.post(PAGE, {"kept": kept(again), "unsigned": "on"}).status_code == 302


def test_a_file_of_another_site_is_asked_about(text, client, settings):
    own, other = own_key(), json.loads(text)
    settings.DATA_DIR = settings.DATA_DIR / "nowhere"
    settings.SIGNING_KEY = write_base64(SECRET)
    shown = spoken_text(choose(client, text.encode()))
    assert f"Signed with the key {own.id}, which this site does not know" in shown
    assert "Import it all the same" in shown
    settings.TRUSTED_KEYS = {"scores.example.org": write_base64(own.public)}
    shown = spoken_text(choose(client, text.encode()))
    assert f"Signed by the site scores.example.org (key {other['seal']['key']})." in shown
    assert "Import it all the same" not in shown


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each value that contains no other values."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    empty = True
    for name, member in members:
        empty = False
        yield from leaves(member, (*path, name))
    if empty and path:
        yield path


def other_than(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value[:-1] if value else "x"
        case _:
            return 1


def test_no_file_with_another_value_is_signed(text):
    """Change the value of one field after the other, and write the file as an export writes it."""
    paths = list(leaves(json.loads(text)))
    assert len(paths) > 1000
    for path in paths if THOROUGH else random.Random(23).sample(paths, 150):
        whole = place = json.loads(text)
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = other_than(place[path[-1]])
        changed = json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
        assert changed != text
        assert signed_as(changed.encode()) is not Signed.BY_THIS_SITE, path


def test_a_seal_that_fits_on_no_page_is_read(text):
    """A seal has one head for each of up to 20,000 series, more names than any other object of a file may have."""
    whole = json.loads(text)
    heads = {f"{number:012}": "0" * 64 for number in range(1000)}
    whole["seal"]["heads"]["series"] |= heads
    changed = json.dumps(whole, ensure_ascii=False, indent=2).encode() + b"\n"
    assert check_seal(changed, whole["seal"]).signed is Signed.CHANGED
    assert CHANGED in spoken_text(choose(Client(), changed))


# --- For minisign ----------------------------------------------------------------------------------------------------


def is_minisig_of(data: bytes, minisig: str) -> bool:
    """As `minisign -V` checks it."""
    _untrusted, signature, trusted, covering, _end = minisig.split("\n")
    signed, key = read_base64(signature)[10:], public_keys()[-1]
    comment = trusted.removeprefix("trusted comment: ").encode()
    return is_signed_with(key, hashlib.blake2b(data).digest(), signed) and is_signed_with(
        key, signed + comment, read_base64(covering)
    )


def test_the_file_that_was_fetched_fits_its_minisig(rich, owner, client):
    client.force_login(owner.user)
    series = rich.series.first()
    assert series is not None
    for file in (f"/circles/{rich.pk}/export/", f"/series/{series.pk}/export.json"):
        data, minisig = client.get(file).getvalue(), client.get(f"{file}.minisig")
        assert minisig["Content-Disposition"].endswith('.json.minisig"')
        assert is_minisig_of(data, minisig.content.decode())
        assert not is_minisig_of(data + b" ", minisig.content.decode())


def test_the_command_writes_a_file_and_its_minisig(rich, tmp_path):
    file = tmp_path / "circle.json"
    call_command("export_circle", rich.pk, str(file))
    assert file.read_bytes().decode() == sealed_export(rich)
    assert is_minisig_of(file.read_bytes(), (tmp_path / "circle.json.minisig").read_text())
    with pytest.raises(CommandError, match=r"circle\.json cannot be written: File exists\."):
        call_command("export_circle", rich.pk, str(file))
