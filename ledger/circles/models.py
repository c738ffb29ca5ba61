"""Users, circles, members, players and invites, with their database constraints."""

from __future__ import annotations

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.circles.names import MAX_LENGTH, USERNAME_LENGTH, normalise_username, validate_username
from ledger.circles.roles import Role
from ledger.face.faces import FACES
from ledger.lib.ids import LENGTH, new_id
from ledger.lib.time_zones import TIME_ZONE_LENGTH, zone_of


class OpaqueModel(models.Model):
    """A row with a random id. Addresses contain the id, which tells neither the number of rows nor their age."""

    id = models.CharField(primary_key=True, max_length=LENGTH, default=new_id, editable=False)

    class Meta:
        abstract = True


class User(AbstractUser):
    """A person. A guest is a user without a usable password, remembered by the session alone."""

    # A person has no name but the name at the table.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This user name is taken.")},
    )
    display_name = models.CharField(_("name at the table"), max_length=MAX_LENGTH, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    # The hash of the key in the form that made the guest, so that pressing the button twice makes one guest.
    form_key_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001 (see Circle)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="a_guest_has_no_password_and_no_power",
                condition=Q(is_guest=False) | Q(password__startswith="!", is_staff=False, is_superuser=False),
            ),
        ]

    def __str__(self) -> str:
        return self.display_name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return normalise_username(username)


class Verdicts(models.TextChoices):
    """Whether the players of a series are asked for verdicts."""

    OFF = "off", _("off")
    OFFERED = "offered", _("offered")
    REQUIRED = "required", _("required")


class CardFaces(models.TextChoices):
    """Which pack lies on the table, in games whose rules leave the choice (games/kit/options.py)."""

    FRENCH = "french", _("French cards")
    SWISS_GERMAN = "swiss_german", _("Swiss-German cards")


class CircleManager(models.Manager["Circle"]):
    """Leaves out circles that are being imported or deleted."""

    def get_queryset(self) -> models.QuerySet[Circle]:
        return super().get_queryset().filter(unfinished_at=None)


class Circle(OpaqueModel):
    """The people who play together, with their currency and settings."""

    name = models.CharField(_("name of the circle"), max_length=MAX_LENGTH)
    currency = models.CharField(_("currency"), max_length=3)
    coin_minor = models.PositiveIntegerField(_("smallest coin, in minor units"))
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    hides_money = models.BooleanField(default=False)  # viewers see no money in the standings
    hides_ratings = models.BooleanField(default=False)  # nobody sees ratings
    # No currency and no amount of money is shown, and nothing is booked: docs/decisions/0031-money.md.
    points_only = models.BooleanField(default=False)
    # The name that the time zone has today (ledger/lib/time_zones.py). Empty: the time zone of the site.
    time_zone = models.CharField(max_length=TIME_ZONE_LENGTH, blank=True)
    verdicts = models.CharField(max_length=10, choices=Verdicts, default=Verdicts.OFF)  # default of new series
    # The pack on the table, in games with a choice of packs. Empty: the pack of the series' rules.
    card_faces = models.CharField(max_length=20, choices=CardFaces, blank=True)
    # The hash of the key in the form that made the circle. Null if no form made it, because the column is unique.
    form_key_hash = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001
    # When the latest part was imported or deleted (ledger/transfer/unfinished.py). Null: the circle is complete.
    unfinished_at = models.DateTimeField(null=True, editable=False)

    objects = CircleManager()
    with_unfinished = models.Manager["Circle"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="a_circle_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="a_coin_is_worth_something", condition=Q(coin_minor__gte=1)),
            models.CheckConstraint(
                name="a_circle_speaks_a_known_language",
                condition=Q(language__in=[code for code, _name in settings.LANGUAGES]),
            ),
            models.CheckConstraint(name="circle_verdicts_known", condition=Q(verdicts__in=Verdicts.values)),
            models.CheckConstraint(name="circle_card_faces_known", condition=Q(card_faces__in=["", *CardFaces.values])),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the circle's days and times."""
        return zone_of(self.time_zone)


class Member(OpaqueModel):
    """A user in a circle, with a role."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="one_membership_each", fields=["circle", "user"]),
            models.CheckConstraint(name="a_member_has_a_role", condition=Q(role__in=Role.values)),
        ]

    def __str__(self) -> str:
        return str(self.user)

    @property
    def name(self) -> str:
        return str(self.user)

    @property
    def can_sign_in(self) -> bool:
        """False for members imported from a file, who only name who recorded a hand, and for accounts switched off."""
        return self.user.is_active

    def may(self, role: Role) -> bool:
        return Role(self.role).reaches(role)

    @property
    def sees_money_in_standings(self) -> bool:
        """Whether the standings show money to this member. Load the `circle` first, or each use makes a query."""
        return not self.circle.points_only and (self.may(Role.SCORER) or not self.circle.hides_money)


class PointsOnlySwitch(models.Model):
    """Who turned a circle's switch to points only on or off, and when."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="points_only_switches")
    points_only = models.BooleanField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=MAX_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "points only switches"
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.circle_id}: {'points only' if self.points_only else 'money too'}"


class Player(OpaqueModel):
    """A name at the table. A player need not be a member nor a user of this site."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=MAX_LENGTH)
    # The form of the name that is compared (names.name_key). Folding the case can turn one letter into three.
    name_key = models.CharField(max_length=3 * MAX_LENGTH, editable=False)
    # One of the 16 pairs of colour and mark: ledger/face/faces.py.
    face = models.PositiveSmallIntegerField(_("colour and mark"), default=0)
    # A member belongs to one circle, so one to one means: one player at most per member and circle.
    claimed_by = models.OneToOneField(Member, models.SET_NULL, null=True, blank=True, related_name="player")
    is_left_out = models.BooleanField(default=False)  # the standings do not name this player
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)  # not offered for new series since then
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_visible_player_of_a_name", fields=["circle", "name_key"], condition=Q(hidden_at=None)
            ),
            models.CheckConstraint(name="a_player_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="a_player_has_a_known_face", condition=Q(face__gte=0, face__lt=FACES)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_taken(self) -> bool:
        """Whether a member who can sign in has claimed this player."""
        return self.claimed_by is not None and self.claimed_by.can_sign_in


class Invite(OpaqueModel):
    """A link by which people join. Only the hash of its token is kept, so a copy of the database opens no circle."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="invites")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    label = models.CharField(_("label"), max_length=MAX_LENGTH, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    max_uses = models.PositiveIntegerField(null=True, blank=True)
    use_count = models.PositiveIntegerField(default=0)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="an_invite_has_a_role", condition=Q(role__in=Role.values)),
            models.CheckConstraint(
                name="an_invite_is_not_used_too_often",
                condition=Q(max_uses=None) | Q(max_uses__gte=1, use_count__lte=F("max_uses")),
            ),
            models.CheckConstraint(
                name="ownership_is_handed_to_one_person_soon",
                # In SQL `max_uses = 1` is NULL if max_uses is NULL, and a check constraint accepts NULL.
                condition=~Q(role=Role.OWNER) | Q(max_uses__isnull=False, max_uses=1, expires_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.label or self.id

    def is_open(self) -> bool:
        """Whether people can join by this link: it is not revoked, not used up and not expired."""
        may_be_used = self.max_uses is None or self.use_count < self.max_uses
        return self.revoked_at is None and may_be_used and (self.expires_at is None or self.expires_at > timezone.now())
