"""Refusals of the API as application/problem+json (RFC 9457), each with all problems at once."""

from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation, ValidationError
from django.core.signals import got_request_exception
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from ledger.api.idempotency import key_reused
from ledger.api.schemas.base import Fault, Problem, ServerProblem
from ledger.api.schemas.circles import Covered as CoveredProblem
from ledger.api.schemas.circles import PlayerAmount
from ledger.api.schemas.series import OutOfDate as OutOfDateProblem
from ledger.api.schemas.series import Series
from ledger.circles.models import Player
from ledger.lib.current_request import current_request_id, note_error
from ledger.lib.database_errors import RETRY_AFTER, is_unavailable
from ledger.lib.refusals import InTheWay, KeyReused, OutOfDate, Refused, problem_fields
from ledger.money.amounts import plain_amount
from ledger.money.services import Covered
from ledger.series import models
from ledger.series.state import pack_of
from ledger.series.wording import Names


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response:
    """EXCEPTION_HANDLER of REST_FRAMEWORK. An exception without a case here is answered with 500."""
    match exc:
        case KeyReused():
            return exception_handler(key_reused(), context)
        case InTheWay():
            response = in_the_way(exc, faults_of(exc, context))
        case Refused():
            response = impossible(faults_of(exc, context))
        case ValidationError():
            by_field = exc.error_dict if hasattr(exc, "error_dict") else {"": exc.error_list}
            response = impossible(
                [
                    Fault.at(field, error.code or "invalid", "".join(error.messages))
                    for field, errors in by_field.items()
                    for error in errors
                ]
            )
        case OutOfDate():
            moved_on = _("This has moved on since you looked; nothing was written.")
            fields = problem_fields(HTTPStatus.CONFLICT, "out-of-date", moved_on)
            current = Series.of(exc.state, context["request"])
            response = Response(OutOfDateProblem(**fields, problems=[], current=current), HTTPStatus.CONFLICT)
        case Http404() | exceptions.NotFound():
            response = problem(
                HTTPStatus.NOT_FOUND, "not-found", _("There is nothing here, or nothing for you to see.")
            )
        case PermissionDenied():
            response = problem(HTTPStatus.FORBIDDEN, "forbidden", _("You may read this, but not change it."))
        case RequestDataTooBig():
            response = problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", _("This is too much at once."))
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            response = problem(HTTPStatus.BAD_REQUEST, "bad-request", _("This request cannot be read."))
        case exceptions.APIException():
            response = framework_problem(exc)
        case _ if is_unavailable(exc):
            note_error(exc)
            unavailable = _("The database cannot be used right now. Nothing was written.")
            response = problem(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", unavailable)
            response["Retry-After"] = str(RETRY_AFTER)
        case _:
            # By this signal the error gets into the log. For an error in a page Django sends it.
            got_request_exception.send(sender=type(context["view"]), request=context["request"])
            server_error = _("Something went wrong here. Nothing was written.")
            response = problem(HTTPStatus.INTERNAL_SERVER_ERROR, "our-fault", server_error)
    return response


def faults_of(refused: Refused, context: dict[str, Any]) -> list[Fault]:
    """Return the problems of a refusal in words. If the request is about a series, cards are named as in its pack."""
    series = models.Series.objects.filter(pk=context["kwargs"].get("series_id")).first()
    names = Names(pack=pack_of(series)) if series else Names()
    return [Fault.of(problem, names) for problem in refused.problems]


def framework_problem(exc: exceptions.APIException) -> Response:
    """Answer an exception of Django REST framework, such as a bad token or too many requests."""
    status = HTTPStatus(exc.status_code)
    response = problem(status, status.phrase.lower().replace(" ", "-"), str(exc.detail))
    if (wait := getattr(exc, "wait", None)) is not None:
        response["Retry-After"] = str(max(1, ceil(wait)))
    if header := getattr(exc, "auth_header", None):
        response["WWW-Authenticate"] = header
    return response


def impossible(faults: list[Fault]) -> Response:
    """Answer 422 with these problems."""
    detail = faults[0].message if len(faults) == 1 else _("Several things are wrong; all are listed.")
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "impossible", detail, faults)


def in_the_way(exc: InTheWay, faults: list[Fault]) -> Response:
    """Answer 409 with these problems: something else has to be done first."""
    if not isinstance(exc, Covered):
        return problem(HTTPStatus.CONFLICT, "in-the-way", faults[0].message, faults)
    players = Player.objects.in_bulk(exc.balances)
    balances = [
        PlayerAmount(player=pk, name=players[pk].name, amount=plain_amount(amount, exc.currency))
        for pk, amount in exc.balances.items()
    ]
    fields = problem_fields(HTTPStatus.CONFLICT, "covered", faults[0].message)
    return Response(CoveredProblem(**fields, problems=faults, balances=balances), HTTPStatus.CONFLICT)


def problem(status: int, kind: str, detail: str, faults: list[Fault] | None = None) -> Response:
    """Answer with a problem. `kind` is the last part of its `type`, such as "not-found"."""
    fields = {**problem_fields(status, kind, detail), "problems": faults or []}
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Response(ServerProblem(**fields, request_id=current_request_id()), status)
    return Response(Problem(**fields), status)
