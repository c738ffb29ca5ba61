"""What the entry form asks of a hand, and the record that its answers make."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.catalogue.doppelkopf.record import (
    ALL_POINTS,
    LIMITS,
    MOST_TIMES,
    PLAYERS_IN_A_HAND,
    DoppelkopfHand,
    DoppelkopfKind,
    DoppelkopfSide,
    Said,
)
from games.catalogue.doppelkopf.rules import Rules
from games.entry import Answer, Question, options_of
from games.kit.declaring import ask_who_sits_out, bock_questions
from games.kit.sentences import gettext_noop

# By the number of players: who sits out, counted in seats from the dealer, who is 0.
SITS_OUT: Mapping[int, tuple[int, ...]] = {5: (0,), 6: (0, 3), 7: (0, 2, 4)}
# The promises, with their labels. The question about a side has its name, Re or Kontra, as an option before these.
PROMISE_OPTIONS = (*((said.value, str(limit)) for said, limit in LIMITS.items()), (Said.BLACK.value, Said.BLACK.label))
RE_EXTRAS, KONTRA_EXTRAS = "extras.re", "extras.kontra"


ask = partial(Question.of, DoppelkopfHand)


def questions_of(rules: Rules, seats: int) -> Iterator[Question]:
    if seats > PLAYERS_IN_A_HAND:
        yield ask_who_sits_out(SITS_OUT[seats])
    yield ask("kind", Answer.OPTION, options_of(DoppelkopfKind), usual=DoppelkopfKind.NORMAL.value, listed=True)
    alone = {"kind": (DoppelkopfKind.SOLO.value, DoppelkopfKind.SILENT_SOLO.value)}
    yield ask("re", Answer.SEATS, most=2, one_if=alone, required=True, listed=True)
    yield ask("re_said", Answer.OPTION, ((Said.NAME.value, DoppelkopfSide.RE.label), *PROMISE_OPTIONS))
    yield ask("kontra_said", Answer.OPTION, ((Said.NAME.value, DoppelkopfSide.KONTRA.label), *PROMISE_OPTIONS))
    yield ask("black", Answer.OPTION, options_of(DoppelkopfSide), only_if={"re_points": (0, ALL_POINTS)})
    extras = options_of(extra for extra in MOST_TIMES if extra in rules.extras)
    if extras:
        with_extras = [DoppelkopfKind.NORMAL, DoppelkopfKind.WEDDING]
        with_extras += [DoppelkopfKind.SOLO] if rules.solo_extras else []
        with_extras += [DoppelkopfKind.SILENT_SOLO] if rules.solo_extras or rules.silent_solo_extras else []
        only_if = {"kind": tuple(kind.value for kind in with_extras)}
        times = {extra.value: most for extra, most in MOST_TIMES.items()}
        for field, title in (
            (RE_EXTRAS, gettext_noop("Extra points of Re")),
            (KONTRA_EXTRAS, gettext_noop("Extra points of Kontra")),
        ):
            yield Question(field, title, Answer.SEVERAL, extras, most_times=times, only_if=only_if)
    if rules.bock:
        yield from bock_questions()


def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record, in which extra points are counted. The answers name each of them as often as it happened."""
    record = {name: answer for name, answer in answers.items() if name not in (RE_EXTRAS, KONTRA_EXTRAS)}
    named = {"re": answers.get(RE_EXTRAS), "kontra": answers.get(KONTRA_EXTRAS)}
    extras = {side: dict(Counter(extras)) for side, extras in named.items() if extras}
    return record | {"extras": extras} if extras else record


def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
    answers = {name: value for name, value in record.items() if name != "extras"}
    if answers.get("black") and answers.get("re_points") is None:
        answers["re_points"] = ALL_POINTS if answers["black"] == DoppelkopfSide.KONTRA.value else 0
    for side, counts in (record.get("extras") or {}).items():
        if named := [extra for extra, count in counts.items() for _time in range(count)]:
            answers[f"extras.{side}"] = named
    return answers
