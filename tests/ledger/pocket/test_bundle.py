"""The bundle: its files, that it is never older than the site, and how it is served."""

import errno
import hashlib
import io
import json
import re
import zipfile
from pathlib import Path
from unittest.mock import Mock

import brotli
import pytest
from django.test import Client

from ledger.pocket import bundle

ROOT = Path(__file__).parents[3]
VENDOR = ROOT / "vendor" / "pocket"
MOST_BYTES = 8_500_000


def files_of(name: str) -> dict[str, bytes]:
    [file] = [file for file in bundle.file_list()["files"] if file["name"] == name]
    content = brotli.decompress((bundle.folder() / file["folder"] / name).read_bytes())
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {path: archive.read(path) for path in archive.namelist()}


def test_the_vendored_packages_are_the_published_ones():
    table = re.findall(r"^\| `(.+?)` \| .* \| `([0-9a-f]{64})` \|$", (VENDOR / "README.md").read_text(), re.MULTILINE)
    assert [name for name, _hash in table] == [bundle.PYODIDE.name, bundle.PYDANTIC_CORE.name]
    for name, wanted in table:
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == wanted
    licences = {file.name for file in VENDOR.glob("LICENSE-*")}
    assert licences == {"LICENSE-pyodide", "LICENSE-python", "LICENSE-pydantic_core"}


def test_pydantic_has_the_compiled_part_that_it_asks_for():
    [version] = re.findall(r"^pydantic-core==(\S+)", (ROOT / "requirements" / "prod.txt").read_text(), re.MULTILINE)
    assert bundle.PYDANTIC_CORE.name.startswith(f"pydantic_core-{version}-")


def test_the_bundle_stays_small(made_bundle):
    files = bundle.file_list()["files"]
    assert sum(file["compressed_size"] for file in files) < MOST_BYTES
    for file in files:
        assert (bundle.folder() / file["folder"] / file["name"]).stat().st_size == file["compressed_size"]


def test_it_has_what_the_site_is_made_of_and_nothing_of_its_other_parts(made_bundle):
    ours = files_of("khata.zip")
    documents = ("docs/help/ne/series.md", "docs/rules/jass.md")
    for path in ("ledger/series/services.py", "templates/base.html", *documents, "games/registry.py"):
        assert ours[path] == (ROOT / path).read_bytes()
    assert "locale/ne/LC_MESSAGES/django.mo" in ours
    assert not [
        path
        for path in ours
        if path.startswith(("ledger/api", "ledger/config", "ledger/pocket/rows")) or "/migrations/" in path
    ]
    packages = files_of("packages.zip")
    assert "django/conf/locale/ne/LC_MESSAGES/django.mo" in packages
    assert not [path for path in packages if re.search(r"/(pl|it|__pycache__)/", path)]


def test_only_what_has_changed_is_made_again(made_bundle, monkeypatch):
    before = {file["name"]: file["folder"] for file in bundle.file_list()["files"]}
    times = {file: file.stat().st_mtime_ns for file in bundle.folder().rglob("*.*")}
    monkeypatch.setattr(bundle, "OURS", (*bundle.OURS, "docs/glossary.md"))
    after = {file["name"]: file["folder"] for file in bundle.make()["files"]}
    assert {name for name in after if after[name] != before[name]} == {"khata.zip"}
    assert not (bundle.folder() / before["khata.zip"]).exists()
    kept = [file for file in times if file.exists() and file.parent != bundle.folder()]
    assert len(kept) == len(before) - 1
    assert {file.stat().st_mtime_ns for file in kept} == {times[file] for file in kept}


