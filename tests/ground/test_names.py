"""One name for one thing: what CONTRIBUTING asks of names."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from tests.ground.helpers import ROOT

# Each game answers the contract (games/game.py) with classes of these names, and Django asks for the last three.
OF_THE_CONTRACT = {"Rules", "Record", "Totals", "Play", "HandForm", "Meta", "Media", "Command"}
# These names mean the same in each place.
SAME = {
    "Ties": "an option of two games, which their published rules name so",
    "Stake": "an option of two games, which their published rules name so",
    "Kind": "what is played in Jass and in Coiffeur, which their published rules name so",
    "Seat": "a place at the table, in a sentence of a game and as the row of a series",
    "CardFaces": "the pack on the table, in the rules of a game and as a circle's choice",
}


GLOSSARY = (ROOT / "docs/glossary.md").read_text()


def definitions() -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    """Every class and function with its file."""
    for folder in ("games", "ledger", "scripts"):
        for file in sorted(ROOT.glob(f"{folder}/**/*.py")):
            path = file.relative_to(ROOT).as_posix()
            if "/migrations/" not in path:
                for node in ast.walk(ast.parse(file.read_text())):
                    if isinstance(node, ast.ClassDef | ast.FunctionDef):
                        yield path, node


def test_no_two_classes_have_one_name():
    """Schemas of the API may have the names of the classes that they show."""
    files = defaultdict(list)
    for path, node in definitions():
        if isinstance(node, ast.ClassDef) and not path.startswith("ledger/api/schemas/"):
            files[node.name].append(path)
    shared = {name: paths for name, paths in files.items() if len(paths) > 1}
    assert {name: paths for name, paths in shared.items() if name not in OF_THE_CONTRACT | SAME.keys()} == {}
    assert SAME.keys() <= shared.keys(), "a name that is not shared any more needs no reason"


def test_the_glossary_names_what_there_is():
    """Classes and types in backticks, such as `SeriesVerdicts`."""
    named = set(re.findall(r"`([A-Z]\w+)`", GLOSSARY))
    assert named
    source = "\n".join(file.read_text() for file in ROOT.glob("[gl]*/**/*.py"))
    defined = set(re.findall(r"^(?:class )?([A-Z]\w+)[(:]", source, re.MULTILINE))
    assert named - defined == set()


def test_words_that_the_glossary_rules_out_are_not_used():
    table = GLOSSARY.partition("## Words that the code does not use")[2]
    rows = re.findall(r"^\| ([a-z, ]+) \|", table, re.MULTILINE)
    unwanted = {word for row in rows[1:] for word in row.split(", ")}  # without the heading
    assert unwanted
    found = []
    for path, node in definitions():
        words = re.sub(r"([a-z])([A-Z])", r"\1_\2", f"{path.removesuffix('.py')}/{node.name}").lower()
        if used := {word.rstrip("s") for word in re.split(r"[/_.]", words)} & unwanted:
            found.append(f"{path}: {node.name}: {', '.join(used)}")
    assert found == []
