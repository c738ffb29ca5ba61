"""A database of many hands. What is measured is recorded by the services; the rows of others are copies of it."""

from typing import Any

from benchmarks.site import make_club

SERIES, PLAYERS = 10, 8  # of an ordinary circle
BIG_PLAYERS, OPEN_IN_BIG = 40, 10  # as many tables as forty players fill
HANDS_OF_A_SERIES = 20
FIGURES = [(5, 8.5, 18, 8.5), (10, 10, 10, 10), (0, 4, 12, 24), (13, 2.5, 7, 17.5)]


def fill(others: int, big_series: int) -> dict[str, str]:
    """The circle that is measured, a large one, and copies of the first with about so many hands for other circles."""
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

    club = make_club(name)
    more = [add_player(circle=club.owner.circle, name=f"Player {number}") for number in range(4, players)]
    people = [*club.players, *more]
    record_payment(me=club.owner, payment=Payment(people[0], people[1], Decimal(5)))
    for number in range(series):
        with transaction.atomic():  # one wait for the disk
            first = 4 * number % players
            one = club.new_series(people[first : first + 4])
            for version in range(1, HANDS_OF_A_SERIES + 1):
                figures = FIGURES[(version + number) % len(FIGURES)]
                turned = [*figures[version % 4 :], *figures[: version % 4]]
                record_hand(series=one, submit=Submit(club.owner, version), record={"points_won": turned})
            if number < series - still_open:
                stop_series(series=one, submit=Submit(club.owner, HANDS_OF_A_SERIES + 1), with_standard=True)
    return club.owner.circle_id


def multiply(circle: str, times: int) -> None:
    """Copy the series of a circle into so many circles of others, with their ids numbered, within the database.

    A million hands in a minute or two. Their chains are not good, and they have no members and no books.
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
                    if isinstance(latest[target], str):  # as long as an id may be
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
