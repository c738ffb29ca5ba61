"""The made-up tables of the screenshots: of each game a finished series, and one that goes on, with a hand on cards.

Their hands are the random ones of the tests, always the same, so a new game has its pictures without a line here.
Prints the addresses of the pages as JSON. Run by scripts/shots.py, in a data folder of its own.
"""

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from random import Random
from typing import Any

import django

NAMES = ("Asha", "Bimal", "Chandra", "Deepa", "Esha")
SEED = 40
HANDS_AT_MOST = 8
CARDS_LAID = 6


def fill() -> dict[str, Any]:
    """Asha owns the table of all games. Bimal keeps the score of another one, where no series is open."""
    from django.utils import timezone

    from games.registry import GAMES
    from ledger.circles.roles import Role
    from ledger.circles.services.invites import make_invite
    from ledger.demo.evenings import Clock, turned_back

    dice, clock = Random(SEED), Clock(timezone.now() - timedelta(days=5 * len(GAMES)))  # noqa: S311  (always the same)
    bimal, players, bimals_session = sit_down("Bimal", "Tuesday table")
    with turned_back(clock):
        play(bimal, GAMES[0], players, dice, HANDS_AT_MOST)
    me, players, ashas_session = sit_down("Asha", "Friday table")
    circle = f"/circles/{me.circle_id}/"
    paths: dict[str, str] = {}
    for game in reversed(GAMES):  # the first game is played last, so that it leads the first page
        clock.now += timedelta(days=5)
        with turned_back(clock):
            ended = play(me, game, players, dice, HANDS_AT_MOST)
        going = play(me, game, players, dice, 2)
        at_end, at_going = f"/series/{ended.pk}/", f"/series/{going.pk}/"
        of_game = {"start": f"{circle}series/new/?game={game.slug}", "entry": f"{at_going}hands/new/"}
        of_game |= {"series": at_going, "end": at_end, "hand": f"{at_end}hands/1/"}
        of_game |= {"settlement": f"{at_end}settlement/"}
        if game.shape:
            lay_cards(me, going, dice)
            of_game["cards"] = f"{at_going}cards/"
        suffix = "" if game is GAMES[0] else f"-{game.slug}"
        paths |= {f"{what}{suffix}": path for what, path in of_game.items()}
    paths |= {"home": "/", "circle": circle, "games": f"{circle}series/new/", "all-series": f"{circle}series/"}
    paths |= {what: f"{circle}{what}/" for what in ("balances", "people")}
    pages = {what: {"path": path, "as": "Asha"} for what, path in paths.items()}
    pages["last-time"] = {"path": "/", "as": "Bimal"}
    _invite, token = make_invite(actor=me.user, circle=me.circle, role=Role.VIEWER)
    for what, path in {"opening": "/", "new-table": "/start/", "join": f"/join/{token}/", "rules": "/rules/"}.items():
        pages[what] = {"path": path, "as": ""}
    return {"sessions": {"Asha": ashas_session, "Bimal": bimals_session}, "pages": pages}


def sit_down(name: str, circle_name: str) -> tuple[Any, list[Any], str]:
    """The owner of a new circle, its players, and the key of the owner's session."""
    from django.test import Client

    from ledger.circles.models import User
    from ledger.circles.services.circles import make_circle
    from ledger.circles.services.players import add_player, claim_player

    user = User.objects.create_user(name.lower(), display_name=name)
    client = Client()
    client.force_login(user)
    me = make_circle(owner=user, name=circle_name, currency="NPR", language="en")
    players = [add_player(circle=me.circle, name=each) for each in NAMES]
    claim_player(player=players[NAMES.index(name)], member=me)
    return me, players, client.cookies["sessionid"].value


def play(me: Any, game: Any, players: list[Any], dice: Random, hands: int) -> Any:
    """A series of so many hands. It is stopped, if it should come to an end and has not."""
    from ledger.series.services import Agreement, Submit, record_hand, start_series, stop_series
    from ledger.series.state import series_state
    from tests.proving.hands import random_hand

    seats = next(number for number in (4, 3, 2, 5) if number in game.seats)
    preset = game.default_preset
    agreed = Agreement(game, players[:seats], preset.rules, Decimal(1), preset.slug, first_dealer=1)
    series = start_series(me=me, agreed=agreed)
    for number in range(1, hands + 1):
        state = series_state(series)
        if not state.takes_hands:
            break
        record = random_hand(game, state.rules, state.table_for(number), dice)
        record_hand(series=series, submit=Submit(me, series.version), record=record)
        series.refresh_from_db()
    if series.is_open and hands == HANDS_AT_MOST:
        stop_series(series=series, submit=Submit(me, series.version), with_standard=True)
    series.refresh_from_db()
    return series


def lay_cards(me: Any, series: Any, dice: Random) -> None:
    """The next hand, with its first cards on the table."""
    from games.kit.table_view import walk
    from ledger.scoring.cards import drafts
    from ledger.series.state import series_state

    state = series_state(series)
    record = next(hand for hand in random_hands(state, dice) if "first_leader" in hand)
    draft = drafts.begin(state=state, me=me, start={name: record[name] for name in record if name != "tricks"})
    played = state.game.read_record(record).value
    assert state.game.shape is not None
    shape = state.game.shape(state.rules, played, state.table_for(state.next_number))
    for number, step in enumerate(walk(played, shape).steps[:CARDS_LAID]):
        tap = drafts.Tap(me, draft.steps, f"tap {number}")
        draft = drafts.lay(state=state, tap=tap, card=step.card)


def random_hands(state: Any, dice: Random) -> Iterator[dict[str, Any]]:
    from tests.proving.hands import random_hand

    while True:
        yield random_hand(state.game, state.rules, state.table_for(state.next_number), dice)


if __name__ == "__main__":
    django.setup()
    print(json.dumps(fill()))
