"""Plant one small fault after the other in the code, and see whether the tests notice: `make mutants ARGS=kit`.

Each mutant changes one place of one module (a comparison, a sum, a whole number, a returned value, ...) in memory only;
no file is written. One process collects the tests and sets up the test database. It first runs all tests once, to learn
which of them run which lines. Then it forks a child for each mutant; the child exchanges the code of the changed
function and runs the tests that run this line, the quickest first, until one fails. A mutant outside of functions, such
as a default or a constant, is tried in a new process that loads the changed module.

A mutant is *killed* if a test fails, if the tests cannot be loaded, or if a test runs into an endless loop: it uses ten
times its usual processor time and ten seconds more. The others *survive* and are listed: either a test is missing, or
the change makes no difference (docs/testing.md).
"""

import argparse
import ast
import functools
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import pickle
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROGRESS_EVERY = 20
MOST_EXAMPLES = 20  # that hypothesis makes up for a property
LOOP_SECONDS = 10  # of processor time, beside ten times the usual


@dataclass(frozen=True)
class Target:
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: str = "benchmark"  # tests that are not run, as for pytest's -k
    django: bool = True


RULEBOOK_WITHOUT = "InvalidData or benchmark or test_independence or rules_pages"
RULEBOOK_TESTS = ("tests/games/jaago_chalis", "tests/games/jass", "tests/games/scorecard", "tests/games/cha")
# The tests that speak with the services themselves: many times quicker than those that load pages.
SERIES_TESTS = (
    "tests/ledger/series/test_end_and_undo.py",
    "tests/ledger/series/test_recording.py",
    "tests/ledger/series/test_services.py",
    "tests/ledger/series/test_settling.py",
    "tests/ledger/scoring/seats/test_seats.py",
)
TARGETS = {
    "kit": Target(("games/kit",), ("tests/games/kit", *RULEBOOK_TESTS), RULEBOOK_WITHOUT, django=False),
    "jaago_chalis": Target(("games/catalogue/jaago_chalis",), RULEBOOK_TESTS, RULEBOOK_WITHOUT, django=False),
    "money": Target(("ledger/money",), ("tests/ledger/money", "tests/ledger/books", "tests/ledger/test_migrations.py")),
    "services": Target(("ledger/series/services.py",), (*SERIES_TESTS, "tests/ledger/config/test_metrics.py")),
    "settling": Target(("ledger/series/settling.py",), SERIES_TESTS),
    "access": Target(
        ("ledger/series/access.py", "ledger/circles/access.py"),
        ("tests/ledger/circles/test_access.py", "tests/ledger/series/test_access.py"),
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
MESSAGES = ("say", "_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext")
FLAGS = ("frozen", "slots", "strict", "kw_only", "related_name", "verbose_name", "verbose_name_plural")
LOOK_UPS = ("filter", "exclude", "get", "get_object_or_404")
CONDITIONS = (ast.Compare, ast.BoolOp, ast.Constant)  # as a condition these are changed in their own way


@dataclass(frozen=True)
class Mutant:
    path: str  # relative to the root
    line: int
    statement: int  # the line in which the statement begins that holds the change
    what: str
    in_function: bool
    tree: ast.Module = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module, from the top down."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(ROOT).as_posix()
    for number, (node, statement, inside) in enumerate(_changeable(tree)):
        for what, change in _changes(node):
            copy = deepcopy(tree)
            change(next(twin for index, (twin, _, _) in enumerate(_changeable(copy)) if index == number))
            line = getattr(node, "lineno", statement)
            yield Mutant(name, line, statement, what, inside, ast.fix_missing_locations(copy))


def _changeable(node: ast.AST, statement: int = 0, *, inside: bool = False) -> Iterator[tuple[ast.AST, int, bool]]:
    """Each node with the line of its statement, and whether it is inside of a function.

    Without types, decorators, flags, assertions and messages.
    """
    statement = node.lineno if isinstance(node, ast.stmt) else statement
    if _is_left_out(node):
        return
    yield node, statement, inside
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        is_body = name == "body" and isinstance(node, ast.FunctionDef)
        for child in value if isinstance(value, list) else [value]:
            is_type = isinstance(node, ast.Assign) and isinstance(child, ast.BinOp) and isinstance(child.op, ast.BitOr)
            if isinstance(child, ast.AST) and not is_type:
                yield from _changeable(child, statement, inside=inside or is_body)


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name="__str__" | "__repr__") | ast.Assert():
            return True
        case ast.keyword(arg=name):
            return name in FLAGS
        case ast.Call(func=ast.Name(id=name)):
            return name in MESSAGES
    return False


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
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield f"{_text(node)}: left out", functools.partial(_become, ast.Pass)
        case ast.Assign(targets=[target]) if not any(isinstance(part, ast.Name) for part in _parts(target)):
            yield f"{_text(node)}: left out", functools.partial(_become, ast.Pass)
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called)) if called in LOOK_UPS:
            for index, keyword in enumerate(node.keywords):
                yield f"{_text(node)}: {keyword.arg} left out", functools.partial(_leave_out_keyword, index)
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


