"""The rules that a circle keeps: the list, renaming and removing, and keeping the rules of a series."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.registry import BY_SLUG
from ledger.circles.access import enter_circle
from ledger.circles.forms import NameField
from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import add_errors_to, form_data, render_page
from ledger.series import descriptions
from ledger.series.access import enter_series, load_house_rules
from ledger.series.house_rules import former_rules_of, house_rules_of, keep_rules, remove_rules, rename_rules
from ledger.series.models import HouseRules
from ledger.series.wording import title_in_words


class HouseRulesForm(forms.Form):
    use_required_attribute = False

    name = NameField(
        label=gettext_lazy("Name"), help_text=gettext_lazy("Under this name they are offered for a new series.")
    )


@require_safe
def house_rules(request: HttpRequest, circle_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    rows = [(kept, _(BY_SLUG[kept.game].name)) for kept in house_rules_of(circle_id)]
    rows += [(kept, instead_in_words(kept)) for kept in former_rules_of(circle_id)]
    return render_page(request, "scoring/start/house_rules.html", {"me": me, "circle": me.circle, "rows": rows})


def instead_in_words(kept: HouseRules) -> str:
    """Return a sentence that says which game to choose in place of rules that can no longer be played."""
    if not kept.instead:
        return ""
    game = _(BY_SLUG[kept.instead].name)
    return _("Khata counts %(game)s by itself now: choose it in place of these rules.") % {"game": game}


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, circle_id: str, rules_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    kept = load_house_rules(me, rules_id)
    form = HouseRulesForm(form_data(request), initial={"name": kept.name})
    if form.is_valid():
        with add_errors_to(form):
            rename_rules(kept=kept, name=form.cleaned_data["name"])
            return redirect("house_rules", circle_id)
    kept = load_house_rules(me, rules_id)  # the object from above has the new name, even if it was refused
    context = {
        "me": me,
        "circle": me.circle,
        "kept": kept,
        "game_name": _(BY_SLUG[kept.game].name),
        "form": form,
        "instead": instead_in_words(kept),
    }
    return render_page(request, "scoring/start/house_rules_edit.html", context)


@require_POST
def remove(request: HttpRequest, circle_id: str, rules_id: str) -> HttpResponse:
    me = enter_circle(request.user, circle_id, at_least=Role.SCORER)
    kept = load_house_rules(me, rules_id)
    remove_rules(kept=kept)
    messages.success(request, _("%(name)s is no longer offered.") % {"name": kept.name})
    return redirect("house_rules", circle_id)


@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, series_id: str) -> HttpResponse:
    """Keep the rules of a series for new ones."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    series, game = entrance.series, BY_SLUG[entrance.series.game]
    form = HouseRulesForm(form_data(request), initial={"name": title_in_words(game, game.title_of(series.rules))})
    if form.is_valid():
        with add_errors_to(form):
            kept = keep_rules(circle=series.circle, game=game, rules=series.rules, name=form.cleaned_data["name"])
            messages.success(request, _("%(name)s is offered for new series.") % {"name": kept.name})
            return redirect("series:page", series_id)
    context = {"series": series, "game_name": descriptions.game_name(series), "form": form}
    return render_page(request, "scoring/start/keep_rules.html", context)
