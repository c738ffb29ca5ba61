"""Queries. Each makes a fixed number of them, however many rows there are."""

from dataclasses import dataclass, field
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from ledger.circles.models import Circle, Invite, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.invites import hash_token


@dataclass(frozen=True)
class CircleCard:
    """A circle on the first page. `open_series` is filled by ledger.config.views, since circles know no series."""

    id: str
    name: str
    role: Role
    player_count: int
    open_series: list[Any] = field(default_factory=list)

    @property
    def role_label(self) -> str:
        return str(self.role.label)

    @property
    def may_score(self) -> bool:
        return self.role.reaches(Role.SCORER)


def circle_cards(user: User) -> list[CircleCard]:
    """The user's circles. The one joined last comes first."""
    players = Count("circle__players", filter=Q(circle__players__hidden_at=None))
    memberships = Member.objects.filter(user=user).select_related("circle").annotate(player_count=players)
    return [
        CircleCard(id=m.circle_id, name=m.circle.name, role=Role(m.role), player_count=m.player_count)
        for m in memberships.order_by("-joined_at", "pk")
    ]


def players_of(circle: Circle) -> QuerySet[Player]:
    """The players who may sit down at a new series, in the order in which they were added."""
    return circle.players.filter(hidden_at=None).select_related("claimed_by__user").order_by("created_at", "pk")


def hidden_players_of(circle: Circle) -> QuerySet[Player]:
    return circle.players.exclude(hidden_at=None).order_by("name_key", "pk")


def members_of(circle: Circle) -> QuerySet[Member]:
    """Owners, scorers, viewers (which is also their order in the alphabet), each by the time of joining."""
    return circle.members.select_related("user", "player").order_by("role", "joined_at", "pk")


def invites_of(circle: Circle) -> list[Invite]:
    """The newest first."""
    return list(circle.invites.select_related("created_by").order_by("-created_at", "pk"))


def find_invite(token: str) -> Invite | None:
    return Invite.objects.select_related("circle").filter(token_hash=hash_token(token)).first()


def has_a_way_back(user: User) -> bool:
    """Whether this user could sign in again after signing out."""
    return user.has_usable_password() or Authenticator.objects.filter(user=user).exists()


def members_with_resettable_password(owner: Member) -> QuerySet[Member]:
    """The members for whom the owner may make a password link: docs/decisions/0021-password-links.md."""
    owned = Member.objects.filter(user=owner.user_id, role=Role.OWNER).values("circle")
    theirs = Member.objects.filter(user=OuterRef("user"))
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
    return accounts.exclude(user__password__startswith="!").filter(
        ~Exists(theirs.filter(role=Role.OWNER)), ~Exists(theirs.exclude(circle__in=owned))
    )
