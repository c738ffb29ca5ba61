"""The texts to translate: `make messages` collects and compiles them, `make messages-check` fails if one is not ready.

GNU gettext finds the texts, because Django's command reads templates with it. Babel does the rest, in memory: so the
check changes no file. The compiled files are in git, so a machine that only runs the site needs no gettext.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import django
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.core.management import call_command
from django.core.management.commands import makemessages
from django.test.utils import override_settings
from django.utils.translation import to_locale

from ledger.lib.languages import BY_CODE as LANGUAGES
from scripts.data_folder import ROOT

SOURCE_LANGUAGE = "en"
SOURCES = ("games", "ledger", "templates")
PLACEHOLDER = re.compile(r"%\((\w+)\)[a-z]|\{(\w+)\}")


class CollectMessages(makemessages.Command):
    """Django's command, which also finds the texts that the rulebook marks."""

    marked = ("--keyword=say", "--keyword=say_many:1,2", "--keyword=option:2")
    xgettext_options = [*makemessages.Command.xgettext_options, *marked]


class CollectDescriptions(makemessages.Command):
    """Finds the descriptions of options.

    Each is the second text in a call of `option`, and xgettext reads one text of each call.
    """

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword", "--keyword=option:3"]


def collect(root: Path) -> Catalog:
    """Return every text to translate below `root`."""
    catalogue = collect_with(CollectMessages(), root, SOURCES)
    for message in texts(collect_with(CollectDescriptions(), root, ("games",))):
        catalogue.add(message.id, locations=message.locations, flags=message.flags)
    return catalogue


def collect_with(command: makemessages.Command, root: Path, sources: Iterable[str]) -> Catalog:
    """Collect the texts in a copy, because Django's command leaves files behind."""
    with tempfile.TemporaryDirectory(prefix="khata-messages-") as name:
        folder = Path(name)
        for source in sources:
            shutil.copytree(root / source, folder / source, ignore=shutil.ignore_patterns("__pycache__"))
        with chdir(folder), override_settings(LOCALE_PATHS=[folder / "locale"]):
            call_command(command, locale=[SOURCE_LANGUAGE], verbosity=0)
        return read_catalogue(folder, SOURCE_LANGUAGE)


def po_file(root: Path, language: str) -> Path:
    return root / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def read_catalogue(root: Path, language: str) -> Catalog:
    file = po_file(root, language)
    if not file.exists():
        return Catalog(locale=to_locale(language), domain="django")
    with file.open("rb") as opened:
        return read_po(opened, locale=to_locale(language), domain="django")


def texts(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def key(message: Message) -> tuple[str, str | None]:
    singular = message.id[0] if message.pluralizable else message.id
    return str(singular), message.context


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation; its singular and plural forms if the text depends on a number."""
    return tuple(message.string or ()) if message.pluralizable else (str(message.string or ""),)


def placeholders(*strings: str) -> set[str]:
    return {"".join(found) for string in strings for found in PLACEHOLDER.findall(string)}


def write_header(catalogue: Catalog, language: str) -> None:
    catalogue.fuzzy = False
    name = Locale.parse(to_locale(language)).english_name
    catalogue.header_comment = f"# Khata in {name}. `make messages` keeps it in step with the texts."
    catalogue.project, catalogue.version = "Khata", "1"
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = ""
    catalogue.revision_date = catalogue.creation_date
    catalogue.mime_headers = [("Plural-Forms", LANGUAGES[language].plural_forms)]


def refresh(catalogue: Catalog, template: Catalog, language: str) -> None:
    """Add new texts, drop old texts. In English each text is its own translation."""
    # A copy, because the catalogue takes over the template's messages and then changes them.
    catalogue.update(deepcopy(template), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    write_header(catalogue, language)
    if language == SOURCE_LANGUAGE:
        for message in texts(catalogue):
            if not all(forms(message)):
                message.string = message.id


def compiled(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def write(root: Path) -> None:
    template = collect(root)
    for language in LANGUAGES:
        catalogue = read_catalogue(root, language)
        refresh(catalogue, template, language)
        file = po_file(root, language)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            write_po(opened, catalogue, width=120, sort_by_file=True, include_lineno=False)
        # Read back, so that the compiled file equals the written file.
        file.with_suffix(".mo").write_bytes(compiled(read_catalogue(root, language)))


def faults_of(message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield "is fuzzy"
    if not all(forms(message)):
        yield "is not translated"
        return
    offered = placeholders(*message.id) if message.pluralizable else placeholders(str(message.id))
    for form in forms(message):
        if unknown := placeholders(form) - offered:
            yield f"uses {', '.join(sorted(unknown))}, which the original does not offer"
    if forgotten := offered - placeholders(*forms(message)):
        yield f"leaves out {', '.join(sorted(forgotten))}"


def problems(root: Path) -> Iterator[str]:
    """Yield a sentence for each text that keeps a language from being complete."""
    in_sources = {key(message) for message in texts(collect(root))}
    for language in LANGUAGES:
        catalogue = read_catalogue(root, language)
        in_catalogue = {key(message) for message in texts(catalogue)}
        gone = (in_catalogue - in_sources) | {key(message) for message in catalogue.obsolete.values()}
        yield from (f"{language}: {text!r} is missing" for text, _context in sorted(in_sources - in_catalogue, key=str))
        yield from (f"{language}: {text!r} is obsolete" for text, _context in sorted(gone, key=str))
        for message in texts(catalogue):
            yield from (f"{language}: {key(message)[0]!r} {fault}" for fault in faults_of(message))
        mo_file = po_file(root, language).with_suffix(".mo")
        if not mo_file.exists() or mo_file.read_bytes() != compiled(catalogue):
            yield f"{language}: django.mo is not what django.po compiles to"


def main(command: str) -> None:
    if not shutil.which("xgettext"):
        sys.exit("GNU gettext is missing: sudo apt-get install gettext")
    os.environ["LEDGER_DEBUG"] = "1"  # collecting texts needs Django, but no SECRET_KEY and no ALLOWED_HOSTS
    os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
    django.setup()
    if command == "write":
        write(ROOT)
    left = list(problems(ROOT))
    print("\n".join(left) or f"Complete in {', '.join(LANGUAGES)}.")
    if left:
        print(f"{len(left)} to do; edit locale/*/LC_MESSAGES/django.po, then `make messages`.", file=sys.stderr)
    if left and command == "check":
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
