"""Circles and their players."""

from decimal import Decimal

from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from games.kit.faults import Problem
from games.kit.sentences import say
from ledger import currencies
from ledger.api import inputs, outputs
from ledger.api.base import ApiView, caller, understood
from ledger.api.idempotency import safe_to_repeat
from ledger.api.problems import ImpossibleError
from ledger.circles.access import enter_circle
from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player


class Circles(ApiView):
    def get(self, request: Request) -> Response:
        mine = Member.objects.filter(user=caller(request)).select_related("circle").order_by("circle__created_at", "pk")
        return Response([outputs.circle(me.circle, me.role) for me in mine])

    @safe_to_repeat
    def post(self, request: Request) -> Response:
        asked = understood(inputs.CircleInput, request)
        currency = asked.currency or currencies.FALLBACK
        me = make_circle(
            owner=caller(request),
            name=asked.name,
            currency=currency,
            coin_minor=_coin(asked.coin, currency),
            language=(get_language() or "en")[:2],
        )
        return Response(outputs.circle(me.circle, me.role), status=201)


class Circle(ApiView):
    def get(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id)
        return Response(outputs.circle(me.circle, me.role))


class Players(ApiView):
    def get(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id)
        players = Player.objects.filter(circle=me.circle_id).order_by("created_at", "pk")
        return Response([outputs.player(player) for player in players])

    @safe_to_repeat
    def post(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
        player = add_player(circle=me.circle, name=understood(inputs.PlayerInput, request).name)
        return Response(outputs.player(player), status=201)


def _coin(coin: Decimal | None, currency: str) -> int | None:
    """The smallest coin in minor units, from what was written in the main unit."""
    if coin is None or currency not in currencies.codes():
        return None
    minor = coin.scaleb(currencies.minor_digits(currency))
    if minor not in currencies.COINS:
        raise ImpossibleError(Problem("coin", "coin", say("There is no such coin.")))
    return int(minor)
