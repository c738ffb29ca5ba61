"""Forms of the circles' pages. The rules for names are in names.py."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ledger.circles.models import CardFaces, Circle, Verdicts
from ledger.circles.names import clean_name, name_key
from ledger.circles.roles import Role
from ledger.lib import currencies, formatting, time_zones

FEWEST_PLAYERS = 2
MOST_PLAYERS = 12
USUAL_PLAYERS = 4


class NameField(forms.CharField):
    """A name that names.py accepts. The input has no maxlength, because a browser could cut an emoji in two."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: str | None) -> str:
        text = value or ""
        return clean_name(text) if self.required or text.strip() else ""


class LinesInput(forms.Widget):
    """At least `fewest` lines of text, all under the same field name."""

    use_fieldset = True

    def __init__(self, fewest: int) -> None:
        self.fewest = fewest
        super().__init__()

    def value_from_datadict(self, data: Mapping[str, Any], _files: Any, name: str) -> list[str]:
        return data.getlist(name) if isinstance(data, QueryDict) else list(data.get(name, []))

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        typed = value or []
        context["widget"]["lines"] = [*typed, *[""] * (self.fewest - len(typed))]
        return context


class NamesInput(LinesInput):
    template_name = "circles/names_input.html"
    grown = False  # whether a line was just added, which then gets the focus

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["grown"] = self.grown
        return context


class NamesField(forms.Field):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=NamesInput(USUAL_PLAYERS), **kwargs)

    def clean(self, value: list[str]) -> list[str]:
        """Return the names without the empty lines. The error has every problem at once."""
        problems: list[str] = []
        names: list[str] = []
        for number, text in enumerate(value, 1):
            try:
                name = clean_name(text) if text.strip() else ""
            except ValidationError as error:
                problems.append(_("Name %(number)s: %(fault)s") % {"number": number, "fault": error.messages[0]})
                continue
            if name and name_key(name) in map(name_key, names):
                taken = _("There is already a player called %(name)s. Please tell the two apart.") % {"name": name}
                problems.append(_("Name %(number)s: %(fault)s") % {"number": number, "fault": taken})
            elif name:
                names.append(name)
        if not problems and not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
            limits = {"fewest": formatting.digits(FEWEST_PLAYERS), "most": formatting.digits(MOST_PLAYERS)}
            problems.append(_("Please enter at least %(fewest)s names and at most %(most)s.") % limits)
        if problems:
            raise ValidationError(problems)
        return names


def _currency_choices() -> Iterator[tuple[str, str]]:
    return ((code, formatting.currency_name(code)) for code in currencies.codes())


def new_form_key() -> str:
    return secrets.token_urlsafe()


