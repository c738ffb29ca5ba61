"""Tables of any size and any game, without a database."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from games.contract import Table as GameTable
from games.game import Game
from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.series.changes import Corrected, Recorded, Started, Stopped
from ledger.series.models import Event, Series, Status
from ledger.series.state import SeriesState, replay_series

JAAGO_CHALIS = BY_SLUG["jaago-chalis"]
assert JAAGO_CHALIS.example is not None
J40 = list(JAAGO_CHALIS.example.records)

NAMES = ("Anil", "Bimal", "Chandra", "Dipak", "Esha", "Farid", "Gita", "Hari", "Indra", "Jamuna", "Kiran", "Laxmi")
NEPALI_NAMES = ("अनिल शर्मा", "बिमला क्षेत्री", "ज्ञानेन्द्र श्रेष्ठ", "दीपक ढुङ्गाना")
BEGAN = datetime(2004, 10, 20, 14, tzinfo=UTC)
LONG = 4000  # a target that no series here reaches


@dataclass
class Table:
    names: tuple[str, ...] = NAMES[:4]
    records: list[Any] = field(default_factory=lambda: J40)
    game: type[Game] = JAAGO_CHALIS
    rules: Any = None
    status: Status = Status.FINISHED
    with_standard: bool = True
    point_value: str = "0.25"
    coin_minor: int = 1
    circle: Circle = field(default_factory=lambda: Circle(name="Friday table", currency="NPR", language="en"))
    changes: tuple[tuple[str, int | None, str], ...] = ()  # after the hands: what, which hand, and why
    events: list[Event] = field(init=False)
    latest: list[Event] = field(init=False)

    def __post_init__(self) -> None:
        self.rules = self.rules or self.game.default_preset.rules
        self.series = Series(
            pk="abcdefghjkmn",
            circle=self.circle,
            game=self.game.slug,
            rules=self.rules.model_dump(mode="json"),
            point_value=Decimal(self.point_value),
            currency=self.circle.currency,
            coin_minor=self.coin_minor,
            status=self.status,
            with_standard=self.with_standard,
            started_at=BEGAN,
            latest_hash="1a2b3c4d5e6f" + "0" * 52,
        )
        self.events, self.latest = [], []
        self._happen(Started.kind)
        for number, record in enumerate(self.records, start=1):
            self.latest.append(self._happen(Recorded.kind, number, content=record))
        for kind, changed, reason in self.changes:
            event = self._happen(kind, changed, reason)
            if kind == Corrected.kind and changed:
                self.latest[changed - 1] = event
        if self.status == Status.STOPPED:
            self._happen(Stopped.kind, content={"with_standard": self.with_standard})
        self.series.version = len(self.events)

    def _happen(self, kind: str, number: int | None = None, reason: str = "", content: Any = None) -> Event:
        event = Event(
            series=self.series,
            number=len(self.events) + 1,
            kind=kind,
            hand_number=number,
            content=content or {},
            reason=reason,
            by_name="Bob",
            at=BEGAN + timedelta(minutes=10 * len(self.events)),
        )
        self.events.append(event)
        return event

    def state(self) -> SeriesState:
        players = tuple(Player(pk=f"player{seat:06}", name=name) for seat, name in enumerate(self.names))
        records = [self.game.record.validate_python(record) for record in self.records]
        play = replay_series(self.game(self.rules, len(players)), GameTable(seats=len(players)), records)
        return SeriesState(self.series, players, tuple(self.latest), play)


def long_rules() -> Any:
    """J-40 rules with a target that is not reached."""
    return JAAGO_CHALIS.default_preset.rules.model_copy(update={"target": Fraction(LONG)})


def totals(count: int) -> list[dict[str, list[float]]]:
    """This many possible hands, the same every time."""
    chance = random.Random(40)
    hands: list[dict[str, list[float]]] = []
    while len(hands) < count:
        cuts = sorted(chance.sample(range(4, 77), 3))
        halves = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 80 - cuts[2]]
        if min(halves) >= 4:
            hands.append({"points_won": [half / 2 for half in halves]})
    return hands
