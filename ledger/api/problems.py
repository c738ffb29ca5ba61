"""Every refusal in one shape: application/problem+json (RFC 9457), with all problems at once."""

from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from ledger.api import outputs
from ledger.lib.refusals import OutOfDate, Refused
from ledger.series.state import SeriesState
from ledger.series.wording import in_words

CONTENT_TYPE = "application/problem+json"

# How the body of a payment calls what the books call otherwise.
_IN_THE_BODY = {"payer": "from", "payee": "to"}

Shown = dict[str, str]


def answer(exc: Exception, _context: dict[str, Any]) -> Response | None:
    """The exception handler of the API. What it does not know is a fault of ours, and Django's to report."""
    problems = _problems_in(exc)
    if problems is not None:
        return impossible(problems)
    if isinstance(exc, OutOfDate):
        return _out_of_date(exc)
    return _by_status(exc)


def _problems_in(exc: Exception) -> list[Shown] | None:
    match exc:
        case Refused():
            return [shown(fault) for fault in exc.problems]
        case DjangoValidationError():
            return [
                _row(field, error.code or "invalid", "".join(error.messages))
                for field, errors in _by_field(exc).items()
                for error in errors
            ]
        case _:
            return None


def _by_field(exc: DjangoValidationError) -> dict[str, list[DjangoValidationError]]:
    return exc.error_dict if hasattr(exc, "error_dict") else {"": exc.error_list}


def _out_of_date(exc: OutOfDate) -> Response:
    detail = _("This has moved on since you looked; nothing was written.")
    now = outputs.series(exc.state) if isinstance(exc.state, SeriesState) else {"version": exc.state}
    return problem(HTTPStatus.CONFLICT, "out-of-date", detail, current=now)


def problem(status: int, kind: str, detail: str, **more: Any) -> Response:
    content = {
        "type": f"urn:khata:problem:{kind}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "problems": more.pop("problems", []),
        **more,
    }
    return Response(content, status=status, content_type=CONTENT_TYPE)


def impossible(problems: list[Shown]) -> Response:
    detail = problems[0]["message"] if len(problems) == 1 else _("Several things are wrong; all are listed.")
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "impossible", detail, problems=problems)


def shown(fault: Any, names: tuple[str, ...] = ()) -> Shown:
    return _row(_IN_THE_BODY.get(fault.field, fault.field), fault.code, in_words(fault.message, names))


def _row(field: str, code: str, message: str) -> Shown:
    # A field's name can be the caller's own, and not every database keeps this character.
    return {"field": field.replace("\0", "\N{REPLACEMENT CHARACTER}"), "code": code, "message": message}


def our_fault() -> Response:
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "our-fault", _("Something went wrong here. Nothing was written."))


def _by_status(exc: Exception) -> Response | None:
    match exc:
        case Http404() | exceptions.NotFound():
            return problem(HTTPStatus.NOT_FOUND, "not-found", _("There is nothing here, or nothing for you to see."))
        case PermissionDenied():
            return problem(HTTPStatus.FORBIDDEN, "forbidden", _("You may look here, but not do this."))
        case RequestDataTooBig():
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", _("This is too much at once."))
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            return problem(HTTPStatus.BAD_REQUEST, "bad-request", _("This request cannot be read."))
        case exceptions.APIException():
            return _with_headers(exc)
        case _:
            return None


def _with_headers(exc: exceptions.APIException) -> Response:
    kind = HTTPStatus(exc.status_code).phrase.lower().replace(" ", "-")
    response = problem(exc.status_code, kind, str(exc.detail))
    if (wait := getattr(exc, "wait", None)) is not None:
        response["Retry-After"] = str(max(1, ceil(wait)))
    if header := getattr(exc, "auth_header", None):
        response["WWW-Authenticate"] = header
    return response
