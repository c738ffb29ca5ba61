"""The standings once more, slowly: from docs/api.md and what the API says of each series, without code of the site."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from math import exp, log, sqrt
from typing import Any
from zoneinfo import ZoneInfo

KATHMANDU = ZoneInfo("Asia/Kathmandu")  # the time zone of the server in the tests
Json = dict[str, Any]


@dataclass
class Filter:
    game: str
    title: str = ""
    since: date | None = None
    until: date | None = None
    least: int = 1


def exact(points: float) -> Fraction:
    """The fraction that was written as a JSON number: thirds, sevenths and the like."""
    return Fraction(points).limit_denominator(100_000)


def number(value: Fraction) -> float:
    return float(value)


def mean(total: Fraction, count: int) -> float:
    value = total / count
    decimals = Decimal(value.numerator) / Decimal(value.denominator)
    return float(decimals.quantize(Decimal("0.0001"), ROUND_HALF_UP))  # ROUND_HALF_UP rounds a half away from zero


# --- One series ------------------------------------------------------------------------------------------------------


def sat(series: Json, hand: Json, seat: int) -> bool:
    if series["game"] in ("jewel", "marriage"):
        players = hand["record"]["players"]
        return seat < len(players) and players[seat] is not None
    if series["game"] == "scorecard":
        record = hand["record"]
        if "sides" in record:
            return any(seat in side for side in record["sides"])
        if "bids" in record and series["rules"]["bidders"] == "one":  # one bids, and all play
            return True
        figures = record["bids"] if "bids" in record else record["points"]
        return figures[seat % len(figures)] is not None
    return seat not in hand["record"].get("sitting_out", []) or hand["points_entered"][seat] != 0


def counting_hands(series: Json, seat: int) -> list[Json]:
    return [hand for hand in series["hands"] if hand["counts"] and sat(series, hand, seat)]


def sides(series: Json) -> list[list[int]]:
    """The sides by their lowest seat, without seats that sat in no hand that counts."""
    seats = range(len(series["players"]))
    groups = [[seat] for seat in seats]
    if series["game"] in {"jass", "coiffeur", "belote"} or (series["game"] == "spades" and series["rules"]["teams"]):
        groups = [[0, 2], [1, 3]]
    if series["game"] == "scorecard" and (teams := series["rules"]["teams"]):
        groups = [[seat for seat in seats if seat % teams == team] for team in range(teams)]
    present = [[seat for seat in group if counting_hands(series, seat)] for group in groups]
    return [group for group in present if group]


def level_of(series: Json, seat: int) -> int:
    return next(number for number, level in enumerate(series["ranking"]) if seat in level)


def place(series: Json, seat: int) -> int:
    return 1 + sum(level_of(series, side[0]) < level_of(series, seat) for side in sides(series))


def mean_place(series: Json, seat: int) -> Fraction:
    level = sum(level_of(series, side[0]) == level_of(series, seat) for side in sides(series))
    first = place(series, seat)
    return Fraction(sum(range(first, first + level)), level)


def beaten(series: Json, seat: int) -> Fraction:
    """The share of the other sides that this seat's side finished above. A level side counts half."""
    own = next(side for side in sides(series) if seat in side)
    levels = [level_of(series, side[0]) for side in sides(series) if side != own]
    above = sum(
        Fraction(1 + (level > level_of(series, seat)) - (level < level_of(series, seat)), 2) for level in levels
    )
    return Fraction(above) / len(levels)


def title_of(series: Json) -> str:
    return series["rules"].get("name", "") if series["game"] == "scorecard" else ""


def ended(series: Json) -> tuple[datetime, str]:
    """Nothing happens to a series after its end, so its latest change is its end."""
    return datetime.fromisoformat(series["changed_at"]), series["id"]


def low_wins(series: Json) -> bool:
    return series["game"] == "differenzler" or (series["game"] == "scorecard" and series["rules"]["best"] == "low")


# --- All series ------------------------------------------------------------------------------------------------------


