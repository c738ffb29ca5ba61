"""What a browser or a proxy may keep of this site: nothing, except of the public pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

# These pages show nothing of any circle.
PUBLIC = frozenset({"rules", "rules_list", "example", "example_hand", "docs"})


class PrivatePagesMiddleware:
    """Sets `Cache-Control: private, no-store` on every answer that has no Cache-Control of its own.

    Three kinds of answers have their own: files under /static/, pages of allauth (with Django's `never_cache`, which
    includes these two words), and answers with an ETag. The reader's own client keeps the latter, because otherwise it
    could not ask whether they are still current; `private, no-cache` makes it ask each time.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if not response.has_header("Cache-Control") and not (match and match.url_name in PUBLIC):
            patch_cache_control(response, private=True, no_store=True)
        return response
