"""A game is named only in its own places: no page, service, API, sheet or statistic knows one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from games.registry import BY_SLUG

ROOT = Path(__file__).parents[2]
OWN_PLACES = ("ledger/scoring/entry/games/", "templates/scoring/entry/games/", "templates/emblems/")
OWN_PLACES += ("static/css/scoring/games/", "ledger/operations/demo/", "ledger/series/migrations/0021_")
SUITS = {"spades"}  # the word means the suit elsewhere
NAMES = {name for slug in BY_SLUG for name in (slug, slug.replace("-", "_"))} - SUITS
WORDS = re.compile(rf"(?<![\w-])({'|'.join(sorted(NAMES))})(?![\w-])")


def files(folder: str, suffix: str) -> Iterator[Path]:
    for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
        if not str(path.relative_to(ROOT)).startswith(OWN_PLACES):
            yield path


def named_in_code(path: Path) -> Iterator[str]:
    """The strings that are a game's name, and the games that are imported. What a docstring says is no code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield str(node.value)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games.catalogue"):
            yield str(node.module)


def test_no_code_names_a_game():
    paths = list(files("ledger", ".py"))
    assert len(paths) > 200
    assert {str(path.relative_to(ROOT)): found for path in paths if (found := [*named_in_code(path)])} == {}


def test_no_template_or_script_names_a_game():
    """Without the texts that are translated, and comments."""
    found = {}
    for folder, suffix in (("templates", ".html"), ("templates", ".txt"), ("static/js", ".js")):
        for path in files(folder, suffix):
            code = re.sub(
                r"{#.*?#}|{% comment.*?endcomment %}|/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.DOTALL
            )
            if named := WORDS.findall(code):
                found[str(path.relative_to(ROOT))] = named
    assert found == {}
