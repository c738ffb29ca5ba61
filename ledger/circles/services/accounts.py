"""Deleting an account. What the user has played and recorded stays in the circles."""

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Circle, Member, User
from ledger.circles.roles import Role
from ledger.lib import formatting


def circles_owned_alone(user: User) -> list[Circle]:
    """Return the circles that would have no owner without this user."""
    others = Member.objects.filter(circle=OuterRef("pk"), role=Role.OWNER, user__is_active=True).exclude(user=user)
    own = Member.objects.filter(circle=OuterRef("pk"), role=Role.OWNER, user=user)
    return list(Circle.objects.filter(Exists(own), ~Exists(others)).order_by("name", "pk"))


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete the user with the password, passkeys, tokens and e-mail addresses. The user's sessions end.

    The chains keep the name under which something was recorded, and lose the reference to the user. Players and links
    belong to their circle and stay. It is no error if the user was deleted already, as by a tap in another tab.
    """
    circles = _locked_circles(user)
    locked = User.objects.select_for_update().filter(pk=user.pk).first()
    if locked is None:
        return
    if not _circles_of(locked) <= circles:  # the user came into a circle after the circles were locked
        raise ValidationError(
            _("Your circles have changed meanwhile. Please look at this page once more."), code="circles_changed"
        )
    if alone := circles_owned_alone(locked):
        raise ValidationError(owned_alone_in_words(alone), code="last_owner")
    _delete_connections_without_settings(locked)
    locked.delete()


def owned_alone_in_words(circles: list[Circle]) -> str:
    sentence = ngettext(
        "You are the only owner of %(circles)s: make another member the owner first, or delete the circle.",
        "You are the only owner of %(circles)s: make other members the owners first, or delete these circles.",
        len(circles),
    )
    return sentence % {"circles": formatting.in_a_row([circle.name for circle in circles])}


def _locked_circles(user: User) -> set[str]:
    """Lock the circles of the user, and return their ids. To avoid deadlocks, circles are locked before users."""
    circles = Circle.with_unfinished.filter(pk__in=_circles_of(user)).order_by("pk")
    return {circle.pk for circle in circles.select_for_update()}


def _circles_of(user: User) -> set[str]:
    return set(Member.objects.filter(user=user).values_list("circle", flat=True))


def _delete_connections_without_settings(user: User) -> None:
    """Delete the connections of the user with a provider, if the settings no longer name a provider.

    allauth's tables of connections are then still in the database and refer to the user, but Django has no models for
    them, so that it cannot delete their rows by itself.
    """
    if apps.is_installed("allauth.socialaccount"):
        return
    tables = connection.introspection.table_names()
    if "socialaccount_socialaccount" not in tables:
        return
    with connection.cursor() as cursor:
        if "socialaccount_socialtoken" in tables:
            cursor.execute(
                "DELETE FROM socialaccount_socialtoken"
                " WHERE account_id IN (SELECT id FROM socialaccount_socialaccount WHERE user_id = %s)",
                [user.pk],
            )
        cursor.execute("DELETE FROM socialaccount_socialaccount WHERE user_id = %s", [user.pk])
