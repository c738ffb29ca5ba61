"""What a hand is worth: the tariff, and how often it counts. [S "The tariff"]"""

from collections.abc import Iterator

from games.catalogue.schafkopf.record import IN_SIE, SchafkopfHand, runners_count_from
from games.catalogue.schafkopf.rules import Rules
from games.kit.declaring import times
from games.kit.sentences import Sentence, Several, say, say_many

SIE_COUNTS = 4


def worth_of(rules: Rules, record: SchafkopfHand) -> tuple[Sentence, int]:
    """Return the worth, in words as players count it: “Solo 50, 4 runners 40 = 90, Tout × 2 = 180”."""
    parts = list(_parts(rules, record))
    points = sum(worth for _what, worth in parts)
    words = [say("{what} {points}", what=what, points=worth) for what, worth in parts]
    counted = words[0] if len(words) == 1 else say("{parts} = {points}", parts=Several(tuple(words)), points=points)
    return times(
        counted,
        points,
        (rules.tout_times if record.tout else 1, say("Tout")),
        (SIE_COUNTS if record.is_sie else 1, say("Sie")),
        (2**record.doubled, say("doubled")),
    )


def _parts(rules: Rules, record: SchafkopfHand) -> Iterator[tuple[Sentence, int]]:
    """A Tout and a Sie count more often instead of Schneider and Schwarz."""
    yield say(record.game.label), rules.call if record.is_call else rules.solo
    extra = rules.extra if record.is_call else rules.extra_solo
    if not record.tout and not record.is_sie:
        if record.has_schneider:
            yield say("Schneider"), extra
        if record.is_schwarz:
            yield say("Schwarz"), extra
    runners = IN_SIE if record.is_sie else record.runners
    counted_from = runners_count_from(rules, record.game)
    if runners and counted_from is not None and runners >= counted_from:
        yield say_many("{count} runner", "{count} runners", count=runners), runners * rules.extra
