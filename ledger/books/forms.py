"""Forms that add entries to the books, and the switch "Points only". ledger.money.services checks the entries."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.circles.access import players_of_circle
from ledger.circles.models import Member, Player
from ledger.lib import formatting
from ledger.lib.typed import MOST_SHOWN
from ledger.money.services import Payment

# A space or an apostrophe between two digits, as in 1 850.50 or 1’850.50, is left out.
_GAP = re.compile(r"(?<=\d)[\s'’](?=\d)")
_SIGNED = re.compile(r"(?P<sign>[-−–+]?)\s*(?P<figure>[\d.,]{1,40})")
_PLAIN = re.compile(r"\d+[.,]?\d*|[.,]\d+")
# 1,850.50 and 1,23,456 as in English and Nepali, 1.850,50 as in much of Europe.
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|[1-9]\d{0,2}(?:\.\d{3})+,\d+")

_ONE_GROUP = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")


def read_amount(text: str) -> Decimal:
    """Read 23.50, 23,50, 1 850.50, १,८५०.५० or −4. Raise ValidationError for anything else."""
    ascii_digits = "".join(str(unicodedata.decimal(character, character)) for character in text)
    signed = _SIGNED.fullmatch(_GAP.sub("", ascii_digits.strip()))
    figure = signed["figure"] if signed else ""
    plain, grouped = _PLAIN.fullmatch(figure), _GROUPED.fullmatch(figure)
    # 1,850 is 1850 in some countries, and 1.85 in others; so is 1.850. With the decimal sign of the reader's language
    # it is read as 1.85, with the other sign it is refused.
    decimal_sign = formatting.decimal_sign()
    other_sign = "." if decimal_sign == "," else ","
    if _ONE_GROUP.fullmatch(figure) and other_sign in figure:
        sentence = _("“%(text)s” can be read in two ways. Write %(whole)s or %(part)s.")
        shown = {
            "text": figure,
            "whole": figure.replace(other_sign, ""),
            "part": figure.replace(other_sign, decimal_sign),
        }
        translated = {name: formatting.digits(value) for name, value in shown.items()}
        raise ValidationError(sentence % translated, code="ambiguous")
    if not signed or not (plain or grouped):
        sentence = _("“%(text)s” is not an amount. Write it like %(example)s.")
        shown = {"text": text.strip()[:MOST_SHOWN], "example": formatting.digits("18.50")}
        raise ValidationError(sentence % shown, code="unreadable")
    if grouped and figure.rfind(",") > figure.rfind(".") != -1:  # 1.850,50
        figure = figure.replace(".", "").replace(",", ".")
    elif grouped and not plain:
        figure = figure.replace(",", "")
    size = Decimal(figure.replace(",", "."))
    return -size if signed["sign"] in {"-", "−", "–"} else size


class AmountField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}), **kwargs)

    def clean(self, value: str | None) -> Decimal:
        return read_amount(super().clean(value))


class BookForm(forms.Form):
    """The base of the forms that add an entry to the books. It has a hidden key and a note."""

    use_required_attribute = False

    key = forms.CharField(max_length=200, widget=forms.HiddenInput)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )


_PLAYER_FAULTS = {
    "required": gettext_lazy("Please choose a player."),
    "invalid_choice": gettext_lazy("This is not a player of this circle."),
}


class PaymentForm(BookForm):
    """`{% book_fields version %}` renders the hidden fields: the key, and the version of the book on the page."""

    base_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    payer = forms.ChoiceField(label=gettext_lazy("From"), error_messages=_PLAYER_FAULTS)
    payee = forms.ChoiceField(label=gettext_lazy("To"), error_messages=_PLAYER_FAULTS)
    amount = AmountField(
        label=gettext_lazy("Amount"), error_messages={"required": gettext_lazy("Please say how much was paid.")}
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"),
        error_messages={"invalid_choice": gettext_lazy("This circle does not count in %(value)s.")},
    )

    field_order = ("payer", "payee", "amount", "currency", "note", "key", "base_version")

    def __init__(
        self, players: Iterable[Player], currencies: Sequence[str], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial={"currency": currencies[0]})
        self.only_currency = currencies[0] if len(currencies) == 1 else ""
        names = [
            (player.pk, _("%(player)s (has left)") % {"player": player.name} if player.hidden_at else player.name)
            for player in players
        ]
        offered = {
            "payer": [("", _("Choose…")), *names],
            "payee": [("", _("Choose…")), *names],
            "currency": [(code, formatting.currency_name(code)) for code in currencies],
        }
        for name, choices in offered.items():
            cast("forms.ChoiceField", self.fields[name]).choices = choices
        if self.only_currency:
            self.fields["currency"].widget = forms.HiddenInput()

    def payment(self, me: Member) -> Payment:
        clean = self.cleaned_data
        players = players_of_circle(me, [clean["payer"], clean["payee"]])
        payer, payee = players[clean["payer"]], players[clean["payee"]]
        return Payment(payer, payee, clean["amount"], clean["currency"], clean["note"])


class ReversalForm(BookForm):
    """The form needs no version of the book: a payment cannot be reversed twice, and new entries do not change that."""

    field_order = ("note", "key")


class PointsOnlyForm(forms.Form):
    """A form of two buttons. Its value is that of the button that was pressed."""

    points_only = forms.TypedChoiceField(choices=(("yes", ""), ("no", "")), coerce=lambda value: value == "yes")
