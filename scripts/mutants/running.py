"""One run of the tests, in a process of its own."""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

from scripts.mutants.changes import Mutant
from scripts.mutants.targets import ROOT

MOST_EXAMPLES = 20  # that hypothesis makes up for a property
LOOP_SECONDS = 10  # of processor time, beside ten times the usual
MOST_MEMORY = 4 * 2**30  # bytes of a child: an endless loop can also fill the memory


class Outcome(Enum):
    KILLED = "killed"
    LOOPED = "killed: it runs into an endless loop"
    SURVIVED = "no test notices"
    NO_TEST = "no test runs this line"
    TOO_SLOW = "stopped after a long time: not known"
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
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
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
