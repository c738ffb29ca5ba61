"""A database of many hands, within minutes: `python -m benchmarks.filling`, in a process that knows the database.

A few series are recorded by the services. All others are copies of them with other ids, players and times. Hashes and
amounts are made by the functions that the services use, so `manage.py audit` finds nothing wrong with them.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from benchmarks import site

if TYPE_CHECKING:
    from ledger.circles.models import Member, Player
    from ledger.money.models import Entry
    from ledger.series.models import Event, Hand, Seat, Series
    from ledger.series.state import SeriesState

HANDS, FEW = 1_000_000, 200
CIRCLES, BIG_SERIES, BIG_PLAYERS = 2_500, 4_000, 40  # in a database of that many hands; in proportion in a smaller one
SERIES, PLAYERS = 10, 8  # of each other circle
HANDS_OF_A_SERIES = 20  # in the circles that are measured
OPEN_IN_BIG = 10  # as many tables as forty players fill
AT_A_TIME = 100  # series that are written together
VARIETY = 3  # different templates of the same length
FIGURES = [(5, 8.5, 18, 8.5), (10, 10, 10, 10), (0, 4, 12, 24), (13, 2.5, 7, 17.5)]
COPY_POINTS = """
    INSERT INTO series_handpoints (hand_id, seat, won, entered)
    SELECT copied.id, points.seat, points.won, points.entered
    FROM series_hand original
    JOIN series_handpoints points ON points.hand_id = original.id
    JOIN series_hand copied ON copied.number = original.number
    WHERE original.series_id = %s AND copied.series_id = %s
