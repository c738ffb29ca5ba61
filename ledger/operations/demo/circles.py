"""The people of the made-up tables, named after flowers, stones, spices, trees, herbs and birds."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from zoneinfo import ZoneInfo

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Invite, Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.invites import accept_invite, make_invite
from ledger.circles.services.players import add_player, claim_player
from ledger.operations.demo.evenings import Clock, Evening, Story, pay_debts, turned_back
from ledger.operations.demo.texts import TEXTS
from ledger.standings.counted import Period, choose_scope
from ledger.standings.models import Points
from ledger.standings.seasons.services import Terms, close_season, make_season
from ledger.standings.seasons.table import season_table, series_of

A_YEAR = timedelta(days=360)
EVENINGS = 20  # of each circle
SEED = 40
SETTLED_EVERY = 10  # evenings: debts are paid after evenings 6 and 16, and later debts stay open
SECOND_SERIES_EVERY = 4  # evenings: then a series follows the one before on the same day
BEGINS_AT = time(19, 30)  # by the clock of the circle
PAUSE = timedelta(minutes=20)  # before the second series of a day
A_DAY = timedelta(days=1)
USUAL_STORIES = (Story.PLAIN, Story.MISTYPED, Story.CARELESS, Story.PLAIN, Story.STOPPED, Story.WITHDRAWN, Story.PLAIN)
RARE_STORIES = (Story.REOPENED, Story.THROWN_IN, Story.PLAIN, Story.STOPPED_WITHOUT_STANDARD, Story.JOINED, Story.PLAIN)


@dataclass(frozen=True)
class GameOfEvening:
    """A game that a circle plays: by which rules, with how many players, and for how much a point."""

    game: str
    preset: str  # empty: the game's default preset
    seats: int
    point_value: str
    hands: int = 12  # at most: some games end only when the table stops


@dataclass(frozen=True)
class Plan:
    """A circle: its people, its games, and the role of the visitor, who is a member and a player of every circle."""

    name: str
    currency: str
    language: str
    time_zone: str
    players: tuple[str, ...]
    others: tuple[tuple[str, Role], ...]  # members besides the visitor
    visitor: Role
    own_player: str  # the visitor's player, who owes in some circles and is owed in others
    place: str
    games: tuple[GameOfEvening, ...]  # one for each evening, in turn
    stories: tuple[Story, ...] = (*USUAL_STORIES, *RARE_STORIES)  # one for each evening, in turn
    seasons: tuple[str, ...] = ()  # seasons of the game that is played most: a closed season, and an open season


JAAGO = GameOfEvening("jaago-chalis", "", 4, "10")
PLANS = (
    Plan(
        name="फूलबारी",
        currency="NPR",
        language="ne",
        time_zone="Asia/Kathmandu",
        players=("गुराँस", "सयपत्री", "चमेली", "कमल", "पारिजात", "सूर्यमुखी"),
        others=(("गुराँस", Role.OWNER), ("कमल", Role.SCORER)),
        visitor=Role.SCORER,
        own_player="पारिजात",
        place="ठिमी",
        games=(
            JAAGO,
            GameOfEvening("call-break", "", 4, "20"),
            JAAGO,
            GameOfEvening("marriage", "murder", 5, "1", hands=8),
            JAAGO,
            GameOfEvening("marriage", "kidnap", 6, "1", hands=6),
        ),
        seasons=("पहिलो सिजन", "दोस्रो सिजन"),
    ),
    Plan(
        name="Aareklub",
        currency="CHF",
        language="de",
        time_zone="Europe/Zurich",
        players=("Achat", "Beryll", "Jade", "Koralle", "Onyx", "Opal", "Rubin"),
        others=(("Beryll", Role.SCORER), ("Rubin", Role.VIEWER)),
        visitor=Role.OWNER,
        own_player="Jade",
        place="Bern",
        games=(
            GameOfEvening("jass", "schieber", 4, "0.01", hands=20),
            GameOfEvening("differenzler", "", 4, "0.1", hands=8),
            GameOfEvening("jass", "einzelschieber", 4, "0", hands=12),
            GameOfEvening("coiffeur", "", 4, "0.01", hands=20),
            GameOfEvening("putz", "", 5, "0.2", hands=15),
            GameOfEvening("scorecard", "uno", 6, "0", hands=12),
        ),
        seasons=("Erste Saison", "Zweite Saison"),
    ),
    Plan(
        name="मसालेदानी",
        currency="INR",
        language="hi",
        time_zone="Asia/Kolkata",
        players=("अदरक", "इलायची", "केसर", "जीरा", "तुलसी", "लौंग", "सौंफ", "हल्दी"),
        others=(("इलायची", Role.OWNER), ("लौंग", Role.SCORER)),
        visitor=Role.VIEWER,
        own_player="केसर",
        place="कोलकाता",
        games=(
            GameOfEvening("jewel", "", 8, "2", hands=8),
            GameOfEvening("scorecard", "twenty-nine", 4, "0", hands=14),
            GameOfEvening("jewel", "", 6, "2", hands=8),
            GameOfEvening("scorecard", "rummy", 5, "1", hands=10),
            GameOfEvening("cha", "", 2, "5", hands=9),
        ),
        stories=(*USUAL_STORIES, Story.JOINED),
        seasons=("बरसात का सीज़न", "सर्दियों का सीज़न"),
    ),
    Plan(
        name="Orchard table",
        currency="EUR",
        language="en",
        time_zone="Europe/Dublin",
        players=("Apple", "Birch", "Cedar", "Damson", "Elder", "Fig"),
        others=(("Birch", Role.SCORER), ("Fig", Role.VIEWER)),
        visitor=Role.OWNER,
        own_player="Damson",
        place="At the Elder's",
        games=(
            GameOfEvening("jaago-chalis", "pagat", 4, "0.25"),
            GameOfEvening("scorecard", "hearts", 4, "0.05", hands=10),
            GameOfEvening("jass", "", 4, "0.01", hands=15),
            GameOfEvening("call-break", "", 4, "0.5"),
            GameOfEvening("scorecard", "wizard", 5, "0.01", hands=10),
            GameOfEvening("spades", "", 4, "0.01", hands=14),
            GameOfEvening("scorecard", "kitti", 5, "0.1", hands=12),
            GameOfEvening("putz", "", 3, "0.2", hands=12),
            GameOfEvening("cha", "", 2, "0.1", hands=9),
            GameOfEvening("marriage", "all-count", 4, "0.05", hands=6),
        ),
    ),
    Plan(
        name="Kräutergarten",
        currency="EUR",
        language="de",
        time_zone="Europe/Berlin",
        players=("Kerbel", "Lavendel", "Majoran", "Minze", "Salbei", "Thymian"),
        others=(("Salbei", Role.OWNER), ("Minze", Role.SCORER)),
        visitor=Role.SCORER,
        own_player="Majoran",
        place="Berlin",
        games=(
            GameOfEvening("skat", "", 3, "0.01", hands=36),
            GameOfEvening("doppelkopf", "", 4, "0.05", hands=24),
            GameOfEvening("schafkopf", "", 4, "0.01", hands=20),
            GameOfEvening("skat", "pub", 4, "0", hands=24),
            GameOfEvening("doppelkopf", "home", 5, "0.05", hands=16),
            GameOfEvening("skat", "money", 3, "0.01", hands=18),
            GameOfEvening("schafkopf", "tournament", 5, "0.1", hands=32),
        ),
        seasons=("Sommerrunde", "Winterrunde"),
    ),
    Plan(
        name="La volière",
        currency="EUR",
        language="fr",
        time_zone="Europe/Paris",
        players=("Fauvette", "Geai", "Hirondelle", "Loriot", "Merle", "Pinson"),
        others=(("Merle", Role.OWNER), ("Geai", Role.SCORER)),
        visitor=Role.SCORER,
        own_player="Pinson",
        place="Paris",
        games=(
            GameOfEvening("belote", "", 4, "0.01", hands=24),
            GameOfEvening("tarot", "", 5, "0.01", hands=12),
            GameOfEvening("belote", "belote", 4, "0.01", hands=24),
            GameOfEvening("tarot", "misere", 4, "0.01", hands=12),
            GameOfEvening("belote", "contest", 4, "0.01", hands=24),
        ),
        seasons=("Saison des cerises", "Saison des marrons"),
    ),
)
# The stories of the last three evenings, so that each circle has two open series.
LAST_STORIES = (Story.PLAIN, Story.JUST_STARTED, Story.GOING_ON)


def fill_circles(visitor: User, now: datetime, evenings: int = EVENINGS) -> Iterator[Member]:
    """Fill each circle, then yield the visitor's membership in it. Each circle plays on days of its own."""
    dice = Random(SEED)  # noqa: S311  (the demo is the same every time)
    between = A_YEAR / EVENINGS
    for position, plan in enumerate(PLANS):
        first_evening = now - between * evenings + position * A_DAY
        clock = Clock(first_evening - A_DAY)
        with turned_back(clock):
            members = make_planned_circle(plan, visitor, clock.now)
            play_evenings(plan, members, dice, clock, [first_evening + between * number for number in range(evenings)])
            clock.now = now
            if plan.seasons:
                owner = next(member for member in members if member.role == Role.OWNER)
                name_seasons(owner, plan.seasons, clock, first_evening.date())
            yield members[0]


