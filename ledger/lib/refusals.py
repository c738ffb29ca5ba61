"""The exceptions with which services refuse a request.

The rulebook's problems (`games.kit.problems.Problem`) have the fields of `Reason`, and a `Refused` may have both kinds.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a service refuses. `field` is empty for a reason about the whole request. `message` is translated."""

    field: str
    code: str
    message: str


class Refused(Exception):
    """The request can be read but not carried out. `problems` are all reasons."""

    def __init__(self, *problems: Any) -> None:
        self.problems = problems
        super().__init__("; ".join(str(problem.message) for problem in problems))


class InTheWay(Refused):
    """The state of the series or circle does not allow the request now (409). Nothing was written."""


class OutOfDate(Exception):
    """Another request has changed the series meanwhile. Nothing was written. `state` is the newer state."""

    def __init__(self, state: Any) -> None:
        self.state = state
        super().__init__("another request has written meanwhile")


class KeyReused(Refused):
    """The key was used for another request. Nothing was written. `state` is the current state of the series."""

    def __init__(self, state: Any) -> None:
        self.state = state
        super().__init__(Reason("", "key_reused", _("This form has been sent before, with something else in it.")))


def problem_fields(status: int, kind: str, detail: str) -> dict[str, Any]:
    """Return the fields that every refusal by the API has (RFC 9457). The caller adds `problems`."""
    return {
        "type": f"urn:khata:problem:{kind}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
    }
