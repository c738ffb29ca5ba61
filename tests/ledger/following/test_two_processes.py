"""Each server process caches the state of series. A hand recorded by another process must be shown."""

import json
import os
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40, Scorer

RECORD = """
import json, sys
import django
django.setup()
from ledger.circles.models import Member
from ledger.series.models import Series
from ledger.series.services import Submit, record_hand

member, series, record = sys.argv[1:]
found = Series.objects.get(pk=series)
record_hand(series=found, submit=Submit(Member.objects.get(pk=member), found.version), record=json.loads(record))
"""


def record_in_another_process(scorer: Scorer, record: Any) -> None:
    name = str(connection.settings_dict["NAME"])
    url = f"sqlite:///{name}"
    if connection.vendor == "postgresql":
        url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    command = [sys.executable, "-c", RECORD, scorer.me.pk, scorer.series.pk, json.dumps(record)]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True)


@pytest.mark.django_db(transaction=True)
def test_a_hand_recorded_by_another_process_is_on_the_page(bob_scores, viewer):
    bob_scores.record(*J40[:2])
    phone, page = client_of(viewer.user), address("page", bob_scores.series)
    assert "15 to go" not in text_of(phone.get(page))
    record_in_another_process(bob_scores, J40[2])
    assert "15 to go" in text_of(phone.get(page))
