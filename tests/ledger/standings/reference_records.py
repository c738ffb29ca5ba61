"""The records of a circle once more, slowly: after each series the record is searched in all series up to it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from tests.ledger.standings.reference import (
    KATHMANDU,
    Filter,
    Json,
    counted,
    counting_hands,
    ended,
    exact,
    low_wins,
    number,
    place,
    sides,
)


class Mark(NamedTuple):
    """`good`: a number that is higher for a better mark. `order`: the position of the series, and the hand's number."""

    good: Fraction
    order: tuple[int, int]
    value: Fraction
    player: str


def records(every: list[Json], wanted: Filter) -> list[Json]:
    chosen = counted(every, wanted)
    found = []
    for name, marks_of in MARKS.items():
        history: list[Json] = []
        for count in range(1, len(chosen) + 1):
            # Whether high or low figures are best depends on the latest series.
            marks = list(marks_of(chosen[:count], low_wins(chosen[-1])))
            if not marks:
                continue
            good = max(mark.good for mark in marks)
            order = min(mark.order for mark in marks if mark.good == good)
            if order[0] == count - 1:
                holders = [mark for mark in marks if (mark.good, mark.order) == (good, order)]
                history.append(written(holders, chosen[count - 1], name))
        if history:
            found.append({"record": name, **history[-1], "history": history})
    return found


def written(holders: list[Mark], series: Json, name: str) -> Json:
    names = {player["id"]: player["name"] for player in series["players"]}
    seated = [player["id"] for player in series["players"]]
    held = sorted({mark.player for mark in holders}, key=seated.index)
    return {
        "value": number(holders[0].value),
        "players": [{"id": player, "name": names[player]} for player in held],
        "series": series["id"],
        "number": holders[0].order[1] if name in ("best_hand", "dearest_hand") else None,
        "date": ended(series)[0].astimezone(KATHMANDU).date().isoformat(),
    }


def seats(series: Json) -> list[tuple[int, str]]:
    """The seats and players who sat in a hand that counts."""
    sat = sorted(seat for side in sides(series) for seat in side)
    return [(seat, series["players"][seat]["id"]) for seat in sat]


def winners(series: Json) -> list[tuple[int, str]]:
    return [(seat, player) for seat, player in seats(series) if place(series, seat) == 1]


def best_hand(chosen: list[Json], low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        for seat, player in seats(series):
            for hand in counting_hands(series, seat):
                won = exact(hand["points_won"][seat])
                yield Mark(-won if low else won, (position, hand["number"]), won, player)


def dearest_hand(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        for hand in series["hands"]:
            if hand["counts"] and (declared := hand["declared"]):
                points = [exact(figure) for figure in hand["points_entered"]]
                worth = max(*points, -min(points))
                value = -worth if declared["made"] is False else worth
                yield Mark(worth, (position, hand["number"]), value, series["players"][declared["seat"]]["id"])


def best_total(chosen: list[Json], low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        for seat, player in seats(series):
            total = exact(series["cumulative"][seat])
            yield Mark(-total if low else total, (position, 0), total, player)


def length(series: Json) -> Fraction:
    return Fraction(sum(hand["counts"] for hand in series["hands"]))


def quickest(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        for _seat, player in winners(series) if series["status"] == "finished" else []:
            yield Mark(-length(series), (position, 0), length(series), player)


def longest(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        for _seat, player in winners(series):
            yield Mark(length(series), (position, 0), length(series), player)


def comeback(chosen: list[Json], low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        if low_wins(series) != low or len(sides(series)) < 2:
            continue
        for seat, player in winners(series):
            totals = [exact(hand["cumulative"][seat]) for hand in series["hands"] if hand["counts"]]
            worst = max(totals) if low else min(totals)
            below = worst if low else -worst
            if below > 0 and worst != exact(series["cumulative"][seat]):
                yield Mark(below, (position, 0), worst, player)


def closest(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        places = {seat: place(series, seat) for seat, _player in seats(series)}
        second = [seat for seat in places if places[seat] == 2]
        for seat, player in winners(series) if second else []:
            lead = abs(exact(series["cumulative"][seat]) - exact(series["cumulative"][second[0]]))
            yield Mark(-lead, (position, 0), lead, player)


def streak(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for player in {player for series in chosen for _seat, player in seats(series)}:
        run = 0
        for position, series in enumerate(chosen):
            if player in [other for _seat, other in seats(series)]:
                run = run + 1 if player in [other for _seat, other in winners(series)] else 0
                if run > 1:
                    yield Mark(Fraction(run), (position, 0), Fraction(run), player)


def pays_double(series: Json, seat: int) -> bool:
    """For ending below zero; in Putz for falling to the limit."""
    causes = {line["cause"] for line in series["settlement"]["lines"] if line["from_seat"] == seat}
    if series["game"] == "putz" and "game" in causes:
        limit = series["rules"]["lost_at_three" if len(series["players"]) == 3 else "lost_at_five"]
        return bool(series["cumulative"][seat] <= -limit)
    return "standard_doubled" in causes


def doubled(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for player in {player for series in chosen for _seat, player in seats(series)}:
        times = 0
        for position, series in enumerate(chosen):
            for seat, other in seats(series):
                if other == player and pays_double(series, seat):
                    times += 1
                    yield Mark(Fraction(times), (position, 0), Fraction(times), player)


def wrong_cards(chosen: list[Json], _low: bool) -> Iterator[Mark]:
    for position, series in enumerate(chosen):
        for seat, player in seats(series):
            plays = [play for hand in counting_hands(series, seat) for play in hand["illegal_plays"]]
            if count := sum(play["seat"] == seat for play in plays):
                yield Mark(Fraction(count), (position, 0), Fraction(count), player)


MARKS: dict[str, Any] = {
    "best_hand": best_hand,
    "dearest_hand": dearest_hand,
    "best_total": best_total,
    "quickest": quickest,
    "longest": longest,
    "comeback": comeback,
    "closest": closest,
    "streak": streak,
    "doubled": doubled,
    "wrong_cards": wrong_cards,
}
