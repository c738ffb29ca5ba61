"""Queries. Each function makes a fixed number of queries, however many rows there are."""

from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Invite, Member, Player, User
from ledger.circles.roles import Role
from ledger.face.faces import FACE_NAMES, FACES
from ledger.lib.ids import hash_secret


def memberships_of(user: User) -> QuerySet[Member]:
    """The user's memberships with their circles, the latest first, each with its `player_count`."""
    players = Count("circle__players", filter=Q(circle__players__hidden_at=None))
    memberships = Member.objects.filter(user=user).select_related("circle").annotate(player_count=players)
    return memberships.order_by("-joined_at", "pk")


def players_of(circle: Circle) -> QuerySet[Player]:
    """The players who may sit down at a new series, in the order in which they were added."""
    return circle.players.filter(hidden_at=None).select_related("claimed_by__user").order_by("created_at", "pk")


def several_can_sign_in(circle: Circle) -> bool:
    """Whether at least two members can sign in, each on a phone of their own."""
    return circle.members.filter(user__is_active=True).count() > 1


@dataclass(frozen=True)
class FaceChoice:
    """One of the 16 faces, as offered to one player."""

    face: int
    name: str
    is_own: bool
    others: tuple[str, ...]  # the names of other players with this face
    may_be_chosen: bool


def face_choices(player: Player) -> list[FaceChoice]:
    """All faces. Another player's face can be chosen only in a circle with more players than faces."""
    others = Player.objects.filter(circle=player.circle_id, hidden_at=None).exclude(pk=player.pk)
    names: dict[int, list[str]] = {}
    for other in others.order_by("created_at", "pk"):
        names.setdefault(other.face, []).append(other.name)
    may_share = sum(map(len, names.values())) >= FACES
    return [
        FaceChoice(face, str(name), face == player.face, tuple(names.get(face, ())), may_share or face not in names)
        for face, name in enumerate(FACE_NAMES)
    ]


def player_to_claim(circle: Circle, player_id: str) -> Player:
    """Return the player whom a visitor wants to claim. `player_id` may be any text."""
    player = next((player for player in players_of(circle) if player.pk == player_id), None)
    if player is None:
        raise ValidationError(_("This player is no longer there. Please choose again."), code="unknown_player")
    return player


def hidden_players_of(circle: Circle) -> QuerySet[Player]:
    """The players who were removed and stay in old series, in the order of their names."""
    return circle.players.exclude(hidden_at=None).order_by("name_key", "pk")


def members_of(circle: Circle) -> QuerySet[Member]:
    """Owners, then scorers, then viewers, as in the alphabet. Members with the same role are in order of joining."""
    return circle.members.select_related("user", "player").order_by("role", "joined_at", "pk")


def invites_of(circle: Circle) -> list[Invite]:
    """The links by which people join the circle, newest first."""
    return list(circle.invites.select_related("created_by").order_by("-created_at", "pk"))


def find_invite(token: str) -> Invite | None:
    return Invite.objects.select_related("circle").filter(token_hash=hash_secret(token)).first()


def members_with_resettable_password(owner: Member) -> QuerySet[Member]:
    """The members for whom the owner may make a password link: docs/decisions/0020-accounts.md."""
    owned = Member.objects.filter(user=owner.user_id, role=Role.OWNER).values("circle")
    memberships = Member.objects.filter(user=OuterRef("user"))
    accounts = Member.objects.filter(
        circle=owner.circle_id,
        user__is_guest=False,
        user__is_active=True,
        user__is_staff=False,
        user__is_superuser=False,
        user__email="",
        user__emailaddress=None,
        user__authenticator=None,
    )
    if settings.OIDC:
        accounts = accounts.filter(user__socialaccount=None)
    return accounts.exclude(user__password__startswith="!").filter(
        ~Exists(memberships.filter(role=Role.OWNER)), ~Exists(memberships.exclude(circle__in=owned))
    )
