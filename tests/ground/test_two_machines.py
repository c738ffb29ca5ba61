"""Two machines with a data folder each, one key and one PostgreSQL database: each continues what the other began."""

import json
from typing import Any

import pytest

from tests.ground.helpers import run_python

pytestmark = pytest.mark.thorough

SETUP = """
import json, os, re, sys
from html import unescape
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from benchmarks.site import make_circle_of_four

given = json.loads(sys.argv[1])

def phone(cookies=given.get("cookies", {})):
    client = Client(SERVER_NAME="127.0.0.1")
    client.cookies.load(cookies)
    return client
"""
START = """
call_command("migrate", verbosity=0)
call_command("createcachetable")
circle = make_circle_of_four()
series = circle.new_series()
client = phone()
client.force_login(circle.owner.user, backend="allauth.account.auth_backends.AuthenticationBackend")
page = client.get(f"/series/{series.pk}/").content.decode()
headers = json.loads(unescape(re.search(r'hx-headers="([^"]+)"', page)[1]))
cookies = {name: morsel.value for name, morsel in client.cookies.items()}
print(json.dumps({"series": series.pk, "cookies": cookies, "ticket": headers}))
"""
ASK = """
address = f"/series/{given['series']}/"
without_session = phone({}).get(f"{address}live/", headers=given["ticket"])
print(json.dumps({"page": phone().get(address).content.decode(), "live": without_session.status_code}))
"""
RECORD = """
from ledger.circles.models import Member
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand

series = Series.objects.get(pk=given["series"])
record_hand(
    series=series, submit=Submit(Member.objects.get(), series.version), record={"points_won": [2, 8.5, 20, 9.5]}
)
print(json.dumps({}))
"""


@pytest.fixture
def machine(new_postgres, tmp_path):
    """`machine(name, code, …)` runs code on the machine with this name, and returns what it prints."""
    url = new_postgres("two_machines")

    def run(name: str, code: str, given: Any, key: str = "k" * 60) -> Any:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        settings = {"LEDGER_DATA_DIR": str(folder), "LEDGER_SECRET_KEY": key, "LEDGER_ALLOWED_HOSTS": "127.0.0.1"}
        ran = run_python("-c", SETUP + code, json.dumps(given), DATABASE_URL=url, **settings)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout.splitlines()[-1])

    return run


@pytest.mark.slow
def test_a_session_a_ticket_and_a_hand_of_one_machine_are_known_to_the_other(machine):
    visitor = machine("first", START, {})
    before = machine("second", ASK, visitor)
    assert visitor["series"] in before["page"]
    assert "9½" not in before["page"]
    assert before["live"] == 304  # nothing new, and the ticket alone was enough
    machine("first", RECORD, visitor)
    after = machine("second", ASK, visitor)
    assert "9½" in after["page"]
    assert after["live"] == 404  # something new, for which a session is needed
    # This is why the machines need the same key.
    assert machine("third", ASK, visitor, key="another" * 9)["live"] != 304
