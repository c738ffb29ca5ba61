"""Compare the stored rows of a circle with its events. Each difference is one sentence.

As long as the chain is whole, the events are the truth. The hands, the points, the status and the settlements of a
series follow from its events, and the balances from the settlements and the payments.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from django.db.models import TextField
from django.db.models.functions import Cast
from django.forms.models import model_to_dict

from ledger.circles.models import Circle, Player
from ledger.lib import formatting
from ledger.lib.hash_chain import faults, head_fault
from ledger.lib.snapshots import snapshot
from ledger.money.audit import book_differences
from ledger.money.models import Entry
from ledger.money.selectors import amounts_of, balances, with_postings
from ledger.series.audit.rebuilding import CannotRebuild, FormerRules, RebuiltSeries, rebuild_series
from ledger.series.chain import event_hash, has_possible_time
from ledger.series.models import HandPoints, Result, Series, Status
from ledger.series.settling import source_of

NameById: TypeAlias = Mapping[str, str]  # the names of the players

SERIES_AT_A_TIME = 100  # so many are in memory

# The fields of a series that follow from its events, and their names in a sentence.
FIELDS = {
    "game": "game",
    "preset": "preset",
    "point_value": "point value",
    "currency": "currency",
    "coin_minor": "smallest coin",
    "first_dealer": "first dealer",
    "named_dealers": "list of named dealers",
    "started_at": "start",
    "start_key": "key",
    "status": "status",
    "verdicts": "setting of verdicts",
    "with_standard": "standard money",
}


def differences(circle: Circle, report: Callable[[int], object] = lambda _events: None) -> Iterator[str]:
    """Read all rows in one snapshot of the database. `report` is called with the number of events of each series."""
    with snapshot():
        in_order = Series.with_discarded.filter(circle=circle).order_by("started_at", "pk")
        all_series = in_order.prefetch_related("events", "seats", "hands").iterator(chunk_size=SERIES_AT_A_TIME)
        last = circle.points_only_switches.last()
        if circle.points_only != (last is not None and last.points_only):
            yield f"{circle.name} ({circle.pk}): whether it plays for points only is not what was switched last."
        for sentence in circle_differences(circle, all_series, report):
            yield f"{circle.name} ({circle.pk}), {sentence}"


def circle_differences(circle: Circle, all_series: Iterable[Series], report: Callable[[int], object]) -> Iterator[str]:
    """Yield the differences in the books and the series of a circle, without the name of the circle."""
    names: NameById = dict(Player.objects.filter(circle=circle).values_list("pk", "name"))
    entries = list(with_postings(Entry.objects.filter(circle=circle)).order_by("number"))
    by_source: dict[str, list[Entry]] = defaultdict(list)
    payments: list[Entry] = []  # and reversals of payments
    for entry in entries:
        if entry.source_version is None:
            payments.append(entry)
        else:
            by_source[entry.source].append(entry)
    continued = continued_in(circle)
    expected: dict[tuple[str, str], int] = defaultdict(int)  # balances by currency and player

    yield from book_differences(circle, entries)
    for payment in payments:
        add_amounts(expected, payment.currency, amounts_of(payment))

    all_rebuilt = True
    sources = {""}  # of the series; a payment that belongs to no series has an empty source
    for series in all_series:
        sources.add(source_of(series))
        of_series = by_source.pop(source_of(series), [])
        found = list(chain_differences(series))
        try:
            rebuilt = rebuild_series(series, list(series.events.all()))
        except FormerRules as error:
            # The migration that removed these options has discarded such series, and kept their entries in the books:
            # docs/decisions/0230-former-scorecards.md.
            found += [str(error)] if series.status != Status.DISCARDED else []
            for entry in of_series:
                add_amounts(expected, entry.currency, amounts_of(entry))
        except CannotRebuild as error:
            all_rebuilt = False
            found.append(str(error))
        else:
            found += row_differences(series, rebuilt, names)
            found += start_differences(series, continued.get(series.pk, set()))
            found += entry_differences(of_series, rebuilt, names)
            for expected_entry in rebuilt.entries:
                add_amounts(expected, rebuilt.state.series.currency, expected_entry.amounts)
        yield from (f"series {series.pk}: {sentence}" for sentence in found)
        report(len(series.events.all()))

    of_no_series = [entry for entries_of_source in by_source.values() for entry in entries_of_source]
    for entry in (*of_no_series, *(payment for payment in payments if payment.source not in sources)):
        yield f"entry {entry.number} comes from {entry.source}, and there is no such series in this circle."
    if all_rebuilt:  # else it is not known what the balances should be
        yield from balance_differences(circle, expected, names)


def add_amounts(expected: dict[tuple[str, str], int], currency: str, amounts: Mapping[str, int]) -> None:
    for player, amount in amounts.items():
        expected[currency, player] += amount


def balance_differences(circle: Circle, expected: Mapping[tuple[str, str], int], names: NameById) -> Iterator[str]:
    stored = {(each.currency, row.player.pk): row.amount_minor for each in balances(circle) for row in each.rows}
    for currency, player in sorted(
        stored.keys() | expected.keys(), key=lambda key: (key[0], names.get(key[1], key[1]))
    ):
        has, should = stored.get((currency, player), 0), expected.get((currency, player), 0)
        if has != should:
            is_, should_be = formatting.money(has, currency), formatting.money(should, currency)
            yield f"the balance of {names.get(player, player)} is {is_}, and by the records it should be {should_be}."


def chain_differences(series: Series) -> Iterator[str]:
    events = list(series.events.all())
    for fault in faults(events, event_hash):
        hand = f" (hand {fault.link.hand_number})" if fault.link.hand_number else ""
        yield f"event {fault.link.number}{hand} {fault.what}."
    for event, previous in zip(events, [None, *events], strict=False):
        if not has_possible_time(event, previous):
            yield f"event {event.number} is stored as played at {event.played_at}, when it cannot have been."
    if head := head_fault(series.version, series.latest_hash, events[-1] if events else None):
        yield f"it {head}."


# --- The rows that follow from the events of a series -----------------------------------------------------------------


def row_differences(series: Series, rebuilt: RebuiltSeries, names: NameById) -> Iterator[str]:
    expected = rebuilt.state.series
    for field, name in FIELDS.items():
        stored, should_be = getattr(series, field), getattr(expected, field)
        if stored != should_be:
            yield f"its {name} is stored as {stored}, and should be {should_be}."
    rules = series.rules if isinstance(series.rules, dict) else {}
    for rule, has, should in unequal(rules, expected.rules):
        yield f"its rule {rule} is stored as {has}, and should be {should}."
    latest = max(series.events.all(), key=lambda event: event.number)
    if series.changed_at != latest.at:
        yield f"it is stored as changed at {series.changed_at}, and its latest event was at {latest.at}."

    seats = {seat.number: seat.player_id for seat in series.seats.all()}
    players = {number: player.pk for number, player in enumerate(rebuilt.state.players)}
    for number, has, should in unequal(seats, players):
        is_, should_be = (names.get(player or "", player or "no player") for player in (has, should))
        yield f"seat {number + 1} is stored as taken by {is_}, and should be by {should_be}."
    for player in players.values():
        if player not in names:
            yield f"{player} sits there, and is not a player of this circle."

    numbers = {event.pk: f"event {event.number}" for event in series.events.all()} | {None: "no event"}
    hands = {hand.number: hand.event_id for hand in series.hands.all()}
    revisions = {number: event.pk for number, event in enumerate(rebuilt.state.events, start=1)}
    for number, has, should in unequal(hands, revisions):
        is_, should_be = (numbers.get(event, "an event of another series") for event in (has, should))
        yield f"hand {number} is stored as written by {is_}, and should be by {should_be}."
    yield from points_differences(series, rebuilt)
    yield from result_differences(series, rebuilt, names)


def continued_in(circle: Circle) -> dict[str, set[str]]:
    """Return, for each series, the stored ids of the series that it continues."""
    found: dict[str, set[str]] = defaultdict(set)
    rows = Series.continues.through.objects.filter(from_series__circle=circle)
    for later, earlier in rows.values_list("from_series", "to_series"):
        found[later].add(earlier)
    return found


def start_differences(series: Series, continued: set[str]) -> Iterator[str]:
    """Compare the stored ids of the series that this series continues with those in its first event."""
    if continued != set(series.events.all()[0].content.get("continues", [])):
        yield "the series that it continues are stored as others than those that its start names."


def points_differences(series: Series, rebuilt: RebuiltSeries) -> Iterator[str]:
    # Compare points as texts: a value that was changed outside the app need not be a number.
    rows = HandPoints.objects.filter(hand__series=series)
    texts = rows.annotate(won_text=Cast("won", TextField()), entered_text=Cast("entered", TextField()))
    columns = ("hand__number", "seat", "won_text", "entered_text")
    stored = {(hand, seat): (won, entered) for hand, seat, won, entered in texts.values_list(*columns)}
    scored = {
        (hand.number, seat): (str(hand.score.points_won[seat]), str(hand.score.points_entered[seat]))
        for hand in rebuilt.state.play.hands
        for seat in hand.score.seats
    }
    for (hand, seat), *both in unequal(stored, scored):
        is_, should_be = ("{} points won and {} entered".format(*points) if points else "no points" for points in both)
        yield f"hand {hand}, seat {seat + 1}: stored are {is_}, and by its record there should be {should_be}."


def result_differences(series: Series, rebuilt: RebuiltSeries, names: NameById) -> Iterator[str]:
    expected = {result.seat: model_to_dict(result, exclude=["id"]) for result in rebuilt.results}
    columns = {name: value for result in expected.values() for name, value in result.items()} or {"seat": 0}
    # Compare points as texts, as `points_differences` does.
    texts = {name: f"{name}_text" for name, value in columns.items() if isinstance(value, Fraction)}
    rows = Result.objects.filter(series=series)
    rows = rows.annotate(**{text: Cast(name, TextField()) for name, text in texts.items()})
    stored = {row["seat"]: row for row in rows.values(*(texts.get(name, name) for name in columns))}
    for seat in sorted(stored.keys() | expected.keys()):
        if seat not in expected:
            yield f"seat {seat + 1} has a result, and should have none."
        elif seat not in stored:
            yield f"seat {seat + 1} has no result, and should have one."
        else:
            has = {name: stored[seat][texts.get(name, name)] for name in columns}
            should = {name: str(value) if name in texts else value for name, value in expected[seat].items()}
            for name, *both in unequal(has, should):
                is_, should_be = (names.get(str(value), value) for value in both)
                what = name.replace("_", " ")
                yield f"the {what} in the result of seat {seat + 1} is {is_}, and should be {should_be}."


# --- The entries of a series in the books ----------------------------------------------------------------------------


def entry_differences(entries: Sequence[Entry], rebuilt: RebuiltSeries, names: NameById) -> Iterator[str]:
    currency = rebuilt.state.series.currency
    stored = {(entry.source_version, entry.kind): entry for entry in entries}
    for expected in rebuilt.entries:
        entry = stored.pop((expected.version, expected.kind), None)
        if entry is None:
            amounts = (f"{names.get(p, p)} {formatting.money(n, currency)}" for p, n in expected.amounts.items())
            yield f"the books lack the {expected.kind} that event {expected.version} made: {', '.join(amounts)}."
            continue
        if entry.currency != currency:
            yield f"entry {entry.number} is in {entry.currency}, and should be in {currency}."
        posted = amounts_of(entry)
        for player in sorted(posted.keys() | expected.amounts.keys(), key=lambda player: names.get(player, player)):
            has, should = posted.get(player, 0), expected.amounts.get(player, 0)
            if has != should:
                is_, should_be = formatting.money(has, currency), formatting.money(should, currency)
                yield f"entry {entry.number} gives {names.get(player, player)} {is_}, and should give {should_be}."
    for entry in stored.values():
        yield f"entry {entry.number} is a {entry.kind} of event {entry.source_version}, which made none."


def unequal(stored: Mapping[Any, Any], expected: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each key whose values differ, with the stored and the expected value."""
    for key in sorted(stored.keys() | expected.keys()):
        if stored.get(key) != expected.get(key):
            yield key, stored.get(key), expected.get(key)
