"""The books of a circle: balances, payments, entries."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api import inputs, outputs
from ledger.api.base import ApiView, understood
from ledger.api.idempotency import Work, safe_to_repeat
from ledger.api.paging import page_of
from ledger.api.queries import PageQuery, asked_for
from ledger.circles.access import enter_circle
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.money import selectors, services
from ledger.money.models import Entry


class BalancesView(ApiView):
    def get(self, request: Request, circle_id: str) -> Response:
        circle = enter_circle(request.user, circle_id).circle
        first, *others = selectors.balances(circle)
        return Response(
            _balances(selectors.with_everybody(first, circle))
            | {"other_currencies": [_balances(each) for each in others]}
        )


def _balances(owed: selectors.Balances) -> dict[str, Any]:
    rows = [
        {"player": row.player.pk, "name": row.player.name, "amount": outputs.amount(row.amount_minor, owed.currency)}
        for row in owed.rows
    ]
    return {"currency": owed.currency, "balances": rows}


class SettleUp(ApiView):
    """The fewest transfers that clear all balances."""

    def get(self, request: Request, circle_id: str) -> Response:
        first, *others = selectors.balances(enter_circle(request.user, circle_id).circle)
        return Response(_plan(first) | {"other_currencies": [_plan(each) for each in others]})


def _plan(owed: selectors.Balances) -> dict[str, Any]:
    plan = selectors.settling_up(owed)
    transfers = [
        {"from": paid.payer.pk, "to": paid.payee.pk, "amount": outputs.amount(paid.amount_minor, plan.currency)}
        for paid in plan.transfers
    ]
    return {"currency": plan.currency, "exact": plan.exact, "transfers": transfers}


class Payments(ApiView):
    @safe_to_repeat
    def post(self, request: Request, circle_id: str) -> Work:
        me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
        payment = _payment(me, understood(inputs.PaymentInput, request))

        def work() -> Response:
            done = services.record_payment(submit=services.Submit(me), payment=payment)
            return Response({"entry": done.entry.pk, "postings": _postings(done.entry)}, status=201)

        return work


def _payment(me: Member, asked: inputs.PaymentInput) -> services.Payment:
    ends = {"from": asked.payer, "to": asked.payee}
    known = Player.objects.filter(circle=me.circle_id).in_bulk(list(ends.values()))
    unknown = say("Somebody is not a player of this circle.")
    if missing := [Problem(end, "unknown_player", unknown) for end, player in ends.items() if player not in known]:
        raise Refused(*missing)
    return services.Payment(known[asked.payer], known[asked.payee], asked.amount, note=asked.note or "")


class Entries(ApiView):
    """Every posting with its cause, newest first."""

    def get(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id)
        asked = asked_for(PageQuery, request)
        return page_of(request, selectors.entries(me.circle), asked, by=["number"], show=_postings)


def _postings(entry: Entry) -> list[dict[str, Any]]:
    return [
        {
            "entry": entry.pk,
            "number": entry.number,
            "cause": entry.kind,
            "source": entry.source or None,
            "reverses": entry.reverses_id,
            "note": entry.note,
            "recorded_by": entry.by_name,
            "recorded_at": entry.at.isoformat(),
            "player": posting.player_id,
            "amount": outputs.amount(posting.amount_minor, entry.currency),
            "currency": entry.currency,
        }
        for posting in entry.postings.all()
    ]
