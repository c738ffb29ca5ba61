"""What the entry form asks of a hand, and the record that its answers make."""

from collections.abc import Iterator
from functools import partial

from games.catalogue.schafkopf.record import (
    CAN_BE_TOUT,
    MOST_DOUBLED,
    PLAYERS_IN_A_HAND,
    SchafkopfGame,
    SchafkopfHand,
    runners_count_from,
)
from games.catalogue.schafkopf.rules import MOST_RUNNERS, Rules
from games.entry import Answer, Question, options_of
from games.kit.card_points import RAMSCH, questions_of_counted, ramsch_questions
from games.kit.declaring import ask_who_sits_out
from games.kit.sentences import gettext_noop

SITS_OUT = (0,)  # who sits out, counted in seats from the dealer, who is 0
ALL_GAMES = tuple(game.value for game in SchafkopfGame)
# The games of which the form asks how they went. A Sie always takes all tricks, and has 8 runners.
WITHOUT_SIE = tuple(game.value for game in SchafkopfGame if game is not SchafkopfGame.SIE)
# The games with which the form asks for card points. None: the game is not answered yet.
COUNTED = {"game": (None, *WITHOUT_SIE)}


ask = partial(Question.of, SchafkopfHand)


def questions_of(rules: Rules, seats: int) -> Iterator[Question]:
    others = (("passed", gettext_noop("Passed")), *((("ramsch", RAMSCH),) if rules.ramsch else ()))
    if seats > PLAYERS_IN_A_HAND:
        yield ask_who_sits_out(SITS_OUT)
    games = (*options_of(SchafkopfGame), *others)
    yield ask("declarer", Answer.SEAT, required=True, only_if={"game": (None, *ALL_GAMES)}, listed=True)
    yield ask("game", Answer.OPTION, games, required=True, listed=True)
    called = {"game": (SchafkopfGame.CALL.value,)}
    yield ask("partner", Answer.SEAT, required=True, other_than="declarer", only_if=called)
    with_runners = {game.value for game in SchafkopfGame if runners_count_from(rules, game) is not None}
    if with_runners:
        counted = {"game": tuple(game for game in WITHOUT_SIE if game in with_runners)}
        # The first tap leads from 0 to the smallest number of runners that counts.
        first = rules.runners_from or rules.runners_from_wenz or 0
        yield ask("runners", Answer.COUNT, most=MOST_RUNNERS, after_least=first, usual=0, only_if=counted)
    yield ask("tout", Answer.FLAG, only_if={"game": tuple(game.value for game in CAN_BE_TOUT)})
    doubled = (*ALL_GAMES, "ramsch") if rules.ramsch else ALL_GAMES
    yield ask("doubled", Answer.COUNT, most=MOST_DOUBLED, usual=0, only_if={"game": doubled})
    with_outcome = {"game": WITHOUT_SIE}
    yield from questions_of_counted(with_outcome, with_outcome)
    if rules.ramsch:
        yield from ramsch_questions({"game": ("ramsch",)})
