"""`python -m scripts.mutants kit --sample 50`: try the mutants of these targets, and list those that survive."""

import argparse
import hashlib
import importlib
import os
import pickle
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.mutants.changes import Mutant, mutants_of
from scripts.mutants.laboratory import Laboratory
from scripts.mutants.running import Outcome, in_child, run_pytest, try_in_new_process
from scripts.mutants.targets import ROOT, TARGETS


def sampled(mutants: Sequence[Mutant], most: int) -> list[Mutant]:
    """The same ones each time, and mostly the same after the code has changed elsewhere."""
    by_lot = sorted(mutants, key=lambda mutant: hashlib.sha256(mutant.key.encode()).digest())
    chosen = {id(mutant) for mutant in by_lot[:most]} if most else {id(mutant) for mutant in mutants}
    return [mutant for mutant in mutants if id(mutant) in chosen]


def try_all(name: str, most: int, only: str, tests: Sequence[str], folder: Path) -> tuple[int, int]:
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
        return run_pytest([*(tests or target.tests), "-k", f"not ({target.without})"], laboratory, django=target.django)

    code = in_child(work, 6 * 3600)
    if not results.exists():
        raise SystemExit(f"The tests do not run without a mutant (status {code}).")
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
    parser.add_argument("--tests", nargs="+", default=(), metavar="path", help="these tests instead of the target's")
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
            killed, tried = try_all(name, options.sample, options.only, options.tests, Path(folder))
            share = 100 * killed / tried if tried else 100
            print(f"{name}: {killed} of {tried} killed, {share:.1f} %", flush=True)
            enough = enough and share >= options.least
    sys.exit(0 if enough else 1)


if __name__ == "__main__":
    main()
