"""Reading a request's body."""

from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from ledger.lib.strict_json import read_json


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],  # noqa: ARG002  (the framework passes all three)
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Any = None,
    ) -> Any:
        # `body`, unlike a read of the stream, is limited in size, and is kept for whoever reads it next.
        try:
            return read_json(parser_context["request"].body)
        except ValueError as unreadable:
            raise ParseError(_("This cannot be read as JSON: %(why)s") % {"why": unreadable}) from unreadable
