"""What is answered about series, hands and settlements."""

from typing import Any, Literal, Self

from django.urls import reverse
from pydantic import ConfigDict, Field, RootModel
from rest_framework.request import Request

from games.kit.points import write_points
from games.kit.transfers import nets
from ledger.agreeing.holding import SeriesAgreement, agreement_of
from ledger.api.schemas.agreeing import RulesOfRecord, Verdict, Waived
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
from ledger.api.schemas.games import IllegalPlay, Transfer
from ledger.api.schemas.series_input import HandsQuery
from ledger.face.faces import faces_at_table
from ledger.money.amounts import plain_amount
from ledger.money.source_accounts import PaymentState, SourceAccount
from ledger.series import models
from ledger.series.models import Event
from ledger.series.selectors import hand_notes, noted_bids, revision_counts
from ledger.series.settling import account_of_series
from ledger.series.state import PlayedHand, SeriesState
from ledger.series.wording import Names, in_words


class SeatedPlayer(Answer):
    id: Id
    name: str
    face: int
    """The colour and mark that the player has at this table: their own, unless another one here has the same."""


class Hand(Answer):
    number: int
    record: AnyRecord
    counts: bool
    """False of a deal that was thrown in."""
    points_won: list[Points]
    points_entered: list[Points]
    cumulative: list[Points]
    last_trick_winner: Seat | None
    bonuses: list[Transfer]
    """What is owed at once for this hand, apart from the settlement."""
    recorded_by: str
    recorded_at: Moment
    """When the site learnt it."""
    played_at: Moment | None
    """When it was entered in a phone without signal; null where that is the same."""
    clock_corrected: bool
    """The phone's clock said a time that cannot be, and it was put right."""
    revision: int
    """How often it has been recorded: 1 for a hand that was never corrected."""
    illegal_plays: list[IllegalPlay]
    warnings: list[Fault]
    """What is possible and doubtful."""
    note: str
    verdicts: list[Verdict]
    """Those that hold today, by seat."""

    @classmethod
    def of(cls, hand: PlayedHand, state: SeriesState, revision: int, note: str, agreement: SeriesAgreement) -> "Hand":
        event = state.events[hand.number - 1]
        return cls.made_of(
            hand,
            hand.score,
            record=event.content,
            bonuses=[Transfer.of(paid) for paid in hand.score.transfers],
            recorded_by=event.by_name,
            **_when(event),
            revision=revision,
            illegal_plays=[IllegalPlay.of(play) for play in hand.score.illegal_plays],
            warnings=[Fault.of(warning, Names(pack=state.pack)) for warning in hand.score.warnings],
            note=note,
            verdicts=Verdict.of_hand(agreement, hand.number),
        )


def _when(event: Event) -> dict[str, Any]:
    return {"recorded_at": event.at, "played_at": event.played_at, "clock_corrected": event.clock_corrected}


class BoxCell(Answer):
    points: Points | None
    """Null while the box is open."""
    most: Points | None
    """What an open box can bring at most."""
    hand: int | None
    """In which it was filled."""
    remark: str
    """What else there is to say of it, such as what a joker was played as."""


class BoxRow(Answer):
    name: str
    factor: int
    cells: list[BoxCell]
    """One for each side."""


class Boxes(Answer):
    rows: list[BoxRow]
    turn: Seat | None
    """The side that fills the next box, counted from 0; null where that is not known."""

    @classmethod
    def of(cls, state: SeriesState) -> "Boxes | None":
        if (found := state.boxes) is None:
            return None
        rows = []
        for row in found.rows:
            cells = [BoxCell.made_of(cell, remark=in_words(cell.remark or "", ())) for cell in row.cells]
            rows.append(BoxRow(name=in_words(row.name, ()), factor=row.factor, cells=cells))
        return cls(rows=rows, turn=found.turn)


class SettlementLine(Transfer):
    text: str


class SeatResult(Answer):
    """A sum under each of the game's headings; the three that are named here are always there."""

    model_config = ConfigDict(extra="allow")

    seat: Seat
    difference: Points
    standard: Points
    bonus: Points
    total: Points
    money: Money | None
    """Null in a circle for points only, as `point_value` and `currency` are."""


class PlannedPayment(Answer):
    """A payment of the plan, or the part of one that has this state."""

    payer: Id = Field(serialization_alias="from")
    payee: Id = Field(serialization_alias="to")
    amount: Money
    state: PaymentState
    """`paid`: marked as paid in this series. `covered`: by a payment outside of it, or by what is owed otherwise."""


