"""Starting and changing a circle."""

from collections.abc import Sequence

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member, PointsOnlySwitch, User, Verdicts
from ledger.circles.names import clean_name
from ledger.circles.roles import Role
from ledger.circles.services.guests import SAME_FORM, make_guest, require_signup
from ledger.circles.services.players import add_player, claim_player
from ledger.lib import currencies, formatting, time_zones
from ledger.lib.ids import hash_secret


@transaction.atomic
def make_circle(
    *,
    owner: User,
    name: str,
    currency: str,
    language: str,
    coin_minor: int | None = None,
    points_only: bool = False,
    time_zone: str = "",
    form_key: str = "",
) -> Member:
    """Make a circle and return the owner's membership."""
    require_room_for_circle(owner)
    _check_money(currency, coin_minor)
    circle = Circle.objects.create(
        name=clean_name(name),
        currency=currency,
        coin_minor=coin_minor or currencies.default_coin(currency),
        language=language,
        time_zone=clean_time_zone(time_zone),
        form_key_hash=hash_secret(form_key) if form_key else None,
    )
    member = Member.objects.create(circle=circle, user=owner, role=Role.OWNER)
    if points_only:
        write_points_only(me=member, points_only=True)
    return member


def write_points_only(*, me: Member, points_only: bool) -> None:
    """Turn the circle's switch to points only, and store who turned it.

    The circle is new, or it is locked and ledger/series/points_only.py has checked that the switch may be turned.
    """
    me.circle.points_only = points_only
    me.circle.save(update_fields=["points_only"])
    PointsOnlySwitch.objects.create(circle=me.circle, points_only=points_only, by=me.user, by_name=me.name)


def require_room_for_circle(user: User) -> None:
    """Refuse a further circle to a user who belongs to MOST_CIRCLES already."""
    if Member.objects.filter(user=user).count() >= settings.MOST_CIRCLES:
        message = _("You can belong to at most %(most)s circles. Leave or delete one first.")
        most = formatting.digits(settings.MOST_CIRCLES)
        raise ValidationError(message, code="too_many_circles", params={"most": most})


def start_table(  # noqa: PLR0913  (all that the form asks)
    *,
    starter: User | None,
    circle_name: str,
    player_names: Sequence[str],
    currency: str,
    language: str,
    first_is_starter: bool,
    form_key: str,
    points_only: bool = False,
    time_zone: str = "",
) -> Member:
    """Make a circle with its players. Without an account the starter becomes a guest.

    The same form sent twice, even at the same moment, makes one circle.
    """
    if starter is None or starter.is_guest:
        require_signup()
    try:
        with transaction.atomic():
            if Circle.objects.filter(form_key_hash=hash_secret(form_key)).exists():
                return _started_before(form_key, starter)
            guest_name = player_names[0] if first_is_starter else _("Scorekeeper")
            owner = make_circle(
                owner=starter or make_guest(name=guest_name),
                name=circle_name,
                currency=currency,
                language=language,
                points_only=points_only,
                time_zone=time_zone,
                form_key=form_key,
            )
            players = [add_player(circle=owner.circle, name=name) for name in player_names]
            if first_is_starter:
                claim_player(player=players[0], member=owner)
            return owner
    except IntegrityError:
        return _started_before(form_key, starter)


@transaction.atomic
def change_circle(  # noqa: PLR0913  (all that the form asks)
    *,
    circle: Circle,
    name: str | None = None,
    currency: str | None = None,
    coin_minor: int | None = None,
    language: str | None = None,
    hides_money: bool | None = None,
    hides_ratings: bool | None = None,
    time_zone: str | None = None,
    verdicts: Verdicts | None = None,
    card_faces: str | None = None,
) -> Circle:
    """Change the fields that are not None.

    An empty time zone stands for the time zone of the site, and empty `card_faces` for the pack of the series' rules.
    """
    _check_money(currency or circle.currency, coin_minor)
    wanted = {
        "name": None if name is None else clean_name(name),
        "currency": currency,
        "coin_minor": coin_minor,
        "language": language,
        "hides_money": hides_money,
        "hides_ratings": hides_ratings,
        "time_zone": None if time_zone is None else clean_time_zone(time_zone),
        "verdicts": verdicts,
        "card_faces": card_faces,
    }
    changed = {field: value for field, value in wanted.items() if value is not None}
    for field, value in changed.items():
        setattr(circle, field, value)
    circle.save(update_fields=list(changed))
    return circle


def _started_before(form_key: str, starter: User | None) -> Member:
    """Return the owner of the circle that was made by an earlier request with this form.

    The sender must be the same user, or, if the owner is a guest, a visitor who sends the form again within minutes.
    """
    owners = Member.objects.select_related("circle", "user").filter(role=Role.OWNER)
    owner = owners.filter(circle__form_key_hash=hash_secret(form_key)).order_by("joined_at").first()
    if owner and starter and owner.user == starter:
        return owner
    if owner and not starter and owner.user.is_guest and owner.joined_at > timezone.now() - SAME_FORM:
        return owner
    raise ValidationError(_("This table has been started already. Please begin with a new form."), code="already_sent")


def check_currency(currency: str) -> None:
    if currency not in currencies.codes():
        raise ValidationError(_("This is not a currency that is in use today."), code="currency")


def clean_time_zone(name: str) -> str:
    """Return the name that the time zone has today. An empty name stands for the site's time zone."""
    today = time_zones.todays_name(name) if name else ""
    if today is None:
        raise ValidationError(_("There is no such time zone."), code="time_zone")
    return today


def _check_money(currency: str, coin_minor: int | None) -> None:
    check_currency(currency)
    if coin_minor is not None and coin_minor not in currencies.COINS:
        raise ValidationError(_("There is no such coin."), code="coin")
