"""Giving verdicts and waivers. Each entry is added to the series' chain of verdicts in a transaction.

The caller says what was on the screen: the revision of the hand, or the version of the series. If the hand or the
series has changed since, nothing is written and OutOfDate carries the current state. No function here locks the series
or changes its version.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Member, Player, Verdicts
from ledger.circles.roles import Role
from ledger.lib.refusals import InTheWay, KeyReused, OutOfDate, Refused
from ledger.lib.typed import is_storable
from ledger.series.models import Series, SeriesLink
from ledger.series.requirements import refusal, require_reason
from ledger.series.selectors import revision_counts
from ledger.series.state import SeriesState, series_state
from ledger.verdicts.chain import verdict_hash
from ledger.verdicts.current import CurrentVerdict, entries_that_hold, verdicts_of
from ledger.verdicts.models import (
    MOST_NOTE,
    DisputeReason,
    Verdict,
    VerdictBook,
    VerdictEntry,
    VerdictKind,
)
from ledger.verdicts.shown import shown_of_hand, shown_of_settlement

MOST_VERDICTS = 20  # of one player on one hand or the settlement, given in one way; also waivers of one series


class Weight(IntEnum):
    """The weight of a verdict, by who gave it. A verdict replaces a verdict of the same or a lower weight.

    There are two exceptions, after a scorer has asked a player again whose verdict was given by link: `require_weight`.
    """

    PROXY = 1  # a scorer, for the player
    LINK = 2  # the reader of a link, on the seat chosen in the browser
    OWN = 3  # the member who has claimed the player


@dataclass(frozen=True)
class Speaker:
    """Who gives a verdict: a member, or the reader of a link, on the seat chosen in the browser."""

    me: Member | None = None
    link: SeriesLink | None = None
    seat: int | None = None  # of the reader of a link

    def weight_for(self, player: Player, seat: int) -> Weight:
        """Return the weight of a verdict for this player. Raise PermissionDenied if the speaker may not give one."""
        if self.me is not None:
            if player.claimed_by_id == self.me.pk:
                return Weight.OWN
            if self.me.may(Role.SCORER):
                return Weight.PROXY
        elif self.link is not None and self.link.may_agree and self.link.is_open() and self.seat == seat:
            return Weight.LINK
        raise PermissionDenied


@dataclass(frozen=True)
class VerdictResult:
    """The state of the series, and the entry that was written.

    `entry` is None if the verdict or waiver would have changed nothing, and so was not written. With `repeated`, an
    earlier request with the same key has written the entry.
    """

    state: SeriesState
    entry: VerdictEntry | None
    repeated: bool = False


@dataclass(frozen=True)
class NotTakenBack:
    """A verdict by a link that could not be taken back. `why` is the exception of `give_verdict`."""

    state: SeriesState
    number: int | None  # of the hand; None: the settlement
    verdict: CurrentVerdict
    why: Refused | OutOfDate


@transaction.atomic
def give_verdict(  # noqa: PLR0913  (all that a tap says)
    *,
    speaker: Speaker,
    series: Series,
    number: int | None,
    player_id: str,
    verdict: str,
    seen: int,
    reason: str = "",
    note: str = "",
    key: str | None = None,
    anyway: bool = False,
) -> VerdictResult:
    """Agree to a hand or to the settlement (number None), dispute it, or take an earlier verdict back.

    `seen` is the revision of the hand, or the version of the series, that was on the screen. `anyway` says that a
    scorer has asked the player again after a verdict by link.
    """
    book, state = lock_book(series)
    seat = state.seat_by_player.get(player_id)
    if seat is None:
        raise refusal("unknown_player", say("This player does not sit at the table."), field="player")
    player = state.players[seat]
    weight = speaker.weight_for(player, seat)
    note = note.strip()
    require_content(verdict, reason, note)
    entry = VerdictEntry(
        series=series,
        kind=VerdictKind.VERDICT,
        hand_number=number,
        player=player,
        verdict=verdict,
        reason=reason,
        note=note,
        revision=seen,
        by_id=speaker.me.user_id if speaker.me else None,
        by_name=speaker.me.name if speaker.me else player.name,
        by_proxy=weight == Weight.PROXY,
        by_link=weight == Weight.LINK,
        link=speaker.link.pk if speaker.link and weight == Weight.LINK else None,
        key=key,
    )
    if first := first_with_key(state, entry):
        return VerdictResult(state, first, repeated=True)
    require_seen(state, number, seat, seen)
    entry.event_hash = state.series.latest_hash if number is None else state.events[number - 1].hash
    entry.shown = shown_of_settlement(state) if number is None else shown_of_hand(state, number, seat)
    if not changes_something(state, entry, weight, anyway=anyway):
        return VerdictResult(state, None)
    return VerdictResult(state, append(book, entry))


@transaction.atomic
def waive(*, me: Member, series: Series, version: int, reason: str, key: str | None = None) -> VerdictResult:
    """Waive the missing verdicts, as an owner. A later change of the series ends the waiver."""
    if not me.may(Role.OWNER):
        raise PermissionDenied
    book, state = lock_book(series)
    require_reason(reason)
    entry = VerdictEntry(
        series=series,
        kind=VerdictKind.WAIVER,
        reason=reason.strip(),
        revision=version,
        event_hash=state.series.latest_hash,
        shown=shown_of_settlement(state),
        by_id=me.user_id,
        by_name=me.name,
        key=key,
    )
    if first := first_with_key(state, entry):
        return VerdictResult(state, first, repeated=True)
    require_over(state, version)
    waiver = verdicts_of(state).waiver
    if waiver and waiver.reason == entry.reason:
        return VerdictResult(state, None)
    require_few_changes(VerdictEntry.objects.filter(series=series, kind=VerdictKind.WAIVER).count())
    return VerdictResult(state, append(book, entry))


def verdicts_by(*links: SeriesLink) -> list[tuple[SeriesState, int | None, CurrentVerdict]]:
    """Return the verdicts by these links that hold, in every series, each with the state and the hand's number."""
    ids = [link.pk for link in links]
    that_hold = []
    for series in Series.objects.filter(verdict_entries__link__in=ids).select_related("circle").distinct():
        state = series_state(series)
        that_hold += [(state, number, verdict) for number, verdict in verdicts_of(state).given if verdict.link in ids]
    return that_hold


