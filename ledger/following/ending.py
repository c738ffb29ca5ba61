"""The end of a series: who has won, and who still pays whom."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledger.circles.models import Player
from ledger.following.settlement import ProposedPayment, SettlementPage
from ledger.lib import formatting
from ledger.money.source_accounts import PaymentState, SourceAccount
from ledger.series.models import Status
from ledger.series.settling import account_of_series
from ledger.series.state import SeriesState, Side
from ledger.standings.counted import PlayedGame
from ledger.standings.record_texts import broken_text, record_figure, record_name
from ledger.standings.records import broken_records, named_players


@dataclass(frozen=True)
class NewRecord:
    """A record of the circle that this series has broken."""

    text: str  # "Highest total: 52"
    detail: str  # "Asha; before 47 by Bimal on 3 May 2026"
    holders: list[Player]  # without players who are left out of the standings


@dataclass(frozen=True)
class Ending:
    """The end of a series that is finished or was stopped."""

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
        """The game as the parameter `game` in the address of the page of records."""
        series = self.state.series
        return PlayedGame(series.game, self.state.game.title_of(series.rules), 0).choice

    @cached_property
    def _account(self) -> SourceAccount | None:
        return account_of_series(self.state.series, self.state.players) if self.is_for_money else None

    @property
    def latest_payment(self) -> str:
        """ "Chandra paid Asha NPR 18.50", for a screen reader."""
        latest = self._account.latest_payment if self._account else None
        if latest is None:
            return ""
        return _("%(payer)s paid %(payee)s %(amount)s") % {
            "payer": latest.payer.name,
            "payee": latest.payee.name,
            "amount": formatting.money(latest.amount_minor, self.state.series.currency),
        }

    @cached_property
    def payments(self) -> list[ProposedPayment]:
        """Who pays or gives whom how much, in the order of the plan, also once some payments are made."""
        return SettlementPage(self.state, self.state.series.with_standard, self.shows_money, self._account).payments

    @property
    def covered(self) -> list[ProposedPayment]:
        """The payments that need not be made, because they were paid elsewhere or set against other debts."""
        return [payment for payment in self.payments if payment.state == PaymentState.COVERED]


def new_records(state: SeriesState) -> list[NewRecord]:
    """Return the records of the circle that this series has broken, for members only.

    They are computed from the stored results, so that no hand is scored again.
    """
    series, title = state.series, state.game.title_of(state.series.rules)
    broken = broken_records(series.circle, series.pk, series.game, title)
    players = named_players(series.circle, [mark for each in broken for mark in (each.now, each.before) if mark])
    return [
        NewRecord(
            text=_("%(record)s: %(figure)s")
            % {
                "record": record_name(each.code, low_wins=each.low_wins),
                "figure": record_figure(each.code, each.now.value),
            },
            detail=broken_text(each, players),
            holders=[players[player] for player in each.now.holders if player in players],
        )
        for each in broken
    ]
