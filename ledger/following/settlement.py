"""Who owes whom at the end of a series, why, and how much money that is. The transfers come from the rulebook."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, lcm

from django.utils.translation import gettext as _

from games.contract import SettlementColumn
from games.kit.transfers import Transfer, nets
from ledger.following.debts import DebtLine, Debts
from ledger.lib import formatting
from ledger.money.amounts import in_minor
from ledger.money.rounding import RULE, Rounded
from ledger.money.settle_up import PaymentPlan, settle_up
from ledger.money.source_accounts import PaymentState, PlanPart, SourceAccount
from ledger.series.descriptions import series_name
from ledger.series.outcome import SeriesOutcome
from ledger.series.state import SeriesState


@dataclass(frozen=True)
class FinalPlace:
    """A player and the player's place at the end. Level players share their places: 2–3."""

    label: str  # "1", or "2–3"
    letter: str  # what the game calls the place in the account, such as "W"; the label if it has no word for it
    player_id: str
    name: str
    seat: int
    face: int
    total: Fraction


@dataclass(frozen=True)
class AccountRow:
    """A row of the account: a heading, with a figure for each player."""

    title: str
    figures: tuple[Fraction, ...]  # what each player receives, in the order of `SettlementPage.places`


@dataclass(frozen=True)
class PairAccount:
    """All that two players owe each other. If it comes to 0, the player with the worse place is named as the payer."""

    payer: FinalPlace
    payee: FinalPlace
    points: Fraction
    money: str
    exact: str  # with fractions of a minor unit; empty if `money` is exact already
    lines: tuple[DebtLine, ...]


@dataclass(frozen=True)
class PlayerAmount:
    """What a player receives, exactly and rounded, and the difference between the two.

    What the player receives is negative if the player pays.
    """

    place: FinalPlace
    points: Fraction
    exact: str
    amount_minor: int
    rounded: str
    difference: str


@dataclass(frozen=True)
class ProposedPayment:
    payer: FinalPlace
    payee: FinalPlace
    sum: str  # "NPR 18.50", or "40 points"
    part: PlanPart | None = None  # of the plan in the books, which a series for money has once it is over

    @property
    def state(self) -> PaymentState:
        return self.part.state if self.part else PaymentState.OPEN

    @property
    def done(self) -> str:
        """ "paid on 3 May 2026", or why it need not be paid: "settled on 3 May 2026". Empty while it is open."""
        part = self.part
        if part is None:
            return ""
        if part.entries:
            return _("paid on %(day)s") % {"day": formatting.day(part.entries[-1].at)}
        if part.settled_at:
            return _("settled on %(day)s") % {"day": formatting.day(part.settled_at)}
        if part.set_against == part.payer:
            return _("set against what %(name)s is owed") % {"name": part.payer.name}
        if part.set_against:
            return _("set against what %(name)s owes") % {"name": part.payee.name}
        return ""


