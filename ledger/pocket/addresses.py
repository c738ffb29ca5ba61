"""The site's named addresses, so that the pages in a phone can name those that only the site answers."""

from collections.abc import Iterable, Iterator

from django.urls import get_resolver
from django.urls.resolvers import RoutePattern, URLPattern, URLResolver

Address = tuple[str, str, str]  # namespace, route, name


def all_addresses() -> list[Address]:
    """Without those that a regular expression describes, and without the admin's: no page in a phone names them."""
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
