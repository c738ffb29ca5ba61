"""Sentences about a series: what happened, who leads, and who has won."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.registry import BY_SLUG
from ledger.lib import formatting
from ledger.series.models import Event, Kind, Series
from ledger.series.state import SeriesState

_EVENT_SENTENCES = {
    Kind.STARTED: gettext_lazy("%(who)s started the series."),
    Kind.RECORDED: gettext_lazy("%(who)s recorded hand %(number)s."),
    Kind.CORRECTED: gettext_lazy("%(who)s corrected hand %(number)s."),
    Kind.WITHDRAWN: gettext_lazy("%(who)s withdrew hand %(number)s."),
    Kind.REOPENED: gettext_lazy("%(who)s reopened the series."),
    Kind.JOINED: gettext_lazy("%(who)s had %(player)s join the table."),
    Kind.UNSEATED: gettext_lazy("%(who)s took %(player)s off the table again."),
}
_STOPPED_SENTENCES = {
    True: gettext_lazy("%(who)s ended the series, with standard money."),
    False: gettext_lazy("%(who)s ended the series, without standard money."),
}


def series_name(series: Series) -> str:
    """The game and the day: a series has no name of its own."""
    return _("%(game)s, %(day)s") % {"game": game_name(series), "day": formatting.day(series.started_at)}


def game_name(series: Series) -> str:
    """The game's name, or the name that the players have given it in their rules."""
    game = BY_SLUG[series.game]
    return game.title_of(series.rules) or _(game.name)


def describe_event(event: Event) -> str:
    """Who did what, without the time: "Bob recorded hand 5."."""
    kind = Kind(event.kind)
    sentence = _STOPPED_SENTENCES[event.content["with_standard"]] if kind == Kind.STOPPED else _EVENT_SENTENCES[kind]
    player = event.content.get("name", "") if kind in (Kind.JOINED, Kind.UNSEATED) else ""
    return str(sentence) % {"who": event.by_name, "number": formatting.digits(event.hand_number), "player": player}


def announcement(state: SeriesState, latest: Event) -> str:
    """What has changed, for a screen reader: "Hand 5: Asha 25, Bimal 8½."."""
    if latest.kind == Kind.RECORDED:
        headline = _("Hand %(number)s:") % {"number": formatting.digits(latest.hand_number)}
    else:
        headline = describe_event(latest)
    closing = "" if state.series.is_open else outcome_sentence(state)
    return f"{headline} {totals_text(state)} {closing}".strip()


def saved_messages(state: SeriesState, event: Event) -> tuple[str, str]:
    """For the screen and for a screen reader: "Hand 5 saved", "Hand 5 saved. Asha 25, Bimal 8½."."""
    number = {"number": formatting.digits(event.hand_number)}
    closing = "" if state.series.is_open else outcome_sentence(state)
    aloud = _("Hand %(number)s saved.") % number
    return _("Hand %(number)s saved") % number, f"{aloud} {totals_text(state)} {closing}".strip()


def totals_text(state: SeriesState) -> str:
    totals = state.play.standing.cumulative
    return ", ".join(f"{side.name} {formatting.points(totals[side.seat])}" for side in state.sides) + "."


def outcome_sentence(state: SeriesState) -> str:
    """Who leads or has won, and with how many points."""
    return _("%(text)s.") % {"text": leader_text(state)}


def leader_text(state: SeriesState) -> str:
    """The same without a full stop, for a list."""
    if not any(hand.counts for hand in state.play.hands):
        return _("No hand yet that counts")
    first = state.by_side(state.play.standing.ranking)[0]
    if state.series.is_open:
        phrase = ngettext("%(names)s leads with %(points)s", "%(names)s lead with %(points)s", len(first))
    else:
        phrase = ngettext("%(names)s won with %(points)s", "%(names)s won together with %(points)s", len(first))
    points = formatting.points(state.play.standing.cumulative[first[0]])
    names = ", ".join(state.side_of(seat).name for seat in first)
    return phrase % {"names": names, "points": points}


def ending_sentence(state: SeriesState, latest: Event) -> str:
    """How a finished or stopped series ended."""
    if latest.kind == Kind.STOPPED:
        # Many games have no standard money: then it does not matter whether it is paid.
        if state.play.settle(with_standard=True) != state.play.settle(with_standard=False):
            return describe_event(latest)
        return _("%(who)s ended the series.") % {"who": latest.by_name}
    last = formatting.digits(state.play.standing.counted)
    return _("The series ended with hand %(number)s. %(event)s") % {"number": last, "event": describe_event(latest)}