def counted(every: list[Json], wanted: Filter) -> list[Json]:
    """All series of the game and title by their end, whatever the period."""
    found = [
        series
        for series in every
        if wanted.game in (series["game"], "all")
        and (title_of(series) == wanted.title or wanted.game == "all")
        and series["status"] in ("finished", "stopped")
        and any(hand["counts"] for hand in series["hands"])
    ]
    return sorted(found, key=ended)


def in_period(series: Json, wanted: Filter) -> bool:
    day = ended(series)[0].astimezone(KATHMANDU).date()
    return not (wanted.since and day < wanted.since) and not (wanted.until and day > wanted.until)


def ratings(all_series: list[Json]) -> dict[str, Json]:
    """Find the one maximum by small steps uphill."""
    pairs, played = [], Counter[str]()
    for series in all_series:
        teams = [([series["players"][seat]["id"] for seat in side], place(series, side[0])) for side in sides(series)]
        if len(teams) < 2:
            continue
        played.update(player for team, _place in teams for player in team)
        for (one, above), (other, below) in combinations(teams, 2):
            pairs.append((one, other, 2 / len(teams), 0.5 if above == below else float(above < below)))
    strength = dict.fromkeys(played, 0.0)
    # No direction has more curvature than 1 / pace.
    pace = 1 / (
        1
        + max((sum(len(one + other) * w for one, other, w, _y in pairs if p in one + other) for p in played), default=0)
    )
    while True:
        uphill = {player: -value for player, value in strength.items()}
        known = dict.fromkeys(played, 1.0)
        for one, other, weight, above in pairs:
            s = 1 / (1 + exp(sum(strength[player] for player in other) - sum(strength[player] for player in one)))
            for player in one + other:
                uphill[player] += weight * (above - s) * (1 if player in one else -1)
                known[player] += weight * s * (1 - s)
        if all(abs(slope) < 1e-6 for slope in uphill.values()):  # each curvature is 1 or more: it is as near
            break
        strength = {player: value + pace * uphill[player] for player, value in strength.items()}
    mean, unit = sum(strength.values()) / max(1, len(strength)), 400 / log(10)
    return {
        player: {
            "value": round(1500 + unit * (strength[player] - mean)),
            "error": round(unit / sqrt(known[player])),
        }
        for player in strength
        if played[player] >= 3
    }


def standings(every: list[Json], wanted: Filter) -> list[Json]:
    all_series = counted(every, wanted)
    rated = ratings(all_series)
    chosen = [series for series in all_series if in_period(series, wanted)]
    players = {seat["id"]: seat["name"] for series in chosen for seat in series["players"]}
    rows = []
    for player, name in players.items():
        mine = [(series, seat) for series, seat in seats_of(player, chosen) if counting_hands(series, seat)]
        if len(mine) >= max(1, wanted.least):
            rows.append(
                {"player": {"id": player, "name": name}, **row(player, mine, chosen), "rating": rated.get(player)}
            )
    rows.sort(key=lambda row: (-row["order"], -row["series"], row["player"]["name"]))
    shared = ("player", "series", "hands", "won", "beaten", "order", "money", "streak", "longest_streak")
    return [
        {
            name: value if name in shared or wanted.game != "all" else None
            for name, value in {**row, "order": mean(row["order"], 1)}.items()
        }
        for row in rows
    ]


def seats_of(player: str, chosen: list[Json]) -> Iterator[tuple[Json, int]]:
    for series in chosen:
        for seat, seated in enumerate(series["players"]):
            if seated["id"] == player:
                yield series, seat


