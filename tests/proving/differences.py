"""Compare what the site shows of a series with what was worked out by hand."""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from math import floor
from typing import Any

from django.test import Client

from tests.proving.arithmetic.account import Account, exact

MINOR = 100  # paisa in a rupee


class Difference(Exception):
    """The site shows something else than what was worked out."""


@dataclass
class Reader:
    """A member of the circle who looks at everything, through the pages and through the API."""

    client: Client
    checks: int = 0

    def get(self, address: str) -> bytes:
        answer = self.client.get(address, HTTP_ACCEPT_LANGUAGE="en")
        if answer.status_code != 200:
            raise Difference(f"{address} answers {answer.status_code}")
        return answer.content

    def api(self, address: str) -> Any:
        return json.loads(self.get(f"/api/v1/{address}"))

    def compare(self, what: str, shown: Any, right: Any) -> None:
        self.checks += 1
        if shown != right:
            raise Difference(f"{what}: the site shows {shown}, and it should be {right}")


# --- The API ---------------------------------------------------------------------------------------------------------


def compare_api(reader: Reader, series: str, account: Account, records: Sequence[Any], is_open: bool) -> Any:
    """Every hand, the standing and the end. Returns what the API says of the series."""
    shown = reader.api(f"series/{series}")
    reader.compare("number of hands", len(shown["hands"]), len(records))
    for hand, right, record in zip(shown["hands"], account.hands, records, strict=True):
        number = f"hand {hand['number']}"
        reader.compare(f"{number}, record", hand["record"], record)
        reader.compare(f"{number}, points won", hand["points_won"], numbers(right.won))
        reader.compare(f"{number}, points entered", hand["points_entered"], numbers(right.entered))
        reader.compare(f"{number}, totals", hand["cumulative"], numbers(right.totals))
        reader.compare(f"{number}, counts", hand["counts"], right.counts)
        illegal = [(play["trick"], play["seat"], play["played"]) for play in hand["illegal_plays"]]
        reader.compare(f"{number}, illegal plays", sorted(illegal), sorted(right.illegal))
    reader.compare("totals", shown["cumulative"], numbers(account.totals))
    reader.compare("ranking", shown["ranking"], None if is_open else account.ranking)
    return shown


def compare_settlement(reader: Reader, shown: Any, account: Account, amounts: Sequence[int]) -> None:
    """Between every two, under each heading, and in money."""
    settlement = reader.api(f"series/{shown['id']}/settlement")
    reader.compare("settlement in the series", shown["settlement"], settlement)
    reader.compare("debts between every two", settlement["pairs"], [numbers(row) for row in account.pairs()])
    for name in {name for name, *_rest in account.paid} | {"total"}:
        under = account.received("" if name == "total" else name)
        reader.compare(f"under {name}", [row[name] for row in settlement["by_seat"]], numbers(under))
    money = [Fraction(row["money"]) * MINOR for row in settlement["by_seat"]]
    reader.compare("money", [int(each) for each in money], list(amounts))


def numbers(points: Sequence[Fraction]) -> list[int | float]:
    """As JSON has them."""
    return [int(each) if each.denominator == 1 else float(each) for each in points]


def in_coins(shown: Any, account: Account, coin: int) -> list[int]:
    """Each net rounded down to coins; the coins left over go to those who lost most by it, then to the lower amount,
    then by lot (docs/decisions/0030-rounding.md)."""
    value = exact(shown["point_value"]) * MINOR / coin
    nets = [points * value for points in account.received()]
    coins = [floor(net) for net in nets]
    lots = [sha256(f"{shown['id']} {player['id']}".encode()).hexdigest() for player in shown["players"]]
    waiting = sorted(range(len(nets)), key=lambda seat: (coins[seat] - nets[seat], nets[seat], lots[seat]))
    for seat in waiting[: -sum(coins)]:
        coins[seat] += 1
    return [count * coin for count in coins]