def take_back_verdicts_by(link: SeriesLink, me: Member) -> list[NotTakenBack]:
    """Take back each verdict by this link that holds, with one entry for each in the name of `me`.

    Each is taken back in a transaction of its own. Return the verdicts that were refused.
    """
    not_taken_back = []
    for state, number, verdict in verdicts_by(link):
        seen = state.series.version if number is None else revision_counts(state)[number]
        try:
            give_verdict(
                speaker=Speaker(me),
                series=state.series,
                number=number,
                player_id=verdict.player,
                verdict=Verdict.NONE,
                seen=seen,
                anyway=True,
            )
        except (Refused, OutOfDate) as why:
            not_taken_back.append(NotTakenBack(state, number, verdict, why))
    return not_taken_back


# --- Requirements ----------------------------------------------------------------------------------------------------


def require_content(verdict: str, reason: str, note: str) -> None:
    problems = []
    if verdict not in Verdict.values:
        problems.append(Problem("verdict", "unknown_verdict", say("There is no such verdict.")))
    if verdict == Verdict.DISPUTED and reason not in DisputeReason.values:
        problems.append(Problem("reason", "missing", say("Please say what is not right.")))
    if verdict != Verdict.DISPUTED and (reason or note):
        problems.append(Problem("reason", "not_disputed", say("Only what is not right needs a reason.")))
    if len(note) > MOST_NOTE:
        problems.append(Problem("note", "too_long", say("This text is too long.")))
    if not is_storable(note):
        problems.append(Problem("note", "unfit_text", say("There are characters in this text that cannot be kept.")))
    if problems:
        raise Refused(*problems)


def require_seen(state: SeriesState, number: int | None, seat: int, seen: int) -> None:
    """Raise OutOfDate unless the screen showed the hand, or the settlement, as it is today."""
    if number is None:
        require_over(state, seen)
        return
    revisions = revision_counts(state)
    if number not in revisions:
        raise refusal("no_such_hand", say("There is no hand {number}.", number=number), field="number")
    if number > len(state.events) or revisions[number] != seen:
        raise OutOfDate(state)
    if seat not in state.play.hands[number - 1].score.seats:
        raise refusal("did_not_sit", say("This player did not sit in this hand."), field="player")


def require_over(state: SeriesState, version: int) -> None:
    if state.series.version != version:
        raise OutOfDate(state)
    if state.series.is_open:
        raise InTheWay(Problem("", "not_over", say("The series is not over.")))


