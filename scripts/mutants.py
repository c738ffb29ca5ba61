"""Plant one small fault after the other in the code, and see whether the tests notice: `make mutants ARGS=kit`.

Each mutant changes one place of one module (a comparison, a sum, a whole number, a returned value, ...) in memory only;
no file is written. A run of the unchanged code first notes which tests come past which lines, so that a mutant is tried
with the tests that can notice it, the quickest first. Each try is a process of its own, one at a time.

A mutant is *killed* if a test fails, if the tests cannot even be loaded, or if they take far longer than before. The
others *survive* and are listed: either a test is missing, or the change makes no difference (docs/testing.md).
"""

import argparse
import ast
import contextlib
import functools
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROGRESS_EVERY = 20
MOST_EXAMPLES = 20  # that hypothesis makes up for a property


@dataclass(frozen=True)
class Target:
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: str = "browser"  # tests that are not run, as for pytest's -k


RULEBOOK_WITHOUT = "Junk or benchmark or test_alone or rules_pages"
RULEBOOK_TESTS = ("tests/games/jaago_chalis", "tests/games/jass", "tests/games/scorecard", "tests/games/cha")
TARGETS = {
    "kit": Target(("games/kit",), ("tests/games/kit", *RULEBOOK_TESTS), RULEBOOK_WITHOUT),
    "jaago_chalis": Target(("games/catalogue/jaago_chalis",), RULEBOOK_TESTS, RULEBOOK_WITHOUT),
    "money": Target(("ledger/money",), ("tests/ledger/money", "tests/ledger/books")),
    "services": Target(("ledger/series/services.py",), ("tests/ledger/series", "tests/ledger/scoring")),
    "settling": Target(("ledger/series/settling.py",), ("tests/ledger/series", "tests/ledger/scoring/ends")),
    "access": Target(
        ("ledger/series/access.py", "ledger/circles/access.py"),
        ("tests/ledger/test_access_table.py", "tests/ledger/circles", "tests/ledger/series"),
    ),
}


# --- What is changed -------------------------------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CONDITIONS = (ast.Compare, ast.BoolOp, ast.Constant)  # as a condition these are changed in their own way


@dataclass(frozen=True)
class Mutant:
    path: str  # relative to the root
    line: int
    statement: int  # the line in which the statement begins that holds the change
    what: str
    tree: ast.Module = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module, from the top down."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(ROOT).as_posix()
    for number, (node, statement) in enumerate(_changeable(tree, 0)):
        for what, change in _changes(node):
            copy = deepcopy(tree)
            change(next(twin for index, (twin, _) in enumerate(_changeable(copy, 0)) if index == number))
            yield Mutant(name, getattr(node, "lineno", statement), statement, what, ast.fix_missing_locations(copy))


def _changeable(node: ast.AST, statement: int) -> Iterator[tuple[ast.AST, int]]:
    """Each node with the line of its statement; without types, decorators and assertions, which do nothing by
    themselves."""
    statement = node.lineno if isinstance(node, ast.stmt) else statement
    yield node, statement
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_type = isinstance(node, ast.Assign) and isinstance(child, ast.BinOp) and isinstance(child.op, ast.BitOr)
            if isinstance(child, ast.AST) and not isinstance(child, ast.Assert) and not is_type:
                yield from _changeable(child, statement)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:  # noqa: C901, PLR0912  (a table)
    match node:
        case ast.Compare():
            for index, old in enumerate(node.ops):
                for new in COMPARISONS[type(old)]:
                    yield f"{_text(node)}: {_name(old)} → {new.__name__}", functools.partial(_compare, index, new)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS and not _is_text(node):
            new_op = OPERATORS[type(op)]
            yield f"{_text(node)}: {_name(op)} → {new_op.__name__}", functools.partial(_set, "op", new_op())
        case ast.BoolOp(op=op):
            other = ast.Or if isinstance(op, ast.And) else ast.And
            yield f"{_text(node)}: {_name(op)} → {other.__name__}", functools.partial(_set, "op", other())
        case ast.UnaryOp(op=ast.USub()):
            yield f"{_text(node)}: the minus left out", functools.partial(_set, "op", ast.UAdd())
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", functools.partial(_set, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value} → {value + 1}", functools.partial(_set, "value", value + 1)
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield f"{_text(node)} → None", functools.partial(_set, "value", ast.Constant(None))
        case ast.Break():
            yield "break → continue", functools.partial(_become, ast.Continue)
        case ast.Continue():
            yield "continue → break", functools.partial(_become, ast.Break)
    condition = getattr(node, "test", None)
    if isinstance(condition, ast.expr) and not isinstance(condition, CONDITIONS):
        yield f"{_text(condition)} → the opposite", functools.partial(_turn_round, "test")
    if isinstance(node, ast.comprehension):
        for index, condition in enumerate(node.ifs):
            if not isinstance(condition, CONDITIONS):
                yield f"{_text(condition)} → the opposite", functools.partial(_turn_round_one, index)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _compare(index: int, new: type[ast.cmpop], node: ast.Compare) -> None:
    node.ops[index] = new()


