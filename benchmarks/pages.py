"""Every page of a circle, called again and again: `python -m benchmarks.pages CIRCLE`, in a process of its database.

It reads lines, and answers each with one figure for each page: `statements` with their number, `busy` with the
milliseconds of the processor.
"""

import json
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.caller import Caller, Headers, logged_in
from benchmarks.measuring import Took
from benchmarks.web import Follower

if TYPE_CHECKING:
    from ledger.series.models import Series

CALLS = 3  # of each page in one round; the fastest counts, so that what else runs on the machine counts little
FIGURES = (5, 8.5, 18, 8.5)
Pages = dict[str, Callable[[], Took]]


def pages_of(circle_id: str) -> Pages:
    """By the name of the page. The circle has one member, and its last series is open."""
    from ledger.api.tokens import make_token
    from ledger.circles.models import Member
    from ledger.circles.roles import Role
    from ledger.circles.services.invites import make_invite
    from ledger.series.access import token_of
    from ledger.series.links import link_to_share
    from ledger.series.models import Series, Status

    me = Member.objects.select_related("circle", "user").get(circle=circle_id)
    series = Series.objects.filter(circle=circle_id).order_by("started_at")
    caller, browser = Caller(), logged_in(me.user)
    _token, secret = make_token(user=me.user)
    program = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    _invite, link = make_invite(actor=me.user, circle=me.circle, role=Role.VIEWER)
    circle, api = f"/circles/{circle_id}/", f"/api/v1/circles/{circle_id}"
    finished = series.exclude(status=Status.OPEN).select_related("circle")[0]
    open_series = series.filter(status=Status.OPEN)[0]
    played = f"/series/{finished.pk}/"
    followed = f"/follow/{token_of(link_to_share(me=me, series=finished))}/"
    player = me.circle.players.order_by("created_at", "pk")[0]

    def get(path: str, headers: Headers) -> Callable[[], Took]:
        return lambda: caller.get(path, headers)

    return {
        "home": get("/", browser),
        "circle": get(circle, browser),
        "circle, the last series": get(f"{circle}?page={-(-series.count() // 20)}", browser),
        "people": get(f"{circle}people/", browser),
        "start a series": get(f"{circle}series/new/", browser),
        "balances": get(f"{circle}balances/", browser),
        "a player's account": get(f"{circle}balances/{player.pk}/", browser),
        "series": get(played, browser),
        "hand": get(f"{played}hands/5/", browser),
        "history": get(f"{played}history/", browser),
        "settlement": get(f"{played}settlement/", browser),
        "keypad": get(f"/series/{open_series.pk}/hands/new/", browser),
        "follower asks (304)": Follower(caller, finished, browser).ask,
        "link to join, opened by a visitor": get(f"/join/{link}/", {}),
        "link to a series, opened by a visitor": get(followed, {}),
        "API: circles": get("/api/v1/circles", program),
        "API: list of series": get(f"{api}/series", program),
        "API: balances": get(f"{api}/balances", program),
        "API: entries": get(f"{api}/entries", program),
        "API: series": get(f"/api/v1{played[:-1]}", program),
        "API: save a hand": Saver(caller, open_series, program).save,
    }


@dataclass
class Saver:
    """Records one hand after the other in an open series."""

    caller: Caller
    series: "Series"
    program: Headers

    def save(self) -> Took:
        self.series.refresh_from_db(fields=["version"])
        body = json.dumps({"record": {"points_won": FIGURES}, "base_version": self.series.version}).encode()
        headers = self.program | {"Idempotency-Key": secrets.token_hex(16)}
        return self.caller.post(f"/api/v1/series/{self.series.pk}/hands", body, headers, expected=201)


def statements(pages: Pages) -> dict[str, int]:
    """Of each page, when it is called for the second time."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = {}
    for name, call in pages.items():
        call()
        with CaptureQueriesContext(connection) as captured:
            call()
        counts[name] = len(captured)
    return counts


def busy(pages: Pages) -> dict[str, float]:
    return {name: min(call().busy for _ in range(CALLS)) for name, call in pages.items()}


WHAT = {work.__name__: work for work in (statements, busy)}

if __name__ == "__main__":
    import django

    django.setup()
    pages = pages_of(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(WHAT[line.strip()](pages)), flush=True)
