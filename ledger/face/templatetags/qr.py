"""`{% load qr %}`: QR codes on screens. ledger/sheets/foot.py draws the QR codes of sheets."""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr_code(text: str) -> SafeString:
    """The QR code as SVG: dark on white in both themes, because not every phone reads light on dark."""
    import segno  # imported here, because a phone without signal has this module, but not segno

    drawing = segno.make(text, error="m").svg_inline(border=4, omitsize=True, dark="#000", light="#fff")
    return mark_safe(drawing)  # noqa: S308 (segno draws squares; the text is not in it)
