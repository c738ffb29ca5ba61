"""From the engine's bare offences to illegal plays that a table can talk about."""

from collections.abc import Callable, Sequence

from games.contract import IllegalPlay
from games.kit.cards import cards_in
from games.kit.plays import PlayRecord
from games.kit.sentences import Sentence
from games.kit.tricks import CompiledLaw, Offence, Rung, Situation

# What a duty is called: for programs, and for people.
Wording = Callable[[Rung, Situation], tuple[str, Sentence]]


def explain_offences(
    law: CompiledLaw, play: PlayRecord, offences: Sequence[Offence], wording: Wording
) -> tuple[IllegalPlay, ...]:
    plays = []
    for offence in offences:
        row = law.rows[offence.situation]
        rung = next(rung for rung in law.law.rungs(offence.situation) if rung.owed & offence.holding)
        withheld = row[offence.card][0] & offence.holding
        must, why = wording(rung, offence.situation)
        plays.append(
            IllegalPlay(
                trick=offence.trick + 1,
                seat=offence.seat,
                played=offence.card,
                must=must,
                why=why,
                could_have_played=tuple(
                    card for card in cards_in(offence.holding) if not row[card][0] & offence.holding
                ),
                shown_in=None if play.holdings else _shown_in(play, offence, withheld),
            )
        )
    return tuple(plays)


def _shown_in(play: PlayRecord, offence: Offence, withheld: int) -> int | None:
    """The trick in which the first of the withheld cards appeared."""
    for index, cards in enumerate(play.tricks):
        card = cards[offence.seat]
        if index > offence.trick and card is not None and withheld >> card & 1:
            return index + 1
    return None
