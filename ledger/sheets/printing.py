"""A sheet as a PDF, in the language that is active."""

import re
from collections.abc import Iterator
from dataclasses import replace

from django.template.loader import render_to_string

from ledger.sheets.pdf import print_pdf
from ledger.sheets.sheet import Sheet

TEMPLATE = "sheets/sheet.html"


def as_html(sheet: Sheet) -> str:
    """Without the indentation, which is half of it and takes time to read."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(TEMPLATE, {"sheet": sheet}))


def as_pdf(sheet: Sheet) -> bytes:
    return print_pdf(_drafts(sheet), ("sheet.css", sheet.paper.style), strip=sheet.paper.is_strip)


def _drafts(sheet: Sheet) -> Iterator[str]:
    """As it looks best, and smaller if that saves a page that would be nearly empty."""
    yield as_html(sheet)
    for size in sheet.smaller:
        yield as_html(replace(sheet, set_in=size))
