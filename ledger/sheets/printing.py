"""A sheet as a PDF, in the language that is active."""

import re

from django.template.loader import render_to_string

from ledger.sheets.pdf import print_pdf
from ledger.sheets.sheet import Sheet

TEMPLATE = "sheets/sheet.html"


def as_html(sheet: Sheet) -> str:
    """Without the indentation, which is half of it and takes time to read."""
    return re.sub(r"\s*\n\s*", "\n", render_to_string(TEMPLATE, {"sheet": sheet}))


def as_pdf(sheet: Sheet) -> bytes:
    return print_pdf(as_html(sheet), ("sheet.css", sheet.paper.style), trim=sheet.paper.is_strip)
