"""Adding, renaming, removing and claiming players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, RestrictedError
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member, Player
from ledger.circles.names import clean_name, name_key
from ledger.lib import formatting


def add_player(*, circle: Circle, name: str) -> Player:
    name = clean_name(name)
    if Player.objects.filter(circle=circle).count() >= settings.MOST_PLAYERS:
        message = _("A circle can have at most %(most)s players, with those who no longer play.")
        most = formatting.digits(settings.MOST_PLAYERS)
        raise ValidationError(message, code="too_many_players", params={"most": most})
    with _unique_name(name):
        return Player.objects.create(circle=circle, name=name, name_key=name_key(name))


def rename_player(*, player: Player, name: str) -> Player:
    """Rename a player, also in all series that were played: they refer to the player, not to the name."""
    name = clean_name(name)
    return _change(player, name=name, name_key=name_key(name))


def remove_player(*, player: Player) -> bool:
    """Return True if the player is deleted, False if the player has played and is only hidden from new series."""
    try:
        with transaction.atomic():
            player.delete()
        return True
    except (ProtectedError, RestrictedError):
        _change(player, hidden_at=timezone.now())
        return False


def restore_player(*, player: Player) -> Player:
    return _change(player, hidden_at=None)


@transaction.atomic
def claim_player(*, player: Player, member: Member) -> Player:
    """Say that the member is this player, and no other any more. A claim by a member who cannot sign in is released."""
    get_object_or_404(Member.objects.select_for_update(), pk=member.pk)  # a member claims one player at a time
    player = get_object_or_404(Player.objects.select_for_update(), pk=player.pk, circle=member.circle_id)
    if player.hidden_at:
        raise ValidationError(_("%(player)s does not play any more."), code="hidden", params={"player": player.name})
    if player.claimed_by and player.claimed_by != member and player.claimed_by.can_sign_in:
        raise ValidationError(
            _("%(player)s is taken already, by %(member)s."),
            code="claimed",
            params={"player": player.name, "member": player.claimed_by},
        )
    Player.objects.filter(claimed_by=member).exclude(pk=player.pk).update(claimed_by=None)
    return _change(player, claimed_by=member)


def release_player(*, player: Player) -> Player:
    return _change(player, claimed_by=None)


def _change(player: Player, **values: Any) -> Player:
    """Update the row. A player whom another phone has just removed is no error, as it would be with save()."""
    with _unique_name(values.get("name", player.name)):
        Player.objects.filter(pk=player.pk).update(**values)
    for field, value in values.items():
        setattr(player, field, value)
    return player


@contextmanager
def _unique_name(name: str) -> Iterator[None]:
    """Refuse a name that is taken. The database decides, so that two phones cannot add one name at once."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        message = _("There is already a player called %(name)s. Please tell the two apart.")
        raise ValidationError(message, code="taken", params={"name": name}) from error
