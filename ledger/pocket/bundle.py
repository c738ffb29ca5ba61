"""The bundle: what a phone needs to run the site without signal, as compressed files in the data folder.

Python and its library come from `vendor/pocket/`, packages from those that are installed here, and the rest from the
working tree. Python code is source, which the phone compiles once. A part is made again only if its sources have
changed.
"""

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import brotli
from django.conf import settings
from django.utils.translation import to_locale

from ledger.lib import languages
from ledger.pocket.addresses import all_addresses
from ledger.pocket.rows import site_settings

ROOT = settings.BASE_DIR
PYODIDE = ROOT / "vendor/pocket/pyodide-314.0.7.tgz"
PYDANTIC_CORE = ROOT / "vendor/pocket/pydantic_core-2.50.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
LOCK = ROOT / "requirements/prod.txt"
QUALITY = 7  # of brotli: 9 makes files 2 % smaller in twice the time, 10 makes them 10 % smaller in ten times the time
OWN_ROWS = 2**40  # rows that are made in a phone have larger ids than rows from the site
PAGE_SIZE = 512  # bytes of a page of SQLite: in a phone most tables have a few rows or none

File = tuple[str, bytes]  # path and content

PACKAGES = (
    "annotated_types asgiref babel django django_htmx markdown_it mdurl nepali_datetime prometheus_client pydantic "
    "sqlparse template_partials typing_extensions typing_inspection"
).split()
OURS = ("games", "ledger", "templates", "locale", "docs/help", "docs/rules")
# Languages whose translations are kept. Babel adds the data of a country, such as en_GB, to those of en_001 or en.
LANGUAGES = {"root", "en_001"} | {
    name for language in languages.LANGUAGES for name in (to_locale(language.code), language.locale)
}
# Folders and files that a phone never loads, patterns of `fnmatch`, in which * also stands for /.
LIBRARY_LEFT_OUT = """
    __hello__.py __phello__ _pyio.py _pyrepl antigravity.py asyncio/proactor_events.py asyncio/tools.py
    asyncio/windows_*.py bdb.py cProfile.py cmd.py compression/zstd concurrent/futures/interpreter.py
    concurrent/futures/process.py concurrent/interpreters configparser.py ctypes doctest.py encodings/big5*
    encodings/cp424.py encodings/cp[!4]* encodings/euc* encodings/gb* encodings/hp_roman8.py encodings/hz.py
    encodings/iso* encodings/johab.py encodings/koi* encodings/kz1048.py encodings/mac_* encodings/palmos.py
    encodings/ptcp154.py encodings/shift* encodings/tis_620.py ftplib.py http/cookiejar.py imaplib.py mailbox.py
    modulefinder.py multiprocessing/[!_cpru]* multiprocessing/pool.py multiprocessing/popen_*.py
    multiprocessing/queues.py multiprocessing/re[!d]*.py netrc.py nturl2path.py optparse.py pdb.py
    pickletools.py plistlib.py poplib.py profile.py profiling pstats.py pty.py pyclbr.py pydoc.py sched.py
    shelve.py site-packages smtplib.py symtable.py tabnanny.py this.py tomllib trace.py tty.py unittest wave.py
    webbrowser.py wsgiref/validate.py xml/etree xmlrpc zipapp.py
""".split()
PACKAGES_LEFT_OUT = """
    *.po *.pyi *.typed */management/commands babel/messages django/bin django/conf/*_template
    django/contrib/*/migrations django/contrib/admin django/contrib/admindocs
    django/contrib/auth/common-passwords.txt.gz django/contrib/flatpages django/contrib/gis
    django/contrib/postgres django/contrib/redirects django/contrib/sessions django/contrib/sitemaps
    django/contrib/sites django/contrib/syndication django/db/backends/mysql django/db/backends/oracle
    django/db/backends/postgresql django/test django_htmx/static markdown_it/cli pydantic/mypy.py pydantic/v1
""".split()
OURS_LEFT_OUT = """
    *.po */admin.py */management */migrations ledger/api ledger/circles/accounts/oidc ledger/config ledger/operations
    ledger/pocket/[!_p]* ledger/sheets ledger/transfer templates/account templates/api templates/mfa
    templates/rest_framework templates/sheets templates/socialaccount templates/transfer
""".split()


@dataclass(frozen=True)
class BundlePart:
    """A file of the bundle. `state` is a hash of its sources: the content is made again if `state` has changed."""

    name: str
    state: str
    content: Callable[[], bytes]


def parts() -> Iterator[BundlePart]:
    pyodide, core, packages = state_of(PYODIDE), state_of(PYDANTIC_CORE), state_of(LOCK)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        yield BundlePart(name, pyodide, partial(pyodide_file, name))
    yield BundlePart("pydantic_core.so", core, lambda: dict(core_files("*.so")).popitem()[1])
    yield BundlePart("stdlib.zip", pyodide + packages, standard_library)
    yield BundlePart("tzdata.zip", packages, lambda: zipped(package_files(["tzdata"])))
    yield BundlePart("packages.zip", core + packages, lambda: zipped([*package_files(PACKAGES), *core_files("*.py")]))
    ours = zipped(files_below(ROOT, OURS, OURS_LEFT_OUT))
    yield BundlePart("khata.zip", state_of() + hashlib.sha256(ours).hexdigest(), lambda: ours)
    migrations = sorted(ROOT.glob("ledger/*/migrations/*.py"))
    phone_settings = ROOT / "ledger/pocket/phone/settings.py"
    yield BundlePart("empty.sqlite3", state_of(LOCK, phone_settings, *migrations), empty_database)