def _leave_out_keyword(index: int, node: ast.Call) -> None:
    del node.keywords[index]


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


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


class Outcome(Enum):
    KILLED = "killed"
    LOOPED = "killed: it runs into an endless loop"
    SURVIVED = "no test notices"
    NO_TEST = "no test runs this line"
    TOO_SLOW = "stopped after a long time, so nobody knows"
    IN_NEW_PROCESS = "to be tried with the changed module loaded anew"

    @property
    def is_killed(self) -> bool:
        return self in (Outcome.KILLED, Outcome.LOOPED)


def in_child(work: Callable[[], int], most_seconds: float) -> int:
    """The child's exit status; below zero if it was ended by a signal, such as that of one of its timers."""
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


def outcome_of(code: int) -> Outcome:
    if code == -signal.SIGALRM:
        return Outcome.TOO_SLOW
    if code == -signal.SIGVTALRM:
        return Outcome.LOOPED
    return Outcome.KILLED if code else Outcome.SURVIVED


def limit_processor_time(usual_seconds: float) -> None:
    signal.setitimer(signal.ITIMER_VIRTUAL, LOOP_SECONDS + 10 * usual_seconds)


def run_pytest(arguments: Sequence[str], plugin: object, *, django: bool) -> int:
    import pytest

    without = ["-p", "no:cacheprovider", "-p", "no:xdist", *([] if django else ["-p", "no:django"])]
    return int(pytest.main(["-q", *without, "--hypothesis-seed=0", *arguments], plugins=[plugin]))


class Brief:
    """Fewer random examples than usual, no browser, and nothing slow."""

    def pytest_sessionstart(self) -> None:
        from hypothesis import settings

        settings.register_profile("mutants", settings.default, max_examples=MOST_EXAMPLES)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        left_out = ("browser", "slow", "thorough")
        items[:] = [item for item in items if not any(item.get_closest_marker(name) for name in left_out)]


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


# --- The process that tries the mutants of functions -----------------------------------------------------------------


@dataclass
class Course:
    """What the unchanged tests did: the lines that each ran, and its seconds."""

    lines: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    def tests_for(self, mutant: Mutant) -> dict[str, float]:
        """The tests that run this line, then, if it also runs as the module is loaded, all others."""
        here = (mutant.path, mutant.statement)
        good = sorted(set(self.seconds) - self.failed, key=lambda nodeid: self.seconds[nodeid])
        chosen = [nodeid for nodeid in good if here in self.lines[nodeid]]
        if here in self.lines[""]:
            chosen += [nodeid for nodeid in good if here not in self.lines[nodeid]]
        return {nodeid: self.seconds[nodeid] for nodeid in chosen}


