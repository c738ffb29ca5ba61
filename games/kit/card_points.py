"""Hands of which one side's card points are counted, of 120 in all: Skat and Schafkopf.

The table writes down the points of the declarer's side. A table that does not count them says who won, and whether with
Schneider or Schwarz. *Schneider* means that the losers have few card points, 30 or so, and *Schwarz* that a side has no
trick. In a *Ramsch* nobody declares.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from games.contract import UNFINISHED, Frozen, Line
from games.entry import Answer, Conditions, Question
from games.kit.declaring import BockHand, Flag, SomeSitOut, pay_at_once, payment_lines, refuse_flag
from games.kit.figures import whole
from games.kit.problems import Problem, wrong_length
from games.kit.seats import BY_SEAT
from games.kit.sentences import Sentence, gettext_noop, say
from games.kit.transfers import Transfer

ALL_POINTS = 120
TO_WIN = 61  # what the declarer's side needs
SCHNEIDER = 30  # with so many or fewer, a side that loses has Schneider
# In German the card points of these games have another name than those of Jass.
CARD_POINTS = gettext_noop("Card points (Skat)")
WON = gettext_noop("Game won")
LOST = gettext_noop("Game lost")
WON_OR_LOST = ((True, WON), (False, LOST))
TRICKS_OF_DECLARER = gettext_noop("Tricks of the declarer")
SCHNEIDER_TITLE, SCHWARZ_TITLE = gettext_noop("Schneider"), gettext_noop("Schwarz")
RAMSCH = gettext_noop("Ramsch")
VIRGINS = gettext_noop("Players without a trick")
MARCH = gettext_noop("One player took all tricks")

CardPoints = Annotated[int, Field(ge=0, le=ALL_POINTS, strict=True)]
SomeAllOrNone = Literal["some", "all", "none"]


class HandInCardPoints(SomeSitOut):
    """How a hand went for the declarer's side: in card points, or only told."""

    points: CardPoints | None = Field(None, title=CARD_POINTS)
    tricks: SomeAllOrNone = Field("some", title=TRICKS_OF_DECLARER)
    won: Flag | None = Field(None, title=WON)
    schneider: Flag | None = Field(None, title=SCHNEIDER_TITLE)
    schwarz: Flag | None = Field(None, title=SCHWARZ_TITLE)

    @property
    def is_schwarz(self) -> bool:
        """Did one side have no trick?"""
        return self.tricks != "some" or bool(self.schwarz)

    @property
    def has_most_points(self) -> bool | None:
        """Did the declarer's side have 61 or more? None if the record does not say it."""
        if self.tricks != "some":
            return self.tricks == "all"
        return self.won if self.points is None else self.points >= TO_WIN

    def is_schneider(self, *, from_points: int = TO_WIN + SCHNEIDER - 1) -> bool:
        """Did the losing side have Schneider?

        With `from_points` or more the declarer's side wins with Schneider, with 30 or fewer it loses with Schneider.
        """
        if self.is_schwarz or self.points is None:
            return self.is_schwarz or bool(self.schneider)
        return self.points >= from_points or self.points <= SCHNEIDER


def check_counted(hand: HandInCardPoints, *, won: bool | None, schneider: bool) -> Iterator[Problem]:
    """Return problems with a record that is incomplete, or that contradicts itself.

    `won` and `schneider` are what follows from the record. `won` is None if the record does not say who won.
    """
    if hand.points is not None and hand.tricks != "some" and hand.points != (ALL_POINTS if hand.tricks == "all" else 0):
        yield Problem("tricks", "impossible", say("All tricks have all card points, no trick has none."))
    elif won is None:
        yield Problem("points", UNFINISHED, say("How many card points has the declarer, or was the game won?"))
    elif hand.points is not None or hand.tricks != "some":
        for field, by_points in (("won", won), ("schneider", schneider), ("schwarz", hand.tricks != "some")):
            if getattr(hand, field) not in (None, by_points):
                yield Problem(field, "contradicts", say("By the card points this is not so."))
    elif hand.schwarz and hand.schneider is False:
        yield Problem("schneider", "contradicts", say("A side without a trick has no card points."))


def questions_of_counted(with_schneider: Conditions, with_winner: Conditions) -> Iterator[Question]:
    """Return the questions about how a hand went, besides its card points.

    `with_schneider` holds for contracts in which Schneider counts, `with_winner` for all that can be won or lost.
    Who won, Schneider and Schwarz are asked only without card points. Whether the declarer's side took all tricks or
    none is asked only if it has all card points or none.
    """
    tricks = (("some", gettext_noop("Some")), ("all", gettext_noop("All")), ("none", gettext_noop("None")))
    all_or_none = {**with_schneider, "points": (0, ALL_POINTS)}
    yield Question("tricks", TRICKS_OF_DECLARER, Answer.OPTION, tricks, usual="some", only_if=all_or_none)
    schneider_unknown = {**with_schneider, "won": (True, False), "points": (None,)}
    yield Question("schneider", SCHNEIDER_TITLE, Answer.FLAG, only_if=schneider_unknown)
    yield Question("schwarz", SCHWARZ_TITLE, Answer.FLAG, only_if=schneider_unknown)
    winner_unknown = {**with_winner, "points": (None,)}
    yield Question("won", WON, Answer.OPTION, WON_OR_LOST, may_stay_open=True, only_if=winner_unknown)