@dataclass(frozen=True)
class SettlementPage:
    """The settlement of a series that is over, or what it would be if an open series ended now."""

    state: SeriesState
    with_standard: bool
    shows_money: bool = True  # False: for the readers of a link that shows no payments
    account: SourceAccount | None = None  # the paid, open and covered payments, once the series is over

    @cached_property
    def places(self) -> list[FinalPlace]:
        """The places from the first to the last. The players of a team share their places."""
        state, final_places = self.state, []
        numbers = [formatting.digits(number) for number in range(1, len(state.players) + 1)]
        letters = state.game.place_names or numbers
        for seat, (first, last) in state.places.items():
            label, letter = (
                names[first - 1] if first == last else f"{names[first - 1]}–{names[last - 1]}"
                for names in (numbers, letters)
            )
            total = state.play.standing.cumulative[seat]
            player = state.players[seat]
            final_places.append(FinalPlace(label, letter, player.pk, player.name, seat, state.faces[seat], total))
        return final_places

    @property
    def outcome(self) -> SeriesOutcome:
        return self.state.outcome_if(with_standard=self.with_standard)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        return self.outcome.transfers

    @property
    def may_differ(self) -> bool:
        """Whether the settlement would be different with standard money than without it."""
        return self.transfers != self.state.outcome_if(with_standard=not self.with_standard).transfers

    # --- The account, in points ---

    @cached_property
    def rows(self) -> list[AccountRow]:
        """A row for each heading under which anything is owed, and for each cause that has no heading.

        The headings are those of the game (`Game.columns`), which the page shows as rows.
        """
        columns = list(self.state.game.columns)
        headed = {cause for column in columns for cause in column.causes}
        causes = dict.fromkeys(transfer.cause for transfer in self.transfers if transfer.cause not in headed)
        columns += [
            SettlementColumn(cause, cause.replace("_", " ").capitalize(), frozenset({cause})) for cause in causes
        ]
        return [
            AccountRow(_(column.title), self._by_place(transfers))
            for column in columns
            if (transfers := [transfer for transfer in self.transfers if transfer.cause in column.causes])
        ]

    @property
    def totals(self) -> tuple[Fraction, ...]:
        """What each player receives in all, in the order of `places`."""
        return tuple(self.outcome.points[place.seat] for place in self.places)

    @cached_property
    def debts(self) -> Debts:
        sides = self.state.players_as_sides
        players = [sides[place.seat] for place in self.places]
        return Debts(players, self.transfers, self.state.names)

    @cached_property
    def pairs(self) -> list[PairAccount]:
        """An account for every two players who owe each other anything."""
        pairs, series = [], self.state.series
        for better, worse, transfers in self.debts.pairs:
            owed = nets(transfers, len(self.state.players))[better.seat]
            payer, payee = (worse.seat, better.seat) if owed >= 0 else (better.seat, worse.seat)
            lines = self.debts.lines(transfers, payee)
            minor = in_minor(abs(owed) * Fraction(series.point_value), series.currency)
            money = formatting.money(floor(minor + Fraction(1, 2)), series.currency)
            exact = formatting.exact_amount(minor, series.currency) if minor.denominator != 1 else ""
            pairs.append(PairAccount(self._by_seat[payer], self._by_seat[payee], abs(owed), money, exact, lines))
        return pairs

    # --- The account, in money ---

    @property
    def is_for_money(self) -> bool:
        return self.shows_money and self.state.series.shows_money

    @property
    def point_value(self) -> str:
        series = self.state.series
        minor = in_minor(Fraction(series.point_value), series.currency)
        return formatting.exact_money(minor, series.currency)

    @property
    def rounded(self) -> Rounded:
        return self.outcome.money

    @cached_property
    def amounts(self) -> list[PlayerAmount]:
        currency, rounded = self.state.series.currency, self.rounded
        return [
            PlayerAmount(
                place=place,
                points=points,
                exact=formatting.exact_amount(rounded.exact[place.seat], currency, signed=True),
                amount_minor=rounded.amounts_minor[place.seat],
                rounded=formatting.amount(rounded.amounts_minor[place.seat], currency, signed=True),
                difference=formatting.exact_amount(rounded.differences[place.seat], currency, signed=True),
            )
            for place, points in zip(self.places, self.totals, strict=True)
        ]

    @property
    def coin(self) -> str:
        return formatting.money(self.state.series.coin_minor, self.state.series.currency)

    @property
    def rounding_rule(self) -> str:
        return str(RULE)

    @property
    def lot(self) -> str:
        """A sentence on the players between whom a lot decided how equal amounts are rounded; empty without a lot."""
        names = [place.name for place in self.places if place.seat in self.rounded.by_lot]
        return _("It was the lot that decided between %(names)s.") % {"names": ", ".join(names)} if names else ""

    @cached_property
    def plan(self) -> PaymentPlan:
        """The fewest payments, in minor units. Where no money is shown, the unit is a point, or the largest fraction of
        a point in which all sums are whole numbers."""
        if self.is_for_money:
            return self.outcome.payments
        return settle_up([int(points * self._parts) for points in self.outcome.points])

    @property
    def _parts(self) -> int:
        """How many units of the plan make one point."""
        return lcm(*(points.denominator for points in self.totals))

    @cached_property
    def payments(self) -> list[ProposedPayment]:
        """The fewest payments that settle this series, in money or in points. Those that are paid or covered say so.
        Empty if the money is hidden from the reader."""
        if self.state.series.shows_money and not self.shows_money:
            return []
        if self.account:
            currency, places = self.state.series.currency, {place.player_id: place for place in self.places}
            return [
                ProposedPayment(
                    places[part.payer.pk], places[part.payee.pk], formatting.money(part.amount_minor, currency), part
                )
                for part in self.account.parts
            ]
        return [
            ProposedPayment(
                self._by_seat[payment.payer],
                self._by_seat[payment.payee],
                formatting.money(payment.amount_minor, self.state.series.currency)
                if self.is_for_money
                else formatting.points_in_words(Fraction(payment.amount_minor, self._parts)),
            )
            for payment in self.plan.payments
        ]

    @property
    def has_done_payments(self) -> bool:
        return any(payment.done for payment in self.payments)

    @cached_property
    def _by_seat(self) -> dict[int, FinalPlace]:
        return {place.seat: place for place in self.places}

    def _by_place(self, transfers: Iterable[Transfer]) -> tuple[Fraction, ...]:
        """Return what each player receives by these transfers, in the order of `places`; negative: pays."""
        by_seat = nets(transfers, len(self.state.players))
        return tuple(by_seat[place.seat] for place in self.places)


# --- As text ---------------------------------------------------------------------------------------------------------


def settlement_text(page: SettlementPage, address: str) -> str:
    """Return the settlement in a few lines of plain text, to send to players who were not at the table.

    `address` is the address of a link to the series; empty if there is no link.
    """
    series = page.state.series
    lines = [_("%(name)s: %(what)s") % {"name": series.circle.name, "what": series_name(series)}]
    if series.is_open:
        lines.append(_("If it ended now:"))
    for amount in page.amounts:
        if page.is_for_money:
            comes_to = formatting.money(amount.amount_minor, series.currency, signed=True)
        else:
            comes_to = formatting.points(amount.points, signed=True)
        place = amount.place
        figures = {
            "place": place.label,
            "name": formatting.isolated(place.name),
            "total": formatting.points(place.total),
        }
        lines.append(_("%(place)s %(name)s, total %(total)s: %(comes_to)s") % {**figures, "comes_to": comes_to})
    if page.payments:
        lines += ["", _("The fewest payments:") if page.is_for_money else _("Who gives whom:")]
    for payment in page.payments:
        payer, payee = formatting.isolated(payment.payer.name), formatting.isolated(payment.payee.name)
        if page.is_for_money:
            words = {"payer": payer, "receiver": payee, "money": payment.sum}
            line = _("%(payer)s pays %(receiver)s %(money)s") % words
            if payment.done:
                line = f"{line} ({payment.done})"
            lines.append(line)
        else:
            words = {"giver": payer, "receiver": payee, "points": payment.sum}
            lines.append(_("%(giver)s gives %(receiver)s %(points)s") % words)
    if address:
        lines += ["", address]
    return "\n".join(lines)
