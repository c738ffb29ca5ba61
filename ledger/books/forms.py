"""Forms that add entries to the books, and the switch "Points only". ledger.money.services checks the entries."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.circles.access import players_of_circle
from ledger.circles.models import Member, Player
from ledger.lib import formatting
from ledger.lib.typed import read_amount
from ledger.money.services import Payment


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
    amount = forms.CharField(  # `clean` reads it, because the currency has to be known
        label=gettext_lazy("Amount"),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Please say how much was paid.")},
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

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or self.cleaned_data
        if {"amount", "currency"} <= sent.keys():
            try:
                sent["amount"] = read_amount(sent["amount"], sent["currency"])
            except ValidationError as error:
                self.add_error("amount", error)
        return sent

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
