"""The commands that export and import a circle."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ledger.circles.models import Circle, User
from tests.ledger.lib.test_progress import Terminal
from tests.ledger.transfer.circle_files import export, sealed_export
from tests.ledger.transfer.importing.conftest import run_import

pytestmark = pytest.mark.django_db


def test_an_import_without_an_owner_prints_the_command_for_a_link(text, path):
    printed = run_import(path)
    circle = Circle.objects.get()
    assert f"It has no owner yet: manage.py circle_link {circle.pk} makes a link for one." in printed


def test_the_export_of_the_page_is_the_same_file(rich, owner, client):
    client.force_login(owner.user)
    assert client.get(f"/circles/{rich.pk}/export/").getvalue().decode() == sealed_export(rich)


def test_a_terminal_shows_a_progress_bar(text, path):
    terminal = Terminal()
    call_command("import_circle", str(path), "--unsigned", stdout=StringIO(), stderr=terminal)
    shown = terminal.getvalue().split("\r")
    assert shown[1].strip() == f"Checking [{' ' * 40}]   0%"
    assert any(f"[{'#' * 20}" in line for line in shown)
    assert f"Checking [{'#' * 40}] 100%\n" in shown
    assert shown[-1] == f"Writing [{'#' * 40}] 100%\n"


def test_an_import_prints_how_long_it_took(text, path):
    hands = sum(
        len([event for event in one["events"] if event["kind"] == "recorded"]) for one in json.loads(text)["series"]
    )
    withdrawn = sum(event["kind"] == "withdrawn" for one in json.loads(text)["series"] for event in one["events"])
    rate = rf"{hands - withdrawn} hands in \d+\.\d s, [\d,]+ a second"
    assert re.search(rf"Checked: {rate}\. Written: {rate}\.", run_import(path))


def test_wrong_arguments_are_refused(text, path, tmp_path, settings):
    with pytest.raises(CommandError, match="There is no circle nowhere"):
        export("nowhere")
    with pytest.raises(CommandError, match="There is no user called nobody"):
        run_import(path, "--owner", "nobody")
    User.objects.create_user(username="gone", display_name="Gone", is_active=False)
    with pytest.raises(CommandError, match="There is no user called gone"):
        run_import(path, "--owner", "gone")
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run_import(tmp_path / "nothing.json")
    settings.MAX_IMPORT = len(text)
    with pytest.raises(CommandError, match="LEDGER_MAX_IMPORT says how many"):
        run_import(path)
    assert not Circle.objects.exists()