class Settlement(Answer):
    final: bool
    """False while the series is open: then it is what would be owed if the series ended now."""
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
            SettlementLine(**Transfer.of(each).model_dump(), text=in_words(each.why, state.names))
            for each in outcome.transfers
        ]
        by_seat = []
        for seat, amount_minor in enumerate(outcome.money.amounts_minor):
            sums: dict[str, Any] = {"difference": 0, "standard": 0, "bonus": 0}
            for column in state.game.columns:
                of_column = [each for each in outcome.transfers if each.cause in column.causes]
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
    """The fewest that clear the series, in full; empty while it is open, and where it shows no money."""

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
    """One higher after everything that happens to the series."""
    game: str
    preset: str | None
    """Null where the table plays by rules of its own."""
    point_value: Money | None
    """Null in a circle for points only, as the currency is."""
    currency: str | None
    status: Literal["open", "finished", "stopped"]
    started_at: Moment
    changed_at: Moment
    place: str
    """Where it is played; empty where nobody has said it."""
    note: str
    players: list[SeatedPlayer]
    """In seat order."""
    rules_of_record: RulesOfRecord
    """With which it was started."""

    @classmethod
    def of_listed(cls, series: models.Series) -> "SeriesHead":
        return cls.made_of(series, **_head(series, [seat.player for seat in series.seats.all()]))


class Series(SeriesHead):
    rules: AnyRules
    hands: list[Hand]
    """All, or with `hands` in the address the newest so many of them."""
    earlier: str | None
    """The address of the hands before these, if they are not all."""
    cumulative: list[Points]
    ranking: list[list[Seat]] | None
    """Null until the series is over; two seats in one list are tied."""
    dealer: Seat | None
    """Who deals next."""
    bids: list[int | None] | None
    """What the sides have bid for the hand that is being played; null where nothing is written down."""
    boxes: Boxes | None
    """What each side has in its boxes, in a game that has a list of them; null in any other game."""
    reminders: list[str]
    remarks: list[str]
    """What else there is to say of the series so far, such as who has played a solo."""
    settlement: Settlement | None
    """Null until the series is over."""
    verdicts: list[Verdict]
    """On the settlement, those that hold today."""
    agreed: bool
    """All agree to every hand that counts and in which they sat, and to the settlement. Or an owner has waived it."""
    waived: Waived | None

    @classmethod
    def of(cls, state: SeriesState, request: Request, agreement: SeriesAgreement | None = None) -> "Series":
        """With the hands that the request asks for. Without an agreement: with that of today."""
        series, standing, asked = state.series, state.play.standing, HandsQuery.of(request)
        last = min(asked.before - 1 if asked.before else len(state.events), len(state.events))
        first = max(0, last - asked.hands) if asked.hands else 0
        earlier = f"{reverse('api:series', args=[series.pk])}?hands={asked.hands}&before={first + 1}" if first else ""
        revisions, notes = revision_counts(state), hand_notes(series)
        agreement = agreement or agreement_of(state)
        return cls.made_of(
            standing,
            series,
            **_head(series, state.players),
            hands=[
                Hand.of(hand, state, revisions[hand.number], notes.get(hand.number, ""), agreement)
                for hand in state.play.hands[first:last]
            ],
            earlier=request.build_absolute_uri(earlier) if earlier else None,
            ranking=None if series.is_open else [list(level) for level in standing.ranking],
            bids=noted_bids(state, request.user.pk) or None,
            boxes=Boxes.of(state),
            reminders=[in_words(text, state.names) for text in standing.reminders],
            remarks=[in_words(text, state.names) for text in standing.remarks],
            settlement=None if series.is_open else Settlement.of(state),
            verdicts=Verdict.of_hand(agreement, None),
            agreed=agreement.agreed,
            waived=Waived.of(agreement),
        )


def _head(series: models.Series, players: Any) -> dict[str, Any]:
    """The fields that are written otherwise than the series has them."""
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
    """With the circle loaded."""
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
    """Over its content and the event before it in the series."""

    @classmethod
    def of(cls, event: Event) -> "Revision":
        own = {"version": event.number, "record": event.content or None}
        return cls.made_of(event, **own, recorded_by=event.by_name, **_when(event))


class RevisionList(RootModel[list[Revision]]):
    pass


class SeriesFile(RootModel[dict[str, Any]]):
    """All that is kept of a series, in the form of a file."""