def _set(name: str, value: Any, node: ast.AST) -> None:
    setattr(node, name, value)


def _become(kind: type[ast.AST], node: ast.AST) -> None:
    node.__class__ = kind


def _turn_round(name: str, node: ast.AST) -> None:
    setattr(node, name, ast.UnaryOp(ast.Not(), getattr(node, name)))


def _turn_round_one(index: int, node: ast.comprehension) -> None:
    node.ifs[index] = ast.UnaryOp(ast.Not(), node.ifs[index])


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """A text that is put together, or filled in with %."""
    parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(isinstance(part, ast.JoinedStr | ast.Constant) and not _is_number(part) for part in parts)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _name(operator: ast.AST) -> str:
    return type(operator).__name__


def _text(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:100]


# --- One run of the tests, in a process of its own -------------------------------------------------------------------


def in_child(work: Callable[[], int], most_seconds: float) -> int:
    """The child's exit status; below zero if it was ended by a signal, such as that of its own alarm."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        signal.setitimer(signal.ITIMER_REAL, most_seconds)
        code = 1
        try:
            code = work()
        finally:
            os._exit(code)  # the parent's own cleaning up is not the child's
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def run_tests(arguments: Sequence[str], plugin: object) -> int:
    import pytest

    quiet = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0", "--no-migrations"]
    return int(pytest.main([*quiet, *arguments], plugins=[plugin]))


class Brief:
    """Fewer random examples than usual, and no browser."""

    def pytest_sessionstart(self) -> None:
        from hypothesis import settings

        settings.register_profile("mutants", settings.default, max_examples=MOST_EXAMPLES)
        settings.load_profile("mutants")

    @staticmethod
    def is_wanted(item: Any) -> bool:
        return item.get_closest_marker("browser") is None and item.get_closest_marker("slow") is None


class Recorder(Brief):
    """Notes the lines that each test comes past, and how long it took."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.lines: dict[str, set[tuple[str, int]]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.now = ""  # the test that runs; none while the tests are loaded
        self.seen: set[tuple[str, int]] = set()
        self.caches: list[Any] = []
        sys.meta_path.insert(0, Importer({path: self._with_notes(path) for path in paths}, note=self.seen.add))

    def _with_notes(self, path: Path) -> ast.Module:
        """The module, with a note before each statement that it has been reached."""
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in list(ast.walk(tree)):
            for part in ("body", "orelse", "finalbody"):
                block = getattr(node, part, None)
                if isinstance(block, list):
                    noted: list[ast.stmt] = []
                    for statement in block:
                        if noted or not _is_docstring(statement):
                            note = ast.parse(f"__note__(({name!r}, {statement.lineno}))").body[0]
                            noted.append(ast.copy_location(note, statement))
                        noted.append(statement)
                    block[:] = noted
        return ast.fix_missing_locations(tree)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.take_down()
        for cached in self.caches:  # so that each test comes past what it would come past alone
            cached.cache_clear()
        self.now = nodeid

    def take_down(self) -> None:
        self.lines[self.now] = set(self.seen)
        self.seen.clear()

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if self.is_wanted(item)]
        everything = [thing for thing in gc.get_objects() if type(thing) is type(functools.cache(len))]
        self.caches = [thing for thing in everything if _is_ours(getattr(thing, "__module__", ""))]


def _is_ours(module: str | None) -> bool:
    return (module or "").partition(".")[0] in ("games", "ledger")


