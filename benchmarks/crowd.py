"""The tables that the crowd of clients plays at, and what the database holds of it afterwards.

In a process of its own, since the database is another one each time: `python -m benchmarks.crowd prepare`.
"""

import json
import sys
import uuid
from typing import Any

from benchmarks import site

PAYMENTS = 200  # of a circle whose balances are looked at


def prepare(clients: int, series_each: int) -> dict[str, Any]:
    """Each client has a token and series of its own; one more series is for all of them."""
    from ledger.api.tokens import make_token

    club = site.make_club(uuid.uuid4().hex)
    _token, secret = make_token(user=club.owner.user)
    return {
        "headers": {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"},
        "series": [[club.new_series().pk for _ in range(series_each)] for _ in range(clients)],
        "shared": club.new_series().pk,
    }


def prepare_pages() -> dict[str, Any]:
    """A series of twenty hands, and a circle with two hundred payments in its books; and somebody who is logged in."""
    from benchmarks.caller import logged_in

    club = site.make_club("pages")
    series = club.new_series()
    _play(club, series.pk, hands=20)
    _pay(club)
    return {
        "headers": logged_in(club.owner.user),
        "settlement": f"/series/{series.pk}/settlement/",
        "balances": f"/circles/{club.owner.circle_id}/balances/",
    }


def _play(club: site.Club, series_id: str, hands: int) -> None:
    from ledger.series.models import Series
    from ledger.series.services import Submit, record_hand

    for version in range(1, hands + 1):
        series = Series.objects.get(pk=series_id)
        record_hand(series=series, submit=Submit(club.owner, version), record={"points_won": [5, 8.5, 18, 8.5]})


def _pay(club: site.Club) -> None:
    from decimal import Decimal

    from ledger.money.services import Payment, record_payment

    for number in range(PAYMENTS):
        payer, payee = club.players[number % 4], club.players[(number + 1 + number // 4 % 3) % 4]
        payment = Payment(payer, payee, Decimal(number % 7 + 1))
        record_payment(me=club.owner, payment=payment)


def recorded(series: list[str]) -> list[tuple[str, int]]:
    """The hands of these series: the series, and its version after the hand."""
    from ledger.series.models import Event, Kind

    found = Event.objects.filter(series__in=series, kind=Kind.RECORDED)
    return list(found.order_by("series", "number").values_list("series", "number"))


def make_bare_table() -> str:
    from benchmarks import bare

    return str(bare.make_table().pk)


def audit() -> bool:
    """Is every chain whole, and every stored figure what the chain comes to?"""
    from io import StringIO

    from django.core.management import CommandError, call_command

    try:
        call_command("audit", stdout=StringIO())
    except CommandError:
        return False
    return True


WHAT = {work.__name__: work for work in (prepare, prepare_pages, recorded, make_bare_table, audit)}

if __name__ == "__main__":
    import django

    django.setup()
    json.dump(WHAT[sys.argv[1]](**json.load(sys.stdin)), sys.stdout)
