"""`manage.py prove`, run from the command line."""

import pytest

from games.registry import GAMES
from tests.ground.helpers import Place, run_python

pytestmark = pytest.mark.thorough

PLANTED = """
import runpy, sys
from games.catalogue.jewel import scoring
right = scoring.account
scoring.account = lambda one, other: right(one, other)._replace(jewels=one.jewels - other.jewels + 1)
sys.argv[1:] = ["--series", "3", "--seed", "40", "--game", "jewel"]
runpy.run_module("tests.proving", run_name="__main__")
"""

OFFLINE = """
import runpy, sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        raise SystemExit(f"{event} {arguments[1:]}")
sys.addaudithook(refuse)
sys.argv[1:] = ["--series", "2", "--seed", "40", "--game", "scorecard"]
runpy.run_module("tests.proving", run_name="__main__")
"""


@pytest.mark.slow
def test_prove_checks_every_game_and_leaves_the_site_alone(tmp_path):
    place = Place(tmp_path / "data", f"sqlite:///{tmp_path / 'data' / 'mine.sqlite3'}")
    place.folder.mkdir()
    ran = place.manage("prove", "--series", "1", "--seed", "7", LEDGER_SECRET_KEY="k" * 60)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("Seed 7.")
    assert [line.split()[0] for line in lines[1 : 1 + len(GAMES)]] == [game.slug for game in GAMES]
    assert all(" 1 series, " in line and " comparisons, " in line for line in lines[1 : 1 + len(GAMES)])
    assert lines[-2] == f"{len(GAMES)} circles were exported, imported and exported again: every byte is the same."
    assert lines[-1].startswith("Nothing differs.")
    assert list(place.folder.iterdir()) == []


@pytest.mark.slow
def test_prove_ends_with_status_1_and_the_seed_at_a_difference():
    ran = run_python("-c", PLANTED, LEDGER_LOG_LEVEL="WARNING")
    assert ran.returncode == 1
    (sentence,) = ran.stderr.splitlines()
    assert sentence.startswith("jewel, series 1: ")
    assert "the site shows" in sentence
    assert sentence.endswith("To see it again: --series 3 --seed 40")


@pytest.mark.slow
def test_the_site_asks_no_other_machine_for_anything():
    """Hands, pages, files and the API, in a process that may open no connection."""
    ran = run_python("-c", OFFLINE, LEDGER_LOG_LEVEL="WARNING")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow
def test_an_unknown_game_is_refused(tmp_path):
    ran = Place(tmp_path).manage("prove", "--game", "chess", LEDGER_SECRET_KEY="k" * 60)
    assert ran.returncode == 1
    assert "invalid choice: 'chess'" in ran.stderr
    assert ran.stderr.splitlines()[-1] == "CommandError: Nothing was compared: see above."
