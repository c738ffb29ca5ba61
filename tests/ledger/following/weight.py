"""The compressed size of all that a phone loads for the first view of a page."""

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from ledger.face.static_files import STYLE_SHEET, bundled


def weights(page: bytes) -> dict[str, int]:
    """Sizes of the compressed `page`, of its style sheets, scripts and icons, and of the modules they import."""
    html = gzip.decompress(page).decode()
    linked = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html)) - {STYLE_SHEET}
    files = {name: len(gzip.compress(static_file(name))) for name in linked | modules("js/app.js", html)}
    return {"page": len(page), STYLE_SHEET: len(gzip.compress(style_sheet()))} | files


def static_file(name: str) -> bytes:
    path = finders.find(name)
    assert path, name
    return Path(path).read_bytes()


def style_sheet() -> bytes:
    """The style sheet as collectstatic joins it."""
    folder = Path(finders.find("css")).parent
    storage = StaticFilesStorage(location=folder)
    names = [path.relative_to(folder).as_posix() for path in folder.glob("css/**/*.css")]
    sheets = {name: (storage, name) for name in names}
    return bundled(STYLE_SHEET, sheets).encode()


def modules(name: str, page: str) -> set[str]:
    """A module and the modules that it imports on this page."""
    text = static_file(name).decode()
    always = set(re.findall(r'^import .*"\./([\w-]+\.js)"', text, re.MULTILINE))
    sometimes = {
        module
        for sign, module in re.findall(r'\["(.+?)", \(\) => import\("\./([\w-]+\.js)"\)', text)
        if any(part.strip(" []") in page for part in sign.split(","))
    }
    return {name}.union(*(modules(f"js/{found}", page) for found in always | sometimes))
