"""A circle, its members and players, from a file to the database.

Nobody gets in by a file. Its members come as guests whom no session remembers and who are switched off, so that their
names stay on what they recorded; whoever is to see the circle is invited anew (docs/decisions/0050-files.md).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from pydantic import Strict

from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.names import clean_name, name_key
from ledger.circles.roles import Role
from ledger.circles.services.guests import make_guest
from ledger.lib import currencies
from ledger.transfer.file_format import Coin, Currency, Id, Moment, Part


class CirclePart(Part):
    id: Id
    name: str
    currency: Currency
    coin_minor: Coin
    language: str
    created_at: Moment


class MemberPart(Part):
    id: Id
    name: str
    role: Annotated[Role, Strict(strict=False)]
    joined_at: Moment


class PlayerPart(Part):
    id: Id
    name: str
    member: Id | None
    created_at: Moment
    hidden_at: Moment | None


def people_problems(circle: CirclePart, members: Sequence[MemberPart], players: Sequence[PlayerPart]) -> Iterator[str]:
    yield from _circle_problems(circle)
    for name in (circle.name, *(each.name for each in members), *(each.name for each in players)):
        if not _is_clean(name):
            yield _("“%(name)s” cannot be a name here.") % {"name": name[:40]}
    yield from twice(member.id for member in members)
    yield from twice(player.id for player in players)
    yield from twice(player.member for player in players if player.member)
    for key, count in Counter(name_key(player.name) for player in players if not player.hidden_at).items():
        if count > 1:
            yield _("There are two players called %(name)s.") % {"name": key}
    known = {member.id for member in members}
    for player in players:
        if player.member and player.member not in known:
            yield _("%(player)s is said to be a member, and there is no such member.") % {"player": player.name}


def _circle_problems(circle: CirclePart) -> Iterator[str]:
    if not currencies.is_known(circle.currency):
        yield _("There is no currency called %(currency)s.") % {"currency": circle.currency}
    if circle.language not in dict(settings.LANGUAGES):
        yield _("There is no language called %(language)s here.") % {"language": circle.language[:10]}


def _is_clean(name: str) -> bool:
    try:
        return clean_name(name) == name
    except ValidationError:
        return False


def twice(ids: Iterable[str]) -> Iterator[str]:
    """What must be there only once, and is there again."""
    for each, count in Counter(ids).items():
        if count > 1:
            yield _("%(what)s is in this file twice.") % {"what": each}


def here_already(taken: Iterable[str]) -> Iterator[str]:
    """An id in a file never leads to what somebody else has here."""
    for each in taken:
        yield _("There is something else with the id %(id)s here already.") % {"id": each}


def people_here_already(members: Sequence[MemberPart], players: Sequence[PlayerPart]) -> Iterator[str]:
    yield from here_already(Member.objects.in_bulk([member.id for member in members]))
    yield from here_already(Player.objects.in_bulk([player.id for player in players]))


def write_people(
    circle: CirclePart, members: Sequence[MemberPart], players: Sequence[PlayerPart], importer: User | None
) -> tuple[Circle, dict[str, User]]:
    """The circle, and who stands for each member of the file. Whoever brings it in owns it."""
    made = Circle.objects.create(**circle.model_dump())
    users = {member.id: make_guest(name=member.name) for member in members}
    User.objects.filter(pk__in=[user.pk for user in users.values()]).update(is_active=False)
    for member in members:
        details = member.model_dump(include={"id", "role", "joined_at"})
        Member.objects.create(circle=made, user=users[member.id], **details)
    Player.objects.bulk_create(
        Player(circle=made, name_key=name_key(one.name), claimed_by_id=one.member, **one.model_dump(exclude={"member"}))
        for one in players
    )
    if importer:
        Member.objects.create(circle=made, user=importer, role=Role.OWNER)
    return made, users
