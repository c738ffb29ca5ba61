"""`make messages-check` finds texts that are missing, obsolete, fuzzy or wrongly translated."""

from pathlib import Path

import pytest

from ledger.lib.languages import BY_CODE
from scripts import messages
from tests.needs import find_program

SENTENCE = 'say("{player} deals", player=seat)'
COUNTED = 'ngettext("%(count)d hand", "%(count)d hands", count)'
PAGE = '{% load i18n %}{% translate "Start a table" %}'


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project, complete in two languages."""
    monkeypatch.setattr(messages, "LANGUAGES", {code: BY_CODE[code] for code in ("en", "ne")})
    find_program("gettext", "xgettext")
    for folder in messages.SOURCES:
        (tmp_path / folder).mkdir()
    (tmp_path / "games" / "deal.py").write_text(SENTENCE)
    (tmp_path / "ledger" / "views.py").write_text(COUNTED)
    (tmp_path / "templates" / "home.html").write_text(PAGE)
    messages.write(tmp_path)
    translate(tmp_path, "{player} deals", "{player} ले बाँड्ने")
    translate(tmp_path, "Start a table", "टेबल सुरु गर्नुहोस्")
    edit(tmp_path, 'msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "%(count)d हात"\nmsgstr[1] "%(count)d हात"')
    messages.write(tmp_path)
    return tmp_path


def edit(project: Path, old: str, new: str) -> None:
    file = messages.po_file(project, "ne")
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def translate(project: Path, text: str, translation: str) -> None:
    edit(project, f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{translation}"')


def test_a_complete_project_has_no_problems(project):
    assert list(messages.problems(project)) == []


def test_english_texts_are_their_own_translation(project):
    english = messages.read_catalogue(project, "en")
    assert english["Start a table"].string == "Start a table"
    assert english["%(count)d hand"].string == ("%(count)d hand", "%(count)d hands")


def test_writing_the_catalogues_twice_changes_nothing(project):
    before = {file: file.read_bytes() for file in (project / "locale").rglob("*") if file.is_file()}
    messages.write(project)
    assert before == {file: file.read_bytes() for file in (project / "locale").rglob("*") if file.is_file()}
    assert len(before) == 4


def test_checking_does_not_write_files(project):
    (project / "games" / "deal.py").write_text('say("A new sentence")')
    before = sorted(project.rglob("*"))
    assert list(messages.problems(project))
    assert sorted(project.rglob("*")) == before


@pytest.mark.parametrize(
    ("file", "source", "text"),
    [
        ("games/deal.py", 'say("A new sentence")', "A new sentence"),
        ("ledger/forms.py", '_ = gettext_lazy\n_("Name")', "Name"),
        ("ledger/words.py", 'gettext_noop("owner")', "owner"),
        ("templates/new.html", "{% load i18n %}{% blocktranslate %}Hello{% endblocktranslate %}", "Hello"),
    ],
)
def test_a_new_text_is_missing_in_both_languages(project, file, source, text):
    (project / file).write_text(f"{SENTENCE}\n{source}" if file == "games/deal.py" else source)
    assert list(messages.problems(project)) == [f"en: {text!r} is missing", f"ne: {text!r} is missing"]
    messages.write(project)
    assert list(messages.problems(project)) == [f"ne: {text!r} is not translated"]


def test_a_removed_text_is_obsolete(project):
    (project / "templates" / "home.html").unlink()
    assert list(messages.problems(project)) == ["en: 'Start a table' is obsolete", "ne: 'Start a table' is obsolete"]
    messages.write(project)
    assert list(messages.problems(project)) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgid "Start a', '#, fuzzy\nmsgid "Start a', "'Start a table' is fuzzy"),
        ('msgstr "टेबल सुरु गर्नुहोस्"', 'msgstr ""', "'Start a table' is not translated"),
        ('msgstr[1] "%(count)d हात"', 'msgstr[1] ""', "'%(count)d hand' is not translated"),
        ('"{player} ले बाँड्ने"', '"बाँड्ने"', "'{player} deals' leaves out player"),
        ('"{player} ले बाँड्ने"', '"{player} {dealer}"', "'{player} deals' uses dealer, which the original does not offer"),
    ],
)
def test_a_faulty_translation_is_found(project, old, new, fault):
    edit(project, old, new)
    assert f"ne: {fault}" in list(messages.problems(project))


def test_an_outdated_compiled_catalogue_is_found(project):
    edit(project, "टेबल सुरु गर्नुहोस्", "टेबल खोल्नुहोस्")
    assert list(messages.problems(project)) == ["ne: django.mo is not what django.po compiles to"]
    messages.write(project)
    assert list(messages.problems(project)) == []
