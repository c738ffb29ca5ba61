"""The part of a page that asks the reader for a verdict, and shows the verdicts of all players."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from ledger.circles.models import Member, Verdicts
from ledger.lib import formatting
from ledger.live.links import open_links
from ledger.series.changes import Corrected
from ledger.series.selectors import revision_counts
from ledger.series.state import SeriesState
from ledger.verdicts.current import CurrentVerdict, SeriesVerdicts, verdicts_of
from ledger.verdicts.question import VerdictQuestion
from ledger.verdicts.wording import hand_name, hand_or_settlement, why_disputed


@dataclass(frozen=True)
class SeatMark:
    """The verdict of one player on a hand or the settlement, as a mark with words."""

    player: str
    name: str
    face: int
    answer: str  # agreed, disputed, missing
    words: str  # "Asha: right"
    is_reader: bool  # the reader of the page has claimed this player, or has chosen the seat
    by_link: bool


@dataclass(frozen=True)
class DisputeLine:
    number: int | None  # of the hand; None: the settlement
    name: str
    what: str  # "Hand 5"
    why: str  # "my points"

    @property
    def text(self) -> str:
        return _("%(name)s: %(what)s is not right, %(why)s.") % {"name": self.name, "what": self.what, "why": self.why}


@dataclass(frozen=True)
class VerdictMarks:
    """A mark for each player who is asked about a hand, or about the settlement (number None)."""

    state: SeriesState
    current: SeriesVerdicts
    number: int | None  # 0: no hand is recorded yet
    revisions: Mapping[int, int]  # how many each hand has, by its number
    reader: int | None  # the reader's seat

    @property
    def title(self) -> str:
        return _("The end") if self.number is None else hand_name(self.number)

    @property
    def seen(self) -> int:
        """The revision of the hand, or the version of the series, that the page shows."""
        return self.state.series.version if self.number is None else self.revisions[self.number]

    @cached_property
    def seats(self) -> list[SeatMark]:
        """The marks in seat order. Empty before the first hand and for a hand that was thrown in."""
        if self.number == 0:
            return []
        given = {verdict.seat: verdict for verdict in self.current.on(self.number)}
        asked = sorted({*given, *self.current.unanswered(self.number)})
        return [self._mark(seat, given.get(seat)) for seat in asked]

    def _mark(self, seat: int, verdict: CurrentVerdict | None) -> SeatMark:
        name = {"name": self.state.names[seat]}
        if verdict is None:
            answer, words = "missing", _("%(name)s: not yet") % name
        elif hands := self._unanswered_hands(seat):
            answer, words = "missing", _("%(name)s: not yet (%(hands)s)") % {**name, "hands": hands}
        elif not verdict.is_agreed:
            answer, words = "disputed", _("%(name)s: not right, %(why)s") % {**name, "why": why_disputed(verdict)}
            if verdict.by_link:
                words = _("%(what)s, by the link") % {"what": words}
        elif verdict.by_proxy:
            answer, words = "agreed", _("%(name)s: right, as %(who)s said") % {**name, "who": verdict.by_name}
        elif verdict.by_link:
            answer, words = "agreed", _("%(name)s: right, by the link") % name
        else:
            answer, words = "agreed", _("%(name)s: right") % name
        player = self.state.players[seat]
        by_link = verdict is not None and verdict.by_link
        return SeatMark(player.pk, player.name, self.state.faces[seat], answer, words, seat == self.reader, by_link)

    def _unanswered_hands(self, seat: int) -> str:
        """Return the hands that the player has not answered: "Hand 1 and Hand 4". Empty for the marks of a hand.

        As long as there are any, the player's verdict on the settlement is shown as missing.
        """
        numbers = self.current.hands_unanswered_by(seat) if self.number is None else []
        return formatting.in_a_row([hand_name(number) for number in numbers])

    @property
    def also(self) -> str:
        """The hands that some player has not answered, with their revisions: "1:1 4:2". A scorer's form sends them with
        an answer on the settlement. Empty for the marks of a hand."""
        seats = range(len(self.state.players)) if self.number is None else ()
        numbers = {number for seat in seats for number in self.current.hands_unanswered_by(seat)}
        return " ".join(f"{number}:{self.revisions[number]}" for number in sorted(numbers))

    @property
    def summary(self) -> str:
        """For a screen reader: "Hand 5: right for 2 of 4"."""
        agreed = sum(mark.answer == "agreed" for mark in self.seats)
        figures = {"hand": self.title, "count": formatting.digits(agreed), "all": formatting.digits(len(self.seats))}
        return _("%(hand)s: right for %(count)s of %(all)s") % figures

    @cached_property
    def disputes(self) -> list[DisputeLine]:
        return dispute_lines(self.state, self.current)

    @property
    def news(self) -> str:
        """The disputes, or that all agree. A screen reader says this text when it changes."""
        if self.disputes:
            return " ".join(dispute.text for dispute in self.disputes)
        all_agree = self.seats and all(mark.answer == "agreed" for mark in self.seats)
        return _("%(hand)s: all agree.") % {"hand": self.title} if all_agree else ""


def dispute_lines(state: SeriesState, current: SeriesVerdicts) -> list[DisputeLine]:
    """Return the disputes of the settlement, and then of the hands, the latest hand first: players remember it best."""
    return [
        DisputeLine(number, state.names[verdict.seat], hand_or_settlement(number), why_disputed(verdict))
        for number, verdict in reversed(current.disputes)
    ]


@dataclass(frozen=True)
class PageVerdicts:
    """What a page shows of verdicts: the question to the reader, and who has agreed."""

    state: SeriesState
    current: SeriesVerdicts
    answer_url: str  # where the reader's verdict is sent
    seat: int | None = None  # the reader's own
    shows_money: bool = True
    notice: str = ""  # why the verdict that was just given was refused
    number: int | None = None  # of the hand, if this is the page of a hand; None on the page of the series

    @cached_property
    def revisions(self) -> dict[int, int]:
        return revision_counts(self.state)

    @cached_property
    def ask(self) -> VerdictQuestion | None:
        """The question to the reader; None if there is nothing to ask.

        The page of a hand asks about its hand. The page of a series that is over asks about the settlement. The page of
        an open series asks about the latest hand. If the reader has no verdict to give on that, it asks about the
        latest of the corrected hands on which the reader's verdict is missing.
        """
        if self.seat is None:
            return None
        number = self.number
        if number is None and self.state.series.is_open:
            latest, unanswered = len(self.state.events), self.current.hands_unanswered_by(self.seat)
            corrected = [hand for hand in unanswered if self.state.events[hand - 1].kind == Corrected.kind]
            number = corrected[-1] if corrected and latest not in unanswered else latest
        question = self.question(self.seat, number)
        is_asked = number is None or question.given or self.seat in self.current.unanswered(number)
        return question if is_asked else None

    def question(self, seat: int, number: int | None) -> VerdictQuestion:
        return VerdictQuestion(self.state, self.current, seat, number, self.revisions, self.shows_money)

    @property
    def why_not_asked(self) -> str:
        """Why the page of an open series asks its reader nothing: the text in place of the question."""
        hands = self.state.play.hands
        if not hands:
            return _("After each hand you are asked here whether it is right.")
        latest = {"number": formatting.digits(hands[-1].number)}
        if not hands[-1].counts:
            return _("Hand %(number)s does not count, so nobody is asked.") % latest
        return _("You did not sit in hand %(number)s.") % latest

    @cached_property
    def marks(self) -> VerdictMarks:
        latest = len(self.state.events) if self.state.series.is_open else None
        return VerdictMarks(self.state, self.current, self.number or latest, self.revisions, self.seat)

    @cached_property
    def names_who_cannot_answer(self) -> str:
        """The names of the players whose verdict on the settlement is missing, and who cannot give it: no member has
        claimed them, and no link lets its readers give verdicts. Empty if there are none."""
        players = [self.state.players[seat] for seat in self.current.unanswered(None)]
        unclaimed = [player.name for player in players if player.claimed_by_id is None]
        if not unclaimed or any(link.may_agree for link in open_links(self.state.series)):
            return ""
        return formatting.in_a_row(unclaimed)

    @property
    def awaits_verdicts(self) -> bool:
        """Whether all players have to agree, and the series is not agreed to yet."""
        return self.current.setting == Verdicts.REQUIRED and not self.current.agreed


def page_verdicts(state: SeriesState, answer_url: str, **options: Any) -> PageVerdicts | None:
    """Return what the page shows of verdicts, or None where verdicts are off."""
    current = verdicts_of(state)
    return None if current.setting == Verdicts.OFF else PageVerdicts(state, current, answer_url, **options)


def seat_of(state: SeriesState, me: Member) -> int | None:
    """Return the seat of the player whom the member has claimed, or None if no such player sits at the table."""
    return next((seat for seat, player in enumerate(state.players) if player.claimed_by_id == me.pk), None)
