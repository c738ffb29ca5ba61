"""`python -m benchmarks`: all of them, or those that are named: `python -m benchmarks rulebook`."""

import sys
from importlib import import_module

from benchmarks.measuring import print_table

ALL = ("rulebook", "web", "sheet", "load")


def main(names: list[str]) -> None:
    if unknown := set(names) - set(ALL):
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}. There are: {', '.join(ALL)}")
    print_table(row for name in names or ALL for row in import_module(f"benchmarks.{name}").rows())


if __name__ == "__main__":
    main(sys.argv[1:])