class FormKeyField(forms.CharField):
    """A random key for each form that is shown, so that the same form sent twice counts once."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, min_length=16, max_length=64, initial=new_form_key)


class TimeZoneInput(forms.TextInput):
    """A text field that suggests places, and a button that fills in the time zone of the device."""

    template_name = "circles/time_zone_input.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["attrs"]["list"] = "time-zones"
        context["widget"]["choices"] = time_zones.zones_in_words().values()
        return context


class TimeZoneField(forms.CharField):
    """A time zone by its place or its name. Empty: the time zone of the site."""

    widget = TimeZoneInput

    def prepare_value(self, value: str) -> str:
        return time_zones.zone_in_words(value)

    def clean(self, value: str | None) -> str:
        typed = super().clean(value)
        zone = time_zones.read_typed_zone(typed) if typed else ""
        if zone is None:
            raise ValidationError(_("There is no such time zone. Please type a city of the list."))
        return zone


class CurrencySelect(forms.Select):
    """A select that gives each likely currency the time zones of its countries, for static/js/zone.js.

    The likely currencies are the options outside the group “More”.
    """

    def create_option(self, *args: Any, **more: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(*args, **more)
        if more["subindex"] is None:  # in no group
            option["attrs"]["data-zones"] = f"|{'|'.join(time_zones.with_currency(option['value']))}|"
        return option


class StartForm(forms.Form):
    form_key = FormKeyField()
    circle_name = NameField(
        label=gettext_lazy("Name of your circle"), help_text=gettext_lazy("The people who play together: Friday table.")
    )
    players = NamesField(label=gettext_lazy("Players"))
    first_is_me = forms.BooleanField(label=gettext_lazy("The first name is me"), required=False, initial=True)
    points_only = forms.ChoiceField(
        label=gettext_lazy("Do you ever play for money?"),
        choices=(
            ("no", gettext_lazy("Each series asks: for points or for money")),
            ("yes", gettext_lazy("Never: points only, and no amount of money is shown anywhere")),
        ),
        widget=forms.RadioSelect,
        initial="no",
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), widget=CurrencySelect)
    # The time zone of the browser. If it is unknown, the circle is made with the site's.
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-device-zone": ""}))

    def __init__(self, *args: Any, likely: Sequence[str], **more: Any) -> None:
        """`likely` are the currencies at the top of the list. The first of them is selected."""
        super().__init__(*args, **more)
        names = dict(_currency_choices())
        first = [(code, names.pop(code)) for code in likely]
        currency = cast("forms.ChoiceField", self.fields["currency"])
        currency.choices, currency.initial = [*first, (_("More"), list(names.items()))], likely[0]

    def clean_time_zone(self) -> str:
        return time_zones.todays_name(self.cleaned_data["time_zone"]) or ""

    @classmethod
    def with_one_more_line(cls, data: QueryDict, likely: Sequence[str]) -> "StartForm":
        """The form with the data entered so far, unchecked, and one more line for a name."""
        names = [*data.getlist("players"), ""][:MOST_PLAYERS]
        form = cls(initial={**data.dict(), "players": names, "first_is_me": "first_is_me" in data}, likely=likely)
        form.fields["players"].widget.grown = True
        return form


AS_THE_RULES_SAY = "rules"


class CircleForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the circle"))
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"),
        help_text=gettext_lazy("Of series that begin from now on. What has been played for already stays as it is."),
        choices=_currency_choices,
    )
    coin_minor = forms.TypedChoiceField(
        label=gettext_lazy("Smallest coin"),
        help_text=gettext_lazy("Sums of money are rounded to it. With a new currency it follows what people pay with."),
        coerce=int,
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("For the circle’s sheets, and for guests who have not chosen one themselves."),
        choices=settings.LANGUAGES,
    )
    time_zone = TimeZoneField(label=gettext_lazy("Time zone"), required=False)
    verdicts = forms.ChoiceField(
        label=gettext_lazy("Is each hand right?"),
        help_text=gettext_lazy("For series that begin from now on; each of them can say something else."),
        choices=(
            (Verdicts.OFF, gettext_lazy("Nobody is asked.")),
            (Verdicts.OFFERED, gettext_lazy("Each player is asked after each hand and at the end, and may answer.")),
            (Verdicts.REQUIRED, gettext_lazy("Everybody has to agree. Until then the series says that some have not.")),
        ),
        widget=forms.RadioSelect,
    )
    card_faces = forms.TypedChoiceField(
        label=gettext_lazy("Cards for Jass"),
        help_text=gettext_lazy("For series that begin from now on; each of them can say something else."),
        choices=((AS_THE_RULES_SAY, gettext_lazy("As the rules of the game say")), *CardFaces.choices),
        coerce=lambda chosen: "" if chosen == AS_THE_RULES_SAY else chosen,
        widget=forms.RadioSelect,
    )
    hides_money = forms.BooleanField(
        label=gettext_lazy("Viewers do not see the money in the standings"), required=False
    )
    hides_ratings = forms.BooleanField(label=gettext_lazy("The standings have no ratings"), required=False)

    def __init__(self, circle: Circle, data: Mapping[str, Any] | None = None) -> None:
        self.circle = circle
        values = {name: getattr(circle, name) for name in self.base_fields}
        values["card_faces"] = circle.card_faces or AS_THE_RULES_SAY
        super().__init__(data, initial=values)
        coins = [(coin, formatting.amount(coin, circle.currency)) for coin in currencies.COINS]
        cast("forms.ChoiceField", self.fields["coin_minor"]).choices = coins
        site = time_zones.zone_in_words(settings.TIME_ZONE)
        about = _("For all days and times: on sheets, in standings and seasons. Empty: that of this site, %(site)s.")
        self.fields["time_zone"].help_text = about % {"site": site}
        if circle.points_only:
            for name in ("currency", "coin_minor", "hides_money"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Replace the coin by the usual coin of a new currency, unless the coin was changed too."""
        values = self.cleaned_data
        currency, coin = values.get("currency"), values.get("coin_minor")
        if currency and currency != self.circle.currency and coin == self.circle.coin_minor:
            values["coin_minor"] = currencies.default_coin(currency)
        return values


