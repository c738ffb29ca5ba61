"""The players of a circle as the pages about money show them."""

from dataclasses import dataclass

from django.db.models import F

from ledger.circles.models import Member, Player
from ledger.lib.prepared import Prepared


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    mark: int  # which stitch: the same as on the circle's own page
    plays: bool  # who plays no more can still owe and be owed
    is_me: bool


def people_of(me: Member) -> dict[str, Person]:
    """By id: those who play in the order in which they came, then those who play no more."""
    return {
        player.pk: Person(player.pk, player.name, mark, player.hidden_at is None, player.claimed_by_id == me.pk)
        for mark, player in enumerate(_PLAYERS.all(circle=me.circle_id))
    }


_PLAYERS = Prepared(
    lambda circle: Player.objects.filter(circle=circle).order_by(
        F("hidden_at").asc(nulls_first=True), "created_at", "pk"
    )
)
