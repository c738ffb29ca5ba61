"""What a circle's export says about its people."""

from typing import Any

from ledger.circles import selectors
from ledger.circles.models import Circle, Member, Player


def people(circle: Circle) -> dict[str, Any]:
    """Members by the name they go by, never by what they sign in with. Links stay out: elsewhere they lead nowhere, and
    what nobody may read stays here. So does a hand that is being written down: it counts for nothing yet."""
    players = circle.players.order_by("created_at", "pk")
    return {
        "circle": {
            "id": circle.id,
            "name": circle.name,
            "currency": circle.currency,
            "coin_minor": circle.coin_minor,
            "language": circle.language,
            "created_at": circle.created_at.isoformat(),
        },
        "members": [_member(member) for member in selectors.members_of(circle)],
        "players": [_player(player) for player in players],
    }


def _member(member: Member) -> dict[str, Any]:
    return {"id": member.id, "name": member.name, "role": member.role, "joined_at": member.joined_at.isoformat()}


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "name": player.name,
        "member": player.claimed_by_id,
        "created_at": player.created_at.isoformat(),
        "hidden_at": player.hidden_at.isoformat() if player.hidden_at else None,
    }
