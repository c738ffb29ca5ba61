"""What stands behind the question mark of an address: as strict as the bodies, since a filter that is not understood
would show more than was asked for."""

import re
from datetime import date
from typing import Annotated, Any, TypeVar

from django.conf import settings
from pydantic import Field, PlainValidator, WithJsonSchema
from rest_framework.request import Request

from games.contract import Frozen
from games.kit.problems import Problem, Unreadable
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.api.base import read_as
from ledger.api.inputs import Id
from ledger.lib.refusals import Refused
from ledger.series.models import Status
from ledger.sheets.papers import PAPERS

MOST_A_PAGE = 100
USUAL_PAGE = 50
_DAY = re.compile(r"(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")


def _day(text: Any) -> date:
    try:
        if isinstance(text, str) and _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # no such day: 30 February
    raise Unreadable.because("not_a_day", say("This is not a day, written as 2004-10-20."))


def _size(text: Any) -> int:
    if isinstance(text, str) and re.fullmatch(r"[0-9]{1,3}", text) and 1 <= int(text) <= MOST_A_PAGE:
        return int(text)
    raise Unreadable.because("out_of_range", say("This must be from {low} to {high}.", low=1, high=MOST_A_PAGE))


def _one_of(*choices: str) -> Any:
    def chosen(text: Any) -> str:
        if text in choices:
            return str(text)
        raise Unreadable.because("not_a_choice", say("This is not one of the choices."))

    return PlainValidator(chosen)


Day = Annotated[
    date, PlainValidator(_day), WithJsonSchema({"type": "string", "format": "date", "pattern": f"^{_DAY.pattern}$"})
]
Size = Annotated[int, PlainValidator(_size), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_A_PAGE})]
StatusName = Annotated[str, _one_of(*Status.values), WithJsonSchema({"type": "string", "enum": Status.values})]
GameSlug = Annotated[str, _one_of(*BY_SLUG), WithJsonSchema({"type": "string", "enum": list(BY_SLUG)})]


class PageQuery(Frozen):
    cursor: str | None = Field(None, description="As `next_cursor` of the page before; left out for the first.")
    limit: Annotated[Size, Field(description=f"How many rows at most; {USUAL_PAGE} if left out.")] = USUAL_PAGE


class SeriesQuery(PageQuery):
    status: StatusName | None = None
    game: GameSlug | None = None
    player: Id | None = Field(None, description="The id of somebody who sits in it.")
    since: Day | None = Field(None, alias="from", description="Started on this day or later.")
    until: Day | None = Field(None, alias="to", description="Started on this day or earlier.")


LANGUAGES = list(dict(settings.LANGUAGES))
Language = Annotated[str, _one_of(*LANGUAGES), WithJsonSchema({"type": "string", "enum": LANGUAGES})]
PaperName = Annotated[str, _one_of(*PAPERS), WithJsonSchema({"type": "string", "enum": list(PAPERS)})]


class SheetQuery(Frozen):
    lang: Language | None = Field(None, description="Else as Accept-Language says.")
    paper: PaperName | None = None


Query = TypeVar("Query", bound=Frozen)


def asked_for(model: type[Query], request: Request) -> Query:
    twice = say("This may be said only once.")
    if repeated := [name for name, values in request.query_params.lists() if len(values) > 1]:
        raise Refused(*(Problem(name[:40], "twice", twice) for name in repeated))
    return read_as(model, request.query_params.dict())
