"""The process that tries the mutants of functions: it runs all tests once and then forks a child for each mutant."""

import ast
import functools
import gc
import inspect
import os
import pickle
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from scripts.mutants.changes import Mutant, is_docstring
from scripts.mutants.running import Brief, Importer, Outcome, in_child, limit_processor_time, outcome_of
from scripts.mutants.targets import ROOT

PROGRESS_EVERY = 20


@dataclass
class Course:
    """What the unchanged tests did: the lines that each ran, and its seconds."""

    lines: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)  # with where and why

    def tests_for(self, mutant: Mutant) -> dict[str, float]:
        """The tests that run this line, then, if it also runs as the module is loaded, all others."""
        here = (mutant.path, mutant.statement)
        good = sorted(set(self.seconds) - set(self.failed), key=lambda nodeid: self.seconds[nodeid])
        chosen = [nodeid for nodeid in good if here in self.lines[nodeid]]
        if here in self.lines[""]:
            chosen += [nodeid for nodeid in good if here not in self.lines[nodeid]]
        return {nodeid: self.seconds[nodeid] for nodeid in chosen}


class Laboratory(Brief):
    """Collects the tests once, notes what they run, and tries each mutant in a child."""

    def __init__(self, paths: Sequence[Path], mutants: Sequence[Mutant], results: Path, output: int) -> None:
        self.mutants, self.results, self.output = mutants, results, output
        self.reached: set[tuple[str, int]] = set()
        self.course = Course()
        self.clean = {str(path): compile(path.read_text(encoding="utf-8"), str(path), "exec") for path in paths}
        self.importer = Importer({path: with_notes(path) for path in paths}, note=self.reached.add)
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
            self.course.failed[report.nodeid] = report.longreprtext.strip().rpartition("\n")[2]

    def run(self, item: Any, following: Any) -> bool:
        """True if the test passes."""
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.course.lines[""] = set(self.reached)
        self.set_up_database(session)
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename in self.clean:
                self.functions[id(thing.__code__)].append(thing)
            elif type(thing) is type(functools.cache(len)):
                if (getattr(thing, "__module__", "") or "").partition(".")[0] in ("games", "ledger"):
                    self.caches.append(thing)
            elif type(thing).__qualname__ == "LRUCache" and type(thing).__module__ == "ledger.lib.lru":
                self.caches.append(thing)
        if self.database:
            shutil.copyfile(self.database, f"{self.results}.sqlite3")
        noted = Path(f"{self.results}.course")
        self.in_child(lambda: self.note_all(session, noted), 3600)
        self.course = pickle.loads(noted.read_bytes())  # noqa: S301  (written a moment ago)
        for path, code in self.clean.items():
            self.exchange(self.importer.code[Path(path)], code)
        self.say_what_tests_did()
        if len(self.course.failed) * 10 > len(items):
            return True  # without results: something is wrong with all tests

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

    def say_what_tests_did(self) -> None:
        self.say(f"  {len(self.course.seconds)} tests in {sum(self.course.seconds.values()):.0f} seconds")
        if self.course.failed:
            self.say(f"  {len(self.course.failed)} left out, because they do not pass without a mutant, such as")
            for nodeid, why in list(self.course.failed.items())[:5]:
                self.say(f"    {nodeid}: {why}")

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
            self.reached.clear()
            self.run(item, session)
            self.course.lines[item.nodeid] = set(self.reached)
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
        latest_killers = self.killers[mutant.path]
        order.sort(key=lambda nodeid: nodeid not in latest_killers[-5:])
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
            latest_killers.append(killer.read_text(encoding="utf-8"))
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
                    if not is_future and (noted or not is_docstring(statement)):
                        note = ast.parse(f"__note__(({name!r}, {statement.lineno}))").body[0]
                        noted.append(ast.copy_location(note, statement))
                    noted.append(statement)
                block[:] = noted
    return ast.fix_missing_locations(tree)


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]