class Laboratory(Brief):
    """Collects the tests once, notes what they run, and tries each mutant in a child."""

    def __init__(self, paths: Sequence[Path], mutants: Sequence[Mutant], results: Path, output: int) -> None:
        self.mutants, self.results, self.output = mutants, results, output
        self.seen: set[tuple[str, int]] = set()
        self.course = Course()
        self.clean = {str(path): compile(path.read_text(encoding="utf-8"), str(path), "exec") for path in paths}
        self.importer = Importer({path: with_notes(path) for path in paths}, note=self.seen.add)
        sys.meta_path.insert(0, self.importer)
        self.failed = False
        self.caches: list[Any] = []
        self.functions: dict[int, list[FunctionType]] = defaultdict(list)
        self.database = ""
        self.killers: dict[str, list[str]] = defaultdict(list)  # by module, the latest last

    def say(self, text: str) -> None:
        os.write(self.output, f"{text}\n".encode())

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.course.seconds[report.nodeid] = self.course.seconds.get(report.nodeid, 0) + report.duration
        if not report.passed and not (report.skipped and hasattr(report, "wasxfail")):
            self.failed = True
            self.course.failed.add(report.nodeid)

    def run(self, item: Any, following: Any) -> bool:
        """True if the test passes."""
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.course.lines[""] = set(self.seen)
        self.set_up_database(session)
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename in self.clean:
                self.functions[id(thing.__code__)].append(thing)
            elif _is_cache(thing):
                self.caches.append(thing)
        if self.database:
            shutil.copyfile(self.database, f"{self.results}.sqlite3")
        noted = Path(f"{self.results}.course")
        self.in_child(lambda: self.note_all(session, noted), 3600)
        self.course = pickle.loads(noted.read_bytes())  # noqa: S301  (written a moment ago)
        for path, code in self.clean.items():
            self.exchange(self.importer.code[Path(path)], code)
        count, seconds = len(items), sum(self.course.seconds.values())
        self.say(f"  {count} tests in {seconds:.0f} seconds")
        if self.course.failed:
            self.say(f"  left out, because they fail without a mutant: {', '.join(sorted(self.course.failed))}")

        outcomes = []
        gc.collect()
        gc.freeze()  # so that the children share this memory
        for number, mutant in enumerate(self.mutants, start=1):
            outcome = self.try_mutant(mutant, session, items)
            outcomes.append(outcome)
            if outcome not in (Outcome.KILLED, Outcome.IN_NEW_PROCESS):
                self.say(f"  {mutant.key}  ({outcome.value})")
            if number % PROGRESS_EVERY == 0:
                killed = sum(outcome.is_killed for outcome in outcomes)
                self.say(f"  … {number} of {len(self.mutants)}, {killed} killed so far")
        self.results.write_bytes(pickle.dumps((outcomes, self.course)))
        return True

    def set_up_database(self, session: Any) -> None:
        """By running one test that needs it. The session's fixtures stay."""
        needs_it = [item for item in session.items if "db" in getattr(item, "fixturenames", ())]
        if needs_it:
            from django.db import connections

            self.run(needs_it[0], session)
            connections.close_all()
            self.database = str(connections["default"].settings_dict["NAME"])
            self.course.seconds.clear()
            self.course.failed.clear()

    def in_child(self, work: Callable[[], int], most_seconds: float) -> int:
        """With a database of its own, so that a child that is stopped leaves nothing to the next."""
        copy = f"{self.database}.copy"
        if self.database:
            for end in ("", "-wal", "-shm", "-journal"):
                Path(copy + end).unlink(missing_ok=True)
            shutil.copyfile(self.database, copy)

        def work_on_copy() -> int:
            if self.database:
                from django.db import connections

                connections["default"].settings_dict["NAME"] = copy
            return work()

        return in_child(work_on_copy, most_seconds)

    def empty_caches(self) -> None:
        for cached in self.caches:
            cached.cache_clear() if hasattr(cached, "cache_clear") else cached.clear()

    def note_all(self, session: Any, noted: Path) -> int:
        for item in session.items:
            self.empty_caches()  # so that each test runs all lines that it would run alone
            self.seen.clear()
            self.run(item, session)
            self.course.lines[item.nodeid] = set(self.seen)
        noted.write_bytes(pickle.dumps(self.course))
        return 0

    def try_mutant(self, mutant: Mutant, session: Any, items: dict[str, Any]) -> Outcome:
        tests = self.course.tests_for(mutant)
        if not tests:
            return Outcome.NO_TEST
        if not mutant.in_function:
            return Outcome.IN_NEW_PROCESS
        here = (mutant.path, mutant.statement)
        order = [nodeid for nodeid in tests if here in self.course.lines[nodeid]]
        lately = self.killers[mutant.path]
        order.sort(key=lambda nodeid: nodeid not in lately[-5:])
        killer = Path(f"{self.results}.killer")
        killer.unlink(missing_ok=True)

        def work() -> int:
            changed = compile(mutant.tree, str(ROOT / mutant.path), "exec")
            if not self.exchange(self.clean[str(ROOT / mutant.path)], changed):
                return 99
            self.empty_caches()
            for nodeid in order:
                limit_processor_time(tests[nodeid])
                if not self.run(items[nodeid], session):
                    killer.write_text(nodeid, encoding="utf-8")
                    return 1
            return 0

        code = self.in_child(work, 120 + 20 * sum(tests.values()))
        if killer.exists():
            lately.append(killer.read_text(encoding="utf-8"))
        outcome = Outcome.IN_NEW_PROCESS if code == 99 else outcome_of(code)  # noqa: PLR2004
        # What a function did while the modules were loaded cannot be changed any more.
        is_early = outcome is Outcome.SURVIVED and here in self.course.lines[""]
        return Outcome.IN_NEW_PROCESS if is_early else outcome

    def exchange(self, old: CodeType, new: CodeType) -> bool:
        """Give the functions of a module the code of another version of it. False where that cannot be done."""
        done = True
        for before, after in zip(_inner(old), _inner(new), strict=True):
            if inspect.CO_OPTIMIZED & before.co_flags:  # a function; else the body of a class
                functions = self.functions.pop(id(before), [])
                for function in functions:
                    if len(before.co_freevars) != len(after.co_freevars):
                        return False
                    function.__code__ = after
                self.functions[id(after)] = functions
            if len(_inner(before)) == len(_inner(after)):
                done = self.exchange(before, after) and done
        return done


