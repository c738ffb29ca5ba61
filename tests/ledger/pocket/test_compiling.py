"""What a phone compiles when it is prepared."""

from pathlib import Path
from zipimport import zipimporter

import pytest

from ledger.pocket.phone import compiling


@pytest.fixture
def folder(tmp_path) -> Path:
    folder = tmp_path / "code"
    (folder / "part").mkdir(parents=True)
    (folder / "part" / "__init__.py").write_text('"""A part."""\nassert 1 == 2, "sums"\n')
    (folder / "part" / "page.html").write_text("<p>")
    return folder


def test_a_folder_becomes_a_zip_of_what_python_loads(folder):
    shown: list[float] = []
    compiling.compile_folder(str(folder), shown.append)
    assert not list(folder.rglob("*.py"))
    loader = zipimporter(f"{folder}.zip")
    assert loader.get_data("part/page.html") == b"<p>"
    loaded: dict[str, object] = {}
    exec(loader.get_code("part"), loaded)
    assert loaded.get("__doc__") is None
    assert shown == [0]


def test_our_own_assertions_stay(folder, monkeypatch):
    monkeypatch.setattr(compiling, "OURS", str(folder))
    compiling.compile_folder(str(folder), lambda _part: None)
    with pytest.raises(AssertionError, match="sums"):
        exec(zipimporter(f"{folder}.zip").get_code("part"), {})
