"""The site's named URL patterns. With these, pages in a phone without signal can link to pages of the site."""

from collections.abc import Iterable, Iterator

from django.urls import get_resolver
from django.urls.resolvers import RoutePattern, URLPattern, URLResolver

Address = tuple[str, str, str]  # namespace, route, name


def all_addresses() -> list[Address]:
    """Return all named addresses but regex patterns and those of the admin, to which no page in a phone links."""
    return list(_named(get_resolver().url_patterns, "", ""))


def _named(patterns: Iterable[URLPattern | URLResolver], namespace: str, before: str) -> Iterator[Address]:
    for each in patterns:
        if not isinstance(each.pattern, RoutePattern):
            continue
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            if each.name:
                yield namespace, route, each.name
        elif each.namespace != "admin":
            yield from _named(each.url_patterns, each.namespace or namespace, route)
