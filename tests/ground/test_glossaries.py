"""Each language has one word for one thing: its catalogue keeps to the table in docs/languages/.

A row `| English | the words | never |` says which words stand for an English term, and which ones no translation uses.
`Except: "English text"` below the table names a text in which the term means something else.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from babel.messages.catalog import Catalog

from ledger.lib.languages import LANGUAGES
from scripts import messages
from tests.ground.helpers import ROOT

OTHER_LANGUAGES = [language.code for language in LANGUAGES if language.code != messages.SOURCE_LANGUAGE]
MARKUP = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]*>|&\w+;")
LETTER = r"[\w\u0300-\u036f\u0900-\u0963\u0966-\u097f]"  # with the vowel signs of Devanagari, and not its full stop


class Term(NamedTuple):
    english: str
    words: list[str]  # parts of words will do, since endings change
    never: list[str]


class Glossary(NamedTuple):
    terms: list[Term]
    exceptions: set[str]


def read_glossary(text: str) -> Glossary:
    rows = [
        [cell.strip(" *`") for cell in line.strip(" |").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]
    rows = [([*row, "", ""])[:3] for row in rows if not set(row[0]) <= set(":- ")][1:]  # without the head
    terms = [Term(row[0].lower(), listed(row[1]), listed(row[2])) for row in rows]
    return Glossary(terms, set(re.findall(r'^(?:[-*] )?Except: "(.*)"', text, re.MULTILINE)))


def listed(cell: str) -> list[str]:
    return [plain(word.strip(" *`–—")) for word in cell.split(",") if word.strip(" *`–—")]


def plain(text: str) -> str:
    return unicodedata.normalize("NFC", MARKUP.sub(" ", text)).replace("\u00a0", " ").replace("\u00ad", "").lower()


def word(text: str) -> str:
    """The pattern of a whole word. A single letter, such as ß, matches inside words too."""
    return re.escape(text) if len(text) == 1 else rf"(?<!{LETTER}){re.escape(text)}(?!{LETTER})"


def english_word(term: str) -> str:
    plural = f"{term[:-1]}(?:y|ies)" if term.endswith("y") else f"{re.escape(term)}(?:e?s)?"
    return rf"(?<!{LETTER}){plural}(?!{LETTER})"


def faults(glossary: Glossary, catalogue: Catalog) -> Iterator[str]:
    """One sentence for each text that does not keep to the glossary. Untranslated texts have no fault."""
    longest_first = sorted((term for term in glossary.terms if term.words), key=lambda term: -len(term.english))
    for message in messages.texts(catalogue):
        written = [plain(form) for form in messages.forms(message)]
        original, _context = messages.key(message)
        if not all(written) or original in glossary.exceptions:
            continue
        for unwanted in (each for term in glossary.terms for each in term.never):
            if any(re.search(word(unwanted), form) for form in written):
                yield f"{original!r}: never {unwanted!r}"
        english = plain(" ".join(message.id) if message.pluralizable else str(message.id))
        for term in longest_first:
            # The words of a longer term, such as "points only", are not checked again for "points".
            english, found = re.subn(english_word(term.english), " ", english)
            if found and not all(any(each in form for each in term.words) for form in written):
                yield f"{original!r}: {term.english!r} is not {' or '.join(term.words)} in {' / '.join(written)!r}"


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_a_language_keeps_to_its_glossary(language):
    page = ROOT / "docs" / "languages" / f"{language}.md"
    catalogue = messages.read_catalogue(ROOT, language)
    if not page.exists():
        assert not all(messages.forms(message)[0] for message in messages.texts(catalogue)), f"{page} is missing"
        return
    glossary = read_glossary(page.read_text())
    assert glossary.terms
    found = list(faults(glossary, catalogue))
    assert not found, "\n".join([f"{len(found)} texts of {language}:", *found])


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_the_help_has_no_word_that_a_language_forbids(language):
    glossary = read_glossary((ROOT / "docs" / "languages" / f"{language}.md").read_text())
    never = [each for term in glossary.terms for each in term.never]
    files = (ROOT / "docs" / "help" / language).glob("*.md")
    texts = {file.stem: plain(re.sub(r"\]\(.+?\)", "]", file.read_text())) for file in files}  # without addresses
    assert texts
    assert [(name, each) for name, text in texts.items() for each in never if re.search(word(each), text)] == []


TABLE = """
| English | Deutsch | never |
|---|---|---|
| trick | Stich | Trick, Runde |
| points only | nur Punkte | |
| point | Punkt | |
| city | Stadt, Städte | ß |

- Except: "A trick question"
"""


@pytest.mark.parametrize(
    ("original", "translation", "found"),
    [
        ("Last trick", "Letzter Stich", ""),
        ("Two TRICKS", "Zwei Stiche", ""),
        ("Two tricks", "Zwei Runden", "is not stich"),
        ("Two tricks", "Zwei Runden, ein Trick mit Stich", "never 'trick'"),
        ("Trickster", "Gauner", ""),
        ("%(trick)s <b title='trick'>%(trick)s</b>", "%(trick)s", ""),
        ("A trick question", "Eine Fangfrage", ""),
        ("For points only", "Um nur Punkte", ""),
        ("For points only", "Um Punkte", "'points only' is not nur punkte"),
        ("Cities", "Städte", ""),
        ("Cities", "Orte", "'city' is not stadt"),
        ("Hello", "Mit Gruß", "never 'ß'"),
        ("Two tricks", "", ""),
    ],
)
def test_what_does_not_keep_to_the_glossary_is_found(original, translation, found):
    catalogue = Catalog(locale="de")
    catalogue.add(original, translation)
    faults_found = list(faults(read_glossary(TABLE), catalogue))
    assert len(faults_found) == bool(found), faults_found
    assert found in "".join(faults_found)


def test_each_form_of_a_plural_keeps_to_the_glossary():
    catalogue = Catalog(locale="de")
    catalogue.add(("%(count)d trick", "%(count)d tricks"), ("%(count)d Stich", "%(count)d Runden"))
    assert len(list(faults(read_glossary(TABLE), catalogue))) == 1