def answers_of_counted(record: Mapping[str, Any], choice: str) -> dict[str, Any]:
    """Return the answers of a record. All tricks or none, without card points, are entered as 120 card points or 0."""
    answers = answers_of_record(record, choice)
    if answers.get("points") is None and answers.get("tricks", "some") != "some":
        answers["points"] = ALL_POINTS if answers["tricks"] == "all" else 0
    return answers


# --- Ramsch ----------------------------------------------------------------------------------------------------------


class Ramsch(Frozen):
    """The card points of those who played, in seat order."""

    points: Annotated[tuple[CardPoints, ...], Field(max_length=4)] = Field(title=CARD_POINTS, json_schema_extra=BY_SEAT)
    virgins: Annotated[Literal[0, 1, 2], BeforeValidator(refuse_flag)] = Field(0, title=VIRGINS)
    march: Flag = Field(default=False, title=MARCH)

    @property
    def factor(self) -> int:
        return 1 if self.march else 2**self.virgins

    def seats_with_most(self, playing: Sequence[int]) -> list[int]:
        """Return the seats with most card points, who lose; or the seat that took all tricks, and wins."""
        return [seat for seat, points in zip(playing, self.points, strict=True) if points == max(self.points)]


def ramsch_questions(only_if: Mapping[str, Sequence[Any]]) -> Iterator[Question]:
    options = ((0, "0"), (1, "1"), (2, "2"))
    yield Question("ramsch.points", CARD_POINTS, Answer.FIGURES, required=True, only_if=only_if)
    yield Question("ramsch.virgins", VIRGINS, Answer.OPTION, options, usual=0, only_if=only_if)
    yield Question("ramsch.march", MARCH, Answer.FLAG, only_if=only_if)


def record_of_answers(answers: Mapping[str, Any], choice: str) -> dict[str, Any]:
    """Return the record for a form in which the answer to the question `choice` may be "passed" or "ramsch".

    The names of the questions of a Ramsch begin with "ramsch.".
    """
    record = dict(answers)
    ramsch = {name.removeprefix("ramsch."): record.pop(name) for name in answers if name.startswith("ramsch.")}
    if record.get(choice) == "passed":
        return {"passed": True} | {name: record[name] for name in ("sitting_out",) if name in record}
    if record.get(choice) == "ramsch":
        kept = ("sitting_out", "bock", "bock_begins", "doubled")
        return {"ramsch": ramsch} | {name: record[name] for name in kept if name in record}
    return record


def answers_of_record(record: Mapping[str, Any], choice: str) -> dict[str, Any]:
    """Return the answers of a record: the reverse of `record_of_answers`."""
    answers = {name: value for name, value in record.items() if name not in ("ramsch", "passed")}
    if "passed" in record:
        answers[choice] = "passed"
    if "ramsch" in record:
        answers |= {choice: "ramsch"} | {f"ramsch.{name}": value for name, value in record["ramsch"].items()}
    return answers


class RamschHand(BockHand):
    """A hand in which everybody plays alone, and most card points lose."""

    ramsch: Ramsch = Field(title=RAMSCH)


def check_ramsch(ramsch: Ramsch, players: int, *, played: bool) -> Iterator[Problem]:
    """Return the problems of a Ramsch. It is a problem itself if it is not `played` by the rules."""
    if not played:
        yield Problem("ramsch", "not_played", say("Ramsch is not played by the rules of this series."))
    if len(ramsch.points) != players:
        yield wrong_length("ramsch.points", players)
    elif sum(ramsch.points) != ALL_POINTS:
        wrong = say("The card points come to {total}, not to {all}.", total=sum(ramsch.points), all=ALL_POINTS)
        yield Problem("ramsch.points", "wrong_sum", wrong)
    elif ramsch.march and max(ramsch.points) != ALL_POINTS:
        yield Problem("ramsch.march", "impossible", say("Who takes all tricks has all card points."))
    elif ramsch.points.count(0) < ramsch.virgins:
        yield Problem("ramsch.virgins", "impossible", say("A player without a trick has no card points."))


def pay_ramsch(
    ramsch: Ramsch, playing: Sequence[int], points: int, why: Sentence, seats: int
) -> tuple[list[Line], tuple[Transfer, ...]]:
    """Return lines and payments: each player with most card points pays each of the others.

    A player who took all tricks is paid by the others instead.
    """
    with_most = ramsch.seats_with_most(playing)
    others = [seat for seat in playing if seat not in with_most]
    payers, payees = [seat for seat in with_most for _other in others], others * len(with_most)
    if ramsch.march:
        payers, payees = payees, payers
    paid = pay_at_once(payers, payees, whole(points), say("{payer} pays {payee} {points} for the Ramsch."))
    return list(payment_lines(paid, seats, why)), paid


def ramsch_in_words(ramsch: Ramsch, worth: int) -> Sentence:
    if ramsch.march:
        return say("all tricks in a Ramsch: {points}", points=worth)
    words = say("most card points in a Ramsch: {points}", points=worth)
    if ramsch.factor == 1:
        return words
    return say(
        "{worth}, players without a trick × {factor} = {points}",
        worth=words,
        factor=ramsch.factor,
        points=worth * ramsch.factor,
    )
