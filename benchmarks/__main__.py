"""`python -m benchmarks` runs the benchmarks that take minutes; `python -m benchmarks rulebook crowd` runs two."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module

from benchmarks import scale
from benchmarks.measuring import Row, print_table

SHORT = ("rulebook", "pages", "load", "crowd")
NAMED = ("lighthouse", "scale")  # run only when named: lighthouse needs Node.js, scale an hour


def main() -> None:
    parser = ArgumentParser(prog="make bench", description="Measure how fast things are.")
    parser.add_argument("names", nargs="*", help=f"{', '.join(SHORT)}; or one of {', '.join(NAMED)}")
    parser.add_argument("--hands", type=int, default=scale.HANDS, help="of scale: of others (default %(default)s)")
    options = parser.parse_args()
    if unknown := set(options.names) - {*SHORT, *NAMED}:
        parser.error(f"There is no benchmark {', '.join(sorted(unknown))}.")

    def rows() -> Iterator[Row]:
        for name in options.names or SHORT:
            yield from scale.rows(options.hands) if name == "scale" else import_module(f"benchmarks.{name}").rows()

    sys.exit(not print_table(rows()))


if __name__ == "__main__":
    main()