def changes_something(state: SeriesState, entry: VerdictEntry, weight: Weight, *, anyway: bool) -> bool:
    """Return False if the player's verdict would stay the same, and be given in the same way.

    Raise InTheWay if `entry` must not replace the verdict that holds, and Refused if it was changed too often.
    """
    of_player = VerdictEntry.objects.filter(
        series=entry.series, kind=VerdictKind.VERDICT, hand_number=entry.hand_number, player=entry.player
    )
    before = next(iter(entries_that_hold(state, of_player.order_by("-number")[:1])), None)
    if before is None:
        is_same = entry.verdict == Verdict.NONE
    else:
        require_weight(before, entry, weight, anyway=anyway)
        is_same = content_of(before) == content_of(entry) and weight_of(before) == weight
    if is_same:
        return False
    require_few_changes(of_player.filter(by_proxy=entry.by_proxy, by_link=entry.by_link).count())
    return True


def require_weight(before: VerdictEntry, entry: VerdictEntry, weight: Weight, *, anyway: bool) -> None:
    """Refuse a verdict that must not replace the verdict `before`.

    A scorer may replace a verdict by link after asking the player again (`anyway`). Afterwards the reader of the link
    may not change it back.
    """
    assert entry.player
    name = entry.player.name
    if before.by_link and weight == Weight.PROXY:
        message = say("Somebody has answered for {name} by the link. Ask {name}, and then say it once more.", name=name)
        is_in_the_way = not anyway
    elif before.by_proxy and weight == Weight.LINK:
        message = say("A scorer has asked {name} again after an answer by the link.", name=name)
        is_in_the_way = VerdictEntry.objects.filter(
            series=entry.series,
            hand_number=entry.hand_number,
            player=entry.player,
            event_hash=before.event_hash,
            by_link=True,
            number__lt=before.number,
        ).exists()
    else:
        message = say("{name} has answered already. Only {name} can change it.", name=name)
        is_in_the_way = weight_of(before) > weight
    if is_in_the_way:
        raise InTheWay(Problem("player", "has_spoken", message))


def require_few_changes(changes: int) -> None:
    if changes >= MOST_VERDICTS:
        too_many = say("This was changed {most} times already. Please talk about it.", most=MOST_VERDICTS)
        raise refusal("too_many_verdicts", too_many)


def weight_of(entry: VerdictEntry) -> Weight:
    return Weight.PROXY if entry.by_proxy else Weight.LINK if entry.by_link else Weight.OWN


def content_of(entry: VerdictEntry) -> tuple[str, str, str]:
    return entry.verdict, entry.reason, entry.note


# --- The chain -------------------------------------------------------------------------------------------------------


def lock_book(series: Series) -> tuple[VerdictBook, SeriesState]:
    """Lock the chain of verdicts of a series, and read the series again: it may have changed during the wait."""
    VerdictBook.objects.get_or_create(series=series)
    book = VerdictBook.objects.select_for_update().get(series=series)
    current = get_object_or_404(Series, pk=series.pk)  # the series may just have been discarded
    current.circle = series.circle
    if current.verdicts == Verdicts.OFF:
        raise refusal("verdicts_off", say("In this series nobody is asked whether a hand is right."))
    return book, series_state(current)


def first_with_key(state: SeriesState, entry: VerdictEntry) -> VerdictEntry | None:
    """Return the entry of an earlier request with the same key.

    Raise KeyReused if that request came from another user or in another way, or if its verdict or waiver was another.
    """
    first = VerdictEntry.objects.filter(series=entry.series, key=entry.key).first() if entry.key else None
    if first and request_of(first) != request_of(entry):
        raise KeyReused(state)
    return first


def request_of(entry: VerdictEntry) -> tuple[Any, ...]:
    """Return by whom the entry is, and which verdict or waiver it is. It is equal for two equal requests."""
    return entry.by_id, entry.by_link, entry.kind, entry.hand_number, entry.player_id, *content_of(entry)


def append(book: VerdictBook, entry: VerdictEntry) -> VerdictEntry:
    entry.number, entry.previous_hash, entry.at = book.version + 1, book.latest_hash, timezone.now()
    entry.hash = verdict_hash(entry)
    entry.save(force_insert=True)
    book.version, book.latest_hash = entry.number, entry.hash
    book.save(update_fields=["version", "latest_hash"])
    return entry
