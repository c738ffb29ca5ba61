"""`make steady`: run the browser and server tests while other processes keep every core busy.

A test that fails here waits for a fixed time, or not long enough. It should wait for a state of the page or server.
"""

import argparse
import os
import subprocess
import sys

from scripts.data_folder import ROOT

# The tests that run on PostgreSQL once more need neither a browser nor a server.
TESTS = ["tests/browser", "tests/ground", "--ignore", "tests/ground/test_postgres.py"]
CORES = os.cpu_count() or 2
BURN = [sys.executable, "-c", "while True: pass"]


def run_tests(arguments: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "--numprocesses", str(CORES), "--dist", "worksteal", *arguments]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"THOROUGH": "true"}).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="make steady", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="how often the tests run")
    parser.add_argument(
        "tests", nargs="*", help=f"paths, or after `--` arguments of pytest; default: {' '.join(TESTS)}"
    )
    chosen = parser.parse_args()
    burning = [subprocess.Popen(BURN) for _core in range(CORES)]
    try:
        passed = [run_tests(chosen.tests or TESTS) for _round in range(chosen.rounds)]
    finally:
        for process in burning:
            process.kill()
    print(f"{passed.count(True)} of {chosen.rounds} rounds passed beside {CORES} busy processes.")
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
