"""What the entry form asks of a hand, and the record that its answers make."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from games.catalogue.spades.record import BLIND_NIL, NIL, Bidden
from games.catalogue.spades.rules import TRICKS, Rules
from games.entry import Answer, Question
from games.kit.jass_teams import TEAMS, names_of
from games.kit.sentences import Sentence, gettext_noop, say

OF_TEAMS = "blind_players"  # in teams the form asks for players who bid blind, and the record has their teams
BLIND_TEAMS: tuple[tuple[Any, str | Sentence], ...] = (
    *((((team,),), say("{one} & {other}", **names_of(team))) for team in range(len(TEAMS))),
    ((tuple(range(len(TEAMS))),), gettext_noop("Both teams")),
)

ask = partial(Question.of, Bidden)


def words_of(rules: Rules) -> tuple[tuple[str, str], ...]:
    nil = ((NIL, gettext_noop("Nil")),)
    return nil if rules.blind_nil is None else (*nil, (BLIND_NIL, gettext_noop("Blind nil")))


def questions_of(rules: Rules, seats: int, *, by_card: bool) -> Iterator[Question]:
    """The keypad has fields for the bids. Card by card, the bids are a question before the first card."""
    if by_card:
        numbers = tuple((bid, str(bid)) for bid in range(1, TRICKS[seats] + 1))
        yield ask("bids", Answer.BY_SIDE, (*words_of(rules), *numbers), required=True)
    if rules.blind:
        blind = ask("blind", Answer.SEATS)
        if rules.sides(seats) != TEAMS:
            yield blind
        elif by_card:  # card by card, the answers are the record: no `record_of` finds the teams of players
            yield replace(blind, field="blind_teams", answer=Answer.OPTION, options=BLIND_TEAMS, fills=("blind",))
        else:
            yield replace(blind, field=OF_TEAMS)


def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    """A team has bid blind if one of its players is named."""
    record = dict(answers)
    players = record.pop(OF_TEAMS, None)
    if players:
        record["blind"] = sorted({seat % len(TEAMS) for seat in players})
    return record


def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of a record.

    The record does not say whether the sides that bid blind are teams. So the answers have them as sides, and also as
    the players of teams.
    """
    answers = dict(record)
    if record.get("blind"):
        answers[OF_TEAMS] = sorted(seat for side in record["blind"] if side < len(TEAMS) for seat in TEAMS[side])
    return answers
