"""The file of a circle with many kinds of rows, an empty database, and helpers that list the problems of a file."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from ledger.circles.models import Circle, Member, User
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.conftest import make_user
from tests.ledger.transfer.circle_files import as_bytes, file_made_once, fill

File = dict[str, Any]

IMPOSSIBLE = "Series {series}: event {number} could not have happened."


@pytest.fixture
def rich(scorer: Member, charlie: User) -> Circle:
    return fill(scorer, charlie)


@pytest.fixture
def text(db: None, request: pytest.FixtureRequest) -> str:
    """The file of the circle, which is made only once, and an empty database."""
    return file_made_once(request, "rich")


@pytest.fixture
def path(text: str, tmp_path: Path) -> Path:
    path = tmp_path / "circle.json"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def alice_again(text: str) -> Member:
    circle = import_circle(check_file(text.encode()), make_user("Alice"))
    return Member.objects.select_related("circle", "user").get(circle=circle, user__is_active=True)


def run_import(path: Path, *options: str) -> str:
    printed = StringIO()
    call_command("import_circle", str(path), "--unsigned", *options, stdout=printed)
    return printed.getvalue()


def count_rows() -> dict[str, int]:
    return {model.__name__: model._base_manager.count() for model in apps.get_models()}


def problems_with(whole: File) -> list[str]:
    with pytest.raises(UnreadableFile) as unfit:
        check_file(as_bytes({**whole, "circle": {**whole["circle"], "id": "a" * 12}}))
    return unfit.value.sentences


def problems_of(data: bytes) -> list[str]:
    before = count_rows()
    with pytest.raises(UnreadableFile) as unfit:
        import_circle(check_file(data), None)
    assert count_rows() == before
    return unfit.value.sentences


def changed(whole: File, change: Callable[[File], object]) -> bytes:
    change(whole)
    return as_bytes(whole)


def first_series(whole: File) -> File:
    return whole["series"][0]


def put(path: str, value: object) -> Callable[[File], object]:
    """`put("series.0.status", "open")`"""

    def change(whole: File) -> None:
        *steps, last = path.split(".")
        place: Any = whole
        for step in steps:
            place = place[int(step)] if isinstance(place, list) else place[step]
        place[int(last) if isinstance(place, list) else last] = value

    return change
