"""Compare what the site shows of a series with what was worked out by hand."""

import csv
import io
import json
import unicodedata
from collections.abc import Sequence
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
    """Compare what is paid between every two, under each heading, and in money."""
    settlement = reader.api(f"series/{shown['id']}/settlement")
    payments = settlement.pop("payments")
    reader.compare("settlement in the series", shown["settlement"], settlement)
    paid = {player["id"]: Fraction(0) for player in shown["players"]}
    for payment in payments:
        paid[payment["from"]] -= Fraction(payment["amount"]) * MINOR
        paid[payment["to"]] += Fraction(payment["amount"]) * MINOR
    received = [Fraction(row["money"]) * MINOR if row["money"] else Fraction(0) for row in settlement["by_seat"]]
    reader.compare("what the payments come to", list(paid.values()), received)
    reader.compare("debts between every two", settlement["pairs"], [numbers(row) for row in account.pairs()])
    for name in {name for name, *_rest in account.paid} | {"total"}:
        under = account.received("" if name == "total" else name)
        reader.compare(f"under {name}", [row[name] for row in settlement["by_seat"]], numbers(under))
    money = [Fraction(row["money"]) * MINOR for row in settlement["by_seat"]]
    reader.compare("money", [int(each) for each in money], list(amounts))


def numbers(points: Sequence[Fraction]) -> list[int | float]:
    """Return the points as they are written in JSON."""
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
    classes: set[str]
    inside: set[str]  # the tags and classes of all elements around it
    text: str = ""


class Page(HTMLParser):
    """The elements of a page in their order, each with its own text and that of the elements in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        around = self.open[-1] if self.open else Element("", set(), set())
        inside = around.inside | around.classes | {around.tag}
        self.open.append(Element(tag, set((dict(attrs).get("class") or "").split()), inside))
        self.elements.append(self.open[-1])

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().tag != tag:
            pass  # an element without an end, such as <meta>

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def texts(self, name: str, *inside: str) -> list[str]:
        """Return the texts of elements with this tag or class, inside of elements with all these tags or classes."""
        return [
            " ".join(element.text.split())
            for element in self.elements
            if name in (element.tag, *element.classes) and element.inside.issuperset(inside)
        ]


def compare_pages(reader: Reader, shown: Any, account: Account, amounts: Sequence[int] | None) -> None:
    """The page of the series, the file for spreadsheets, and the page of the settlement if the series is over."""
    names = [player["name"] for player in shown["players"]]
    page = Page(reader.get(f"/series/{shown['id']}/").decode())
    ranked = page.texts("ranking__row")  # after the end, and where many play
    row, title = ("ranking__row", "ranking__name") if ranked else ("seat-tile", "seat-tile__name")
    compare_totals(reader, "on the page", names, account, page.texts("bdi", title), page.texts("figure--xl", row))

    rows = list(csv.DictReader(io.StringIO(reader.get(f"/series/{shown['id']}/export.csv").decode("utf-8-sig"))))
    figures = [(row["points_won"], row["points_entered"], row["running_total"]) for row in rows]
    in_file = [tuple(Fraction(cell) if cell else None for cell in row) for row in figures]
    reader.compare("figures in the CSV file", in_file, [row for hand in account.hands for row in csv_rows(hand)])

    if amounts is not None:
        page = Page(reader.get(f"/series/{shown['id']}/settlement/").decode())
        order, cells = page.texts("bdi", "account", "thead"), page.texts("td", "account", "tfoot")
        settled = order, cells[: len(order)], cells[len(order) :]
        compare_settled(reader, "on the page", names, account, amounts, settled)


def compare_sheet(reader: Reader, html: str, shown: Any, account: Account, amounts: Sequence[int]) -> None:
    """The sheet that is printed shows the same figures as the pages."""
    names = [player["name"] for player in shown["players"]]
    page = Page(html)
    ranking = page.texts("bdi", "ranking"), page.texts("ranking__total", "ranking")
    compare_totals(reader, "on the sheet", names, account, *ranking)
    order = page.texts("bdi", "settlement", "thead")
    settled = order, page.texts("td", "settlement", "sum"), page.texts("td", "settlement", "money")
    compare_settled(reader, "on the sheet", names, account, amounts, settled)


def compare_totals(
    reader: Reader, where: str, names: Sequence[str], account: Account, sides: Sequence[str], totals: Sequence[str]
) -> None:
    """A side is a player, or a team: "Player 1 & Player 3"."""
    by_name = zip(sides, totals, strict=True)
    on_page = {name: figure(total) for side, total in by_name for name in side.split(" & ")}
    reader.compare(f"totals {where}", on_page, dict(zip(names, account.totals, strict=True)))


def compare_settled(
    reader: Reader,
    where: str,
    names: Sequence[str],
    account: Account,
    amounts: Sequence[int],
    settled: tuple[Sequence[str], Sequence[str], Sequence[str]],
) -> None:
    order, points, money = settled
    received = dict(zip(names, account.received(), strict=True))
    reader.compare(f"settlement {where}", dict(zip(order, map(figure, points), strict=True)), received)
    if money or any(amounts):
        in_minor = {name: int(figure(amount) * MINOR) for name, amount in zip(order, money, strict=True)}
        reader.compare(f"money {where}", in_minor, dict(zip(names, amounts, strict=True)))


def csv_rows(hand: Any) -> list[tuple[Fraction | None, ...]]:
    sitting = range(len(hand.won)) if hand.sitting is None else hand.sitting
    return [
        (hand.won[seat] if seat in sitting else None, hand.entered[seat] if seat in sitting else None, total)
        for seat, total in enumerate(hand.totals)
    ]


def figure(text: str) -> Fraction:
    """Reads −1½, 31⅔, 2/7, 0.1 and +1,818.50."""
    sign = -1 if text.startswith("−") else 1
    plain = text.strip("−+").replace(",", "")
    if plain and unicodedata.category(plain[-1]) == "No":
        part = Fraction(unicodedata.numeric(plain[-1])).limit_denominator(10)
        return sign * (Fraction(plain[:-1] or 0) + part)
    return sign * Fraction(plain)
