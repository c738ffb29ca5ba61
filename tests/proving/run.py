"""Plays random series of every game, and compares what the site shows with what was worked out by hand."""

import argparse
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random

from django.conf import settings
from django.core.management import CommandError, call_command

from games.registry import GAMES
from ledger.transfer.export import circle_file
from ledger.transfer.import_circle import check_file, import_circle
from tests.proving.arithmetic import BY_SLUG
from tests.proving.differences import Difference
from tests.proving.play import Counts, Evening, House


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--series", type=int, default=1)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--game", choices=list(BY_SLUG))
    parser.add_argument("--read-again", nargs="+", type=Path, default=[])
    asked = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    if asked.read_again:
        read_again(asked.read_again)
        return
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    began = time.monotonic()
    print(f"Seed {seed}. The database is new and is deleted at the end; the site's own is not opened.", flush=True)
    where, files = "", []
    try:
        for game in GAMES:
            if asked.game not in (None, game.slug):
                continue
            if game.slug not in BY_SLUG:
                raise Difference(f"there is no arithmetic for {game.slug} in tests/proving/arithmetic/")
            started, counts = time.monotonic(), Counts()
            house = House.open(game, Random(f"{seed} {game.slug}"))
            for number in range(1, asked.series + 1):
                where = f"{game.slug}, series {number}"
                Evening(house, game, Random(f"{seed} {game.slug} {number}"), counts).play()
            files.append(Path(settings.DATA_DIR, f"{game.slug}.json"))
            files[-1].write_bytes(circle_file(house.owner.circle).encode())
            print(
                f"{game.slug:13} {counts.series} series, {counts.hands} hands, {counts.corrections} corrections, "
                f"{counts.other_changes} other changes, {counts.payments} payments, {counts.checks} comparisons, "
                f"{time.monotonic() - started:.1f} s",
                flush=True,
            )
        where = "the audit"
        audit()
        where = "the circles as files"
        again = [sys.executable, "-m", "tests.proving", "--read-again", *files]
        ran = subprocess.run(again, capture_output=True, text=True)
        if ran.returncode:
            raise Difference(ran.stderr.strip())
        print(ran.stdout, end="")
    except (Difference, AssertionError) as difference:
        sys.exit(f"{where}: {difference}. To see it again: --series {asked.series} --seed {seed}")
    print(f"Nothing differs. {time.monotonic() - began:.1f} s")


def audit() -> None:
    printed = StringIO()
    try:
        call_command("audit", stdout=printed, stderr=StringIO())
    except CommandError as error:
        first = printed.getvalue().partition("\n")[0]
        raise Difference(f"{first} ({error})") from error


def read_again(files: Sequence[Path]) -> None:
    """Import the circles in these files into an empty database, and export them again."""
    for file in files:
        written = file.read_bytes()
        circle = import_circle(check_file(written), None)
        if circle_file(circle).encode() != written:
            sys.exit(f"{file.stem}: a circle that was exported, imported and exported again is not the same")
    audit()
    print(f"{len(files)} circles were exported, imported and exported again: every byte is the same.")