"""


# --- What there should be --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Share:
    """The part of the hands that one circle gets: how many in each of its series. The last `open` series are open."""

    name: str
    players: int
    series: Sequence[int]
    open: int = 1


def plan(hands: int) -> list[Share]:
    """The circles of a database. The circle `equal` is the same in each; of few hands it is the only one."""
    equal = Share("equal", PLAYERS, [HANDS_OF_A_SERIES] * SERIES)
    left = hands - sum(equal.series)
    if not left:
        return [equal]
    big_series = max(2 * OPEN_IN_BIG, BIG_SERIES * hands // HANDS)
    big = Share("big", BIG_PLAYERS, [HANDS_OF_A_SERIES] * big_series, OPEN_IN_BIG)
    others = max(1, CIRCLES * hands // HANDS - 2)
    fewest, longer = divmod(left - sum(big.series), others * SERIES)
    lengths = [fewest + (number < longer) for number in range(others * SERIES)]
    ordinary = [
        Share(f"circle {number}", PLAYERS, lengths[number * SERIES : (number + 1) * SERIES]) for number in range(others)
    ]
    return [*ordinary[: others // 2], equal, big, *ordinary[others // 2 :]]


def fill(hands: int) -> dict[str, str]:
    """Fill the database, and return the ids of the measured circles."""
    from ledger.series.models import Event, Kind

    recorder = Recorder()
    circles = {share.name: fill_circle(share, recorder) for share in plan(hands)}
    recorder.remove_templates()
    found = Event.objects.filter(kind=Kind.RECORDED).count()
    assert found == hands, f"{found} hands instead of {hands}"
    return {name: circles[name] for name in ("equal", "big") if name in circles}


def fill_circle(share: Share, recorder: "Recorder") -> str:
    from django.db import transaction

    from ledger.circles.models import Player
    from ledger.circles.names import name_key
    from ledger.money.models import EntryKind

    with transaction.atomic():
        club = site.make_club(share.name)
        names = [f"Player {number}" for number in range(len(club.players), share.players)]
        more = [Player(circle=club.owner.circle, name=name, name_key=name_key(name)) for name in names]
        players = [*club.players, *Player.objects.bulk_create(more)]
        book = NewBook(club.owner)
        book.add(EntryKind.PAYMENT, {players[0].pk: 500, players[1].pk: -500})
        copies: list[Copy] = []
        for number, hands in enumerate(share.series):
            template = recorder.template(hands, number % VARIETY, is_open=number >= len(share.series) - share.open)
            first = 4 * number % share.players
            copies.append(copy(template, club.owner, players[first : first + 4], number))
            book.add_settlement(copies[-1].state)
            if len(copies) == AT_A_TIME or number == len(share.series) - 1:
                save(copies)
                copies = []
        book.save()
        return club.owner.circle_id


# --- Series ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Template:
    state: "SeriesState"
    events: Sequence["Event"]


@dataclass
class Recorder:
    """Records the series that are copied, each when it is needed for the first time."""

    club: site.Club = field(default_factory=lambda: site.make_club("templates"))
    templates: dict[tuple[int, int, bool], Template] = field(default_factory=dict)

    def template(self, hands: int, variant: int, *, is_open: bool) -> Template:
        key = hands, variant, is_open
        if key not in self.templates:
            self.templates[key] = self._record(hands, variant, is_open=is_open)
        return self.templates[key]

    def _record(self, hands: int, variant: int, *, is_open: bool) -> Template:
        from ledger.series.models import Event
        from ledger.series.services import Submit, record_hand, stop_series

        series, me = self.club.new_series(), self.club.owner
        for version in range(1, hands + 1):
            figures = FIGURES[(version + variant) % len(FIGURES)]
            turned = figures[version % 4 :] + figures[: version % 4]
            done = record_hand(series=series, submit=Submit(me, version), record={"points_won": list(turned)})
        if not is_open:
            done = stop_series(series=series, submit=Submit(me, hands + 1), with_standard=True)
        return Template(done.state, list(Event.objects.filter(series=series).order_by("number")))

    def remove_templates(self) -> None:
        circle, user = self.club.owner.circle, self.club.owner.user
        circle.series.all().delete()
        circle.delete()
        user.delete()


@dataclass(frozen=True)
class Copy:
    """The rows of a series that is like a template. The points of its hands are copied in the database."""

    template: Template
    state: "SeriesState"
    seats: Sequence["Seat"]
    events: Sequence["Event"]
    hands: Sequence["Hand"]

    @property
    def series(self) -> "Series":
        return self.state.series


def copy(template: Template, owner: "Member", players: Sequence["Player"], number: int) -> Copy:
    """The series as these players would have played it, that many hours later, with the owner as its scorer."""
    from ledger.lib.ids import new_id
    from ledger.series.chain import event_hash
    from ledger.series.models import Event, Hand, Kind, Seat, Series

    original, later = template.state.series, timedelta(hours=number)
    series = Series(
        id=new_id(),
        circle=owner.circle,
        started_at=original.started_at + later,
        changed_at=original.changed_at + later,
        version=original.version,
        **{name: getattr(original, name) for name in ("game", "preset", "rules", "point_value", "currency")},
        **{name: getattr(original, name) for name in ("coin_minor", "first_dealer", "status", "with_standard")},
    )
    start = {"players": [player.pk for player in players], "started_at": series.started_at.isoformat()}
    events, hands = [], []
    for was in template.events:
        event = Event(
            series_id=series.pk,
            number=was.number,
            kind=was.kind,
            hand_number=was.hand_number,
            content=was.content | start if was.kind == Kind.STARTED else was.content,
            by_id=owner.user_id,
            by_name=owner.name,
            at=was.at + later,
            previous_hash=series.latest_hash,
        )
        event.hash = series.latest_hash = event_hash(event)
        events.append(event)
        if was.hand_number:
            hands.append(Hand(series_id=series.pk, number=was.hand_number, event=event))
    seats = [Seat(series_id=series.pk, number=seat, player=player) for seat, player in enumerate(players)]
    state = replace(template.state, series=series, players=tuple(players))
    return Copy(template, state, seats, events, hands)


def save(copies: Sequence[Copy]) -> None:
    from django.db import connection

    from ledger.series.models import Event, Hand, Result, Seat, Series
    from ledger.series.results import results_of

    Series.objects.bulk_create(one.series for one in copies)
    Seat.objects.bulk_create(seat for one in copies for seat in one.seats)
    Event.objects.bulk_create(event for one in copies for event in one.events)
    Hand.objects.bulk_create(hand for one in copies for hand in one.hands)
    Result.objects.bulk_create(row for one in copies for row in results_of(one.state, one.series.changed_at))
    with connection.cursor() as cursor:
        cursor.executemany(COPY_POINTS, [(one.template.state.series.pk, one.series.pk) for one in copies])


# --- The books -------------------------------------------------------------------------------------------------------


@dataclass
class NewBook:
    """The books of a circle that has none yet."""

    owner: "Member"
    entries: list["Entry"] = field(default_factory=list)
    amounts: list[Mapping[str, int]] = field(default_factory=list)

    def add_settlement(self, state: "SeriesState") -> None:
        from ledger.money.models import EntryKind
        from ledger.series.settling import amounts_owed, source_of

        if amounts := amounts_owed(state):
            series = state.series
            self.add(EntryKind.SETTLEMENT, amounts, source=source_of(series), source_version=series.version)

    def add(self, kind: str, amounts: Mapping[str, int], **source: Any) -> None:
        from django.utils import timezone

        from ledger.money.chain import entry_hash
        from ledger.money.models import Entry

        entry = Entry(
            circle=self.owner.circle,
            number=len(self.entries) + 1,
            kind=kind,
            currency=self.owner.circle.currency,
            by=self.owner.user,
            by_name=self.owner.name,
            at=timezone.now(),
            previous_hash=self.entries[-1].hash if self.entries else "",
            **source,
        )
        entry.hash = entry_hash(entry, amounts)
        self.entries.append(entry)
        self.amounts.append(amounts)

    def save(self) -> None:
        """The book comes last: the database adds no postings to an entry that a book covers."""
        from ledger.money.models import Book, Entry, Posting

        Entry.objects.bulk_create(self.entries)
        Posting.objects.bulk_create(
            Posting(entry=entry, player_id=player, amount_minor=amount)
            for entry, amounts in zip(self.entries, self.amounts, strict=True)
            for player, amount in amounts.items()
        )
        last = self.entries[-1]
        Book.objects.create(circle=self.owner.circle, version=last.number, latest_hash=last.hash)


# --- Other circles ---------------------------------------------------------------------------------------------------


def multiply(circle: str, times: int) -> None:
    """Copy the series of a circle into so many circles of others, with their ids numbered, within the database.

    A million hands in a minute or two, for measuring what others' rows cost. Their chains are not good, and they have
    no members and no books.
    """
    from django.db import connection, transaction
    from django.db.models import Max

    from ledger.circles.models import Circle, Player
    from ledger.series.models import Event, Hand, HandPoints, Result, Seat, Series

    within = {Circle: "pk", Player: "circle", Series: "circle"}
    within |= dict.fromkeys((Seat, Event, Hand, Result), "series__circle") | {HandPoints: "hand__series__circle"}
    meta = {model: model._meta for model in within}  # noqa: SLF001  (a documented name)
    latest = {model: model.objects.aggregate(latest=Max("pk"))["latest"] for model in within}  # before any copy
    numbers = "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < %s)"
    with transaction.atomic(), connection.cursor() as cursor:
        for model, circle_of in within.items():
            copied = {}
            for field in meta[model].concrete_fields:
                target = field.related_model if field.is_relation else model
                copied[field.column] = field.column
                if target in within and (field.is_relation or field.primary_key):
                    is_text = isinstance(latest[target], str)
                    if is_text:  # as long as an id may be
                        copied[field.column] = f"substr({field.column}, 1, 11 - length(CAST(n AS TEXT))) || '-' || n"
                    else:
                        copied[field.column] += f" + n * {latest[target]}"
            rows, arguments = model.objects.filter(**{circle_of: circle}).values("pk").query.sql_with_params()
            table, pk = meta[model].db_table, meta[model].pk.column
            statement = f"{numbers} INSERT INTO {table} ({', '.join(copied)}) SELECT {', '.join(copied.values())} "
            cursor.execute(f"{statement} FROM {table}, copies WHERE {pk} IN ({rows})", [times, *arguments])


# --- What there is ---------------------------------------------------------------------------------------------------


def size() -> int:
    """Of the database, in bytes."""
    from django.db import connection

    statements = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }
    with connection.cursor() as cursor:
        cursor.execute(statements[connection.vendor])
        return int(cursor.fetchone()[0])


def hands_in(circle: str) -> int:
    from ledger.series.models import Hand

    return Hand.objects.filter(series__circle=circle).count()


WHAT = {work.__name__: work for work in (fill, size, hands_in)}

if __name__ == "__main__":
    import django

    django.setup()
    json.dump(WHAT[sys.argv[1]](**json.load(sys.stdin)), sys.stdout)
