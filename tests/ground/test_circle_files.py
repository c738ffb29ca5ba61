"""Files of circles on a running server: a separate process reads them, and other requests are served meanwhile."""

import http.client
import json
import re
import threading
import time
import uuid

import pytest

from ledger.lib.ids import new_id
from scripts.network import free_port
from tests.ground.helpers import server_environment
from tests.ground.test_killed import SET_UP, Scorer, Site, run
from tests.ground.test_server import MOST_MEMORY, Served, most_memory
from tests.ledger.transfer.circle_files import as_bytes, forge
from tests.needs import THOROUGH

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

MOST_SECONDS = 10  # for a save of another table, on a machine that does other work too
MEGABYTES = 60 if THOROUGH else 12
SERIES = 3000 if THOROUGH else 300
AWAY = """
import django, json, sys
django.setup()
from decimal import Decimal
from django.db import transaction
from games.registry import BY_SLUG
from ledger.circles.models import User
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.services import Submit, record_hand
from ledger.series.starting import Agreement, start_series
from ledger.transfer.export import circle_file_parts
game = BY_SLUG["jaago-chalis"]
with transaction.atomic():
    owner = make_circle(owner=User.objects.get(), name="Away", currency="NPR", language="en")
    players = [add_player(circle=owner.circle, name=name) for name in "EFGH"]
    series = start_series(me=owner, agreed=Agreement(game, players, game.default_preset.rules, Decimal("0.25")))
    for version, record in enumerate(game.example.records[:-1], start=1):
        record_hand(series=series, submit=Submit(owner, version), record=record)
    print("".join(circle_file_parts(owner.circle)), end="")
    transaction.set_rollback(True)
"""


class Browser:
    """Sends the form on which a file is chosen, without JavaScript."""

    def __init__(self, site: Site) -> None:
        self.site, self.cookies = site, {}
        self.send("GET")

    def send(self, method: str, fields: dict[str, str] | None = None, file: bytes | None = None) -> tuple[int, str]:
        boundary = uuid.uuid4().hex
        parts = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **(fields or {})}
        body = b"".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in parts.items()
        )
        if file is not None:
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
            body += head.encode() + file + b"\r\n"
        body += f"--{boundary}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", int(self.site.environment["PORT"]), timeout=300)
        connection.request(method, "/start/file/", body if method == "POST" else None, headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _semicolon, _more = value.partition(";")
                self.cookies.update([cookie.split("=", 1)])
        text = answer.read().decode()
        connection.close()
        return answer.status, text


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request, tmp_path):
    database_url = f"sqlite:///{tmp_path / 'ledger.sqlite3'}"
    if request.param == "postgresql":
        database_url = request.getfixturevalue("new_postgres")("khata_files")
    site = Served(server_environment(tmp_path, free_port(), DATABASE_URL=database_url))
    site.token, site.tables = json.loads(run(site, "-c", SET_UP))
    site.start()
    yield site
    site.cut_off()


@pytest.fixture
def away(site):
    """The file of a circle that is not at this site."""
    return run(site, "-c", AWAY).encode()


def test_a_file_is_checked_and_imported_by_the_process(site, away):
    browser = Browser(site)
    status, contents = browser.send("POST", file=away)
    assert status == 200
    assert "Away" in contents
    kept = re.search(r'name="kept"\s+value="([^"]+)"', contents)
    assert kept
    assert browser.send("POST", {"kept": kept[1], "unsigned": "on"})[0] == 302
    status, again = browser.send("POST", file=away)
    assert (status, "This circle already exists here." in again) == (422, True)
    assert "Everything is as it was written" in run(site, "manage.py", "audit")


def of_many_series(away: bytes, count: int) -> bytes:
    """The file of the same circle, with `count` copies of its series."""
    whole = json.loads(away)
    (series,) = whole["series"]
    whole["series"] = []
    for _ in range(count):
        whole["series"].append(json.loads(json.dumps(series).replace(series["id"], new_id())))
    forge(whole)
    return as_bytes(whole)


def test_a_large_circle_is_imported_while_others_save(site, away):
    browser, saves = Browser(site), []
    status, contents = browser.send("POST", file=of_many_series(away, SERIES))
    assert status == 200
    kept = re.search(r'name="kept"\s+value="([^"]+)"', contents)
    assert kept
    answers: list[tuple[int, str]] = []
    importing = threading.Thread(
        target=lambda: answers.append(browser.send("POST", {"kept": kept[1], "unsigned": "on"}))
    )
    scorer = Scorer(site, site.tables[0])
    importing.start()
    while importing.is_alive():
        began = time.monotonic()
        scorer.write()
        saves.append(time.monotonic() - began)
        time.sleep(0.05)
    assert answers[0][0] == 302
    assert max(saves) < MOST_SECONDS, sorted(saves)[-5:]
    assert f"{SERIES + len(site.tables)} series" in run(site, "manage.py", "audit")


def test_forged_files_stop_nobody(site, away):
    """Files that would take minutes to check, and gigabytes to read, are sent at once by anybody."""
    whole = json.loads(away)
    (series,) = whole["series"]
    hand = series["events"][1]
    series["events"] = [hand | {"number": number, "kind": "recorded"} for number in range(1, 501)]
    series["events"] += [hand | {"number": number, "kind": "corrected"} for number in range(501, 8501)]
    of_much_work = json.dumps(whole).encode()
    of_much_memory = b'{"format": "khata-circle", "x": [' + b'{"a":0},' * (MEGABYTES * 2**20 // 8) + b"0]}"
    answers: list[tuple[int, str]] = []
    saves: list[float] = []

    def send(file: bytes) -> None:
        answers.append(Browser(site).send("POST", file=file))

    files = [of_much_work, of_much_memory, of_much_work, of_much_memory]  # a fifth would be refused before its upload
    sending = [threading.Thread(target=send, args=(file,)) for file in files]
    scorer = Scorer(site, site.tables[0])
    workers = site.processes()
    for thread in sending:
        thread.start()
    while any(thread.is_alive() for thread in sending):
        began = time.monotonic()
        scorer.write()
        saves.append(time.monotonic() - began)
        time.sleep(0.2)
    assert {status for status, _page in answers} == {422}
    assert len(answers) == len(files)
    assert max(saves) < MOST_SECONDS, saves
    assert set(workers) <= set(site.processes()), "no worker was replaced"
    worker = max(most_memory(process) for process in workers)
    assert worker < MOST_MEMORY, f"{worker / 2**20:.0f} MB"
