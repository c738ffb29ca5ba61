"""The end of a series: who has won, and who still pays whom."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Player
from ledger.following.settlement import ProposedPayment, SettlementPage
from ledger.lib import formatting
from ledger.money.selectors import SourceAccount, is_settled
from ledger.series import settling
from ledger.series.models import Status
from ledger.series.state import SeriesState, Side
from ledger.standings.counted import Played
from ledger.standings.record_texts import fallen_text, record_figure, record_name
from ledger.standings.records import fallen_records, named_players


class Party(NamedTuple):
    """One of the two who settle a payment."""

    player_id: str
    name: str
    face: int
    seat: int


@dataclass(frozen=True)
class EndPayment:
    payer: Party
    payee: Party
    amount_minor: int
    entry_id: str  # empty while it is open


@dataclass(frozen=True)
class NewRecord:
    """A record of the circle that fell with this series."""

    text: str  # "Highest total: 52"
    detail: str  # "Asha; before 47 by Bimal on 3 May 2026"
    holders: list[Player]  # without those who are left out


@dataclass(frozen=True)
class Ending:
    """For a series that is finished or was stopped."""

    state: SeriesState
    shows_money: bool = True  # False: for the readers of a link that shows no payments

    @cached_property
    def winners(self) -> list[Side]:
        """The sides in front; empty if no hand counts, or all are level."""
        if not any(hand.counts for hand in self.state.play.hands):
            return []
        first, *others = self.state.by_side(self.state.play.standing.ranking)
        return [self.state.side_of(seat) for seat in first] if others else []

    @property
    def headline(self) -> str:
        """ "Asha won", "Asha and Bimal won together", "Stopped with Asha in front"."""
        names = {"names": formatting.in_a_row([side.name for side in self.winners])}
        if not any(hand.counts for hand in self.state.play.hands):
            return _("No hand counts")
        if not self.winners:
            return _("All are level")
        if self.state.shown_status == Status.STOPPED:
            return _("Stopped with %(names)s in front") % names
        return ngettext("%(names)s won", "%(names)s won together", len(self.winners)) % names

    @property
    def is_for_money(self) -> bool:
        return self.shows_money and self.state.series.shows_money

    @property
    def record_choice(self) -> str:
        """The game, as the page of the records is asked for it."""
        series = self.state.series
        return Played(series.game, self.state.game.title_of(series.rules), 0).choice

    @cached_property
    def _account(self) -> SourceAccount:
        return settling.account(self.state)

    @property
    def latest_payment(self) -> str:
        """ "Chandra paid Asha NPR 18.50", for a screen reader."""
        if not self.is_for_money or not self._account.payments:
            return ""
        paid = self._account.payments[-1]
        return _("%(payer)s paid %(payee)s %(amount)s") % {
            "payer": paid.payer.name,
            "payee": paid.payee.name,
            "amount": formatting.money(paid.amount_minor, self.state.series.currency),
        }

    @cached_property
    def payments(self) -> list[EndPayment]:
        """Those that were made and the fewest that are open. By size, so that none moves when it is paid."""
        account = self._account
        faces = self.state.faces
        parties = {
            player.pk: Party(player.pk, player.name, faces[seat], seat)
            for seat, player in enumerate(self.state.players)
        }
        paid = [
            EndPayment(parties[each.payer.pk], parties[each.payee.pk], each.amount_minor, each.entry.pk)
            for each in account.payments
        ]
        still_open = [
            EndPayment(parties[each.payer.pk], parties[each.payee.pk], each.amount_minor, "")
            for each in account.open_payments
        ]
        return sorted([*paid, *still_open], key=lambda each: (-each.amount_minor, each.payer.seat))

    @property
    def gives(self) -> list[ProposedPayment]:
        """Who gives whom how many points, where the series is not for money."""
        if self.state.series.shows_money:
            return []
        return SettlementPage(self.state, self.state.series.with_standard).payments

    @cached_property
    def is_settled_elsewhere(self) -> bool:
        """Are payments open here, although nobody in the circle owes anything any more?"""
        series = self.state.series
        is_open = any(not payment.entry_id for payment in self.payments)
        return is_open and is_settled(series.circle, series.currency)


def new_records(state: SeriesState) -> list[NewRecord]:
    """Only for members of the circle. Made of the results that are kept, so no hand is played again."""
    series, title = state.series, state.game.title_of(state.series.rules)
    fallen = fallen_records(series.circle, series.pk, series.game, title)
    players = named_players(series.circle, [mark for each in fallen for mark in (each.now, each.before) if mark])
    return [
        NewRecord(
            text=_("%(record)s: %(figure)s")
            % {
                "record": record_name(each.code, low_wins=each.low_wins),
                "figure": record_figure(each.code, each.now.value),
            },
            detail=fallen_text(each, players),
            holders=[players[player] for player in each.now.holders if player in players],
        )
        for each in fallen
    ]
