"""The Cache-Control of pages: proxies may store no page, and browsers only public pages."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

# These pages show nothing of any circle.
PUBLIC = frozenset({"rules", "rules_list", "example", "example_hand", "docs"})


class PrivatePagesMiddleware(MiddlewareMixin):
    """Sets `Cache-Control: private, no-store` on every answer that has no Cache-Control yet.

    A public page gets `private` alone. A browser may keep it, and a proxy may not, because it has the reader's CSRF
    token.

    Three kinds of answers have a Cache-Control already: files under /static/; pages of allauth, by Django's
    `never_cache`, which includes `private` and `no-store`; and answers with an ETag, which have `private, no-cache`. A
    browser may store the last kind, but must ask each time whether the answer is current.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        match = request.resolver_match
        if not response.has_header("Cache-Control"):
            is_public = match and match.url_name in PUBLIC
            patch_cache_control(response, private=True, **({} if is_public else {"no_store": True}))
        return response
