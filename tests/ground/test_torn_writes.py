"""The power fails in the middle of a write, or somebody copies the files of a running site.

Afterwards the database is in a state that it once had, or the start says that it is damaged. It never starts with
wrong rows.
"""

import hashlib
import json
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError

from ledger.operations.start import check_file
from tests.ground.helpers import Place, run_python

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

PAGE = 4096
SECTOR = 512  # bytes that a disk writes whole or not at all
TRIES = 200
AUDITED = 3

WRITE = """
import json, os, sys
import django
django.setup()
from decimal import Decimal
from random import Random
from django.conf import settings
from django.db import connection
from games.registry import BY_SLUG
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.money.services import Payment, record_payment
from ledger.series.services import Submit, record_hand, stop_series
from ledger.series.starting import Agreement, start_series
from ledger.series.state import series_state
from tests.ground.test_torn_writes import digest
from tests.proving.hands import random_hand

# No checkpoint copies the log into the file meanwhile, because changes that were copied cannot be lost any more.
connection.cursor().execute("PRAGMA wal_autocheckpoint = 0")
states, dice = [digest(settings.DATABASES["default"]["NAME"])], Random(40)
me = next(member for member in Member.objects.all() if member.may(Role.SCORER))
players = list(me.circle.players.all())[:4]
for slug in ("jaago-chalis", "jass", "jewel", "scorecard") * 2:
    game = BY_SLUG[slug]
    agreed = Agreement(game, players, game.default_preset.rules, Decimal("0.25"))
    series = start_series(me=me, agreed=agreed)
    states.append(digest(settings.DATABASES["default"]["NAME"]))
    for _hand in range(8):
        series.refresh_from_db()
        state = series_state(series)
        if state.takes_hands:
            record = random_hand(game, state.rules, state.table_for(state.next_number), dice)
            record_hand(series=series, submit=Submit(me, series.version), record=record)
            states.append(digest(settings.DATABASES["default"]["NAME"]))
    series.refresh_from_db()
    if series.is_open:
        stop_series(series=series, submit=Submit(me, series.version), with_standard=True)
        states.append(digest(settings.DATABASES["default"]["NAME"]))
    record_payment(me=me, payment=Payment(players[0], players[1], Decimal(3)))
    states.append(digest(settings.DATABASES["default"]["NAME"]))
print(json.dumps(states))
sys.stdout.flush()
os._exit(0)  # the log stays beside the database, as when the power fails
"""


def digest(file: Path | str) -> str:
    """Return a hash over every row of circles, series and books."""
    connection = sqlite3.connect(f"file:{file}?mode=rw", uri=True)
    try:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        total = hashlib.sha256()
        for (table,) in tables:
            if table.startswith(("circles_", "series_", "money_")):
                for row in sorted(map(repr, connection.execute(f"SELECT * FROM {table}"))):
                    total.update(row.encode())
        return total.hexdigest()
    finally:
        connection.close()


@dataclass(frozen=True)
class Written:
    """The database file and log after a power failure, the file with the log copied into it, and every state it had."""

    main: bytes
    log: bytes
    later: bytes
    states: dict[str, int]  # the number of each digest, in order


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    place = Place(tmp_path_factory.mktemp("written") / "data")
    place.fill()
    environment = {**place.settings, "DJANGO_SETTINGS_MODULE": "ledger.config.settings", "LEDGER_LOG_LEVEL": "WARNING"}
    ran = run_python("-c", WRITE, **environment)
    assert ran.returncode == 0, ran.stderr
    states = json.loads(ran.stdout)
    main, log = place.database.read_bytes(), Path(f"{place.database}-wal").read_bytes()
    with sqlite3.connect(place.database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    assert len(set(states)) == len(states) > 40
    return Written(main, log, place.database.read_bytes(), {state: number for number, state in enumerate(states)})


def put(folder: Path, main: bytes, log: bytes) -> Path:
    file = folder / "ledger.sqlite3"
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    file.write_bytes(main)
    Path(f"{file}-wal").write_bytes(log)
    return file


def one_sentence(error: CommandError) -> str:
    (line,) = str(error).splitlines()
    return line


def state_or_sentence(file: Path, states: dict[str, int]) -> int | str:
    """The number of the state that is found, or what the start says. Fails if the start accepts any other state."""
    try:
        check_file(file)
    except CommandError as error:
        return one_sentence(error)
    found = digest(file)
    assert found in states, "the start accepts a database in a state that it never had"
    return states[found]


def with_log_cut(written: Written, dice: Random) -> tuple[bytes, bytes]:
    return written.main, written.log[: dice.randrange(len(written.log) + 1)]


def with_lost_sectors(written: Written, dice: Random) -> tuple[bytes, bytes]:
    log = bytearray(written.log)
    for _sector in range(dice.randrange(1, 4)):
        begin = dice.randrange(0, len(log), SECTOR)
        log[begin : begin + SECTOR] = bytes(len(log[begin : begin + SECTOR]))
    return written.main, bytes(log)


def with_file_half_written(written: Written, dice: Random) -> tuple[bytes, bytes]:
    """The power failed while the log was copied into the file: some sectors are new, and the log is still there."""
    longest = max(len(written.main), len(written.later))
    main = bytearray()
    for begin in range(0, longest, SECTOR):
        both = [content[begin : begin + SECTOR] for content in (written.main, written.later)]
        main += dice.choice(both) or max(both)
    return bytes(main), written.log


@pytest.mark.parametrize("tear", [with_log_cut, with_lost_sectors, with_file_half_written])
def test_after_a_torn_write_the_database_is_as_it_once_was(written, tmp_path, tear):
    found = set()
    for seed in range(TRIES):
        file = put(tmp_path, *tear(written, Random(seed)))
        state = state_or_sentence(file, written.states)
        assert isinstance(state, int), f"seed {seed}: {state}"
        found.add(state)
        if seed < AUDITED:
            assert "Everything is as it was written" in Place(tmp_path).do("audit", LEDGER_SECRET_KEY="k" * 60)
    if tear is with_file_half_written:
        assert found == {len(written.states) - 1}  # the log has every change
    else:
        assert len(found) > 10


def test_the_longer_the_log_the_later_the_state(written, tmp_path):
    cuts = sorted(Random(0).sample(range(len(written.log) + 1), 50))
    states = [state_or_sentence(put(tmp_path, written.main, written.log[:cut]), written.states) for cut in cuts]
    assert states == sorted(states)


def cut_file(written: Written, dice: Random) -> tuple[bytes, bytes]:
    return written.later[: dice.randrange(len(written.later))], b""


def file_of_two_moments(written: Written, dice: Random) -> tuple[bytes, bytes]:
    """As `cp` makes it while the site writes: the first pages are of an earlier moment than the rest."""
    begin = dice.randrange(len(written.main) // PAGE) * PAGE
    return written.main[:begin] + written.later[begin:], b""


def file_and_log_of_two_moments(written: Written, dice: Random) -> tuple[bytes, bytes]:
    main, _none = file_of_two_moments(written, dice)
    return main, written.log[: dice.randrange(len(written.log))]


@pytest.mark.parametrize("copy", [cut_file, file_of_two_moments, file_and_log_of_two_moments])
def test_a_copy_of_a_busy_database_is_whole_or_the_start_says_that_it_is_not(written, tmp_path, copy):
    results = Counter(
        type(state_or_sentence(put(tmp_path, *copy(written, Random(seed))), written.states)) for seed in range(TRIES)
    )
    assert results[str] > 0, "no copy was damaged, so nothing was tried"
