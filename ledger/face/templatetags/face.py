"""`{% load face %}`: what the components need to draw themselves."""

from fractions import Fraction

from django import template
from django.forms.boundfield import BoundWidget
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.face import words
from ledger.lib import formatting

register = template.Library()

THREADS = 8


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing of the sprite. It is never the only word: the text beside it, or a label, says the same."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def option_input(option: BoundWidget) -> SafeString:
    """What `option.tag` draws of one choice among several, which takes Django four templates for each dot."""
    drawn = option.data
    return format_html(
        '<input type="{}" name="{}" value="{}"{}>',
        drawn["type"],
        drawn["name"],
        drawn["value"],
        flatatt(drawn["attrs"]),
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
    return words.card_name(code)


@register.filter
def rank(code: str) -> str:
    return words.split_card(code)[0]


@register.filter
def suit(code: str) -> str:
    return words.split_card(code)[1]


@register.filter
def suit_name(letter: str) -> str:
    return words.suit_name(letter)


@register.filter
def suit_colour(letter: str) -> str:
    return "red" if letter in words.RED_SUITS else "black"


@register.filter
def initial(name: str) -> str:
    return words.seat_initial(name)


@register.filter
def thread(seat: int) -> int:
    """The stitch of a seat counted from 0: eight kinds, then again from the first."""
    return seat % THREADS + 1