class Chooser(Brief):
    """Runs only these tests, in this order, each in a multiple of its usual time."""

    def __init__(self, order: dict[str, float]) -> None:
        self.order = order
        self.places = {nodeid: place for place, nodeid in enumerate(order)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        chosen = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(chosen, key=lambda item: self.places[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 10 + 10 * self.order[nodeid])


class Importer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads these modules as they are given here, not as they are in their files."""

    def __init__(self, trees: dict[Path, ast.Module], note: Callable[[Any], None] | None = None) -> None:
        names = {
            ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in trees
        }
        self.paths = names
        self.code = {path: compile(tree, str(path), "exec") for path, tree in trees.items()}
        self.note = note

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if name not in self.paths:
            return None
        place = self.paths[name]
        inside = [str(place.parent)] if place.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, place, loader=self, submodule_search_locations=inside)

    def exec_module(self, module: ModuleType) -> None:
        if self.note:
            vars(module)["__note__"] = self.note
        exec(self.code[self.paths[module.__name__]], vars(module))  # noqa: S102  (the module's own code)


# --- All of them -----------------------------------------------------------------------------------------------------


@dataclass
class Course:
    """What the unchanged tests did."""

    lines: dict[str, set[tuple[str, int]]]
    seconds: dict[str, float]
    failed: set[str]

    def tests_for(self, mutant: Mutant) -> dict[str, float]:
        """The tests that come past this line, then, if it also runs as the module is loaded, all others."""
        here = (mutant.path, mutant.statement)
        good = sorted(set(self.seconds) - self.failed, key=lambda nodeid: self.seconds[nodeid])
        chosen = [nodeid for nodeid in good if here in self.lines[nodeid]]
        if here in self.lines[""]:
            chosen += [nodeid for nodeid in good if here not in self.lines[nodeid]]
        return {nodeid: self.seconds[nodeid] for nodeid in chosen}


def observe(target: Target, paths: Sequence[Path]) -> Course:
    with tempfile.NamedTemporaryFile() as notes:

        def work() -> int:
            recorder = Recorder(paths)
            code = run_tests([*target.tests, "--maxfail=100000", "-k", f"not ({target.without})"], recorder)
            recorder.take_down()
            course = Course(recorder.lines, recorder.seconds, recorder.failed)
            Path(notes.name).write_bytes(pickle.dumps(course))
            return code

        code = in_child(work, 3600)
        with contextlib.suppress(EOFError):
            course: Course = pickle.loads(Path(notes.name).read_bytes())  # noqa: S301  (written a moment ago)
            return course
    raise SystemExit(f"The tests could not be run at all (status {code}).")


def is_killed(mutant: Mutant, tests: dict[str, float]) -> bool:
    def work() -> int:
        sys.meta_path.insert(0, Importer({ROOT / mutant.path: mutant.tree}))
        files = sorted({nodeid.partition("::")[0] for nodeid in tests})
        return run_tests(files, Chooser(tests))

    return in_child(work, 120 + 20 * sum(tests.values())) != 0


def sampled(mutants: Sequence[Mutant], most: int) -> list[Mutant]:
    """The same ones each time, and mostly the same after the code has changed elsewhere."""
    by_lot = sorted(mutants, key=lambda mutant: hashlib.sha256(mutant.key.encode()).digest())
    chosen = {id(mutant) for mutant in by_lot[:most]} if most else {id(mutant) for mutant in mutants}
    return [mutant for mutant in mutants if id(mutant) in chosen]


def try_all(name: str, most: int, only: str) -> tuple[int, int]:
    target = TARGETS[name]
    paths = [path for source in target.sources for path in sorted((ROOT / source).rglob("*.py"))]
    paths += [ROOT / source for source in target.sources if source.endswith(".py")]
    paths = [path for path in paths if "migrations" not in path.parts and only in str(path)]
    every = [mutant for path in paths for mutant in mutants_of(path)]
    chosen = sampled(every, most)
    print(f"{name}: {len(chosen)} of {len(every)} mutants", flush=True)
    course = observe(target, paths)
    if course.failed:
        print(f"  left out, because they fail without a mutant: {', '.join(sorted(course.failed))}")
    killed = 0
    for number, mutant in enumerate(chosen, start=1):
        if number % PROGRESS_EVERY == 0:
            print(f"  … {number} of {len(chosen)}, {killed} killed so far", flush=True)
        tests = course.tests_for(mutant)
        if tests and is_killed(mutant, tests):
            killed += 1
        else:
            print(f"  {mutant.key}{'' if tests else '  (no test comes here)'}", flush=True)
    return killed, len(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant small faults and see whether the tests notice.")
    parser.add_argument("targets", nargs="*", default=list(TARGETS), metavar="target", help=", ".join(TARGETS))
    parser.add_argument("--sample", type=int, default=0, help="try only so many mutants of each target")
    parser.add_argument("--only", default="", help="only modules with this in their path")
    parser.add_argument("--least", type=float, default=90, help="the percentage that must be killed")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(TARGETS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    for module in ("django", "django.test", "hypothesis.strategies", "jsonschema", "pydantic", "pytest"):
        importlib.import_module(module)  # once for all children
    enough = True
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tempfile.tempdir = folder  # what a child that was stopped leaves behind goes with it
        for name in options.targets:
            killed, tried = try_all(name, options.sample, options.only)
            share = 100 * killed / tried if tried else 100
            print(f"{name}: {killed} of {tried} killed, {share:.1f} %", flush=True)
            enough = enough and share >= options.least
    sys.exit(0 if enough else 1)


if __name__ == "__main__":
    main()
