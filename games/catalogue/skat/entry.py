"""What the entry form asks of a hand, and the record that its answers make."""

from collections.abc import Iterator, Mapping
from functools import partial

from games.catalogue.skat.record import MOST_MATADORS, PLAYERS_IN_A_HAND, SkatHand
from games.catalogue.skat.rules import Rules
from games.entry import Answer, Question
from games.kit.card_points import RAMSCH, questions_of_counted, ramsch_questions
from games.kit.declaring import ask_who_sits_out, bock_questions
from games.kit.sentences import gettext_noop

# By the number of players: who sits out, counted in seats from the dealer, who is 0.
SITS_OUT: Mapping[int, tuple[int, ...]] = {4: (0,), 5: (0, 2)}
SUITS = (("diamonds", "♦"), ("hearts", "♥"), ("spades", "♠"), ("clubs", "♣"))
# The contracts with which the form asks about games with trumps, about any game, and for card points. None: the
# contract is not answered yet.
TRUMPS = {"contract": ("diamonds", "hearts", "spades", "clubs", "grand")}
PLAYED = {"contract": (None, *TRUMPS["contract"], "null")}
COUNTED = {"contract": (None, *TRUMPS["contract"])}


ask = partial(Question.of, SkatHand)


def questions_of(rules: Rules, seats: int) -> Iterator[Question]:
    others = (("passed", gettext_noop("Passed")), *((("ramsch", RAMSCH),) if rules.ramsch else ()))
    contracts = (*SUITS, ("grand", gettext_noop("Grand")), ("null", gettext_noop("Null")), *others)
    if seats > PLAYERS_IN_A_HAND:
        yield ask_who_sits_out(SITS_OUT[seats])
    yield ask("declarer", Answer.SEAT, required=True, only_if=PLAYED, listed=True)
    yield ask("contract", Answer.OPTION, contracts, required=True, listed=True)
    yield ask("matadors", Answer.COUNT, least=1, most=MOST_MATADORS, usual=1, only_if=TRUMPS)
    yield ask("hand", Answer.FLAG, only_if=PLAYED)
    yield ask("ouvert", Answer.FLAG, only_if=PLAYED)
    hand = TRUMPS | {"hand": (True,)}
    yield ask("schneider_announced", Answer.FLAG, only_if=hand)
    yield ask("schwarz_announced", Answer.FLAG, only_if=hand)
    if rules.kontra:
        options = ((1, gettext_noop("No")), (2, gettext_noop("Kontra")), (4, gettext_noop("Re")))
        yield ask("kontra", Answer.OPTION, options, usual=1, only_if=PLAYED)
    yield from questions_of_counted(TRUMPS, PLAYED)
    if rules.ramsch:
        yield from ramsch_questions({"contract": ("ramsch",)})
    if rules.bock:
        yield from bock_questions()
    yield ask("bid", Answer.COUNT, least=18, most=264, rare=True)
