"""The settlement of a series in money, its entry in the books, and its payments."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Member, Player
from ledger.lib.refusals import InTheWay, Refused
from ledger.money.models import Entry
from ledger.money.services import PlannedAmount, pay_source, post_settlement
from ledger.money.source_accounts import SourceAccount, account_of
from ledger.series.models import Event, Series, Status
from ledger.series.state import SeriesState

SOURCE = "series:"  # before the series' id, in the source of an entry in the books
MOST_A_POINT = 1_000_000  # the highest point value
POINT_DECIMALS = 4  # of a point value


def amounts_owed(state: SeriesState) -> dict[str, int]:
    """Return what each player receives by the settlement, or pays if negative, in minor units and without zeros.

    Empty until the series is over.
    """
    if state.series.is_open or state.series.status == Status.DISCARDED:
        return {}
    amounts = zip(state.players, state.outcome.money.amounts_minor, strict=True)
    return {player.pk: amount for player, amount in amounts if amount}


def post_settlement_of(state: SeriesState, me: Member) -> None:
    """Post or reverse the settlement, in the transaction of the event that ended or reopened the series."""
    series = state.series
    post_settlement(
        me=me,
        source=source_of(series),
        source_version=series.version,
        currency=series.currency,
        amounts=amounts_owed(state),
    )


def account_of_series(series: Series, players: Sequence[Player]) -> SourceAccount | None:
    """Return the planned payments of a series that is over and shows its money, else None.

    Parts of them are paid, open, or covered: paid elsewhere, or set against other debts.
    """
    if series.is_open or not series.shows_money:
        return None
    return account_of(source_of(series), series.currency, players, open_sources(series.circle_id))


def pay(state: SeriesState, me: Member, payment: PlannedAmount, *, anyway: bool = False) -> Entry:
    """Record a planned payment of a series that is over, or a part of one. `anyway`: even if that part is covered."""
    series = state.series
    if series.is_open:
        raise InTheWay(Problem("", "not_over", say("The series is not over.")))
    if not series.shows_money:
        raise Refused(Problem("", "no_money", say("This series is not for money.")))
    return pay_source(
        me=me,
        source=source_of(series),
        currency=series.currency,
        players=state.players,
        open_sources=open_sources(series.circle_id),
        payment=payment,
        anyway=anyway,
    )


def open_sources(circle_id: str) -> list[str]:
    """Return the sources of the circle's open series."""
    found = Series.objects.filter(circle=circle_id, status=Status.OPEN)
    return [f"{SOURCE}{series_id}" for series_id in found.values_list("pk", flat=True)]


def source_of(series: Series) -> str:
    return f"{SOURCE}{series.pk}"


def series_paid_by(payment: Entry) -> Series | None:
    """Return the series that a payment belongs to."""
    return Series.objects.filter(pk=payment.source.removeprefix(SOURCE), circle=payment.circle_id).first()


def causes_of(entries: Iterable[Entry]) -> dict[str, Event]:
    """Return by entry id the events, with their series, that made the entries. One query."""
    posted = {
        entry.pk: (entry.source.removeprefix(SOURCE), entry.source_version)
        for entry in entries
        if entry.source_version is not None
    }
    series, numbers = {pk for pk, _number in posted.values()}, {number for _pk, number in posted.values()}
    events = Event.objects.filter(series__in=series, number__in=numbers).select_related("series")
    by_number = {(event.series_id, event.number): event for event in events}
    return {entry: by_number[cause] for entry, cause in posted.items() if cause in by_number}


def point_value_problems(value: Decimal) -> list[Problem]:
    """Return why a point value cannot be stored. It is stored exactly, never rounded."""
    if not value.is_finite():
        return [Problem("point_value", "unreadable", say("This is not an amount."))]
    if not 0 <= value <= MOST_A_POINT:
        range_ = say("This must be from {low} to {high}.", low=0, high=MOST_A_POINT)
        return [Problem("point_value", "out_of_range", range_)]
    if value != round(value, POINT_DECIMALS):
        decimals = say("At most {count} decimals fit here.", count=POINT_DECIMALS)
        return [Problem("point_value", "too_precise", decimals)]
    return []