def state_of(*files: Path) -> str:
    """Return a hash of these sources and of this module, which says what is taken from them."""
    total = hashlib.sha256()
    for file in (Path(__file__), *files):
        total.update(file.read_bytes())
    return total.hexdigest()


def pyodide_file(name: str) -> bytes:
    with tarfile.open(PYODIDE) as archive:
        file = archive.extractfile(f"package/{name}")
        assert file
        return file.read()


def core_files(pattern: str) -> Iterator[File]:
    """Yield the files of pydantic_core, the compiled part of pydantic, whose paths match the pattern."""
    with zipfile.ZipFile(PYDANTIC_CORE) as archive:
        yield from ((name, archive.read(name)) for name in archive.namelist() if fnmatch(name, pattern))


def standard_library() -> bytes:
    with zipfile.ZipFile(io.BytesIO(pyodide_file("python_stdlib.zip"))) as archive:
        names = [name for name in archive.namelist() if name.endswith(".py") and not matches(name, LIBRARY_LEFT_OUT)]
        return zipped((name, archive.read(name)) for name in names)


def package_files(packages: Iterable[str]) -> Iterator[File]:
    """Yield the files of installed packages, with translations only into the site's languages."""
    for package in packages:
        spec = find_spec(package)
        assert spec
        assert spec.origin
        origin = Path(spec.origin)
        is_module = spec.submodule_search_locations is None
        root, name = (origin.parent, origin.name) if is_module else (origin.parent.parent, package)
        for path, content in files_below(root, [name], PACKAGES_LEFT_OUT):
            language = re.match(r"(?:django/.*locale/(?=.*/)|babel/locale-data/)(\w+)", path)
            if not language or language[1] in LANGUAGES:
                yield path, content


def files_below(root: Path, names: Iterable[str], left_out: list[str]) -> Iterator[File]:
    for name in names:
        for file in sorted((root / name).rglob("*")) or [root / name]:
            path = file.relative_to(root).as_posix()
            if file.is_file() and "__pycache__" not in file.parts and not matches(path, left_out):
                yield path, file.read_bytes()


def matches(path: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(path, pattern) or fnmatch(path, f"{pattern}/*") for pattern in patterns)


def zipped(files: Iterable[File]) -> bytes:
    """Return the files as a zip without compression: `make` compresses it. The same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in files:
            archive.writestr(zipfile.ZipInfo(path), content)
    return buffer.getvalue()


def empty_database() -> bytes:
    """Return a migrated database, the same on every machine.

    The migrations run in a process of their own, because they need the settings of the site in a phone.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepared = {"site": site_settings(), "addresses": all_addresses()}
        for name, content in prepared.items():
            Path(folder, f"{name}.json").write_text(json.dumps(content))
        environment = os.environ | {"DJANGO_SETTINGS_MODULE": "ledger.pocket.phone.settings", "POCKET_DIR": folder}
        command = [sys.executable, "-m", "django", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        file = Path(folder, "pocket.sqlite3")
        database = sqlite3.connect(file, isolation_level=None)
        database.execute("UPDATE django_migrations SET applied = '2000-01-01'")
        database.execute("DELETE FROM sqlite_sequence")
        numbered = "SELECT name, ? FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%' ORDER BY name"
        database.execute(f"INSERT INTO sqlite_sequence {numbered}", [OWN_ROWS])
        database.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        database.execute("VACUUM")
        database.close()
        return file.read_bytes()


def folder() -> Path:
    return Path(settings.DATA_DIR, "pocket")


def file_list() -> dict[str, Any]:
    """Return the list of the bundle: its `files`, or under `problem` a sentence why there are none."""
    try:
        return dict(json.loads((folder() / "list.json").read_text()))
    except FileNotFoundError:
        return {"problem": "The bundle has not been made yet: `make pocket` makes it."}


def make() -> dict[str, Any]:
    """Bring the folder up to date, and return its list. If this fails, the list has a problem in place of the files."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor() as pool:  # brotli and the migrations work side by side
            result: dict[str, Any] = {"files": list(pool.map(_make_part, parts()))}
        write(folder() / "list.json", json.dumps(result).encode())
        for old in {path.name for path in folder().glob("*/")} - {file["folder"] for file in result["files"]}:
            shutil.rmtree(folder() / old)
    except (OSError, subprocess.CalledProcessError, tarfile.TarError, zipfile.BadZipFile) as error:
        result = {"problem": f"The bundle could not be made: {error}"}
        with suppress(OSError):  # the disk may be full
            write(folder() / "list.json", json.dumps(result).encode())
    return result


def _make_part(part: BundlePart) -> dict[str, Any]:
    """Write the part unless the folder has it in this state. Return its row in the list."""
    for file in file_list().get("files", []):
        is_there = (folder() / file["folder"] / file["name"]).exists()
        if (file["name"], file["state"], is_there) == (part.name, part.state, True):
            return dict(file)
    content = part.content()
    compressed = brotli.compress(content, quality=QUALITY)
    part_folder = folder() / hashlib.sha256(content).hexdigest()[:16]
    part_folder.mkdir(parents=True, exist_ok=True)
    write(part_folder / part.name, compressed)
    sizes = {"size": len(content), "compressed_size": len(compressed)}
    return {"name": part.name, "folder": part_folder.name, **sizes, "state": part.state}


def write(file: Path, content: bytes) -> None:
    """Write the file as a whole or not at all."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(content)
    new.replace(file)
