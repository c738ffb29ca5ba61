"""`python -m scripts.mutants services --sample 30`: plant small faults with cosmic-ray, and list unnoticed faults.

It works in a copy of the project, so the files here may be edited meanwhile.
"""

import argparse
import hashlib
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

from scripts.data_folder import ROOT

BIN = ROOT / ".venv" / "bin"

JAAGO, OTHERS = "tests/games/jaago_chalis", ("tests/games/jass", "tests/games/scorecard", "tests/games/cha")
# The tests that call the services directly: many times quicker than tests that load pages.
NAMES = ("dealers", "discarding", "end_and_undo", "kinds_of_change", "recording", "reopening", "services", "settling")
SERIES = [f"tests/ledger/series/test_{name}.py" for name in NAMES]
SERIES += ["tests/ledger/scoring/table/seats/test_seats.py"]
PAYMENTS = "tests/ledger/series/test_series_payments.py"
TARGETS: dict[str, tuple[list[str], list[str]]] = {  # the modules, and the tests that should notice
    "kit": (["games/kit"], ["tests/games/kit", JAAGO, *OTHERS]),
    "jaago_chalis": (["games/catalogue/jaago_chalis"], [JAAGO, *OTHERS]),
    "money": (
        ["ledger/money"],
        [
            "tests/ledger/money",
            "tests/ledger/books",
            "tests/ledger/series/test_audit.py",
            "tests/ledger/series/test_audit_tampering.py",
            PAYMENTS,
            "tests/ledger/test_migrations.py",
        ],
    ),
    "services": (
        ["ledger/series/services.py", "ledger/series/changes", "ledger/series/starting.py", "ledger/series/bids.py"],
        [
            *SERIES,
            "tests/ledger/series/test_noted_bids.py",
            "tests/ledger/config/test_metrics.py",
            "tests/ledger/config/test_size_limits.py",
            "tests/ledger/api/test_played_at.py",
            "tests/ledger/api/test_repeating.py",
        ],
    ),
    "settling": (["ledger/series/settling.py"], [*SERIES, PAYMENTS, "tests/ledger/books"]),
    "access": (
        ["ledger/series/access.py", "ledger/circles/access.py"],
        [
            "tests/ledger/circles/test_access.py",
            "tests/ledger/series/test_access.py",
            "tests/ledger/scoring/start/test_again.py",
            "tests/ledger/series/test_links.py",
            "tests/ledger/api/test_links.py",
            "tests/ledger/api/test_seats.py",
            "tests/ledger/test_access_table.py",
        ],
    ),
}
PYTEST = ["-x", "-q", "-p", "no:cacheprovider", "-k", "not (benchmark or InvalidData)", "-m", "not thorough"]
LEFT_OUT = [
    "core/ReplaceBinaryOperator_(BitOr|Mul)_.*",  # mostly types and the star of keyword-only arguments
    "core/ReplaceBinaryOperator_.*_(RShift|LShift|Pow|Mod|BitXor|BitOr|BitAnd|FloorDiv|Div)",
    "core/ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_(Is|IsNot)",
]


def try_target(name: str, most: int, folder: Path) -> float:
    """Print the mutants that survive. Return the percentage of the mutants that are killed."""
    modules, tests = TARGETS[name]
    copy, session = folder / name, str(folder / f"{name}.sqlite")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "var", "__pycache__"))
    settings = {
        "module-path": modules,
        "timeout": 300.0,
        "excluded-modules": ["**/migrations/*.py"],
        "test-command": shlex.join([str(BIN / "pytest"), *PYTEST, *tests]),
    }
    lines = ["[cosmic-ray]", *(f"{key} = {json.dumps(value)}" for key, value in settings.items())]
    lines += ["[cosmic-ray.distributor]", 'name = "local"']
    lines += ["[cosmic-ray.filters.operators-filter]", f"exclude-operators = {json.dumps(LEFT_OUT)}"]
    (copy / "mutants.toml").write_text("\n".join(lines))

    def run(program: str, *arguments: str) -> None:
        subprocess.run([BIN / program, *arguments], cwd=copy, check=True)

    run("cosmic-ray", "init", "mutants.toml", session)
    run("cr-filter-operators", session, "mutants.toml")
    run("cosmic-ray", "baseline", "mutants.toml")  # the tests pass without a mutant
    with use_db(session) as mutants:
        leave_out_all_but(most, mutants)
    run("cosmic-ray", "exec", "mutants.toml", session)
    with use_db(session) as mutants:
        tried = [result for _job, result in mutants.results if result.worker_outcome == WorkerOutcome.NORMAL]
    survived = [result for result in tried if result.test_outcome == TestOutcome.SURVIVED]
    for result in survived:
        print(result.diff)
    killed = len(tried) - len(survived)
    share = 100 * killed / len(tried)
    print(f"{name}: {killed} of {len(tried)} killed, {share:.0f} %", flush=True)
    return share


def leave_out_all_but(most: int, mutants: WorkDB) -> None:
    """Keep at most this many mutants, or all for 0.

    They are chosen by a hash: the same each time, and mostly the same after the code has changed elsewhere.
    """
    hashed = sorted(mutants.pending_work_items, key=lambda item: hashlib.sha256(repr(item.mutations).encode()).digest())
    for item in hashed[most:] if most else []:
        mutants.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant small faults and see whether the tests notice.")
    parser.add_argument("targets", nargs="*", metavar="target", help=", ".join(TARGETS))
    parser.add_argument("--sample", type=int, default=0, help="try only so many mutants of each target")
    parser.add_argument("--least", type=float, default=90, help="the percentage that must be killed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="khata-mutants-") as folder:
        shares = [try_target(name, options.sample, Path(folder)) for name in options.targets or TARGETS]
    sys.exit(min(shares) < options.least)


if __name__ == "__main__":
    main()
