"""Every promise in docs/promises.md names its proofs, and each proof exists and is run."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.ground.helpers import ROOT

PAGE = (ROOT / "docs" / "promises.md").read_text()
TARGETS = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
LEFT_OUT = {"skip", "skipif", "xfail"}


def faults_in(page: str) -> Iterator[str]:
    """Each promise begins with its number at the beginning of a line, and ends with its proofs."""
    promises = re.split(r"^(?=\d+\. )", page, flags=re.MULTILINE)[1:]
    for place, promise in enumerate(promises, start=1):
        number = promise.partition(".")[0]
        if int(number) != place:
            yield f"{number} stands in place {place}"
        proofs = re.findall(r"`([^`]+)`", promise.partition("\n## ")[0].partition("Proof: ")[2])
        if not proofs:
            yield f"{number} has no proof"
        for proof in proofs:
            if fault := fault_of(proof):
                yield f"{number}: {proof} {fault}"


def fault_of(proof: str) -> str:
    match proof.split("::") if "::" in proof else proof.split():
        case [path, name] if path.startswith("tests/"):
            return fault_of_test(ROOT / path, name)
        case ["manage.py", command, *_options]:
            return "" if command in get_commands() else "is no command"
        case ["make", target, *_options]:
            return "" if target in TARGETS else "is no target"
        case _:
            return "is neither a test nor a command"


def fault_of_test(file: Path, name: str) -> str:
    if not file.is_file():
        return "is in no file"
    tree = ast.parse(file.read_text())
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    if not functions or not name.startswith("test_"):
        return "is no test"
    for_all = [node.value for node in tree.body if isinstance(node, ast.Assign) and names_of(node) == ["pytestmark"]]
    marks = {node.attr for part in (*functions[0].decorator_list, *for_all) for node in ast.walk(part) if is_mark(node)}
    return "is left out" if marks & LEFT_OUT else ""


def names_of(assignment: ast.Assign) -> list[str]:
    return [target.id for target in assignment.targets if isinstance(target, ast.Name)]


def is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "mark"


def test_every_promise_has_its_proofs():
    assert list(faults_in(PAGE)) == []
    assert len(re.findall(r"^\d+\. ", PAGE, re.MULTILINE)) > 20


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        ("", "1 has no proof"),
        ("Proof: by hand.", "1 has no proof"),
        ("Proof: `tests/ground/test_nothing.py::test_it`", "1: tests/ground/test_nothing.py::test_it is in no file"),
        ("Proof: `tests/ground/test_docs.py::test_it`", "1: tests/ground/test_docs.py::test_it is no test"),
        ("Proof: `tests/ground/test_killed.py::wait_for`", "1: tests/ground/test_killed.py::wait_for is no test"),
        ("Proof: `manage.py promise`", "1: manage.py promise is no command"),
        ("Proof: `make promise`", "1: make promise is no target"),
        ("Proof: `ledger/series/services.py`", "1: ledger/series/services.py is neither a test nor a command"),
    ],
)
def test_a_promise_without_a_proof_is_found(proof, fault):
    assert list(faults_in(f"# Page\n\n1. **We keep it.** Always.\n   {proof}\n\n## Next\n\n`make test`\n")) == [fault]


def test_numbers_are_in_order():
    assert list(faults_in("2. Kept. Proof: `make test`\n")) == ["2 stands in place 1"]


@pytest.mark.parametrize(
    "marked",
    [
        "@pytest.mark.skip(reason='later')\ndef test_it(): ...",
        "@pytest.mark.skip\ndef test_it(): ...",
        "@pytest.mark.slow\n@pytest.mark.skipif(True, reason='')\ndef test_it(): ...",
        "@pytest.mark.xfail\ndef test_it(): ...",
        "@pytest.mark.parametrize('a', [pytest.param(1, marks=pytest.mark.skip)])\ndef test_it(a): ...",
        "pytestmark = pytest.mark.skip\ndef test_it(): ...",
        "pytestmark = [pytest.mark.slow, pytest.mark.skipif(True, reason='')]\ndef test_it(): ...",
    ],
)
def test_a_test_that_is_left_out_is_no_proof(marked, tmp_path):
    file = tmp_path / "test_it.py"
    file.write_text(f"import pytest\n{marked}\n")
    assert fault_of_test(file, "test_it") == "is left out"


def test_a_test_that_runs_is_a_proof(tmp_path):
    file = tmp_path / "test_it.py"
    file.write_text("import pytest\n@pytest.mark.slow\ndef test_it(): ...\n")
    assert fault_of_test(file, "test_it") == ""
