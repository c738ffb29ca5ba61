"""A database of many hands. The services record the measured circles; the rows of other circles are copies."""

from typing import Any

from benchmarks.site import make_circle_of_four

SERIES, PLAYERS = 10, 8  # of an ordinary circle
BIG_PLAYERS, OPEN_IN_BIG = 40, 10  # as many tables as forty players fill
HANDS_OF_A_SERIES = 20
FIGURES = [(5, 8.5, 18, 8.5), (10, 10, 10, 10), (0, 4, 12, 24), (13, 2.5, 7, 17.5)]


def fill(others: int, big_series: int) -> dict[str, str]:
    """Make the measured circle, a large circle, and copies of the first circle with about `others` hands in all."""
    circles = {"equal": play_circle("equal", PLAYERS, SERIES, still_open=1)}
    if big_series:
        circles["big"] = play_circle("big", BIG_PLAYERS, big_series, still_open=OPEN_IN_BIG)
    if others:
        multiply(circles["equal"], max(1, others // (SERIES * HANDS_OF_A_SERIES)))
    return circles


def play_circle(name: str, players: int, series: int, still_open: int) -> str:
    from decimal import Decimal

    from django.db import transaction

    from ledger.circles.services.players import add_player
    from ledger.money.services import Payment, record_payment
    from ledger.series.services import Submit, record_hand, stop_series

    circle = make_circle_of_four(name)
    more = [add_player(circle=circle.owner.circle, name=f"Player {number}") for number in range(4, players)]
    people = [*circle.players, *more]
    record_payment(me=circle.owner, payment=Payment(people[0], people[1], Decimal(5)))
    for number in range(series):
        with transaction.atomic():  # one wait for the disk
            first = 4 * number % players
            one = circle.new_series(people[first : first + 4])
            for version in range(1, HANDS_OF_A_SERIES + 1):
                figures = FIGURES[(version + number) % len(FIGURES)]
                turned = [*figures[version % 4 :], *figures[: version % 4]]
                record_hand(series=one, submit=Submit(circle.owner, version), record={"points_won": turned})
            if number < series - still_open:
                stop_series(series=one, submit=Submit(circle.owner, HANDS_OF_A_SERIES + 1), with_standard=True)
    return circle.owner.circle_id


def multiply(circle: str, times: int) -> None:
    """Copy a circle with its series so many times within the database, with numbers in the ids.

    A million hands take a minute or two. The copies have invalid chains, no members and no books.
    """
    from django.db import connection, transaction
    from django.db.models import Max

    from ledger.circles.models import Circle, Player
    from ledger.series.models import Event, Hand, HandPoints, Result, Seat, Series

    within: dict[Any, str] = {Circle: "pk", Player: "circle", Series: "circle"}
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
                    if isinstance(latest[target], str):  # no longer than an id may be
                        copied[field.column] = f"substr({field.column}, 1, 11 - length(CAST(n AS TEXT))) || '-' || n"
                    else:
                        copied[field.column] += f" + n * {latest[target]}"
            rows, arguments = model.objects.filter(**{circle_of: circle}).values("pk").query.sql_with_params()
            table, pk = meta[model].db_table, meta[model].pk.column
            statement = f"{numbers} INSERT INTO {table} ({', '.join(copied)}) SELECT {', '.join(copied.values())} "
            cursor.execute(f"{statement} FROM {table}, copies WHERE {pk} IN ({rows})", [times, *arguments])


def hands_in(circle: str = "") -> int:
    from ledger.series.models import Hand

    return Hand.objects.filter(**{"series__circle": circle} if circle else {}).count()
