"""The disk fails under the running site: saves get 503, confirmed hands stay, and no restart is needed afterwards."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from scripts.network import free_port
from tests.ground.helpers import Place, server_environment
from tests.ground.test_killed import SET_UP, Scorer, run
from tests.ground.test_server import Served
from tests.ground.test_start import AS_OTHERS, assert_one_sentence, serve
from tests.needs import small_disk

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

MEGABYTES = 60
ANSWERS_WITHIN = 15  # seconds: the deadline for the database is 10
WORKS_AGAIN_WITHIN = 10
PAGE = 4096


@contextmanager
def served(folder: Path, *before: str) -> Iterator[Served]:
    site = Served(server_environment(folder, free_port()))
    site.before = before
    site.token, site.tables = json.loads(run(site, "-c", SET_UP))
    site.start()
    try:
        yield site
    finally:
        site.cut_off()


def save(scorer: Scorer) -> int:
    """Tries to save the next hand once. Returns the status; a confirmed hand is noted."""
    key = f"hand-{len(scorer.acknowledged) + 1}"
    body = {"record": {"thrown_in": True, "reason": key}, "base_version": len(scorer.acknowledged) + 1}
    began = time.monotonic()
    path = f"/api/v1/series/{scorer.series}/hands"
    status, answer = scorer.site.ask("POST", path, body, **{"Idempotency-Key": key})
    assert time.monotonic() - began < ANSWERS_WITHIN
    if status == 201:
        scorer.acknowledged.append(key)
    else:
        assert status == 503, answer
        assert json.loads(answer)["status"] == 503
    return status


def wait_until(happened: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not happened():
        assert time.monotonic() - began < WORKS_AGAIN_WITHIN
        time.sleep(0.2)


def assert_readable(site: Served, scorer: Scorer) -> None:
    """The API shows every confirmed hand, and pages are served."""
    assert scorer.stored() == scorer.acknowledged
    for path in ("/", "/rules/", f"/api/v1/series/{scorer.series}/settlement"):
        assert site.ask("GET", path)[0] == 200, path


def log_of(site: Served) -> str:
    return Path(site.environment["LEDGER_DATA_DIR"], "log").read_text()


def test_on_a_full_disk_reading_goes_on_and_saves_go_on_once_there_is_room(tmp_path):
    with small_disk(tmp_path, MEGABYTES), served(tmp_path) as site:
        scorer = Scorer(site, site.tables[0])
        for _hand in range(5):
            assert save(scorer) == 201
        for _time in range(2):
            answers = []
            for _try in range(5):
                fill_up(tmp_path / "film")
                answers.append(save(scorer))
                assert_readable(site, scorer)
            # A save may find room once, where SQLite has just deleted its log.
            assert answers.count(503) >= 3
            (tmp_path / "film").unlink()
            wait_until(lambda: save(scorer) == 201)
            assert_readable(site, scorer)
        assert "Everything is as it was written" in run(site, "manage.py", "audit")


def fill_up(file: Path) -> None:
    with file.open("ab", buffering=0) as film, suppress(OSError):
        while True:
            film.write(bytes(PAGE))


def test_in_a_folder_that_turns_read_only_reading_goes_on_and_saves_go_on_afterwards(tmp_path):
    before = AS_OTHERS if os.geteuid() == 0 else []
    with served(tmp_path, *before) as site:
        scorer = Scorer(site, site.tables[0])
        for _hand in range(5):
            assert save(scorer) == 201
        files = list(tmp_path.glob("ledger.sqlite3*"))
        for _time in range(2):
            for file in files:
                file.chmod(0o400)
            tmp_path.chmod(0o500)
            # Files that are open can still be written, so a save may succeed; a new process has to open them.
            os.kill(site.processes()[-1], signal.SIGKILL)
            site.wait_until_it_answers()
            for _try in range(10):
                save(scorer)
                assert_readable(site, scorer)
            assert save(scorer) == 503
            tmp_path.chmod(0o700)
            for file in files:
                file.chmod(0o600)
            wait_until(lambda: save(scorer) == 201)
            assert_readable(site, scorer)
        assert "Everything is as it was written" in run(site, "manage.py", "audit")


def test_a_file_that_is_damaged_meanwhile_shows_and_confirms_nothing_wrong(tmp_path):
    place = Place(tmp_path / "data")
    place.folder.mkdir()
    with served(place.folder) as site:
        scorers = [Scorer(site, table) for table in site.tables]
        for _hand in range(10):
            for scorer in scorers:
                assert save(scorer) == 201
        before = [list(scorer.acknowledged) for scorer in scorers]
        run(site, "manage.py", "backup", str(tmp_path / "backup"))
        lines = len(log_of(site).splitlines())
        overwrite_pages(place.database, Random(40))
        answers: Counter[int] = Counter()
        for _try in range(20):
            for scorer in scorers:
                answers[save(scorer)] += 1
                status, answer = site.ask("GET", f"/api/v1/series/{scorer.series}")
                answers[status] += 1
                if status == 200:
                    assert [hand["record"]["reason"] for hand in json.loads(answer)["hands"]] == scorer.acknowledged
                else:
                    assert status == 503, answer
        with ThreadPoolExecutor(8) as readers:  # enough to reach threads that had read nothing before the damage
            answers.update(readers.map(lambda scorer: read(site, scorer), 20 * scorers))
        assert set(answers) <= {200, 201, 503}
        assert answers[503] > 0
        log = log_of(site).splitlines()[lines:]
        assert not [line for line in log if "Traceback" in line]
        assert len(log) <= answers.total() + 10, "more than a line for each request"

        site.cut_off()
        assert_one_sentence(serve(place), f"The database {place.database} is damaged (", "restore a backup")
        for file in place.folder.glob("ledger.sqlite3*"):
            file.rename(tmp_path / file.name)
        place.do("restore", str(tmp_path / "backup"), LEDGER_SECRET_KEY="k" * 60)
        site.start()
        for scorer, acknowledged in zip(scorers, before, strict=True):
            scorer.acknowledged = acknowledged
            assert_readable(site, scorer)
            assert save(scorer) == 201


def read(site: Served, scorer: Scorer) -> int:
    status: int = site.ask("GET", f"/api/v1/series/{scorer.series}")[0]
    return status


def overwrite_pages(database: Path, dice: Random) -> None:
    """Half of the pages get random bytes, in the file and in its log."""
    for file in (database, Path(f"{database}-wal")):
        with file.open("r+b") as damaged:
            for page in range(2, file.stat().st_size // PAGE):
                if dice.random() < 0.5:
                    damaged.seek(page * PAGE)
                    damaged.write(dice.randbytes(PAGE))
