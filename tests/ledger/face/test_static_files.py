"""The style sheets and modules after collectstatic."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import storages
from django.core.management import call_command
from django.test import override_settings
from fontTools.ttLib import TTFont

from ledger.face.static_files import BUNDLES

pytestmark = pytest.mark.thorough

SOURCES = Path(__file__).parents[3] / "static"


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Iterator[Path]:
    """Our own files, collected once. The files of the admin and of DRF would take seconds."""
    folder = tmp_path_factory.mktemp("static")
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "ledger.face.static_files.StaticFilesStorage"}}
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATIC_ROOT=folder, STORAGES=storages, STATICFILES_FINDERS=finders):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder


def served(collected: Path, name: str) -> str:
    return (collected / storages["staticfiles"].stored_name(name)).read_text()


@pytest.mark.parametrize("name", BUNDLES)
def test_collectstatic_joins_the_style_sheets(collected, name):
    sheet = served(collected, name)
    assert "@import" not in sheet
    assert "/*" not in sheet
    assert "\n " not in sheet
    sources = re.findall(r'@import url\("(.+?)"\)', (SOURCES / name).read_text())
    assert len(sources) >= 4
    for source in sources:
        first_rule = (SOURCES / "css" / source).read_text().partition("{")[0].splitlines()[-1]
        assert first_rule in sheet


def test_the_style_sheet_links_to_the_fonts(collected):
    addresses = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', served(collected, "css/app.css"))
    assert len(addresses) == 3
    assert all((collected / address).is_file() for address in addresses)


def test_the_small_font_has_every_letter_of_the_languages_names():
    """The name of each language that is written in Devanagari, as the language switch shows it."""
    with TTFont(SOURCES / "fonts" / "noto-sans-devanagari-language-name.woff2") as font:
        letters = set(font.getBestCmap())
    css = (SOURCES / "css" / "fonts.css").read_text().rpartition("unicode-range:")[2]
    declared = {int(number, 16) for number in re.findall(r"U\+([0-9A-F]{4})", css)}
    needed = {ord(letter) for _code, name in settings.LANGUAGES for letter in name if "\u0900" <= letter <= "\u097f"}
    assert needed == declared
    assert needed <= letters


def test_modules_import_hashed_files(collected):
    imports = re.findall(r'from "\./([^"]+)"', served(collected, "js/app.js"))
    assert imports
    assert all(re.fullmatch(r"[a-z]+\.[0-9a-f]{12}\.js", name) for name in imports)


def test_files_stay_short():
    ours = [*(SOURCES / "css").glob("*.css"), *(SOURCES / "js").glob("*.js")]
    assert max(len(file.read_text().splitlines()) for file in ours) < 400


def test_vendored_files_carry_licence_and_version():
    for folder in [*(SOURCES / "vendor").iterdir(), SOURCES / "fonts"]:
        assert (folder / "LICENSE").is_file()
        assert re.search(r"\d+\.\d+\.\d+", (folder / "VERSION").read_text())


def test_a_second_collectstatic_includes_changed_parts(collected, tmp_path_factory):
    changed = tmp_path_factory.mktemp("changed")
    (changed / "css").mkdir()
    (changed / "css" / "home.css").write_text(".changed { color: red; }")
    with override_settings(STATICFILES_DIRS=[changed, *settings.STATICFILES_DIRS]):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert ".changed" in served(collected, "css/app.css")


def test_the_font_of_the_language_name_comes_before_the_system_fonts():
    """A system font without these letters can show boxes instead."""
    sheet = (SOURCES / "css" / "face" / "shell.css").read_text()
    rule = sheet.partition("ne)) .switch--language {")[2].partition("}")[0]
    assert rule.split("font-family:")[1].split(",")[0].strip() == '"Khata Language Name"'
