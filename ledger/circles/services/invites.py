"""Links by which people join. The token is in the link; the database keeps its hash.

`selectors.find_invite` takes the same time for a wrong token as for an expired token.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Invite, Member, Player, User
from ledger.circles.names import clean_name
from ledger.circles.roles import Role
from ledger.circles.services.circles import require_room_for_circle
from ledger.circles.services.guests import find_guest, make_guest, require_signup
from ledger.circles.services.players import claim_player
from ledger.lib import formatting
from ledger.lib.ids import hash_secret

TOKEN_BYTES = 24
# A link that makes an owner is for one person and ends soon.
OWNER_LINK_LASTS = timedelta(days=1)
TABLE_LINK_LASTS = timedelta(days=30)
SCORERS_LINK_LASTS = timedelta(days=1)  # short, because everybody who has the link can join and record hands


def make_invite(
    *,
    actor: User | None,
    circle: Circle,
    role: Role,
    label: str = "",
    lasts: timedelta | None = None,
    max_uses: int | None = None,
) -> tuple[Invite, str]:
    """Make an invite and return it with its token, which cannot be shown again later."""
    if circle.invites.count() >= settings.MOST_LINKS:
        ended = [invite.pk for invite in circle.invites.all() if not invite.is_open()]
        Invite.objects.filter(pk__in=ended).delete()
        if not ended:
            message = _("A circle can have at most %(most)s links. Revoke one that is no longer needed.")
            most = formatting.digits(settings.MOST_LINKS)
            raise ValidationError(message, code="too_many_links", params={"most": most})
    if role == Role.OWNER:
        lasts, max_uses = min(lasts or OWNER_LINK_LASTS, OWNER_LINK_LASTS), 1
    token = secrets.token_urlsafe(TOKEN_BYTES)
    invite = Invite.objects.create(
        circle=circle,
        role=role,
        token_hash=hash_secret(token),
        label=clean_name(label) if label.strip() else "",
        created_by=actor,
        expires_at=timezone.now() + lasts if lasts else None,
        max_uses=max_uses,
    )
    return invite, token


def make_table_link(*, actor: User, circle: Circle, role: Role = Role.VIEWER) -> tuple[Invite, str]:
    """Make a new link to show at the table. An older link cannot be shown again, because only its hash is stored."""
    label = _("At the table, %(day)s") % {"day": formatting.day(timezone.now())}
    lasts = TABLE_LINK_LASTS if role == Role.VIEWER else SCORERS_LINK_LASTS
    return make_invite(actor=actor, circle=circle, role=role, label=label, lasts=lasts)


def revoke_invite(*, invite: Invite) -> None:
    Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def accept_invite(
    *, invite: Invite, user: User | None, name: str = "", form_key: str = "", player: Player | None = None
) -> Member:
    """Make the user, or without one a new guest, a member of the circle. If there is a `player`, the member claims it.

    A member's role is never lowered. If another member has claimed the player meanwhile, nobody joins.
    """
    member = join_circle(invite=invite, user=user, name=player.name if player else name, form_key=form_key)
    if player:
        claim_player(player=player, member=member)
    return member


def join_circle(*, invite: Invite, user: User | None, name: str, form_key: str) -> Member:
    """Make the user, or a new guest of this name, a member with the role of the invite.

    A member with a lower role gets this role; other members stay as they are. Call this in a transaction.
    """
    # Every change of a circle's members takes this lock, so that two links opened at once make one member.
    get_object_or_404(Circle.objects.select_for_update(), pk=invite.circle_id)
    invite = get_object_or_404(Invite.objects.select_for_update(), pk=invite.pk)
    user = user or find_guest(form_key=form_key)
    member = Member.objects.filter(circle=invite.circle_id, user=user).first() if user else None
    if member and (member.may(Role(invite.role)) or not invite.is_open()):
        return member
    if not invite.is_open():
        raise ValidationError(_("This link does not work, or no longer does."), code="closed")
    if user is None:
        require_signup(invited=True)
    elif member is None:
        require_room_for_circle(user)
    invite.use_count += 1
    invite.last_used_at = timezone.now()
    invite.save(update_fields=["use_count", "last_used_at"])
    if member is None:
        user = user or make_guest(name=name, form_key=form_key)
        return Member.objects.create(circle_id=invite.circle_id, user=user, role=invite.role)
    member.role = invite.role
    member.save(update_fields=["role"])
    return member
