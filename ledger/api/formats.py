"""The parser of request bodies and the renderers of answers."""

from collections.abc import Callable, Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from drf_spectacular.renderers import OpenApiYamlRenderer2
from pydantic import BaseModel
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from ledger.api.schemas.base import Problem
from ledger.lib.lru import LRUCache
from ledger.lib.strict_json import read_json

PROBLEM_TYPE = "application/problem+json"


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],  # noqa: ARG002  (the framework passes all three)
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        # `body`, unlike the stream, is limited in size, and can be read again.
        request = (parser_context or {})["request"]
        try:
            return read_json(request.body)
        except ValueError as error:
            raise ParseError(_("This cannot be read as JSON: %(why)s") % {"why": error}) from error


class SchemaRenderer(JSONRenderer):
    """Writes an answer, an object of a class in ledger.api.schemas, as JSON; a problem with the type problem+json."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        context = dict(renderer_context or {})
        response = context.get("response")
        # BrowsableAPIRenderer also calls this method, for the JSON on its page.
        if response is not None and response.accepted_renderer is self:
            response["Content-Type"] = PROBLEM_TYPE if isinstance(data, Problem) else "application/json"
        if isinstance(data, BaseModel):
            indent = self.get_indent(accepted_media_type or "", context)
            return data.model_dump_json(by_alias=True, indent=indent).encode()
        return super().render(data, accepted_media_type, context)


class ProblemRenderer(SchemaRenderer):
    """For a caller whose `Accept` names problem+json only, who would otherwise get the answer 406."""

    media_type = PROBLEM_TYPE
    format = "problem"


class FileRenderer(SchemaRenderer):
    """For a view that always answers with a file, whatever `Accept` says. The renderer then writes only problems."""

    media_type = "*/*"


DESCRIPTION_AS_YAML: LRUCache[bytes] = LRUCache(1)


class YamlRenderer(OpenApiYamlRenderer2):
    """Writes the description of the API as YAML, once in each process. Writes a problem too."""

    charset = None

    def render(
        self, data: Any, media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        write: Callable[..., bytes] = super().render
        if isinstance(data, BaseModel):
            return write(data.model_dump(mode="json", by_alias=True), media_type, renderer_context)
        return DESCRIPTION_AS_YAML.get_or_make("description", lambda: write(data, media_type, renderer_context))


class TextYamlRenderer(YamlRenderer):
    media_type = "text/yaml"