def row(player: str, mine: list[tuple[Json, int]], chosen: list[Json]) -> Json:
    places = [place(series, seat) for series, seat in mine]
    above = [beaten(series, seat) for series, seat in mine if len(sides(series)) > 1]
    totals = [exact(series["cumulative"][seat]) for series, seat in mine]
    hands = [(series, seat, hand) for series, seat in mine for hand in counting_hands(series, seat)]
    won = [exact(hand["points_won"][seat]) for series, seat, hand in hands]
    best, worst = (min, max) if low_wins(chosen[-1]) else (max, min)
    series, _seat, hand = hands[won.index(best(won))]
    wins = "".join("w" if one == 1 else "-" for one in places)
    money = sum((Decimal(series["settlement"]["by_seat"][seat]["money"]) for series, seat in mine), Decimal(0))
    currencies = {series["currency"] for series in chosen}
    return {
        "series": len(mine),
        "hands": len(hands),
        "places": [places.count(one) for one in range(1, max(len(sides(series)) for series in chosen) + 1)],
        "won": places.count(1),
        "average_place": mean(sum((mean_place(series, seat) for series, seat in mine), Fraction(0)), len(mine)),
        "beaten": mean(sum(above, Fraction(0)), len(above)) if above else None,
        "order": (sum(above, Fraction(0)) + Fraction(5, 2)) / (len(above) + 5),  # rounded after the rows are sorted
        "total": number(sum(totals, Fraction(0))),
        "average_total": mean(sum(totals, Fraction(0)), len(mine)),
        "best_total": number(best(totals)),
        "worst_total": number(worst(totals)),
        "points_won_per_hand": mean(sum(won, Fraction(0)), len(hands)),
        "best_hand": {"points": number(best(won)), "series": series["id"], "number": hand["number"]},
        "hands_below_zero": sum(hand["points_entered"][seat] < 0 for _series, seat, hand in hands),
        "bonus_hands": sum(
            series["game"] == "jaago-chalis" and seat in [bonus["to_seat"] for bonus in hand["bonuses"]]
            for series, seat, hand in hands
        ),
        "ended_below_zero": sum(total < 0 for total in totals),
        "streak": len(wins) - len(wins.rstrip("w")),
        "longest_streak": max(len(run) for run in wins.split("-")),
        "money": str(money) if len(currencies) == 1 else None,
    }


def rivals(every: list[Json], wanted: Filter) -> list[Json]:
    chosen = [series for series in counted(every, wanted) if in_period(series, wanted)]
    names = {seat["id"]: seat["name"] for series in chosen for seat in series["players"]}
    pairs = []
    for (name_a, a), (name_b, b) in combinations(sorted((name, player) for player, name in names.items()), 2):
        if pair := one_pair(a, b, chosen):
            pairs.append({"a": {"id": a, "name": name_a}, "b": {"id": b, "name": name_b}, **pair})
    return sorted(pairs, key=lambda pair: (-pair["series"], pair["a"]["name"], pair["b"]["name"]))


def one_pair(a: str, b: str, chosen: list[Json]) -> Json | None:
    above, below, level, points = 0, 0, 0, Fraction(0)
    for series in chosen:
        side = {series["players"][seat]["id"]: (group, seat) for group in sides(series) for seat in group}
        if a not in side or b not in side or side[a][0] == side[b][0]:
            continue
        seat_a, seat_b = side[a][1], side[b][1]
        above += place(series, seat_a) < place(series, seat_b)
        below += place(series, seat_a) > place(series, seat_b)
        level += place(series, seat_a) == place(series, seat_b)
        points += exact(series["settlement"]["pairs"][seat_a][seat_b])
    together = above + below + level
    figures = {"series": together, "a_above": above, "b_above": below, "level": level, "points": number(points)}
    return figures if together else None


# --- Who declared what -----------------------------------------------------------------------------------------------


def declared(every: list[Json], wanted: Filter) -> dict[tuple[str, str | None], list[int]]:
    """By player and contract, and None for all: hands declared, of these made, hands as a partner, of these made."""
    found: dict[tuple[str, str | None], list[int]] = {}
    for series in every:
        for hand in series["hands"] if series["game"] == wanted.game and in_period(series, wanted) else []:
            said = hand["declared"] if hand["counts"] else None
            for seat in [said["seat"], *said["partners"]] if said else []:
                for contract in (None, said["contract"]):
                    row = found.setdefault((series["players"][seat]["id"], contract), [0, 0, 0, 0])
                    first = 0 if seat == said["seat"] else 2
                    row[first] += 1
                    row[first + 1] += said["made"] is True
    return found
