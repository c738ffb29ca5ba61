"""`make bench ARGS=standings`: the standings of a large circle, the first time in a process and from memory.

Every hand counts as one that is known card by card, with luck and play that are made up.
Twice: with one hand in each series and with twenty, because statistics read the results of series and no hands.
Then a circle of a thousand hands, alone and beside a million hands of others: that must make no difference.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

from benchmarks.caller import Caller, logged_in
from benchmarks.filling import (
    BIG_PLAYERS,
    BIG_SERIES,
    HANDS,
    HANDS_OF_A_SERIES,
    PLAYERS,
    SERIES,
    Recorder,
    Share,
    fill_circle,
    hands_in,
    multiply,
)
from benchmarks.measuring import Row
from benchmarks.servers import sqlite_site

LENGTHS = (1, 20)  # hands in each series
ROUNDS = 15
FIRST, WARM = 1000, 60  # milliseconds of the processor
PLAYER = "a player's page"
FEW = 1_000  # hands of the circle that is measured beside others
Figures = dict[str, dict[str, float]]


def rows(series: int = BIG_SERIES, rounds: int = ROUNDS) -> Iterator[Row]:
    for hands in LENGTHS:
        with sqlite_site() as site:
            circle = site.ask("benchmarks.standings", "fill", hands=hands, series=series)
            yield from table(hands * series, site.ask("benchmarks.standings", "measure", circle=circle, rounds=rounds))
            alone = site.ask("benchmarks.standings", "measure", circle=circle, rounds=rounds, names=[PLAYER])
            note = "busy; the first page of the standings in this process"
            yield Row(f"{PLAYER}, {hands * series:,} hands", f"{alone[PLAYER]['first']:.0f} ms", f"{FIRST} ms", note)

    yield from rows_beside_others(HANDS, rounds)


def rows_beside_others(hands: int, rounds: int) -> Iterator[Row]:
    """The same circle before and after so many hands of others are in the database."""
    with sqlite_site() as site:
        series = FEW // HANDS_OF_A_SERIES
        circle = site.ask("benchmarks.standings", "fill", hands=HANDS_OF_A_SERIES, series=series)
        alone = site.ask("benchmarks.standings", "measure", circle=circle, rounds=rounds)
        others = site.ask("benchmarks.standings", "fill_others", hands=hands)
        beside = site.ask("benchmarks.standings", "measure", circle=circle, rounds=rounds)
        yield from compared(others + FEW, alone, beside)


def compared(hands: int, alone: Figures, beside: Figures) -> Iterator[Row]:
    for name, took in beside.items():
        for when, words in (("first", "the first time"), ("warm", "once it is in memory")):
            aim, note = f"{alone[name][when]:.1f} ms", f"beside it: {FEW:,} hands in the database"
            yield Row(f"{name}, {hands:,} hands, {words}", f"{took[when]:.1f} ms", aim, note)


def fill_others(hands: int) -> int:
    """Circles of others with about so many hands. Says how many they are."""
    recorder = Recorder()
    circle = fill_circle(Share("others", PLAYERS, [HANDS_OF_A_SERIES] * SERIES), recorder)
    recorder.remove_templates()
    one = hands_in(circle)
    times = max(hands // one - 1, 1)
    multiply(circle, times)
    return one * (times + 1)


def table(hands: int, figures: Figures) -> Iterator[Row]:
    for name, took in figures.items():
        yield Row(f"{name}, {hands:,} hands, the first time", f"{took['first']:.0f} ms", f"{FIRST} ms", "busy")
        yield Row("    once it is in memory", f"{took['warm']:.1f} ms", f"{WARM} ms", "busy")


def fill(hands: int, series: int) -> str:
    """A circle with this many series; the last one is open."""
    recorder = Recorder()
    circle = fill_circle(Share("club", BIG_PLAYERS, [hands] * series), recorder)
    recorder.remove_templates()
    make_up_luck()
    return circle


def make_up_luck() -> None:
    """As large as in a game of 40 points, in parts of which 500 playouts make 1,000."""
    from ledger.series.models import Luck, Result

    dice = Random(1)
    rows = []
    for result in Result.objects.order_by("pk"):
        luck, play, lowest_luck = (dice.randrange(-8_000, 8_000) * result.hands for _figure in range(3))
        sums = {"luck": luck, "luck_squares": luck * luck, "play": play, "play_squares": play * play}
        rows.append(Luck(result=result, hands=result.hands, parts=1_000, lowest_luck=lowest_luck, **sums))
    Luck.objects.bulk_create(rows)


def measure(circle: str, rounds: int, names: Sequence[str] = ()) -> Figures:
    """In a process that has shown another page before. All pages, or those that are named."""
    from ledger.circles.models import Member
    from ledger.series.models import Series, Status

    caller, browser = Caller(), logged_in(Member.objects.get(circle=circle).user)
    page, api = f"/circles/{circle}/", f"/api/v1/circles/{circle}/"
    caller.get(page, browser)
    caller.get(f"{api}balances", browser)
    player, other = Member.objects.get(circle=circle).circle.players.order_by("created_at", "pk")[:2]
    ended = Series.objects.filter(circle=circle).exclude(status=Status.OPEN).order_by("-changed_at", "pk")[0]
    paths = {
        "standings": f"{page}standings/",
        PLAYER: f"{page}standings/players/{player.pk}/",
        "two players": f"{page}standings/players/{player.pk}/and/{other.pk}/",
        "the records": f"{page}standings/records/",
        "the end of a series": f"/series/{ended.pk}/",
        "API: standings": f"{api}standings",
        "API: rivals": f"{api}rivals",
    }
    figures = {}
    for name, path in paths.items():
        if names and name not in names:
            continue
        first = caller.get(path, browser).busy
        figures[name] = {"first": first, "warm": median(caller.get(path, browser).busy for _ in range(rounds))}
    return figures


WHAT = {work.__name__: work for work in (fill, fill_others, measure)}

if __name__ == "__main__":
    import django

    django.setup()
    json.dump(WHAT[sys.argv[1]](**json.load(sys.stdin)), sys.stdout)
