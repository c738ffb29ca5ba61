"""The entry point for the production server."""

import os
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")


class Utf8Request(WSGIRequest):
    """All that is sent here is UTF-8. Django would believe whatever the Content-Type names, and fail on `charset=rot13`
    before any page is asked."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


application = get_wsgi_application()
application.request_class = Utf8Request