def play_evenings(plan: Plan, members: list[Member], dice: Random, clock: Clock, days: list[datetime]) -> None:
    circle, texts = members[0].circle, TEXTS[plan.language]
    players = sorted(circle.players.all(), key=lambda player: plan.players.index(player.name))
    scorers = [member for member in members if member.may(Role.SCORER)]
    for number, day in enumerate(days):
        evenings_left = len(days) - number
        is_last = evenings_left <= len(LAST_STORIES)
        story = LAST_STORIES[-evenings_left] if is_last else plan.stories[number % len(plan.stories)]
        played = plan.games[number % len(plan.games)]
        if story is Story.JOINED:
            played = next((other for other in plan.games if BY_SLUG[other.game].joining), played)
        game = BY_SLUG[played.game]
        order = dice.sample(players, len(players))
        late = order[played.seats] if len(order) > played.seats else None
        if number % SECOND_SERIES_EVERY == 1:
            clock.now += PAUSE
        else:
            clock.now = datetime.combine(day.date(), BEGINS_AT, ZoneInfo(plan.time_zone)).astimezone(UTC)
        evening = Evening(game, order[: played.seats], scorers, dice, clock, late, texts)
        preset = played.preset or game.default_preset.slug
        evening.play(story, preset, Decimal(played.point_value), played.hands, plan.place)
        if number % SETTLED_EVERY == SETTLED_EVERY // 2:
            clock.tick()
            pay_debts(circle, scorers[0], texts.how_paid)


