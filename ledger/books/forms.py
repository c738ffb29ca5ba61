"""From what was typed to what the books take. Whether it can be, the books say."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.books.people import Person
from ledger.circles.models import Member, Player
from ledger.lib import formatting
from ledger.lib.refusals import Problem
from ledger.money.services import Payment, Submit

MOST_SHOWN = 20  # of what was typed, in a sentence that quotes it

# Spaces and apostrophes only ever stand between thousands.
_GAP = re.compile(r"(?<=\d)[\s'’](?=\d)")
_SIGNED = re.compile(r"(?P<sign>[-−–+]?)\s*(?P<figure>[\d.,]{1,40})")
_PLAIN = re.compile(r"\d+[.,]?\d*|[.,]\d+")
# 1,850.50 and 1,23,456 as in English and Nepali, 1.850,50 as in much of Europe.
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|[1-9]\d{0,2}(?:\.\d{3})+,\d+")


def read_amount(text: str) -> Decimal:
    """23.50, 23,50, 1 850.50, १,८५०.५०, −4: as people write money; or a ValidationError that says so."""
    signed = _SIGNED.fullmatch(_GAP.sub("", _in_plain_digits(text).strip()))
    figure = signed["figure"] if signed else ""
    plain, grouped = _PLAIN.fullmatch(figure), _GROUPED.fullmatch(figure)
    if plain and grouped:
        raise ValidationError(_ambiguous(figure), code="ambiguous")
    if not signed or not (plain or grouped):
        sentence = _("“%(text)s” is not an amount. Write it like %(example)s.")
        shown = {"text": text.strip()[:MOST_SHOWN], "example": formatting.digits("18.50")}
        raise ValidationError(sentence % shown, code="unreadable")
    size = Decimal(_with_a_point(figure, grouped=bool(grouped)))
    return -size if signed["sign"] in {"-", "−", "–"} else size


def _in_plain_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(character, character)) for character in text)


def _with_a_point(figure: str, *, grouped: bool) -> str:
    """What stands last divides the whole from the rest; between groups it stands before."""
    if not grouped:
        return figure.replace(",", ".")
    gap, point = (".", ",") if figure.rfind(",") > figure.rfind(".") != -1 else (",", ".")
    return figure.replace(gap, "").replace(point, ".")


def _ambiguous(figure: str) -> str:
    """Half of the world reads 1,850 as eighteen hundred and fifty, the other half as a little less than two."""
    return _("“%(text)s” can be read in two ways. Write %(whole)s or %(part)s.") % {
        "text": formatting.digits(figure),
        "whole": formatting.digits(figure.replace(",", "")),
        "part": formatting.digits(figure.replace(",", ".")),
    }


class AmountField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}), **kwargs)

    def clean(self, value: str | None) -> Decimal:
        return read_amount(super().clean(value))


class BookForm(forms.Form):
    """What every form that adds to the books carries, in hidden fields that `{% book_fields version %}` draws: a key of
    its own, and the version of the book that its reader saw."""

    use_required_attribute = False

    key = forms.CharField(max_length=200, widget=forms.HiddenInput)
    base_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )

    def refuse(self, problems: Iterable[Problem]) -> None:
        """What the books have to say, each beside the field that it is about."""
        for problem in problems:
            self.add_error(problem.field if problem.field in self.fields else None, problem.message)


_PLAYER_FAULTS = {
    "required": gettext_lazy("Please choose a player."),
    "invalid_choice": gettext_lazy("This is not a player of this circle."),
}


class PaymentForm(BookForm):
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
        self, people: Mapping[str, Person], currencies: Sequence[str], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial={"currency": currencies[0]})
        self.only_currency = currencies[0] if len(currencies) == 1 else ""
        for name in ("payer", "payee"):
            self._offer(name, [("", _("Choose…")), *((person.id, _name(person)) for person in people.values())])
        self._offer("currency", [(code, formatting.currency_name(code)) for code in currencies])
        if self.only_currency:
            self.fields["currency"].widget = forms.HiddenInput()

    def payment(self, me: Member) -> Payment:
        said = self.cleaned_data
        players = Player.objects.filter(circle=me.circle_id).in_bulk([said["payer"], said["payee"]])
        return Payment(players[said["payer"]], players[said["payee"]], said["amount"], said["currency"], said["note"])

    def submit(self, me: Member) -> Submit:
        return Submit(me, self.cleaned_data["key"], self.cleaned_data["base_version"])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices


class ReversalForm(BookForm):
    """Taking back the same payment twice is refused by itself, so it does not matter what else has happened."""

    field_order = ("note", "key", "base_version")

    def submit(self, me: Member) -> Submit:
        return Submit(me, self.cleaned_data["key"])


def _name(person: Person) -> str:
    return person.name if person.plays else _("%(player)s (plays no more)") % {"player": person.name}