def with_notes(path: Path) -> ast.Module:
    """The module, with a note before each statement that it has been reached."""
    name = path.relative_to(ROOT).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in list(ast.walk(tree)):
        for part in ("body", "orelse", "finalbody"):
            block = getattr(node, part, None)
            if isinstance(block, list):
                noted: list[ast.stmt] = []
                for statement in block:
                    is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
                    if not is_future and (noted or not _is_docstring(statement)):
                        note = ast.parse(f"__note__(({name!r}, {statement.lineno}))").body[0]
                        noted.append(ast.copy_location(note, statement))
                    noted.append(statement)
                block[:] = noted
    return ast.fix_missing_locations(tree)


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _is_cache(thing: Any) -> bool:
    kind = type(thing)
    if kind is type(functools.cache(len)):
        return (getattr(thing, "__module__", "") or "").partition(".")[0] in ("games", "ledger")
    return kind.__name__ == "LRUCache" and kind.__module__ == "ledger.lib.lru"


# --- Mutants outside of functions ------------------------------------------------------------------------------------


class Chooser(Brief):
    """Runs only these tests, in this order, in a copy of the test database."""

    def __init__(self, order: dict[str, float], database: Path, killer: Path) -> None:
        self.order, self.database, self.killer = order, database, killer
        self.places = {nodeid: place for place, nodeid in enumerate(order)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        chosen = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(chosen, key=lambda item: self.places[item.nodeid])
        if self.database.exists():
            from django.conf import settings

            shutil.copyfile(self.database, settings.DATABASES["default"]["TEST"]["NAME"])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        limit_processor_time(self.order[nodeid])

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.killer.write_text(report.nodeid, encoding="utf-8")


def try_in_new_process(mutant: Mutant, tests: dict[str, float], results: Path, *, django: bool) -> Outcome:
    killer = Path(f"{results}.killer")  # the test that killed the mutant before this one comes first
    if killer.exists() and (first := killer.read_text(encoding="utf-8")) in tests:
        tests = {first: tests[first]} | tests

    def work() -> int:
        sys.meta_path.insert(0, Importer({ROOT / mutant.path: mutant.tree}))
        files = sorted({nodeid.partition("::")[0] for nodeid in tests})
        chooser = Chooser(tests, Path(f"{results}.sqlite3"), killer)
        return run_pytest(["-x", *(["--reuse-db"] if django else []), *files], chooser, django=django)

    return outcome_of(in_child(work, 120 + 20 * sum(tests.values())))


# --- All of them -----------------------------------------------------------------------------------------------------


def sampled(mutants: Sequence[Mutant], most: int) -> list[Mutant]:
    """The same ones each time, and mostly the same after the code has changed elsewhere."""
    by_lot = sorted(mutants, key=lambda mutant: hashlib.sha256(mutant.key.encode()).digest())
    chosen = {id(mutant) for mutant in by_lot[:most]} if most else {id(mutant) for mutant in mutants}
    return [mutant for mutant in mutants if id(mutant) in chosen]


def try_all(name: str, most: int, only: str, folder: Path) -> tuple[int, int]:
    target = TARGETS[name]
    paths = [path for source in target.sources for path in sorted((ROOT / source).rglob("*.py"))]
    paths += [ROOT / source for source in target.sources if source.endswith(".py")]
    paths = [path for path in paths if "migrations" not in path.parts and only in str(path)]
    every = [mutant for path in paths for mutant in mutants_of(path)]
    chosen = sampled(every, most)
    print(f"{name}: {len(chosen)} of {len(every)} mutants", flush=True)

    results, output = folder / name, os.dup(1)

    def work() -> int:
        laboratory = Laboratory(paths, chosen, results, output)
        return run_pytest([*target.tests, "-k", f"not ({target.without})"], laboratory, django=target.django)

    code = in_child(work, 6 * 3600)
    if not results.exists():
        raise SystemExit(f"The tests could not be run at all (status {code}).")
    outcomes: list[Outcome]
    outcomes, course = pickle.loads(results.read_bytes())  # noqa: S301  (written a moment ago)
    killed = 0
    for mutant, quick in zip(chosen, outcomes, strict=True):
        outcome = quick
        if quick is Outcome.IN_NEW_PROCESS:
            outcome = try_in_new_process(mutant, course.tests_for(mutant), results, django=target.django)
            if outcome is not Outcome.KILLED:
                print(f"  {mutant.key}  ({outcome.value})", flush=True)
        killed += outcome.is_killed
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
            killed, tried = try_all(name, options.sample, options.only, Path(folder))
            share = 100 * killed / tried if tried else 100
            print(f"{name}: {killed} of {tried} killed, {share:.1f} %", flush=True)
            enough = enough and share >= options.least
    sys.exit(0 if enough else 1)


if __name__ == "__main__":
    main()
