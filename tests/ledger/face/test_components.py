"""Every component is used, and documents its parameters."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
COMPONENTS = sorted(path.stem for path in (ROOT / "templates" / "components").glob("*.html"))
NAMED = re.compile(r'"components/([a-z_]+)\.html"')


def included() -> set[str]:
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "ledger").rglob("*.py")]
    return {name for page in pages for name in NAMED.findall(page.read_text())}


def test_every_component_is_used_and_no_other():
    assert included() == set(COMPONENTS)


@pytest.mark.parametrize("name", COMPONENTS)
def test_every_component_documents_its_parameters(name):
    source = (ROOT / "templates" / "components" / f"{name}.html").read_text()
    says_nothing = {"foot", "language_switch", "theme_switch", "field_optional"}
    assert source.startswith(("{#", "{% comment %}")) or name in says_nothing
