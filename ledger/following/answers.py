"""What was said of a hand besides its figures or its cards, such as trump, in words."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Answer, Question, Score
from games.kit.plays import PlayRecord
from ledger.series.state import SeriesState
from ledger.series.wording import option_label


def answers_in_words(state: SeriesState, record: Any, score: Score) -> Iterator[tuple[Question, str]]:
    """What was not said is left out, and so is the winner of the last trick, who is named wherever a hand is shown."""
    by_card = isinstance(record, PlayRecord)
    for question in state.questions(by_card=by_card):
        answer = getattr(record, question.field, None)
        is_last_trick = not by_card and question.answer is Answer.SEAT and answer == score.last_trick_winner
        is_said = answer is not None and answer is not False and answer != ()  # seat 0 is an answer
        if is_said and not is_last_trick:
            yield question, _in_words(state, question, answer)


def _in_words(state: SeriesState, question: Question, answer: Any) -> str:
    labels = dict(question.options)
    shown: dict[Answer, Callable[[Any], str]] = {
        Answer.SEAT: lambda seat: state.names[seat],
        Answer.SIDE: lambda side: state.sides[side].name,
        Answer.OPTION: lambda option: option_label(labels[option]),
        Answer.SEVERAL: lambda options: ", ".join(option_label(labels[option]) for option in options),
        Answer.FLAG: lambda _said: _("yes"),
    }
    return shown[question.answer](answer)
