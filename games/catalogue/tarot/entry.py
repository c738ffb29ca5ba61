"""What the entry form asks of a hand, and the record that its answers make."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.catalogue.tarot.record import NEEDED, POIGNEES, Chelem, TarotContract, TarotHand, TarotSide
from games.catalogue.tarot.rules import MOST_AT_PLAY, Rules
from games.entry import Answer, Question, options_of
from games.kit.card_points import answers_of_record, record_of_answers
from games.kit.declaring import ask_who_sits_out
from games.kit.sentences import gettext_noop

# By the number of players: who sits out, counted in seats from the dealer, who is 0.
SITS_OUT: Mapping[int, tuple[int, ...]] = {6: (0,), 7: (0, 3)}
# With these contracts the form asks how the hand went.
PLAYED = {"contract": tuple(contract.value for contract in TarotContract)}
# With these contracts it asks for the taker and card points. None: the contract is not answered yet.
COUNTED = {"contract": (None, *PLAYED["contract"])}
SHOWN = (  # poignées: the side and the size
    ("taker_1", gettext_noop("Taker, single")),
    ("taker_2", gettext_noop("Taker, double")),
    ("taker_3", gettext_noop("Taker, triple")),
    ("defence_1", gettext_noop("Defence, single")),
    ("defence_2", gettext_noop("Defence, double")),
    ("defence_3", gettext_noop("Defence, triple")),
)


ask = partial(Question.of, TarotHand)


def questions_of(rules: Rules, seats: int) -> Iterator[Question]:
    contracts = (*options_of(TarotContract), ("passed", gettext_noop("Passed")))
    bouts = tuple((bouts, str(bouts)) for bouts in range(len(NEEDED)))
    if seats > MOST_AT_PLAY:
        yield ask_who_sits_out(SITS_OUT[seats])
    yield ask("taker", Answer.SEAT, required=True, only_if=COUNTED, listed=True)
    yield ask("contract", Answer.OPTION, contracts, required=True, listed=True)
    if seats >= MOST_AT_PLAY:
        yield ask("partner", Answer.SEAT, other_than="taker", only_if=PLAYED)
    yield ask("bouts", Answer.OPTION, bouts, required=True, only_if=PLAYED)
    yield ask("petit", Answer.OPTION, options_of(TarotSide), only_if=PLAYED, rare=True)
    yield ask("poignees", Answer.SEVERAL, SHOWN, only_if=PLAYED, key=POIGNEES)
    yield ask("chelem", Answer.OPTION, options_of(Chelem), only_if=PLAYED, rare=True)
    if rules.misere:
        yield ask("misere", Answer.SEATS, only_if=PLAYED, rare=True)


def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    record = record_of_answers(answers, "contract")
    if "poignees" in record:
        parted = [answer.split("_") for answer in record["poignees"]]
        record["poignees"] = [{"side": side, "size": int(size)} for side, size in parted]
    return record


def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
    answers = answers_of_record(record, "contract")
    if "poignees" in answers:
        answers["poignees"] = [f"{poignee['side']}_{poignee['size']}" for poignee in answers["poignees"]]
    return answers
