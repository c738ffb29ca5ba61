"""Random circles: series of any game with ties, teams, joined players, corrections, and ends that are taken back."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from unittest import mock

from games.registry import BY_SLUG as GAMES
from ledger.circles.models import Member
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from ledger.series.starting import Agreement, start_series
from tests.games.random_hands import fits
from tests.proving.arithmetic import BY_SLUG
from tests.proving.play import Counts, Evening, House

NAMES = ("Asha", "Bimal", "Chandra", "Dipak", "Esha", "Farid", "Gita", "Hari", "Indra", "Jamuna", "Kiran", "Laxmi")
TITLES = ("", "Rummy", "Kitti")
BEGAN = datetime(2026, 4, 10, 14, tzinfo=UTC)
GAPS = (0, 0, 1, 5, 60, 1500)  # minutes between two things that happen


class QuietEvening(Evening):
    """A random series, and nothing is compared on the way."""

    def start(self) -> None:
        dice, game = self.dice, self.game
        self.seats = dice.choice([seats for seats in game.allowed_seats if seats <= len(self.house.players)])
        reading = game.read_rules(BY_SLUG[game.slug].some_rules(dice, self.seats))
        usual = game.default_preset.rules
        self.rules = usual if fits(game, usual, self.seats) and dice.random() < 0.3 else reading.value
        if game.title_field:
            self.rules = self.rules.model_copy(update={game.title_field: dice.choice(TITLES)})
        players = dice.sample(self.house.players, self.seats)
        agreed = Agreement(game, players, self.rules, Decimal(dice.choice(["0.25", "1", "0.3333"])))
        self.series: Series = start_series(me=self.house.owner, agreed=agreed)

    def play(self) -> None:
        self.start()
        for _step in range(self.dice.randint(1, 12)):
            self.do_something()
        if self.state().series.is_open and self.dice.random() < 0.8:
            self.stop()

    def pay(self) -> None:
        """Payments are no part of the standings."""


@contextmanager
def random_times(dice: random.Random) -> Iterator[None]:
    """Sometimes several things happen in the same moment."""
    now = BEGAN

    def later() -> datetime:
        nonlocal now
        now += timedelta(minutes=dice.choice(GAPS))
        return now

    with mock.patch("django.utils.timezone.now", side_effect=later):
        yield


def random_house(owner: Member, dice: random.Random, games: Sequence[str], series: int) -> House:
    """A circle with this many series of each of the games."""
    house = House(owner, reader=None)  # nothing is read
    house.players = [add_player(circle=owner.circle, name=name) for name in NAMES]
    play_more(house, dice, games, series)
    return house


def play_more(house: House, dice: random.Random, games: Sequence[str], series: int) -> None:
    with random_times(dice):
        for _number in range(series):
            for slug in games:
                QuietEvening(house, GAMES[slug], dice, Counts()).play()


def change_currency(house: House, currency: str) -> None:
    house.owner.circle = change_circle(circle=house.owner.circle, currency=currency, coin_minor=5)
