"""What a phone loads to see a page for the first time, compressed as it travels."""

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from ledger.face.static_files import STYLE_SHEET, bundled


def weights(page: bytes) -> dict[str, int]:
    """`page` as it came, compressed. The style sheets, scripts and icons that it names, and the modules they load."""
    html = gzip.decompress(page).decode()
    linked = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html)) - {STYLE_SHEET}
    files = {name: len(gzip.compress(static_file(name))) for name in linked | modules("js/app.js", html)}
    return {"page": len(page), STYLE_SHEET: len(gzip.compress(style_sheet()))} | files


def static_file(name: str) -> bytes:
    path = finders.find(name)
    assert path, name
    return Path(path).read_bytes()


def style_sheet() -> bytes:
    """As collectstatic puts it together."""
    folder = Path(finders.find("css")).parent
    storage = StaticFilesStorage(location=folder)
    names = [path.relative_to(folder).as_posix() for path in folder.glob("css/**/*.css")]
    sheets = {name: (storage, name) for name in names}
    return bundled(STYLE_SHEET, sheets).encode()


def modules(name: str, page: str) -> set[str]:
    """A module, and those that it needs on this page."""
    text = static_file(name).decode()
    always = set(re.findall(r'^import .*"\./([\w-]+\.js)"', text, re.MULTILINE))
    sometimes = {
        module
        for sign, module in re.findall(r'\["(.+?)", \(\) => import\("\./([\w-]+\.js)"\)', text)
        if any(part.strip(" []") in page for part in sign.split(","))
    }
    return {name}.union(*(modules(f"js/{found}", page) for found in always | sometimes))
