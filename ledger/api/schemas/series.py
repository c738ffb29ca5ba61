"""Answers about series, hands and settlements."""

from typing import Any, Literal, Self

from django.urls import reverse
from pydantic import ConfigDict, RootModel
from rest_framework.request import Request

from games.kit.points import write_points
from games.kit.transfers import nets
from ledger.api.schemas.base import (
    Answer,
    AnyRecord,
    AnyRules,
    Fault,
    Id,
    Moment,
    Money,
    Page,
    Points,
    Problem,
    Seat,
)
from ledger.api.schemas.circles import Payable
from ledger.api.schemas.games import Declared, IllegalPlay, Transfer
from ledger.api.schemas.series_input import HandsQuery
from ledger.api.schemas.verdicts import RulesOfRecord, Verdict, Waived
from ledger.face.faces import faces_at_table
from ledger.money.amounts import plain_amount
from ledger.money.source_accounts import PaymentState, SourceAccount
from ledger.series import models
from ledger.series.models import Event
from ledger.series.selectors import hand_notes, noted_bids, revision_counts
from ledger.series.settling import account_of_series
from ledger.series.state import PlayedHand, SeriesState
from ledger.series.wording import Names, in_words
from ledger.verdicts.current import SeriesVerdicts, verdicts_of


class SeatedPlayer(Answer):
    id: Id
    name: str
    face: int
    """The player's colour and mark at this table: as in `Player`, unless another player here has the same."""


class Hand(Answer):
    number: int
    record: AnyRecord
    counts: bool
    """False for a deal that was thrown in."""
    points_won: list[Points]
    points_entered: list[Points]
    cumulative: list[Points]
    last_trick_winner: Seat | None
    bonuses: list[Transfer]
    """Payments for this hand alone. `cause` is `big_hand` for a bonus beside the points, or `at_once` where the rules
    pay each hand at once."""
    declared: Declared | None
    missed: list[str]
    """What a side could have announced, in words."""
    recorded_by: str
    recorded_at: Moment
    """When the site received the hand."""
    played_at: Moment | None
    """When the hand was entered in a phone without signal; null if it was sent at once."""
    clock_corrected: bool
    """The phone's clock showed an impossible time, and the site corrected `played_at`."""
    revision: int
    """How often the hand has been recorded: 1 if it was never corrected."""
    illegal_plays: list[IllegalPlay]
    warnings: list[Fault]
    """What is possible but doubtful."""
    note: str
    verdicts: list[Verdict]
    """The verdicts that hold today, by seat."""

    @classmethod
    def of(cls, hand: PlayedHand, state: SeriesState, revision: int, note: str, verdicts: SeriesVerdicts) -> "Hand":
        event = state.events[hand.number - 1]  # the latest revision of this hand
        return cls.made_of(
            hand,
            hand.score,
            record=event.content,
            bonuses=[Transfer.of(transfer) for transfer in hand.score.transfers],
            declared=Declared.of(hand.score.declared),
            missed=[in_words(sentence, state.names) for sentence in hand.score.missed],
            **_recording(event),
            revision=revision,
            illegal_plays=[IllegalPlay.of(play) for play in hand.score.illegal_plays],
            warnings=[Fault.of(warning, Names(pack=state.pack)) for warning in hand.score.warnings],
            note=note,
            verdicts=Verdict.of_hand(verdicts, hand.number),
        )


def _recording(event: Event) -> dict[str, Any]:
    """Return the fields that say by whom and when the event was recorded."""
    return {
        "recorded_by": event.by_name,
        "recorded_at": event.at,
        "played_at": event.played_at,
        "clock_corrected": event.clock_corrected,
    }


class BoxCell(Answer):
    points: Points | None
    """Null while the box is open."""
    most: Points | None
    """What an open box can bring at most."""
    hand: int | None
    """The number of the hand that filled the box."""
    remark: str
    """A sentence on the box, such as what a joker was played as."""


class BoxRow(Answer):
    name: str
    factor: int
    cells: list[BoxCell]
    """One for each side."""


