"""The site's named URL patterns. With these, pages in a phone without signal can link to pages of the site."""

from collections.abc import Iterable, Iterator

from django.urls import get_resolver
from django.urls.resolvers import RoutePattern, URLPattern, URLResolver

Address = tuple[str, str, str]  # namespace, route, name


def all_addresses() -> list[Address]:
    """Return all named addresses but regex patterns and those of the admin, to which no page in a phone links."""
    return list(_named(get_resolver().url_patterns, "", ""))


def _named(patterns: Iterable[URLPattern | URLResolver], namespace: str, before: str) -> Iterator[Address]:
    for pattern in patterns:
        if not isinstance(pattern.pattern, RoutePattern):
            continue
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield namespace, route, pattern.name
        elif pattern.namespace != "admin":
            yield from _named(pattern.url_patterns, pattern.namespace or namespace, route)
