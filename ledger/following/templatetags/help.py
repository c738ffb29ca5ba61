"""`{% load help %}`: the "?" in the app bar."""

from django import template
from django.template.context import Context

from ledger.following.help_pages import END, PAGE_OF, help_address

register = template.Library()


@register.simple_tag(takes_context=True)
def help_of_screen(context: Context) -> str:
    """Return the address of the page of help for this screen, with the address to which Back leads. Empty if the screen
    has no page of help."""
    request = context.get("request")
    match = request.resolver_match if request else None
    page = PAGE_OF.get(match.view_name) if match else None
    if not request or not page:
        return ""
    # A cached page is the same for every query (ledger/face/cached_pages.py), so it leads back without the query.
    is_cached = "page_address" in context
    came_from = request.path_info if is_cached else request.get_full_path_info()
    return help_address(END if context.get("ending") and page == "series" else page, came_from)
