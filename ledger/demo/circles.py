"""The people of the made-up tables, named after trees, flowers and spices."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from games.registry import GAMES
from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import accept_invite, make_invite
from ledger.circles.services.players import add_player, claim_player
from ledger.demo.evenings import Clock, Evening, Story, turned_back

BETWEEN_EVENINGS = timedelta(days=5)
SEED = 40


@dataclass(frozen=True)
class Plan:
    """A circle, who plays in it, and the role of `visitor`, who gets to see all circles."""

    name: str
    currency: str
    language: str
    players: tuple[str, ...]
    others: tuple[tuple[str, Role], ...]  # members besides the visitor
    visitor: Role
    stories: tuple[Story, ...]


USUAL = (Story.PLAIN, Story.MISTYPED, Story.CARELESS, Story.STOPPED, Story.PLAIN, Story.WITHDRAWN, Story.PLAIN)
PLANS = (
    Plan(
        name="Orchard table",
        currency="EUR",
        language="en",
        players=("Apple", "Birch", "Cedar", "Damson", "Elder", "Fig"),
        others=(("Birch", Role.SCORER), ("Fig", Role.VIEWER)),
        visitor=Role.OWNER,
        stories=(*USUAL, Story.REOPENED, Story.THROWN_IN, *USUAL[:4], Story.JOINED, Story.GOING_ON, Story.JUST_STARTED),
    ),
    Plan(
        name="फूलबारी",
        currency="NPR",
        language="ne",
        players=("गुराँस", "सयपत्री", "चमेली", "कमल", "पारिजात"),
        others=(("गुराँस", Role.OWNER), ("कमल", Role.SCORER)),
        visitor=Role.SCORER,
        stories=(*USUAL, Story.STOPPED_WITHOUT_STANDARD, *USUAL[:4], Story.JOINED, Story.GOING_ON),
    ),
    Plan(
        name="Spice shelf",
        currency="GBP",
        language="en",
        players=("Anise", "Basil", "Clove", "Dill"),
        others=(("Anise", Role.OWNER), ("Clove", Role.SCORER)),
        visitor=Role.VIEWER,
        stories=(*USUAL, Story.CARELESS, Story.REOPENED, Story.GOING_ON),
    ),
)


def fill(visitor: User, now: datetime) -> Iterator[Member]:
    """The visitor's membership in each circle, once the circle is full."""
    dice = Random(SEED)  # noqa: S311  (the same tables every time)
    for plan in PLANS:
        clock = Clock(now - BETWEEN_EVENINGS * len(plan.stories))
        with turned_back(clock):
            people = [(visitor, plan.visitor), *((make_guest(name=name), role) for name, role in plan.others)]
            founder = next(person for person, role in people if role is Role.OWNER)
            owner = make_circle(owner=founder, name=plan.name, currency=plan.currency, language=plan.language)
            members = []
            for person, role in people:
                if person is founder:
                    members.append(owner)
                else:
                    invite, _token = make_invite(actor=founder, circle=owner.circle, role=role)
                    members.append(accept_invite(invite=invite, user=person))
            players = [add_player(circle=owner.circle, name=name) for name in plan.players]
            for member in members[1:]:
                claim_player(player=next(player for player in players if player.name == member.name), member=member)
            scorers = [member for member in members if member.may(Role.SCORER)]
            for story in plan.stories:
                game = next(game for game in GAMES if game.joining) if story is Story.JOINED else GAMES[0]
                *shuffled, late = dice.sample(players, len(players))
                evening = Evening(game, [*shuffled, late][: game.seats[0]], scorers, dice, clock, late)
                evening.play(story, preset=dice.choice(list(game.presets)))
                clock.now += BETWEEN_EVENINGS
            yield members[0]