class Boxes(Answer):
    rows: list[BoxRow]
    turn: Seat | None
    """The side that fills the next box, counted from 0; null if that is not known."""

    @classmethod
    def of(cls, state: SeriesState) -> "Boxes | None":
        if (boxes := state.boxes) is None:
            return None
        rows = []
        for row in boxes.rows:
            cells = [BoxCell.made_of(cell, remark=in_words(cell.remark or "", ())) for cell in row.cells]
            rows.append(BoxRow(name=in_words(row.name, ()), factor=row.factor, cells=cells))
        return cls(rows=rows, turn=boxes.turn)


class SettlementLine(Transfer):
    text: str


class SeatResult(Answer):
    """One sum for each heading of the game's settlement. `difference`, `standard` and `bonus` are always there."""

    model_config = ConfigDict(extra="allow")

    seat: Seat
    difference: Points
    standard: Points
    bonus: Points
    total: Points
    money: Money | None
    """Null in a circle for points only, as `point_value` and `currency` are."""


class PlannedPayment(Payable):
    """A payment that settles the series, or the part of one that has this state."""

    state: PaymentState
    """`paid`: marked as paid in this series. `open`: still to be paid. `covered`: settled by a payment outside of the
    series, or by what is owed in other series."""


class Settlement(Answer):
    final: bool
    """False while the series is open: the settlement then says what would be owed if the series ended now."""
    lines: list[SettlementLine]
    by_seat: list[SeatResult]
    pairs: list[list[Points]]
    """`pairs[i][j]` is what seat i receives from seat j."""
    point_value: Money | None
    currency: str | None

    @classmethod
    def of(cls, state: SeriesState, **more: Any) -> Self:
        series, seats = state.series, len(state.players)
        outcome = state.outcome
        lines = [
            SettlementLine.made_of(Transfer.of(transfer), text=in_words(transfer.why, state.names))
            for transfer in outcome.transfers
        ]
        by_seat = []
        for seat, amount_minor in enumerate(outcome.money.amounts_minor):
            sums: dict[str, Any] = {"difference": 0, "standard": 0, "bonus": 0}
            for column in state.game.columns:
                of_column = [transfer for transfer in outcome.transfers if transfer.cause in column.causes]
                sums[column.code] = write_points(nets(of_column, seats)[seat])
            total = write_points(outcome.points[seat])
            money = None if series.circle.points_only else plain_amount(amount_minor, series.currency)
            by_seat.append(SeatResult(seat=seat, **sums, total=total, money=money))
        return cls(
            final=not series.is_open,
            lines=lines,
            by_seat=by_seat,
            pairs=[list(row) for row in outcome.pairs],
            **_stake(series),
            **more,
        )


class SettlementWithPayments(Settlement):
    payments: list[PlannedPayment]
    """The fewest payments that settle the whole series. Empty while the series is open, and if it shows no money."""

    @classmethod
    def of(cls, state: SeriesState, **more: Any) -> Self:
        account = account_of_series(state.series, state.players) or SourceAccount()
        payments = [
            PlannedPayment(
                payer=part.payer.pk,
                payee=part.payee.pk,
                amount=plain_amount(part.amount_minor, state.series.currency),
                state=part.state,
            )
            for part in account.parts
        ]
        return super().of(state, payments=payments, **more)


class SeriesHead(Answer):
    id: Id
    circle: Id
    version: int
    """Grows by one with every change of the series."""
    game: str
    preset: str | None
    """Null if any option differs from the preset."""
    point_value: Money | None
    """Null in a circle for points only, as the currency is."""
    currency: str | None
    status: Literal["open", "finished", "stopped"]
    started_at: Moment
    """`played_at` of the start, if a phone without signal started the series."""
    changed_at: Moment
    place: str
    """Where the series is played; empty if no place was given."""
    note: str
    players: list[SeatedPlayer]
    """In seat order."""
    rules_of_record: RulesOfRecord
    """As chosen at the start of the series."""

    @classmethod
    def of_listed(cls, series: models.Series) -> "SeriesHead":
        """Return the head of a series that `series_matching` has loaded, with its players."""
        return cls.made_of(series, **_head(series, [seat.player for seat in series.seats.all()]))


