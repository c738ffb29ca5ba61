"""The circles for the attacks of `make bench ARGS=crowd`, made in a process with the site's database."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.caller import Caller, browser_headers, program_headers
from benchmarks.site import CircleOfFour, make_circle_of_four

if TYPE_CHECKING:
    from ledger.series.models import Series

PLAYERS = "ABCDEFGHIJKL"
EARLY, SMALL = 9, 20  # hands of the series whose tenth hand is recorded, and of the small series
ROUNDS = 7  # in which one more hand is recorded in the early and in the long series
RECORDED = 2 * (2 + ROUNDS)  # hands of both ways, with the two before the rounds
SPARE = 20  # hands that are still recorded in the long series while it is followed


def fill(hands: int, scorers: int) -> dict[str, Any]:
    """Make a circle whose links are attacked, and another circle where a scorer saves."""
    from ledger.circles.services.players import add_player
    from ledger.series.services import Submit, stop_series

    others, circle = make_circle_of_four("others"), make_circle_of_four("attacked")
    people = [*circle.players, *(add_player(circle=circle.owner.circle, name=name) for name in PLAYERS[4:])]
    lengths = {"large": hands, "long": hands - RECORDED - SPARE, "early": EARLY}
    series = {name: circle.new_series(people, "scorecard") for name in lengths}
    for name, length in lengths.items():
        import_figures(circle, series[name], PLAYERS, [figures_of(hand) for hand in range(length)])
    for name in ("small", "followed"):
        series[name] = circle.new_series()
        import_figures(circle, series[name], PLAYERS[:4], [[5, 8.5, 18, 8.5]] * SMALL)
    for name in ("small", "large"):
        series[name].refresh_from_db()
        stop_series(series=series[name], submit=Submit(circle.owner, series[name].version), with_standard=True)
    return {
        "scorer": program_headers(others.owner.user),
        "owner": program_headers(circle.owner.user),
        "browser": browser_headers(circle.owner.user),
        "tables": [others.new_series().pk for _ in range(scorers)],
        "series": {name: one.pk for name, one in series.items()},
        "links": {name: link_of(circle, one) for name, one in series.items()},
    }


def link_of(circle: CircleOfFour, series: "Series") -> str:
    from ledger.live.links import link_to_share, token_of

    return f"/follow/{token_of(link_to_share(me=circle.owner, series=series))}/"


def figures_of(hand: int) -> list[int]:
    return [(7 * hand + 13 * seat) % 60 for seat in range(len(PLAYERS))]


def import_figures(circle: CircleOfFour, series: "Series", names: str, hands: Sequence[Sequence[float]]) -> None:
    from ledger.transfer.hands_csv import import_hands

    rows = [",".join(names), *(",".join(map(str, figures)) for figures in hands)]
    import_hands(series=series, me=circle.owner, data="\n".join(rows).encode(), dry_run=False)


def record(series: dict[str, str], browser: dict[str, str], program: dict[str, str]) -> dict[str, dict[str, float]]:
    """Return the processor's milliseconds for one more hand, for two ways of recording in each of these series."""
    from benchmarks.pages import Saver, time_pages
    from ledger.series.models import Series

    caller = Caller()
    caller.get(f"/series/{series['long']}/hands/new/", browser)  # what a process reads once
    savers = {
        name: Saver(caller, Series.objects.get(pk=pk), browser, program, figures_of(1), "points")
        for name, pk in series.items()
    }
    keypad = time_pages({name: saver.keypad for name, saver in savers.items()}, ROUNDS)
    api = time_pages({name: saver.api for name, saver in savers.items()}, ROUNDS)
    return {
        way: {name: took["again"] for name, took in figures.items()}
        for way, figures in {"on the keypad": keypad, "over the API with ?hands=50": api}.items()
    }
