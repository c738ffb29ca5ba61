"""The circles of the screenshots: those of `make demo`, with a hand of every game being played in one of them.

The dice are always the same. A new game needs no line here; its finished series come from a circle of the demo that
plays it. Run by scripts/shots.py in a data folder of its own. Prints the addresses of the pages as JSON.
"""

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from games.game import Game
from games.kit.table_view import walk
from games.registry import GAMES
from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import add_player, claim_player
from ledger.operations.demo.circles import fill_circles
from ledger.operations.demo.evenings import Clock, turned_back
from ledger.scoring.cards import drafts
from ledger.series.models import Series, Status
from ledger.series.services import Submit, record_hand, stop_series
from ledger.series.starting import Agreement, start_series
from ledger.series.state import SeriesState, preview, series_state
from tests.proving.hands import random_hand

NAMES = ("Asha", "Bimal", "Chandra", "Deepa", "Esha")
SEED = 40
HANDS_AT_MOST = 8
CARDS_LAID = 6
SHOWN = "Aareklub"  # whose pages are shown
PLAYING = "Orchard table"  # where a hand of every game is being played


def fill() -> None:
    """Make the circles and print the pages. The user Demo has six circles; in the circle of Bimal no series is open."""
    demo, session = demo_pages()
    sessions = {"Demo": session}
    pages = {what: {"path": path, "as": "Demo"} for what, path in (demo | playing_pages()).items()}
    me, players, sessions["Bimal"] = sit_down("Bimal", "Tuesday table")
    finished_series(me, players)
    pages["last-time"] = {"path": "/", "as": "Bimal"}
    _invite, token = make_invite(actor=me.user, circle=me.circle, role=Role.VIEWER)
    for what, path in {"opening": "/", "new-table": "/start/", "join": f"/join/{token}/", "rules": "/rules/"}.items():
        pages[what] = {"path": path, "as": ""}
    print(json.dumps({"sessions": sessions, "pages": pages}))


def picture_name(what: str, game: type[Game]) -> str:
    """The name of a picture. Pictures of the first game do not name the game."""
    return what if game is GAMES[0] else f"{what}-{game.slug}"


def demo_pages() -> tuple[dict[str, str], str]:
    """Return the addresses of the home page, of the pages of one circle and of the last ended series of each game.

    Also return the key of the user's session.
    """
    visitor = User.objects.create_user("demo", display_name="Demo")
    list(fill_circles(visitor, timezone.now()))
    client = Client()
    client.force_login(visitor)
    circle = f"/circles/{Circle.objects.get(name=SHOWN).pk}/"
    paths = {"home": "/", "circle": circle, "all-series": f"{circle}series/"}
    paths |= {what: f"{circle}{what}/" for what in ("balances", "people", "standings")}
    for game in GAMES:
        # By the code of the language: circles in German come first, then those in English, Hindi and Nepali.
        ended = Series.objects.filter(game=game.slug).exclude(status=Status.OPEN)
        last = ended.order_by("circle__language", "-started_at").first()
        if last is not None:
            pages = {"end": "", "hand": "hands/1/", "settlement": "settlement/"}
            paths |= {picture_name(what, game): f"/series/{last.pk}/{path}" for what, path in pages.items()}
    return paths, client.cookies["sessionid"].value


def playing_pages() -> dict[str, str]:
    """Play a series of every game that goes on, with a hand card by card where the game allows it."""
    me = Member.objects.get(circle__name=PLAYING, user__username="demo")
    players = list(me.circle.players.order_by("created_at"))
    paths, dice = {"games": f"/circles/{me.circle_id}/series/new/"}, Random(SEED)  # noqa: S311  (always the same)
    for game in reversed(GAMES):  # the first game is played last, so that it leads the first page
        going = play(me, game, players, dice, 2)
        paths[picture_name("start", game)] = f"{paths['games']}?game={game.slug}"
        paths[picture_name("entry", game)] = f"/series/{going.pk}/hands/new/"
        paths[picture_name("series", game)] = f"/series/{going.pk}/"
        if game.by_card:
            lay_cards(me, going, dice)
            paths[picture_name("cards", game)] = f"/series/{going.pk}/cards/"
    return paths


def finished_series(me: Member, players: list[Player]) -> None:
    """Play a series that ended some days ago."""
    dice = Random(SEED)  # noqa: S311  (always the same)
    with turned_back(Clock(timezone.now() - timedelta(days=5))):
        play(me, GAMES[0], players, dice, HANDS_AT_MOST)


def sit_down(name: str, circle_name: str) -> tuple[Member, list[Player], str]:
    """Make a circle. Return its owner, its players, and the key of the owner's session."""
    user = User.objects.create_user(name.lower(), display_name=name)
    client = Client()
    client.force_login(user)
    me = make_circle(owner=user, name=circle_name, currency="NPR", language="en")
    players = [add_player(circle=me.circle, name=player) for player in NAMES]
    claim_player(player=players[NAMES.index(name)], member=me)
    return me, players, client.cookies["sessionid"].value


def play(me: Member, game: type[Game], players: list[Player], dice: Random, hands: int) -> Series:
    """Play a series to its end if `hands` is HANDS_AT_MOST. With fewer hands it stays open."""
    seats = next(number for number in (4, 3, 2, 5) if number in game.allowed_seats)
    preset = game.default_preset
    agreed = Agreement(game, players[:seats], preset.rules, Decimal(1), preset.slug, first_dealer=1)
    series = start_series(me=me, agreed=agreed)
    ends = hands == HANDS_AT_MOST
    for number in range(1, hands + 1):
        state = series_state(series)
        if not state.takes_hands:
            break
        records = random_hands(state, dice)
        record = next(hand for hand in records if ends or goes_on(state, number, hand))
        record_hand(series=series, submit=Submit(me, series.version), record=record)
        series.refresh_from_db()
    if series.is_open and ends:
        stop_series(series=series, submit=Submit(me, series.version), with_standard=True)
    series.refresh_from_db()
    return series


def goes_on(state: SeriesState, number: int, record: dict[str, Any]) -> bool:
    play = preview(state, number, record).play
    return play is not None and not play.standing.over


def lay_cards(me: Member, series: Series, dice: Random) -> None:
    """Begin the next hand, and lay its first cards."""
    state = series_state(series)
    record = next(hand for hand in random_hands(state, dice) if "first_leader" in hand)
    draft = drafts.begin(state=state, me=me, start={name: record[name] for name in record if name != "tricks"})
    played = state.game.read_record(record).value
    shape = state.game.shape(played, state.table_for(state.next_number))
    for number, step in enumerate(walk(played, shape).steps[:CARDS_LAID]):
        tap = drafts.Tap(me, draft.steps, f"tap {number}")
        draft = drafts.lay(state=state, tap=tap, card=step.card)


def random_hands(state: SeriesState, dice: Random) -> Iterator[dict[str, Any]]:
    while True:
        yield random_hand(type(state.game), state.rules, state.table_for(state.next_number), dice)
