"""Save, find, rename and remove the house rules of a circle.

A game whose rules contain a title (`title_field`) is called by this title everywhere. In house rules of such a game the
name of the house rules is the title.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.game import Game
from games.registry import BY_SLUG
from ledger.circles.models import Circle
from ledger.circles.names import clean_name, name_key
from ledger.series.models import HouseRules
from ledger.series.wording import in_words, title_from_words


def house_rules_of(circle_id: str, game: type[Game] | None = None) -> QuerySet[HouseRules]:
    found = HouseRules.objects.filter(circle=circle_id, hidden_at=None, instead="")
    return found.filter(game=game.slug) if game else found


def former_rules_of(circle_id: str) -> QuerySet[HouseRules]:
    """Return the house rules with an option that is gone. No series can start from them; `instead` names a game."""
    return HouseRules.objects.filter(circle=circle_id, hidden_at=None).exclude(instead="")


@transaction.atomic
def keep_rules(*, circle: Circle, game: type[Game], rules: Mapping[str, Any], name: str) -> HouseRules:
    """Save house rules under a name. Earlier rules of this name are replaced, so this function also changes rules."""
    name = clean_name(name)
    kept, _made = HouseRules.objects.update_or_create(
        circle=circle,
        game=game.slug,
        name_key=name_key(name),
        hidden_at=None,
        defaults={"name": name, "rules": named_rules(game, rules, name), "instead": ""},
    )
    return kept


def rename_rules(*, kept: HouseRules, name: str) -> HouseRules:
    name = clean_name(name)
    kept.name, kept.name_key = name, name_key(name)
    kept.rules = named_rules(BY_SLUG[kept.game], kept.rules, name)
    try:
        with transaction.atomic():
            kept.save(update_fields=["name", "name_key", "rules"])
    except IntegrityError as error:
        message = _("There are already rules called %(name)s.")
        raise ValidationError(message, code="taken", params={"name": name}) from error
    return kept


def remove_rules(*, kept: HouseRules) -> None:
    """Hide house rules. The series that were started from them keep their copies."""
    HouseRules.objects.filter(pk=kept.pk).update(hidden_at=timezone.now())


def named_rules(game: type[Game], rules: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the rules, with the name as title if the game has a `title_field`. Raise ValidationError if not valid."""
    title = {game.title_field: title_from_words(game, name)} if game.title_field else {}
    reading = game.read_rules({**rules, **title})
    if reading.problems:
        raise ValidationError([in_words(problem.message, ()) for problem in reading.problems])
    # Options that the game got after the rules were saved are left out, so that the circle's file stays the same.
    written: dict[str, Any] = reading.value.model_dump(mode="json", include={*rules, game.title_field})
    return written
