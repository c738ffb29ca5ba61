"""The functions of the site in the phone that static/js/pocket/worker.js calls."""

import json
import os
from pathlib import Path
from typing import Any

import django

CALLS: dict[str, Any] = {}


def start(details: str) -> None:
    """Start Django with the settings and addresses of the site, and with the cookies that this phone has kept."""
    given = json.loads(details)
    folder = Path(os.environ["POCKET_DIR"])
    (folder / "static").mkdir(parents=True, exist_ok=True)
    (folder / "site.json").write_text(json.dumps(given["site"]))
    (folder / "addresses.json").write_text(json.dumps(given["addresses"]))
    manifest = {"paths": given.get("manifest", {}), "version": "1.1"}
    (folder / "static" / "staticfiles.json").write_text(json.dumps(manifest))
    django.setup()

    # These modules can be imported only now, because they need Django's settings.
    from django.db import connection
    from django.urls import get_resolver

    from ledger.pocket.phone import store
    from ledger.pocket.phone.again import make_again
    from ledger.pocket.phone.answer import Phone
    from ledger.pocket.phone.waiting import waiting

    get_resolver().url_patterns  # noqa: B018  (imports all views now, so that the first page is quick)
    CALLS.update(load=store.load, forget=store.forget, clear=store.clear, close=connection.close)
    CALLS.update(waiting=waiting, again=make_again, answer=Phone(given["origin"], given["cookies"]).answer)


def call(what: str, details: str, body: bytes = b"") -> tuple[str, bytes]:
    """Call the function that is named `what`. `details` has its arguments as JSON.

    Return its result as JSON; if it answers a request with this `body`, also the content of the answer.
    """
    arguments = json.loads(details)
    if what != "answer":
        return json.dumps(CALLS[what](**arguments)), b""
    head, content = CALLS["answer"](**arguments, body=bytes(body))
    return json.dumps(head), content
