"""Circles, their players and their books."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, RootModel

from games.contract import Frozen
from ledger.api.schemas.base import Amount, Answer, Id, IdInput, Moment, Money, Name, Page, Problem, Text, Value
from ledger.api.schemas.verdicts import RulesOfRecord, RulesOfRecordInput
from ledger.circles import models
from ledger.circles.models import Member
from ledger.money import selectors
from ledger.money.amounts import plain_amount
from ledger.money.models import Entry
from ledger.money.models import Posting as StoredPosting

PointsOnly: TypeAlias = Annotated[
    bool, Field(strict=True, description="Shows no currency and no amount of money, and books nothing.")
]
TimeZone: TypeAlias = Annotated[
    Text | None,
    Field(
        min_length=1,
        max_length=100,
        description="The time zone of the circle's days: an IANA name such as `Europe/Zurich`. An old name is replaced "
        "by today's name. Null means the time zone of the site.",
    ),
]
CardFacesOrNull = Annotated[
    Literal["french", "swiss_german"] | None,
    Field(
        description="The pack of cards in games that leave the choice, unless the rules of the series name one. Null "
        "means the pack of the preset. Card codes in records are the same with any pack."
    ),
]


class CircleInput(Frozen):
    name: Name
    currency: Text | None = Field(None, max_length=3, description="ISO 4217; NPR if left out.")
    coin: Value | None = Field(None, description="The smallest coin that changes hands, in the main unit.")
    points_only: PointsOnly = False
    time_zone: TimeZone = None
    rules_of_record: RulesOfRecordInput | None = Field(None, description="`off` if left out.")
    card_faces: CardFacesOrNull = None


class CircleChange(Frozen):
    """What is left out stays as it is."""

    name: Name | None = None
    points_only: PointsOnly | None = None
    time_zone: TimeZone = None
    rules_of_record: RulesOfRecordInput | None = None
    card_faces: CardFacesOrNull = None


class Circle(Answer):
    id: Id
    name: str
    currency: str | None
    coin: Money | None
    """The smallest coin that changes hands. Null in a circle for points only, as the currency is."""
    points_only: bool
    time_zone: str | None
    """The circle's own time zone; null if it uses that of the site."""
    effective_time_zone: str
    """The time zone in which days are counted: the circle's own, or else the site's."""
    rules_of_record: RulesOfRecord
    """The default for new series."""
    card_faces: Literal["french", "swiss_german"] | None
    """The default for new series; null means the pack of the preset."""
    language: str
    role: Literal["viewer", "scorer", "owner"]
    """What the caller may do here. A viewer reads, a scorer records and corrects too, an owner may do everything."""

    @classmethod
    def of(cls, me: Member) -> "Circle":
        circle = me.circle
        money: dict[str, str | None] = {"currency": None, "coin": None}
        if not circle.points_only:
            money = {"currency": circle.currency, "coin": plain_amount(circle.coin_minor, circle.currency)}
        return cls.made_of(
            circle,
            role=me.role,
            rules_of_record=RulesOfRecord(verdicts=circle.verdicts),
            card_faces=circle.card_faces or None,
            time_zone=circle.time_zone or None,
            effective_time_zone=circle.zone.key,
            **money,
        )


class CircleList(RootModel[list[Circle]]):
    pass


class PlayerInput(Frozen):
    name: Name


class Player(Answer):
    id: Id
    name: str
    face: int
    """The player's colour and mark: one of 16 pairs, counted from 0."""
    hidden: bool
    """The player is no longer offered for new series."""

    @classmethod
    def of(cls, player: models.Player) -> "Player":
        return cls.made_of(player, hidden=player.hidden_at is not None)


class PlayerList(RootModel[list[Player]]):
    pass


# --- Money -----------------------------------------------------------------------------------------------------------


class PlayerAmount(Answer):
    player: Id
    name: str
    amount: Money


class CurrencyBalances(Answer):
    currency: str | None
    """Null in a circle for points only, where all lists are empty."""
    balances: list[PlayerAmount]
    """What each player is owed, negative if the player owes. They sum to zero."""

    @classmethod
    def of(cls, owed: selectors.CurrencyBalances) -> "CurrencyBalances":
        rows = [
            PlayerAmount(
                player=row.player.pk, name=row.player.name, amount=plain_amount(row.amount_minor, owed.currency)
            )
            for row in owed.rows
        ]
        return cls(currency=owed.currency, balances=rows)


class Balances(CurrencyBalances):
    other_currencies: list[CurrencyBalances]
    """The balances in currencies that the circle had before."""


class Payable(Answer):
    payer: Id = Field(serialization_alias="from")
    payee: Id = Field(serialization_alias="to")
    amount: Money


class CurrencyPlan(Answer):
    currency: str | None
    exact: bool
    """Whether the plan certainly has the fewest transfers. With very many players it is only a short plan."""
    transfers: list[Payable]

    @classmethod
    def of(cls, plan: selectors.SettlingUp) -> "CurrencyPlan":
        transfers = [
            Payable(payer=each.payer.pk, payee=each.payee.pk, amount=plain_amount(each.amount_minor, plan.currency))
            for each in plan.payments
        ]
        return cls(currency=plan.currency, exact=plan.exact, transfers=transfers)


class SettleUp(CurrencyPlan):
    other_currencies: list[CurrencyPlan]


class PaymentInput(Frozen):
    payer: Annotated[IdInput, Field(alias="from", description="Who paid: a player's id.")]
    payee: Annotated[IdInput, Field(alias="to", description="Who received it: a player's id.")]
    amount: Amount
    note: Text | None = Field(None, max_length=1000)


class SeriesPaymentInput(Frozen):
    payer: Annotated[IdInput, Field(alias="from", description="Who paid: a player's id.")]
    payee: Annotated[IdInput, Field(alias="to", description="Who received it: a player's id.")]
    amount: Amount
    anyway: bool = Field(default=False, strict=True, description="Marks what is covered already too.")


class Covered(Problem):
    """More than is open of this payment. Nothing was written."""

    balances: list[PlayerAmount]
    """The balances of both players, over all series."""


class Posting(Answer):
    """What one entry gives to one player. The postings of an entry sum to zero."""

    entry: Id
    number: int
    cause: Literal["settlement", "payment", "reversal"]
    source: str | None
    """The series that a settlement, or a payment of one, belongs to: `series:` and the id."""
    reverses: Id | None
    note: str
    recorded_by: str
    recorded_at: Moment
    player: Id
    amount: Money | None
    """Null in a circle for points only, as the currency is."""
    currency: str | None

    @classmethod
    def of(cls, posting: StoredPosting) -> "Posting":
        entry = posting.entry
        return cls(
            entry=entry.pk,
            number=entry.number,
            cause=entry.kind,
            source=entry.source or None,
            reverses=entry.reverses_id,
            note=entry.note,
            recorded_by=entry.by_name,
            recorded_at=entry.at,
            player=posting.player_id,
            amount=None if entry.circle.points_only else plain_amount(posting.amount_minor, entry.currency),
            currency=None if entry.circle.points_only else entry.currency,
        )


class PostedEntry(Answer):
    entry: Id
    postings: list[Posting]

    @classmethod
    def of(cls, entry: Entry) -> "PostedEntry":
        return cls(entry=entry.pk, postings=[Posting.of(posting) for posting in entry.postings.all()])


class EntryPage(Page):
    """The entries newest first, and the postings of each in their own order. A page may end within an entry."""

    results: list[Posting]
