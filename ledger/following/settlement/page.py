"""Who owes whom at the end of a series, why, and what it comes to in money. All of it is what the rulebook returned."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _

from games.contract import Column
from games.kit.transfers import Transfer, nets
from ledger.following.between import Between, Line
from ledger.lib import formatting
from ledger.money.amounts import in_minor
from ledger.money.rounding import RULE, Rounded
from ledger.money.settle_up import Plan, settle_up
from ledger.series.settling import in_money
from ledger.series.state import SeriesState


@dataclass(frozen=True)
class Place:
    """A player and the place they ended on. Level players share the places that they span: X–Y."""

    label: str
    name: str
    seat: int
    total: Fraction


@dataclass(frozen=True)
class Row:
    """A heading of the account, with a figure for each place."""

    title: str
    figures: tuple[Fraction, ...]


@dataclass(frozen=True)
class Pair:
    """All that two players owe each other. Of two who are quits either may stand as the payer."""

    payer: Place
    payee: Place
    points: Fraction
    money: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Amount:
    """What a player receives, negative where it is paid: exactly, as it is rounded, and what rounding did."""

    place: Place
    points: Fraction
    exact: str
    minor: int
    rounded: str
    difference: str


@dataclass(frozen=True)
class Payment:
    payer: Place
    receiver: Place
    money: str


@dataclass(frozen=True)
class SettlementPage:
    """As the series ended, or as it would be settled if it ended now."""

    state: SeriesState
    with_standard: bool

    @cached_property
    def places(self) -> list[Place]:
        """From the first to the last."""
        return list(self._places())

    @cached_property
    def transfers(self) -> tuple[Transfer, ...]:
        return self.state.play.settle(with_standard=self.with_standard)

    @property
    def may_differ(self) -> bool:
        """Would it matter whether an early end is settled with standard money?"""
        return self.transfers != self.state.play.settle(with_standard=not self.with_standard)

    # --- The account, in points ---

    @cached_property
    def rows(self) -> list[Row]:
        """One for each of the game's headings under which anything is owed."""
        return [
            Row(_(column.title), self._by_place(paid))
            for column in self._columns()
            if (paid := [transfer for transfer in self.transfers if transfer.cause in column.causes])
        ]

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        return self._by_place(self.transfers)

    @cached_property
    def between(self) -> Between:
        return Between(self.places, self.transfers, self.state.names)

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every two who owe each other anything."""
        return list(self._pairs())

    # --- The same in money ---

    @property
    def is_for_money(self) -> bool:
        return self.state.series.point_value > 0

    @property
    def point_value(self) -> str:
        return self._money(Fraction(1))

    @cached_property
    def rounded(self) -> Rounded:
        return in_money(self.state, with_standard=self.with_standard)

    @cached_property
    def amounts(self) -> list[Amount]:
        return [self._amount(place, points) for place, points in zip(self.places, self.totals, strict=True)]

    @property
    def coin(self) -> str:
        return formatting.money(self.state.series.coin_minor, self.state.series.currency)

    @property
    def rounding_rule(self) -> str:
        return str(RULE)

    @property
    def lot(self) -> str:
        """Whom only the lot could tell apart, if anybody."""
        names = [place.name for place in self.places if place.seat in self.rounded.by_lot]
        return _("It was the lot that decided between %(names)s.") % {"names": ", ".join(names)} if names else ""

    @cached_property
    def plan(self) -> Plan:
        return settle_up(self.rounded.amounts_minor)

    @cached_property
    def payments(self) -> list[Payment]:
        """The fewest that clear this series."""
        by_seat = {place.seat: place for place in self.places}
        return [
            Payment(
                by_seat[paid.payer],
                by_seat[paid.payee],
                formatting.money(paid.amount_minor, self.state.series.currency),
            )
            for paid in self.plan.transfers
        ]

    def _places(self) -> Iterator[Place]:
        """A team is on one place, however many it has."""
        standing, first = self.state.play.standing, 0
        sides = self.state.game.sides_of(self.state.rules, len(self.state.players))
        for level in standing.ranking:
            last = first + sum(any(seat in level for seat in side) for side in sides) - 1
            for seat in level:
                yield Place(self._label(first, last), self.state.names[seat], seat, standing.cumulative[seat])
            first = last + 1

    def _label(self, first: int, last: int) -> str:
        numbers = [formatting.digits(number) for number in range(1, len(self.state.players) + 1)]
        names = self.state.game.place_names or numbers
        return names[first] if first == last else f"{names[first]}–{names[last]}"

    def _amount(self, place: Place, points: Fraction) -> Amount:
        currency, minor = self.state.series.currency, self.rounded.amounts_minor[place.seat]
        return Amount(
            place=place,
            points=points,
            exact=formatting.exact_amount(self.rounded.exact[place.seat], currency, signed=True),
            minor=minor,
            rounded=formatting.amount(minor, currency, signed=True),
            difference=formatting.exact_amount(self.rounded.differences[place.seat], currency, signed=True),
        )

    def _by_place(self, paid: Iterable[Transfer]) -> tuple[Fraction, ...]:
        by_seat = nets(paid, len(self.state.players))
        return tuple(by_seat[place.seat] for place in self.places)

    def _columns(self) -> Iterator[Column]:
        """The game's, and one for every cause that it has no heading for."""
        yield from self.state.game.columns
        headed = {cause for column in self.state.game.columns for cause in column.causes}
        for cause in dict.fromkeys(paid.cause for paid in self.transfers):
            if cause not in headed:
                yield Column(cause, cause.replace("_", " ").capitalize(), frozenset({cause}))

    def _pairs(self) -> Iterator[Pair]:
        by_seat = {place.seat: place for place in self.places}
        for better, worse, paid in self.between.pairs:
            owed = nets(paid, len(self.state.players))[better.seat]
            payer, payee = (worse, better) if owed >= 0 else (better, worse)
            lines = self.between.lines(paid, payee.seat)
            yield Pair(by_seat[payer.seat], by_seat[payee.seat], abs(owed), self._money(abs(owed)), lines)

    def _money(self, points: Fraction) -> str:
        series = self.state.series
        return formatting.exact_money(in_minor(points * Fraction(series.point_value), series.currency), series.currency)