def test_without_a_bundle_the_site_says_why(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    said = Client().get("/pocket/bundle.json")
    assert (said.status_code, "make pocket" in said.json()["problem"]) == (503, True)
    monkeypatch.setattr(bundle, "PYODIDE", tmp_path / "pyodide.tgz")
    assert "pyodide.tgz" in bundle.make()["problem"]
    said = Client().get("/pocket/bundle.json")
    assert (said.status_code, "could not be made" in said.json()["problem"]) == (503, True)


@pytest.mark.slow
@pytest.mark.thorough
def test_two_machines_make_the_same_database():
    """Then either may answer for the other, and a phone need not fetch it again."""
    assert bundle.empty_database() == bundle.empty_database()


def test_a_full_disk_does_not_stop_the_site(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(bundle, "parts", lambda: [bundle.BundlePart("one.zip", "1", lambda: b"content")])
    monkeypatch.setattr(bundle, "write", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    assert "No space left" in bundle.make()["problem"]
    monkeypatch.undo()
    assert "problem" in bundle.file_list()


def test_while_the_site_is_developed_the_bundle_follows_each_change(made_bundle, client, settings, monkeypatch):
    before = client.get("/pocket/bundle.json").json()["version"]
    monkeypatch.setattr(bundle, "OURS", (*bundle.OURS, "docs/glossary.md"))
    assert client.get("/pocket/bundle.json").json()["version"] == before
    settings.DEBUG = True
    assert client.get("/pocket/bundle.json").json()["version"] != before


def test_the_list_names_files_that_are_there(made_bundle, client):
    said = client.get("/pocket/bundle.json")
    assert set(said["Cache-Control"].split(", ")) == {"private", "no-cache"}
    for file in said.json()["files"]:
        got = client.get(file["url"], headers={"Accept-Encoding": "gzip, br"})
        assert (got.status_code, len(brotli.decompress(got.content))) == (200, file["size"])
    assert "/static/js/pocket/shell.js" in said.json()["static"]
    assert client.get("/pocket/bundle.json", headers={"If-None-Match": said["ETag"]}).status_code == 304


def test_a_file_is_sent_as_it_is_stored_and_in_memory_once(made_bundle, client):
    """It is not packed anew for each visitor, and many who take it at once share its bytes."""
    files = client.get("/pocket/bundle.json").json()["files"]
    (url,) = [file["url"] for file in files if file["name"].endswith(".wasm")]
    for accepted in ("gzip", "gzip, br"):
        one, other = (client.get(url, headers={"Accept-Encoding": accepted}) for _visitor in range(2))
        assert one.get("Content-Encoding") == ("br" if "br" in accepted else None)
        assert one.content is other.content


def test_a_file_may_be_kept_for_ever(made_bundle, client):
    urls = {file["name"]: file["url"] for file in client.get("/pocket/bundle.json").json()["files"]}
    types = {"pyodide.mjs": "text/javascript", "pyodide.asm.wasm": "application/wasm"}
    for name, content_type in types.items():
        packed = client.get(urls[name], headers={"Accept-Encoding": "gzip, br"})
        plain = client.get(urls[name])
        assert (packed["Content-Encoding"], plain.has_header("Content-Encoding")) == ("br", False)
        assert brotli.decompress(packed.content) == plain.content
        for answer in (packed, plain):
            assert answer["Content-Type"] == content_type
            assert set(answer["Cache-Control"].split(", ")) == {"public", "max-age=31536000", "immutable"}
            assert "Cookie" not in answer["Vary"]
            assert not answer.cookies
    assert client.get("/pocket/files/0123456789abcdef/khata.zip").status_code == 404
    assert client.get(urls["khata.zip"].replace("khata.zip", "list.json")).status_code == 404


def test_another_bundle_has_another_version(made_bundle, client):
    before = client.get("/pocket/bundle.json").json()["version"]
    found = json.loads((bundle.folder() / "list.json").read_text())
    assert client.get("/pocket/bundle.json").json()["version"] == before
    found["files"][0]["folder"] = "0" * 16
    (bundle.folder() / "list.json").write_text(json.dumps(found))
    assert client.get("/pocket/bundle.json").json()["version"] != before
