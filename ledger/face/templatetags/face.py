"""`{% load face %}`: tags and filters for the components."""

from fractions import Fraction

from django import template
from django.forms.boundfield import BoundWidget
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ledger.face import card_names
from ledger.lib import formatting

register = template.Library()

THREADS = 16
LONG_NAME = 9  # letters; a longer name is written smaller
LONGEST_NAME = 18


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing from the sprite, hidden from screen readers: the text beside it, or a label, says the same."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name)


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
def points(value: Fraction | int | str) -> str:
    return formatting.points(Fraction(value))


@register.filter
def signed_points(value: Fraction | int | str) -> str:
    return formatting.points(Fraction(value), signed=True)


@register.filter
def is_negative(value: Fraction | int | str) -> bool:
    return Fraction(value) < 0


@register.filter
def digits(value: object) -> str:
    return formatting.digits(value)


@register.filter
def card_name(code: str) -> str:
    return card_names.card_name(code)


@register.filter
def rank(code: str) -> str:
    return card_names.split_card(code)[0]


@register.filter
def suit(code: str) -> str:
    return card_names.split_card(code)[1]


@register.filter
def suit_name(letter: str) -> str:
    return card_names.suit_name(letter)


@register.filter
def suit_colour(letter: str) -> str:
    return "red" if letter in card_names.RED_SUITS else "black"


@register.filter
def initial(name: str) -> str:
    """The first letter or digit, upper case; a dot if there is none."""
    return next((character.upper() for character in name if character.isalnum()), "•")


@register.filter
def name_size(name: object) -> str:
    """The class of smaller letters for a long name, which is written in full in a narrow place."""
    letters = len(str(name))
    return " name--longest" if letters > LONGEST_NAME else " name--long" if letters > LONG_NAME else ""


@register.filter
def thread(seat: int) -> int:
    """The number of a seat's line style. Seats count from 0; the seventeenth has the first style again."""
    return seat % THREADS + 1
