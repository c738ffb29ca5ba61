"""The Cache-Control of pages: proxies may store no page, and browsers only public pages."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

# These pages show nothing of any circle.
PUBLIC = frozenset({"rules", "rules_list", "example", "example_hand", "docs"})


class PrivatePagesMiddleware(MiddlewareMixin):
    """Sets `Cache-Control: private, no-store` on every answer that has no Cache-Control of its own. A public page is
    only `private`: a browser may keep it, and a proxy may not, because the page has its reader's CSRF token.

    Three kinds of answers have their own: files under /static/, pages of allauth (with Django's `never_cache`, which
    includes these two words), and answers with an ETag. The reader's client stores an answer with an ETag, because it
    needs the ETag to ask whether the answer is current; `private, no-cache` makes it ask each time.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        match = request.resolver_match
        if not response.has_header("Cache-Control"):
            is_public = match and match.url_name in PUBLIC
            patch_cache_control(response, private=True, **({} if is_public else {"no_store": True}))
        return response
