from django import forms
from django.utils.translation import gettext_lazy

from ledger.circles.forms import NameField


class TokenForm(forms.Form):
    name = NameField(
        label=gettext_lazy("What it is for"),
        help_text=gettext_lazy("To tell your tokens apart: scoreboard in the club."),
    )
    read_only = forms.BooleanField(
        label=gettext_lazy("It may only read"),
        required=False,
        help_text=gettext_lazy("Otherwise it may do all that you may do in your circles."),
    )
