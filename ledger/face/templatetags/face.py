"""`{% load face %}`: tags and filters for the components."""

from fractions import Fraction

from django import template
from django.core.paginator import Page
from django.forms.boundfield import BoundWidget
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.face.emblems import emblem
from ledger.face.faces import LOOKS, SHAPES
from ledger.lib import formatting
from ledger.lib.languages import LANGUAGES, Language, language_of

register = template.Library()
register.filter(formatting.digits)
register.simple_tag(formatting.decimal_sign)

LONG_NAME = 9  # letters; a longer name is written smaller
LONGEST_NAME = 18


@register.simple_tag
def offered_languages() -> tuple[Language, ...]:
    """The languages, each with its own name for itself. Django's own tag would translate the names."""
    return LANGUAGES


@register.simple_tag
def spoken_language() -> str:
    """The `lang` of a page, with the country, by which a screen reader reads figures."""
    return language_of(get_language()).spoken


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing from the sprite, hidden from screen readers, because a text beside it or a label says the same."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def game_emblem(slug: str, size: str = "") -> SafeString:
    """The emblem of a game, hidden from screen readers. `size` is small (24 px), large (48 px) or empty (32 px)."""
    return format_html(
        '<svg class="emblem{}" viewBox="0 0 40 40" aria-hidden="true" focusable="false">{}</svg>',
        f" emblem--{size}" if size else "",
        SafeString(emblem(slug)),
    )


@register.simple_tag
def option_input(option: BoundWidget) -> SafeString:
    """The same markup as `option.tag`, for which Django renders four templates."""
    data = option.data
    values = [(name, value) for name, value in data["attrs"].items() if not isinstance(value, bool | None)]
    flags = [(name,) for name, value in data["attrs"].items() if value is True]
    return format_html(
        '<input type="{}" name="{}" value="{}"{}{}>',
        data["type"],
        data["name"],
        data["value"],
        format_html_join("", ' {}="{}"', values),
        format_html_join("", " {}", flags),
    )


@register.filter
def with_colon(label: str) -> str:
    """The label with a colon, or as it is if it ends with a question mark."""
    return str(label) if str(label).endswith("?") else f"{label}:"


@register.filter
def points(value: Fraction | int | str) -> str:
    return formatting.points(value if isinstance(value, Fraction) else Fraction(value))


@register.filter
def signed_points(value: Fraction | int | str) -> str:
    return formatting.points(value if isinstance(value, Fraction) else Fraction(value), signed=True)


@register.filter
def is_negative(value: Fraction | int | str) -> bool:
    return Fraction(value) < 0


@register.filter
def page_numbers(page: Page) -> list[int | None]:
    """The numbers of the first page, the last page and the pages around this page; None for a gap."""
    shown = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return [number if isinstance(number, int) else None for number in shown]


@register.simple_tag
def face_shapes() -> SafeString:
    """The shapes of the players' marks, for the sprite."""
    symbols = '<symbol id="f-{}" viewBox="0 0 40 40"><path d="{}"/></symbol>'
    return format_html_join("", symbols, SHAPES.items())


@register.filter
def face_shape(face: int) -> str:
    return LOOKS[face].shape


@register.filter
def initial(name: str) -> str:
    """The first letter or digit, upper case; a dot if there is none."""
    return next((character.upper() for character in name if character.isalnum()), "•")


@register.filter
def name_size(name: object) -> str:
    """The CSS class that writes a long name in smaller letters, so that all of it fits into a narrow column."""
    letters = len(str(name))
    return " name--longest" if letters > LONGEST_NAME else " name--long" if letters > LONG_NAME else ""