# --- Pages and files -------------------------------------------------------------------------------------------------


@dataclass
class Element:
    tag: str
    classes: list[str]
    text: str = ""


class Page(HTMLParser):
    """The elements of a page in their order, each with its own text and that of the elements in it."""

    def __init__(self, html: bytes) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(Element(tag, (dict(attrs).get("class") or "").split()))
        self.elements.append(self.open[-1])

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().tag != tag:
            pass  # an element without an end, such as <meta>

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def texts(self, *, begin: Callable[[Element], bool], wanted: Callable[[Element], bool]) -> list[str]:
        """The texts of the wanted elements that come after the first one that `begin` chooses."""
        first = next((index for index, element in enumerate(self.elements) if begin(element)), len(self.elements))
        return [" ".join(element.text.split()) for element in self.elements[first:] if wanted(element)]


def compare_pages(reader: Reader, shown: Any, account: Account, amounts: Sequence[int] | None) -> None:
    """The page of the series, of its settlement if it is over, and the file for spreadsheets."""
    names = [player["name"] for player in shown["players"]]
    page = Page(reader.get(f"/series/{shown['id']}/"))
    is_over = amounts is not None
    tile = "ranking__name" if is_over else "seat-tile__name"
    sides = page.texts(begin=of_class(tile), wanted=of_tag("bdi"))
    totals = page.texts(begin=of_class(tile), wanted=of_class("figure--xl"))
    reader.compare("number of totals on the page", bool(totals) and len(totals) <= len(sides), True)
    on_page = {name: total for side, total in zip(sides, totals, strict=False) for name in side.split(" & ")}
    right = {name: account.totals[seat] for seat, name in enumerate(names)}
    reader.compare("totals on the page", {name: figure(total) for name, total in on_page.items()}, right)

    rows = list(csv.DictReader(io.StringIO(reader.get(f"/series/{shown['id']}/export.csv").decode("utf-8-sig"))))
    figures = [(row["points_won"], row["points_entered"], row["running_total"]) for row in rows]
    in_file = [tuple(Fraction(cell) if cell else None for cell in row) for row in figures]
    reader.compare("figures in the CSV file", in_file, [row for hand in account.hands for row in csv_rows(hand)])

    if amounts is None:
        return
    page = Page(reader.get(f"/series/{shown['id']}/settlement/"))
    order = page.texts(begin=of_class("account"), wanted=of_tag("bdi"))[: len(names)]
    cells = page.texts(begin=of_tag("tfoot"), wanted=of_tag("td"))
    received = account.received()
    right_row = [received[names.index(name)] for name in order]
    reader.compare("settlement on the page", [figure(cell) for cell in cells[: len(names)]], right_row)
    if Fraction(shown["point_value"]):
        money = [int(figure(cell) * MINOR) for cell in cells[len(names) : 2 * len(names)]]
        reader.compare("money on the page", money, [amounts[names.index(name)] for name in order])


def csv_rows(hand: Any) -> list[tuple[Fraction | None, ...]]:
    sitting = range(len(hand.won)) if hand.sitting is None else hand.sitting
    return [
        (hand.won[seat] if seat in sitting else None, hand.entered[seat] if seat in sitting else None, total)
        for seat, total in enumerate(hand.totals)
    ]


def of_class(name: str) -> Callable[[Element], bool]:
    return lambda element: name in element.classes


def of_tag(name: str) -> Callable[[Element], bool]:
    return lambda element: element.tag == name


def figure(text: str) -> Fraction:
    """Reads −1½, 31⅔, 2/7, 0.1 and +1,818.50."""
    sign = -1 if text.startswith("−") else 1
    plain = text.strip("−+").replace(",", "")
    if plain and unicodedata.category(plain[-1]) == "No":
        part = Fraction(unicodedata.numeric(plain[-1])).limit_denominator(10)
        return sign * (Fraction(plain[:-1] or 0) + part)
    return sign * Fraction(plain)
