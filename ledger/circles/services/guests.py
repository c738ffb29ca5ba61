"""Guests: users remembered by their session alone, until they make an account or sign in to one."""

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.names import clean_name
from ledger.circles.roles import Role
from ledger.lib.ids import hash_secret, new_id

# If a visitor who is not signed in sends a form again within this time, the guest whom the form made is found.
SAME_FORM = timedelta(minutes=10)
WAY_BACK = "ledger.circles.services.guests"  # the salt of the signature by which a guest signs in again


def require_signup(*, invited: bool = False) -> None:
    """Refuse a visitor without an account, unless LEDGER_SIGNUP allows it. `invited`: with an open invite link."""
    if settings.SIGNUP == "closed":
        raise ValidationError(_("This site takes no new people."), code="signup")
    if settings.SIGNUP == "invited" and not invited:
        raise ValidationError(
            _("On this site only people with an account can start a table. Others join a table by an invite link."),
            code="signup",
        )


def make_guest(*, name: str, form_key: str = "") -> User:
    return User.objects.create_user(
        username=f"guest-{new_id()}",
        display_name=clean_name(name),
        is_guest=True,
        form_key_hash=hash_secret(form_key) if form_key else None,
    )


def find_guest(*, form_key: str) -> User | None:
    """Return the guest whom this form made just now. The answer to that request may not have reached the phone."""
    recent = User.objects.filter(is_guest=True, is_active=True, date_joined__gt=timezone.now() - SAME_FORM)
    return recent.filter(form_key_hash=hash_secret(form_key)).first() if form_key else None


def sign_way_back(guest: User) -> str:
    """Return a signed text, stored in a phone that can work without signal.

    With it the phone signs in as this guest again after the end of the session.
    """
    return TimestampSigner(salt=WAY_BACK).sign(str(guest.pk))


def find_by_way_back(signed: str) -> User | None:
    """Return the guest, if the text is not older than a session may be. None if the guest has an account by now."""
    try:
        pk = TimestampSigner(salt=WAY_BACK).unsign(signed, max_age=settings.SESSION_COOKIE_AGE)
    except BadSignature:
        return None
    return User.objects.filter(pk=pk, is_guest=True, is_active=True).first()


def rename_person(*, user: User, name: str) -> None:
    user.display_name = clean_name(name)
    user.save(update_fields=["display_name"])


@transaction.atomic
def move_guest(*, guest: User, account: User) -> int:
    """Move the guest's memberships to the account and return how many there were.

    If the account is a member of the same circle already, it keeps one membership with the higher of the two roles. The
    guest's row stays, inactive, because everything that the guest recorded refers to it.
    """
    circles = Circle.objects.filter(pk__in=Member.objects.filter(user=guest).values("circle"))
    list(circles.order_by("pk").select_for_update())  # every change of a circle's members takes this lock
    memberships = list(Member.objects.select_for_update().filter(user=guest))
    for membership in memberships:
        existing = Member.objects.select_for_update().filter(circle=membership.circle_id, user=account).first()
        if existing is None:
            membership.user = account
            membership.save(update_fields=["user"])
            continue
        if not existing.may(Role(membership.role)):
            existing.role = membership.role
            existing.save(update_fields=["role"])
        if not Player.objects.filter(claimed_by=existing).exists():
            Player.objects.filter(claimed_by=membership).update(claimed_by=existing)
        membership.delete()
    User.objects.filter(pk=guest.pk).update(is_active=False)
    return len(memberships)
