"""The commands that export and import a circle."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from ledger.circles.models import Circle, Member
from tests.ledger.transfer.carrying import export
from tests.ledger.transfer.importing.conftest import import_circle

pytestmark = pytest.mark.django_db


def test_whoever_imports_without_an_owner_is_told_how_to_get_in(text: str, path: Path) -> None:
    printed = import_circle(path)
    circle = Circle.objects.get()
    assert f"Nobody can see it yet: manage.py circle_link {circle.pk} makes a link for its owner." in printed


def test_the_export_of_the_page_is_the_same_file(rich: Circle, owner: Member, client: Any) -> None:
    client.force_login(owner.user)
    assert client.get(f"/circles/{rich.pk}/export/").content.decode() == export(rich)


def test_commands_that_lead_nowhere(text: str, path: Path, tmp_path: Path, settings: Any) -> None:
    with pytest.raises(CommandError, match="There is no circle nowhere"):
        export("nowhere")
    with pytest.raises(CommandError, match="There is nobody called nobody"):
        import_circle(path, "--owner", "nobody")
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        import_circle(tmp_path / "nothing.json")
    settings.MAX_IMPORT = len(text)
    with pytest.raises(CommandError, match="LEDGER_MAX_IMPORT says how many"):
        import_circle(path)
    assert not Circle.objects.exists()
