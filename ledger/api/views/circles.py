"""Circles, their players and their books."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial

from django.conf import settings
from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.auth import caller
from ledger.api.formats import PROBLEM_TYPE
from ledger.api.idempotency import StoredAnswer, Work, safe_to_repeat
from ledger.api.models import Receipt
from ledger.api.pagination import PageQuery, page_newest_first
from ledger.api.schemas import circles as schemas
from ledger.api.schemas.base import Problem as ProblemAnswer
from ledger.api.schemas.base import read_body, read_query
from ledger.circles.access import enter_circle, load_player, players_of_circle
from ledger.circles.models import Member, Player
from ledger.circles.names import clean_name
from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle, check_currency, clean_time_zone, make_circle
from ledger.circles.services.guests import require_signup
from ledger.circles.services.players import add_player
from ledger.lib import currencies
from ledger.lib.refusals import Refused
from ledger.money import selectors
from ledger.money.services import Payment, record_payment
from ledger.series.points_only import switch_points_only

TAG = "Circles and players"
MONEY = "Money"


class CirclesView(APIView):
    @extend_schema(
        operation_id="list_circles",
        tags=[TAG],
        summary="The circles that the caller belongs to",
        responses=schemas.CircleList,
    )
    def get(self, request: Request) -> Response:
        memberships = Member.objects.filter(user=caller(request)).select_related("circle")
        in_order = memberships.order_by("circle__created_at", "pk")
        return Response(schemas.CircleList([schemas.Circle.of(me) for me in in_order]))

    @extend_schema(
        operation_id="make_circle",
        tags=[TAG],
        summary="Make a circle; the caller owns it",
        request=schemas.CircleInput,
        responses={201: schemas.Circle},
    )
    @safe_to_repeat
    def post(self, request: Request) -> Work:
        body = read_body(schemas.CircleInput, request)
        currency = currencies.FALLBACK if body.currency is None else body.currency
        _check_all(
            {
                "name": partial(clean_name, body.name),
                "currency": partial(check_currency, currency),
                "coin": partial(_coin_minor, body.coin, currency),
                "time_zone": partial(clean_time_zone, body.time_zone or ""),
            }
        )
        coin_minor, language = _coin_minor(body.coin, currency), get_language() or settings.LANGUAGE_CODE

        def make() -> StoredAnswer:
            if caller(request).is_guest:
                require_signup()
            me = make_circle(
                owner=caller(request),
                name=body.name,
                currency=currency,
                coin_minor=coin_minor,
                language=language,
                points_only=body.points_only,
                time_zone=body.time_zone or "",
            )
            if body.rules_of_record or body.card_faces:
                verdicts = body.rules_of_record.setting if body.rules_of_record else None
                change_circle(circle=me.circle, verdicts=verdicts, card_faces=body.card_faces)
            return StoredAnswer(schemas.Circle.of(me), made=me.circle.pk)

        return make

    def rebuild(self, request: Request, receipt: Receipt) -> schemas.Circle:
        return schemas.Circle.of(enter_circle(request.user, receipt.made))


def _check_all(checks: Mapping[str, Callable[[], object]]) -> None:
    """Run every check, and raise all problems together, each under the name of its field."""
    errors = {}
    for field, check in checks.items():
        try:
            check()
        except ValidationError as error:
            errors[field] = error
    if errors:
        raise ValidationError(errors)


def _coin_minor(coin: Decimal | None, currency: str) -> int | None:
    """Return the coin in minor units. `coin` is in the main unit; None stands for the currency's usual coin.

    Return None for an unknown currency too, which `check_currency` refuses.
    """
    if coin is None or currency not in currencies.codes():
        return None
    minor = coin.scaleb(currencies.minor_digits(currency))
    if minor not in currencies.COINS:
        raise ValidationError(_("There is no such coin."), code="coin")
    return int(minor)


class CircleView(APIView):
    @extend_schema(operation_id="get_circle", tags=[TAG], summary="One circle", responses=schemas.Circle)
    def get(self, request: Request, circle_id: str) -> Response:
        return Response(schemas.Circle.of(enter_circle(request.user, circle_id)))

    @extend_schema(
        operation_id="change_circle",
        tags=[TAG],
        summary="Change a circle (owner)",
        description="The last write wins. 409 (`open_for_money`) while a series for money is open.",
        request=schemas.CircleChange,
        responses={200: schemas.Circle, (409, PROBLEM_TYPE): ProblemAnswer},
    )
    @safe_to_repeat
    def patch(self, request: Request, circle_id: str) -> Work:
        me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
        body = read_body(schemas.CircleChange, request)
        time_zone = (body.time_zone or "") if "time_zone" in body.model_fields_set else None
        checks = {"name": partial(clean_name, body.name)} if body.name is not None else {}
        _check_all(checks | {"time_zone": partial(clean_time_zone, time_zone or "")})

        def change() -> StoredAnswer:
            if body.points_only is not None:
                switch_points_only(me=me, points_only=body.points_only)
            verdicts = body.rules_of_record.setting if body.rules_of_record else None
            card_faces = (body.card_faces or "") if "card_faces" in body.model_fields_set else None
            change_circle(
                circle=me.circle, name=body.name, time_zone=time_zone, verdicts=verdicts, card_faces=card_faces
            )
            return StoredAnswer(schemas.Circle.of(me), status=200)

        return change

    def rebuild(self, request: Request, _receipt: Receipt) -> schemas.Circle:
        return schemas.Circle.of(enter_circle(request.user, self.kwargs["circle_id"]))


class PlayersView(APIView):
    @extend_schema(
        operation_id="list_players",
        tags=[TAG],
        summary="The players of a circle, with those who no longer play",
        responses=schemas.PlayerList,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        me = enter_circle(request.user, circle_id)
        players = Player.objects.filter(circle=me.circle_id).order_by("created_at", "pk")
        return Response(schemas.PlayerList([schemas.Player.of(player) for player in players]))

    @extend_schema(
        operation_id="add_player",
        tags=[TAG],
        summary="Add a player (owner)",
        request=schemas.PlayerInput,
        responses={201: schemas.Player},
    )
    @safe_to_repeat
    def post(self, request: Request, circle_id: str) -> Work:
        me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
        body = read_body(schemas.PlayerInput, request)

        def add() -> StoredAnswer:
            try:
                player = add_player(circle=me.circle, name=body.name)
            except ValidationError as error:
                raise ValidationError({"name": error}) from error
            return StoredAnswer(schemas.Player.of(player), made=player.pk)

        return add

    def rebuild(self, request: Request, receipt: Receipt) -> schemas.Player:
        me = enter_circle(request.user, self.kwargs["circle_id"])
        return schemas.Player.of(load_player(me, receipt.made))


def players_named(me: Member, ids: Mapping[str, str]) -> list[Player]:
    """Return the players whom the request names. `ids` has their ids by field. Refuse each field with an unknown id."""
    players = players_of_circle(me, ids.values())
    unknown = say("One of them is not a player of this circle.")
    if missing := [Problem(field, "unknown_player", unknown) for field, pk in ids.items() if pk not in players]:
        raise Refused(*missing)
    return [players[pk] for pk in ids.values()]


# --- Money -----------------------------------------------------------------------------------------------------------


class BalancesView(APIView):
    @extend_schema(
        operation_id="get_balances",
        tags=[MONEY],
        summary="The balance of each player",
        responses=schemas.Balances,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        circle = enter_circle(request.user, circle_id).circle
        if circle.points_only:
            return Response(schemas.Balances(currency=None, balances=[], other_currencies=[]))
        own, *others = selectors.balances(circle)
        of_own = schemas.CurrencyBalances.of(selectors.with_all_players(own, circle))
        of_others = [schemas.CurrencyBalances.of(owed) for owed in others]
        return Response(schemas.Balances.made_of(of_own, other_currencies=of_others))


class SettleUpView(APIView):
    @extend_schema(
        operation_id="get_settle_up",
        tags=[MONEY],
        summary="The fewest transfers that clear all balances",
        responses=schemas.SettleUp,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        circle = enter_circle(request.user, circle_id).circle
        if circle.points_only:
            return Response(schemas.SettleUp(currency=None, exact=True, transfers=[], other_currencies=[]))
        balances = selectors.balances(circle)
        own, *others = [schemas.CurrencyPlan.of(selectors.settling_up(owed)) for owed in balances]
        return Response(schemas.SettleUp.made_of(own, other_currencies=others))


class PaymentsView(APIView):
    @extend_schema(
        operation_id="record_payment",
        tags=[MONEY],
        summary="Record money that changed hands (scorer)",
        request=schemas.PaymentInput,
        responses={201: schemas.PostedEntry},
    )
    @safe_to_repeat
    def post(self, request: Request, circle_id: str) -> Work:
        me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
        body = read_body(schemas.PaymentInput, request)
        payer, payee = players_named(me, {"from": body.payer, "to": body.payee})
        payment = Payment(payer, payee, body.amount, note=body.note or "")

        def pay() -> StoredAnswer:
            entry = record_payment(me=me, payment=payment).entry
            return StoredAnswer(schemas.PostedEntry.of(entry), made=entry.pk)

        return pay

    def rebuild(self, request: Request, receipt: Receipt) -> schemas.PostedEntry:
        circle = enter_circle(request.user, self.kwargs["circle_id"]).circle
        return schemas.PostedEntry.of(get_object_or_404(selectors.entries(circle), pk=receipt.made))


class EntriesView(APIView):
    @extend_schema(
        operation_id="list_entries",
        tags=[MONEY],
        summary="Every posting with its cause",
        parameters=[PageQuery],  # type: ignore[list-item]  # described by the extension for pydantic
        responses=schemas.EntryPage,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        circle = enter_circle(request.user, circle_id).circle
        query, postings = read_query(PageQuery, request), selectors.postings(circle)
        if circle.points_only:
            postings = postings.none()
        page = page_newest_first(postings, query, request, "number", "+pk")
        return Response(schemas.EntryPage.made_of(page, results=[schemas.Posting.of(row) for row in page.rows]))
