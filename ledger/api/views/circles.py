"""Circles and their players."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api import inputs, outputs
from ledger.api.base import ApiView, caller, understood
from ledger.api.idempotency import Work, safe_to_repeat
from ledger.circles.access import enter_circle
from ledger.circles.models import Member, Player
from ledger.circles.names import clean_name
from ledger.circles.roles import Role
from ledger.circles.services.circles import check_currency, make_circle
from ledger.circles.services.players import add_player
from ledger.lib import currencies


class Circles(ApiView):
    def get(self, request: Request) -> Response:
        mine = Member.objects.filter(user=caller(request)).select_related("circle").order_by("circle__created_at", "pk")
        return Response([outputs.circle(me.circle, me.role) for me in mine])

    @safe_to_repeat
    def post(self, request: Request) -> Work:
        asked = understood(inputs.CircleInput, request)
        currency = currencies.FALLBACK if asked.currency is None else asked.currency
        _check(
            {
                "name": partial(clean_name, asked.name),
                "currency": partial(check_currency, currency),
                "coin": partial(_coin, asked.coin, currency),
            }
        )
        make = partial(make_circle, owner=caller(request), name=asked.name, currency=currency)
        coin_minor, language = _coin(asked.coin, currency), (get_language() or "en")[:2]

        def work() -> Response:
            me = make(coin_minor=coin_minor, language=language)
            return Response(outputs.circle(me.circle, me.role), status=201)

        return work


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
    def post(self, request: Request, circle_id: str) -> Work:
        me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
        asked = understood(inputs.PlayerInput, request)

        def work() -> Response:
            try:
                player = add_player(circle=me.circle, name=asked.name)
            except ValidationError as error:
                raise ValidationError({"name": error}) from error
            return Response(outputs.player(player), status=201)

        return work


def _check(checks: Mapping[str, Callable[[], object]]) -> None:
    """All that is wrong at once, each fault under the name of its field."""
    faults = {}
    for field, check in checks.items():
        try:
            check()
        except ValidationError as error:
            faults[field] = error
    if faults:
        raise ValidationError(faults)


def _coin(coin: Decimal | None, currency: str) -> int | None:
    """The smallest coin in minor units, from what was written in the main unit."""
    if coin is None or currency not in currencies.codes():
        return None
    minor = coin.scaleb(currencies.minor_digits(currency))
    if minor not in currencies.COINS:
        raise ValidationError(_("There is no such coin."), code="coin")
    return int(minor)
