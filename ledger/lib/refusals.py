"""The exceptions with which services refuse a request.

The rulebook's problems (`games.kit.problems.Problem`) have the same three parts; both kinds may stand in one `Refused`.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Reason:
    """`field` is empty when the whole is meant. `message` is a text in the reader's language."""

    field: str
    code: str
    message: str


class Refused(Exception):
    """The request can be read but not carried out. `problems` lists every reason."""

    def __init__(self, *problems: Any) -> None:
        self.problems = problems
        super().__init__("; ".join(str(problem.message) for problem in problems))


class InTheWay(Refused):
    """What the request asks for is possible, and something else has to be done first. Nothing was written."""


class OutOfDate(Exception):
    """Another request has changed the series meanwhile. Nothing was written. `state` is the newer state."""

    def __init__(self, state: Any) -> None:
        self.state = state
        super().__init__("another request has written meanwhile")


class KeyReused(Refused):
    """The key of the request was used for another one. Nothing was written. `state` is the series as it is."""

    def __init__(self, state: Any) -> None:
        self.state = state
        super().__init__(Reason("", "key_reused", _("This form has been sent before, with something else in it.")))


def problem_fields(status: int, kind: str, detail: str) -> dict[str, Any]:
    """What every refusal by the API says (RFC 9457), besides its list of faults."""
    return {
        "type": f"urn:khata:problem:{kind}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
    }