class NewPlayerForm(forms.Form):
    name = NameField(label=gettext_lazy("Name of the player"))


class PlayerForm(NewPlayerForm):
    is_left_out = forms.BooleanField(
        label=gettext_lazy("Left out of the standings"),
        help_text=gettext_lazy("Their row stays, and says “one player” without a name."),
        required=False,
    )


class FaceForm(forms.Form):
    face = forms.IntegerField(min_value=0)


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(label=gettext_lazy("Role"), choices=Role.choices, coerce=Role)


class LinkForm(forms.Form):
    DAYS = (
        (1, gettext_lazy("one day")),
        (7, gettext_lazy("one week")),
        (30, gettext_lazy("thirty days")),
        (0, gettext_lazy("until it is revoked")),
    )
    ROLES = (
        (Role.VIEWER, gettext_lazy("a viewer, who only reads")),
        (Role.SCORER, gettext_lazy("a scorer, who records and corrects")),
        (Role.OWNER, gettext_lazy("an owner, who may do everything: for one person, within a day")),
    )
    role = forms.TypedChoiceField(
        label=gettext_lazy("The role of those who join"),
        choices=ROLES,
        coerce=Role,
        widget=forms.RadioSelect,
        initial=Role.VIEWER,
    )
    label = NameField(
        label=pgettext_lazy("of a link", "Label"),
        required=False,
        help_text=gettext_lazy("Helps you to know your links from each other."),
    )
    days = forms.TypedChoiceField(label=gettext_lazy("It works for"), choices=DAYS, coerce=int, initial=30)
    once = forms.BooleanField(label=gettext_lazy("For one person only"), required=False)

    def lasts(self) -> timedelta | None:
        days: int = self.cleaned_data["days"]
        return timedelta(days=days) if days else None


class JoinForm(forms.Form):
    """The form of a visitor who joins by a link. The name is required, unless the visitor has tapped a player."""

    use_required_attribute = False

    form_key = FormKeyField()
    name = NameField(label=gettext_lazy("Your name at the table"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, as_player: bool = False) -> None:
        super().__init__(data)
        self.fields["name"].required = not as_player


class DisplayNameForm(forms.Form):
    display_name = NameField(label=gettext_lazy("Name at the table"))


class DeleteCircleForm(forms.Form):
    typed_name = forms.CharField(
        label=gettext_lazy("Name of the circle"), widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})
    )

    def __init__(self, circle: Circle, data: Mapping[str, Any] | None = None) -> None:
        self.circle = circle
        super().__init__(data)

    def clean_typed_name(self) -> str:
        typed: str = self.cleaned_data["typed_name"]
        if name_key(typed) != name_key(self.circle.name):
            raise ValidationError(_("This is not the name of the circle. Nothing has been deleted."))
        return typed
