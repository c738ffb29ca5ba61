"""Turn the offences that were found in the cards into illegal plays with sentences."""

from collections.abc import Callable, Sequence

from games.contract import IllegalPlay
from games.kit.cards import CODES, SUIT_NAMES, Card, Suit, cards_in
from games.kit.plays import PlayRecord
from games.kit.sentences import Sentence, say
from games.kit.tricks import CompiledLaw, Offence, Rung, Situation

# Names the duty of a rung in a situation: a short text for programs (`IllegalPlay.must`), and a sentence.
Wording = Callable[[Rung, Situation], tuple[str, Sentence]]


def explain_offences(
    laws: Sequence[CompiledLaw], play: PlayRecord, offences: Sequence[Offence], wording: Wording
) -> tuple[IllegalPlay, ...]:
    """Return each offence with the duty that the player broke, and the cards that the player could have played."""
    plays = []
    for offence in offences:
        law = laws[offence.trick]
        row_of_law = law.rows[offence.situation]
        rung = next(rung for rung in law.source.rungs(offence.situation) if rung.owed & offence.holding)
        withheld = row_of_law[offence.card][0] & offence.holding
        shown_in = None
        if not play.holdings:  # the trick in which the first of the withheld cards appeared
            later = enumerate((row[offence.seat] for row in play.tricks[offence.trick + 1 :]), offence.trick + 2)
            shown_in = next((number for number, card in later if card is not None and withheld >> card & 1), None)
        must, why = wording(rung, offence.situation)
        plays.append(
            IllegalPlay(
                trick=offence.trick + 1,
                seat=offence.seat,
                played=offence.card,
                must=must,
                why=why,
                could_have_played=tuple(
                    card for card in cards_in(offence.holding) if not row_of_law[card][0] & offence.holding
                ),
                shown_in=shown_in,
            )
        )
    return tuple(plays)


def beat_or_follow(rung: Rung, trick: Situation) -> tuple[str, Sentence]:
    """Return the words for the two duties of most games: to beat the best card, and to follow suit."""
    if rung.duty == "beat":
        return f"beat {CODES[trick.best]}", say("had to beat {card}", card=Card(trick.best))
    return f"follow {SUIT_NAMES[trick.led]}", say("had to follow {suit}", suit=Suit(trick.led))
