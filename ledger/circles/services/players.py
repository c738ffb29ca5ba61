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
from ledger.face.faces import FACES, next_face
from ledger.lib import formatting


def add_player(*, circle: Circle, name: str) -> Player:
    name = clean_name(name)
    if Player.objects.filter(circle=circle).count() >= settings.MOST_PLAYERS:
        message = _("A circle can have at most %(most)s players, with those who no longer play.")
        most = formatting.digits(settings.MOST_PLAYERS)
        raise ValidationError(message, code="too_many_players", params={"most": most})
    with _unique_name(name):
        return Player.objects.create(
            circle=circle, name=name, name_key=name_key(name), face=next_face(faces_in(circle))
        )


def find_or_add(*, circle: Circle, name: str) -> Player:
    """Return the circle's player of this name, or add one. So a form that is sent twice adds one player."""
    known = Player.objects.filter(circle=circle, hidden_at=None, name_key=name_key(name)).first()
    return known or add_player(circle=circle, name=name)


def faces_in(circle: Circle) -> list[int]:
    """The faces of the players who are not hidden."""
    return list(Player.objects.filter(circle=circle, hidden_at=None).values_list("face", flat=True))


def rename_player(*, player: Player, name: str) -> Player:
    """Rename a player. Earlier series show the new name too, because they refer to the player."""
    name = clean_name(name)
    return _change(player, name=name, name_key=name_key(name))


def leave_out(*, player: Player, is_left_out: bool) -> Player:
    """Say whether the standings name this player."""
    return _change(player, is_left_out=is_left_out)


@transaction.atomic
def choose_face(*, player: Player, face: int) -> Player:
    """Give the player this colour and mark. In a circle of at most 16 players no two have the same."""
    if not 0 <= face < FACES:
        raise ValidationError(_("There is no such colour and mark."), code="unknown_face")
    # The lock makes sure that two players do not choose the same face at the same moment.
    Circle.objects.select_for_update().get(pk=player.circle_id)
    others = Player.objects.filter(circle=player.circle_id, hidden_at=None).exclude(pk=player.pk)
    other = others.filter(face=face).first()
    if other and others.count() < FACES:
        raise ValidationError(_("%(player)s has this colour and mark."), code="face_taken", params={"player": other})
    return _change(player, face=face)


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
    """Show a hidden player again, with a new face if another player has the old one."""
    taken = faces_in(player.circle)
    return _change(player, hidden_at=None, face=next_face(taken) if player.face in taken else player.face)


@transaction.atomic
def claim_player(*, player: Player, member: Member) -> Player:
    """Store that the member is this player, and no longer another player.

    If the player is claimed by a member who cannot sign in, this claim is replaced.
    """
    # The lock makes sure that two requests do not claim two players for one member.
    get_object_or_404(Member.objects.select_for_update(), pk=member.pk)
    player = get_object_or_404(Player.objects.select_for_update(), pk=player.pk, circle=member.circle_id)
    if player.hidden_at:
        raise ValidationError(_("%(player)s does not play any more."), code="hidden", params={"player": player.name})
    if player.is_taken and player.claimed_by != member:
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
    """Update the row. If the player was just deleted, no row changes; `save()` would raise an error."""
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
