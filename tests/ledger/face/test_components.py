"""Every component is described, and shown on the design page."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
COMPONENTS = sorted(path.stem for path in (ROOT / "templates" / "components").glob("*.html"))
INCLUDED = re.compile(r'include "components/([a-z_]+)\.html"')


def included_in(*folders: str) -> set[str]:
    pages = [page for folder in folders for page in (ROOT / "templates" / folder).glob("*.html")]
    return {name for page in pages for name in INCLUDED.findall(page.read_text())}


@pytest.mark.parametrize("name", COMPONENTS)
def test_every_component_is_shown_on_the_design_pages(name):
    base = set(INCLUDED.findall((ROOT / "templates" / "base.html").read_text()))
    # The form is drawn by Django, the error page on every error page.
    assert name in included_in("design", "components", ".") | base | {"form"}


@pytest.mark.parametrize("name", COMPONENTS)
def test_every_component_documents_its_parameters(name):
    source = (ROOT / "templates" / "components" / f"{name}.html").read_text()
    says_nothing = {"foot", "language_switch", "theme_switch", "field_optional"}
    assert source.startswith(("{#", "{% comment %}")) or name in says_nothing


def test_every_included_component_exists():
    assert included_in(".", "components", "design") <= set(COMPONENTS)
