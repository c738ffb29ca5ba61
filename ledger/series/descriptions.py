"""Sentences about a series: what happened, who leads, and who has won."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, assert_never

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Score
from games.entry import Answer, Bid, Question
from games.kit.plays import PlayRecord
from games.registry import BY_SLUG
from ledger.lib import formatting
from ledger.series.changes import CHANGES, Recorded, Stopped
from ledger.series.models import Event, Series, Status
from ledger.series.state import SeriesState, Side
from ledger.series.wording import option_label, title_in_words


def series_name(series: Series) -> str:
    """Return the game and the day, because a series has no name."""
    return _("%(game)s, %(day)s") % {"game": game_name(series), "day": formatting.day(series.started_at)}


def game_name(series: Series) -> str:
    """Return the name by which people call the game when it is played by these rules."""
    game = BY_SLUG[series.game]
    named = game.named_preset(series.rules)
    return title_in_words(game, game.title_of(series.rules)) or _(named.title if named else game.name)


def describe_event(event: Event) -> str:
    """Who did what, without the time: "Bob recorded hand 5."."""
    return CHANGES[event.kind].describe(event)


def silence_text(name: str, since: datetime) -> str:
    """Say when the site last heard from a scorer's phone: newer hands may be on the phone alone."""
    if localdate(since) == localdate():
        return _("Last heard from %(name)s's phone at %(time)s.") % {"name": name, "time": formatting.clock(since)}
    when = {"day": formatting.day(since), "time": formatting.clock(since)}
    return _("Last heard from %(name)s's phone on %(day)s at %(time)s.") % {"name": name, **when}


def announcement(state: SeriesState, latest: Event, news: str = "") -> str:
    """Say the latest change to a screen reader: "Hand 5: Asha 25, Bimal 8½.", or `news` in place of the totals."""
    if latest.kind == Recorded.kind:
        headline = _("Hand %(number)s:") % {"number": formatting.digits(latest.hand_number)}
    else:
        headline = describe_event(latest)
    if news:
        return f"{headline} {news}"
    closing = "" if state.series.is_open else outcome_sentence(state)
    return f"{headline} {totals_text(state)} {closing}".strip()


def saved_messages(state: SeriesState, event: Event, news: str = "") -> tuple[str, str]:
    """For the screen and for a screen reader: "Hand 5 saved", "Hand 5 saved. Asha 25, Bimal 8½."."""
    number = {"number": formatting.digits(event.hand_number)}
    aloud = _("Hand %(number)s saved.") % number
    return _("Hand %(number)s saved") % number, f"{aloud} {news or totals_text(state)}"


def dealer_text(state: SeriesState) -> str:
    """Say who deals the next hand, in the game's words: "Bimal deals". Empty if the dealer is not known."""
    dealer = state.play.standing.dealer
    if dealer is None or not state.takes_hands:
        return ""
    return _(state.game.dealing.sentence) % {"name": state.names[dealer]}


def summary(state: SeriesState) -> str:
    """Say the totals or the winner, for what a chat shows of a link: "After hand 5: Asha 25, Bimal 8½."."""
    if not state.series.is_open or not state.events:
        return f"{outcome_sentence(state)} {totals_text(state) if state.events else ''}".strip()
    return _("%(name)s: %(what)s") % {"name": after_hand(state), "what": totals_text(state)}


def after_hand(state: SeriesState) -> str:
    return _("After hand %(number)s") % {"number": formatting.digits(len(state.events))}


def deal_label(state: SeriesState, side: Side) -> str:
    """ "Deals" for a player who deals the next hand, "Bimal deals" for the player's team."""
    if state.play.standing.dealer not in side.seats or not state.takes_hands:
        return ""
    return _(state.game.dealing.short) if len(side.seats) == 1 else dealer_text(state)


def table_text(state: SeriesState) -> str:
    """ "Bimal deals · Asha 25, Bimal 8½." """
    return " · ".join(filter(None, [dealer_text(state), totals_text(state)]))


def totals_text(state: SeriesState) -> str:
    totals = state.play.standing.cumulative
    text = ", ".join(f"{side.name} {formatting.points(totals[side.seat])}" for side in state.sides)
    return _("%(text)s.") % {"text": text}


def outcome_sentence(state: SeriesState) -> str:
    """Who leads or has won, and with how many points."""
    return _("%(text)s.") % {"text": leader_text(state)}