def name_seasons(owner: Member, names: tuple[str, ...], clock: Clock, first_day: date) -> None:
    """Name the seasons. The first ends after two thirds of the days, and is closed if a series counts in it."""
    played = choose_scope(owner.circle, Period())
    if played.game is None:
        return
    today = clock.now.date()
    middle = first_day + (today - first_day) * 2 // 3
    days = ((first_day, middle), (middle + timedelta(days=1), today + timedelta(days=60)))
    seasons = [
        make_season(me=owner, terms=Terms(name, played.game, played.title, since, until, Points.PLACE))
        for name, (since, until) in zip(names, days, strict=True)
    ]
    if series_of(seasons[0]):
        clock.now -= (today - middle) - timedelta(days=1)
        close_season(me=owner, season=seasons[0], seen=season_table(owner, seasons[0]).seen)


def make_planned_circle(plan: Plan, visitor: User, founded_at: datetime) -> list[Member]:
    """Make the circle with its players, and return its members, the visitor first. Each member is a player too."""
    people = [(visitor, plan.visitor), *((make_guest(name=name), role) for name, role in plan.others)]
    founder = next(person for person, role in people if role is Role.OWNER)
    owner = make_circle(
        owner=founder, name=plan.name, currency=plan.currency, language=plan.language, time_zone=plan.time_zone
    )
    members = []
    for person, role in people:
        if person is founder:
            members.append(owner)
        else:
            invite, _token = make_invite(actor=founder, circle=owner.circle, role=role)
            members.append(accept_invite(invite=invite, user=person))
    players = {name: add_player(circle=owner.circle, name=name) for name in plan.players}
    names = [plan.own_player, *(name for name, _role in plan.others)]
    for member, name in zip(members, names, strict=True):
        claim_player(player=players[name], member=member)
    # These fields have the real time, because their default is the `timezone.now` that `turned_back` has replaced.
    Circle.objects.filter(pk=owner.circle_id).update(created_at=founded_at)
    Member.objects.filter(circle=owner.circle_id).update(joined_at=founded_at)
    Invite.objects.filter(circle=owner.circle_id).update(created_at=founded_at)
    User.objects.filter(memberships__circle=owner.circle_id, is_guest=True).update(date_joined=founded_at)
    return members
