"""How much a phone loads to see the series page for the first time."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from ledger.circles.models import Member
from ledger.face.static_files import STYLE_SHEET, bundled
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.phones import address, client_of

AIM = 60_000


def static_file(name: str) -> bytes:
    path = finders.find(name)
    assert path, name
    return Path(path).read_bytes()


def style_sheet() -> bytes:
    """As collectstatic puts it together."""
    storage = StaticFilesStorage(location=Path(finders.find("css")).parent)
    sheets = {f"css/{path.name}": (storage, f"css/{path.name}") for path in Path(finders.find("css")).glob("*.css")}
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


@pytest.mark.django_db
def test_the_first_load_of_the_series_page_is_light(bob_scores: Scorer, viewer: Member) -> None:
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(address("page", bob_scores.series), headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()
    linked = set(re.findall(r'(?:href|src)="/static/([^"]+)"', html)) - {STYLE_SHEET}
    scripts = modules("js/app.js", html)
    assert {"js/live.js", "js/status.js"} <= scripts
    weights = {"page": len(page.content), STYLE_SHEET: len(gzip.compress(style_sheet()))}
    weights |= {name: len(gzip.compress(static_file(name))) for name in linked | scripts}
    print(weights, sum(weights.values()))
    assert sum(weights.values()) < AIM