def leader_text(state: SeriesState) -> str:
    """Say who leads or has won, without a full stop, for a list."""
    if not any(hand.counts for hand in state.play.hands):
        return _("No hand yet that counts")
    first, *others = state.by_side(state.play.standing.ranking)
    if not state.series.is_open and not others:
        return _("All are level")
    if state.series.is_open:
        people = sum(len(state.side_of(seat).seats) for seat in first)
        phrase = ngettext("%(names)s leads with %(points)s", "%(names)s lead with %(points)s", people)
    elif state.shown_status == Status.STOPPED:
        phrase = _("Stopped with %(names)s in front: %(points)s")
    else:
        phrase = ngettext("%(names)s won with %(points)s", "%(names)s won together with %(points)s", len(first))
    points = formatting.points(state.play.standing.cumulative[first[0]])
    names = [state.side_of(seat).name for seat in first]
    return phrase % {"names": formatting.in_a_row(names), "points": points}


def ending_sentence(state: SeriesState, latest: Event) -> str:
    """How a finished or stopped series ended."""
    if latest.kind == Stopped.kind:
        # Mention standard money only if it changes the settlement: many games have none.
        if state.outcome_if(with_standard=True).transfers != state.outcome_if(with_standard=False).transfers:
            return describe_event(latest)
        return _("%(who)s ended the series.") % {"who": latest.by_name}
    last = formatting.digits(state.play.standing.counted)
    return _("The series ended with hand %(number)s. %(event)s") % {"number": last, "event": describe_event(latest)}


def answers_in_words(state: SeriesState, record: Any, score: Score) -> Iterator[tuple[Question, str]]:
    """Return the answers to the game's questions about a hand, such as trump.

    Unanswered questions and usual answers are left out, as is the last trick's winner, which the page shows anyway.
    """
    by_card = isinstance(record, PlayRecord)
    asked = state.game.questions(by_card=False)
    if by_card:  # the record has cards, which answer some of these questions; the others were asked beside the cards
        asked = tuple({question.field: question for question in (*asked, *state.game.questions(by_card=True))}.values())
    answers = state.game.answers_in(record)
    for question in asked:
        answer = answers.get(question.field)
        if answer is None or (answer is False and question.answer is Answer.FLAG) or answer in ((), []):
            continue  # 0 is not left out here, because seat 0 is an answer
        is_usual = question.usual is not None and answer == question.usual
        if is_usual and (question.answer is Answer.OPTION or answer == 0):
            continue  # the usual option, or a count of 0, is not worth a word
        if not by_card and question.answer is Answer.SEAT and answer == score.last_trick_winner:
            continue
        yield question, answer_text(state, question, answer)


def answer_text(state: SeriesState, question: Question, answer: Any) -> str:
    labels, text = dict(question.options), ""
    match question.answer:
        case Answer.SEAT:
            text = state.names[answer]
        case Answer.SEATS:
            text = ", ".join(state.names[seat] for seat in answer)
        case Answer.SIDE:
            text = state.sides[answer].name
        case Answer.OPTION:
            text = option_label(labels[answer])
        case Answer.SEVERAL:
            text = ", ".join(option_label(labels[option]) for option in answer)
        case Answer.BY_SIDE:
            by_side = zip(state.entry_sides, answer, strict=True)
            text = ", ".join(f"{side.name} {option_label(labels[option])}" for side, option in by_side)
        case Answer.SIDES:
            text = " – ".join(", ".join(state.names[seat] for seat in side) for side in answer)
        case Answer.FLAG:
            text = _("yes")
        case Answer.COUNT:
            text = formatting.digits(answer)
        case Answer.FIGURES:
            text = ", ".join(map(formatting.digits, answer))
        case _:
            assert_never(question.answer)
    return text


def bid_text(state: SeriesState, bids: Sequence[Bid | None], side: Side) -> str:
    """Return what a side bid: "4", or "4, Nil" where partners bid each for themselves. Empty without a bid."""
    if state.bids is None:
        return ""
    words: dict[Bid, str] = {value: _(label) for value, label in state.bids.words}
    by_side = zip(state.entry_sides, bids, strict=False)
    shown = [words.get(bid, bid) for bidder, bid in by_side if bid is not None and bidder.seat in side.seats]
    return ", ".join(formatting.digits(bid) for bid in shown)


def trick_worth(state: SeriesState, points: Fraction) -> str:
    """The points of a trick: "3½ points". Empty in a game whose figures are not points, such as the tricks won."""
    entry = state.game.totals
    return "" if entry is not None and entry.title else formatting.points_in_words(points)


def played_text(state: SeriesState, record: Any, score: Score) -> str:
    """The answers about a hand that a list of hands shows, such as what was trump: "Hearts · Weis: 20, 50"."""
    return " · ".join(
        text
        if question.answer in (Answer.OPTION, Answer.SEAT, Answer.SIDE)
        else _("%(question)s: %(answer)s") % {"question": _(question.title), "answer": text}
        for question, text in answers_in_words(state, record, score)
        if question.listed
    )
