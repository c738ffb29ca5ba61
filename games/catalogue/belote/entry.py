"""What the entry form asks of a hand, and the record that its answers make."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.catalogue.belote.record import (
    ALL_POINTS,
    ANNOUNCED,
    ANNOUNCEMENTS,
    BIDS,
    IMPOSSIBLE,
    SUITS,
    TRICKS,
    BeloteHand,
    BeloteTrump,
)
from games.catalogue.belote.rules import Bidding, Rules
from games.entry import Answer, Question, options_of
from games.kit.card_points import answers_of_record, record_of_answers
from games.kit.jass_teams import TEAMS
from games.kit.sentences import gettext_noop

CAPOT_BIDS = ("capot", "generale")
CAPOT_TRICKS = "capot_tricks"  # the question that fills `tricks` in the record after one of CAPOT_BIDS
# The trumps with which the form asks who plays, and for the bid and card points. None: trump is not answered yet.
COUNTED = {"trump": (None, *(trump.value for trump in BeloteTrump))}
SIGNS = (("clubs", "♣"), ("diamonds", "♦"), ("hearts", "♥"), ("spades", "♠"))


ask = partial(Question.of, BeloteHand)


def questions_of(rules: Rules) -> Iterator[Question]:
    with_bids = rules.bidding is Bidding.COINCHE
    not_in_suit = options_of((BeloteTrump.NONE, BeloteTrump.ALL)) if with_bids else ()
    trumps = (*SIGNS, *not_in_suit, ("passed", gettext_noop("Passed")))
    in_suit = tuple(suit.value for suit in SUITS)
    played = {"trump": tuple(value for value, _label in trumps if value != "passed")}
    yield ask("team", Answer.SIDE, required=True, only_if=COUNTED, listed=True)
    if with_bids:
        all_tricks = (("capot", gettext_noop("Capot")), ("generale", gettext_noop("Générale")))
        bids = (*((bid, str(bid)) for bid in BIDS), *all_tricks)
        yield ask("bid", Answer.OPTION, bids, required=True, only_if=COUNTED, listed=True)
    yield ask("trump", Answer.OPTION, trumps, required=True, listed=True)
    if with_bids:
        options = ((1, gettext_noop("No")), (2, gettext_noop("Coinche")), (4, gettext_noop("Surcoinche")))
        yield ask("coinche", Answer.OPTION, options, usual=1, only_if=played)
    tricks = (("all", gettext_noop("All")), ("some", gettext_noop("Some")), ("none", gettext_noop("None")))
    if with_bids:  # if all tricks were taken, nobody has to enter the card points
        capot = played | {"bid": CAPOT_BIDS}
        yield Question(CAPOT_TRICKS, TRICKS, Answer.OPTION, tricks, may_stay_open=True, only_if=capot)
    # 0 or all card points do not show who took all tricks, because a trick can be worth nothing.
    in_points = played | {"points": (0, ALL_POINTS)} | ({"bid": (None, *BIDS)} if with_bids else {})
    yield ask("tricks", Answer.OPTION, tricks, may_stay_open=True, only_if=in_points)
    yield ask("belote", Answer.SIDE, only_if={"trump": (*in_suit, "all")})
    if rules.announcements:
        worth = tuple((points, str(points)) for points in ANNOUNCED)
        who = gettext_noop("Who announced")
        yield Question("announced_by", who, Answer.SIDE, only_if=played, key=ANNOUNCEMENTS)
        yield ask("announced", Answer.SEVERAL, worth, only_if=played, key=ANNOUNCEMENTS)
    yield ask("taker", Answer.SEAT, only_if=played, rare=True)


def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record, in which the announcements are added up for each team.

    If the form does not say which team announced, both teams get the sum, which `check` refuses.
    """
    record = record_of_answers(answers, "trump")
    if (capot_tricks := record.pop(CAPOT_TRICKS, None)) is not None:
        record["tricks"] = capot_tricks
    team, announced = record.pop("announced_by", None), record.pop("announced", None) or ()
    if announced:
        record["announced"] = [sum(announced) if team in (None, side) else 0 for side in range(len(TEAMS))]
    return record


def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
    answers = answers_of_record(record, "trump")
    if answers.get("bid") in CAPOT_BIDS:
        answers[CAPOT_TRICKS] = answers.pop("tricks", None)
    elif answers.get("points") is None and answers.get("tricks") in ("all", "none"):
        # The form asks for tricks only with these points.
        answers["points"] = ALL_POINTS if answers["tricks"] == "all" else 0
    by_team = answers.pop("announced", None) or ()
    for team, points in enumerate(by_team):
        if points:
            answers |= {"announced_by": team, "announced": parts_of(points)}
    return answers


def parts_of(points: int) -> list[int]:
    """Return announcements that come to so many points, the greatest first."""
    parts: list[int] = []
    while points:
        part = next((worth for worth in reversed(ANNOUNCED) if 0 <= points - worth not in IMPOSSIBLE), points)
        parts.append(part)
        points -= part
    return parts