class Series(SeriesHead):
    rules: AnyRules
    hands: list[Hand]
    """All hands, or only the newest if the address has `hands`."""
    earlier: str | None
    """The address of the hands before these; null if there are none."""
    cumulative: list[Points]
    ranking: list[list[Seat]] | None
    """Null until the series is over; two seats in one list are tied."""
    dealer: Seat | None
    """Who deals next."""
    bids: list[int | str | None] | None
    """The bids of the sides for the hand that is being played; null if none is written down."""
    boxes: Boxes | None
    """In a game in which every side fills each box once: the boxes. Null in any other game."""
    reminders: list[str]
    remarks: list[str]
    """Sentences on the standing, such as who has played a solo."""
    settlement: Settlement | None
    """Null until the series is over."""
    verdicts: list[Verdict]
    """The verdicts on the settlement that hold today."""
    agreed: bool
    """All agree to the settlement and to every hand that counts and in which they sat; or an owner has waived the
    missing verdicts."""
    waived: Waived | None

    @classmethod
    def of(cls, state: SeriesState, request: Request, verdicts: SeriesVerdicts | None = None) -> "Series":
        """Return the series with the hands that the request asks for. `verdicts` defaults to today's verdicts."""
        series, standing, asked = state.series, state.play.standing, HandsQuery.of(request)
        last = min(asked.before - 1 if asked.before else len(state.events), len(state.events))
        first = max(0, last - asked.hands) if asked.hands else 0
        earlier = f"{reverse('api:series', args=[series.pk])}?hands={asked.hands}&before={first + 1}" if first else ""
        revisions, notes = revision_counts(state), hand_notes(series)
        verdicts = verdicts or verdicts_of(state)
        return cls.made_of(
            standing,
            series,
            **_head(series, state.players),
            hands=[
                Hand.of(hand, state, revisions[hand.number], notes.get(hand.number, ""), verdicts)
                for hand in state.play.hands[first:last]
            ],
            earlier=request.build_absolute_uri(earlier) if earlier else None,
            ranking=None if series.is_open else [list(level) for level in standing.ranking],
            bids=noted_bids(state, request.user.pk) or None,
            boxes=Boxes.of(state),
            reminders=[in_words(text, state.names) for text in standing.reminders],
            remarks=[in_words(text, state.names) for text in standing.remarks],
            settlement=None if series.is_open else Settlement.of(state),
            verdicts=Verdict.of_hand(verdicts, None),
            agreed=verdicts.agreed,
            waived=Waived.of(verdicts),
        )


def _head(series: models.Series, players: Any) -> dict[str, Any]:
    """Return the fields of SeriesHead that are no attributes of the series, or have other values."""
    return {
        "circle": series.circle_id,
        "preset": series.preset or None,
        "rules_of_record": RulesOfRecord(verdicts=series.verdicts),
        **_stake(series),
        "players": [
            SeatedPlayer.made_of(player, face=face)
            for player, face in zip(players, faces_at_table([player.face for player in players]), strict=True)
        ],
    }


def _stake(series: models.Series) -> dict[str, str | None]:
    """Return the point value and the currency. Both are None in a circle for points only."""
    if series.circle.points_only:
        return {"point_value": None, "currency": None}
    return {"point_value": format(series.point_value.normalize(), "f"), "currency": series.currency}


class SeriesPage(Page):
    """Newest first."""

    results: list[SeriesHead]


class OutOfDate(Problem):
    """The series has moved on since the writer looked. Nothing was written."""

    current: Series


class Revision(Answer):
    version: int
    kind: Literal["recorded", "corrected", "withdrawn"]
    record: AnyRecord | None
    reason: str
    recorded_by: str
    recorded_at: Moment
    played_at: Moment | None
    clock_corrected: bool
    hash: str
    """Covers the content of this event and the hash of the event before."""

    @classmethod
    def of(cls, event: Event) -> "Revision":
        return cls.made_of(event, version=event.number, record=event.content or None, **_recording(event))


class RevisionList(RootModel[list[Revision]]):
    pass


class SeriesFile(RootModel[dict[str, Any]]):
    """The whole record of a series, in the form of a file."""
