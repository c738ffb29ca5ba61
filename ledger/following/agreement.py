"""What a page asks a player of a hand or of the settlement, and what it says of who has agreed."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.agreeing.holding import Held, SeriesAgreement, agreement_of
from ledger.agreeing.models import DisputeReason, Verdict, VerdictEntry, VerdictKind
from ledger.circles.models import Member, Verdicts
from ledger.lib import formatting
from ledger.series.changes import Corrected
from ledger.series.selectors import open_links, revision_counts
from ledger.series.state import SeriesState

# --- What a player is asked ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ask:
    """One question to the player of a seat: is this hand, or the settlement (number None), right?"""

    state: SeriesState
    agreement: SeriesAgreement
    seat: int
    number: int | None
    revisions: Mapping[int, int]  # of the hands, by their numbers
    shows_money: bool = True  # False: for the readers of a link that shows no payments

    @cached_property
    def held(self) -> Held | None:
        """The answer that holds."""
        given = self.agreement.of_settlement if self.number is None else self.agreement.of_hand(self.number)
        return next((held for held in given if held.seat == self.seat), None)

    @property
    def seen(self) -> int:
        """What the page shows: the revision of the hand, or the version of the series."""
        return self.state.series.version if self.number is None else self.revisions[self.number]

    @property
    def mark(self) -> str:
        """Another one for each question and answer, so that no element of the page stays under a finger."""
        said = int(self.held.at.timestamp() * 1000) if self.held else "open"
        return f"{self.number or 'end'}-{self.seen}-{said}"

    @property
    def player(self) -> str:
        return self.state.players[self.seat].pk

    @property
    def is_of_cards(self) -> bool:
        """A trick or a card may be what is not right."""
        return self.number is not None and self.state.game.has_cards

    @property
    def facts(self) -> str:
        """ "Hand 5: you won 8½, that is −1½." """
        if self.number is None:
            return settlement_facts(self.state, self.seat, shows_money=self.shows_money)
        return hand_facts(self.state, self.number, self.seat)

    @property
    def question(self) -> str:
        return _("%(facts)s Right?") % {"facts": self.facts}

    @property
    def answer(self) -> str:
        """What was said, and by whom, if it was not the player."""
        assert self.held
        said = _("right") if self.held.is_agreed else _("not right, %(why)s") % {"why": why_disputed(self.held)}
        if self.held.by_proxy:
            return _("%(name)s said for you: %(said)s.") % {"name": self.held.by_name, "said": said}
        sentence = _("You said by the link: %(said)s.") if self.held.by_link else _("You said: %(said)s.")
        return sentence % {"said": said}

    @property
    def name(self) -> str:
        return self.state.names[self.seat]

    @property
    def what(self) -> str:
        if self.number is None:
            return _("The settlement")
        return _("Hand %(number)s") % {"number": formatting.digits(self.number)}

    @property
    def said_by_link(self) -> str:
        """For a scorer who asks the player again."""
        assert self.held
        said = _("right") if self.held.is_agreed else _("not right, %(why)s") % {"why": why_disputed(self.held)}
        return _("Said by the link: %(said)s.") % {"said": said}

    @cached_property
    def open_hands(self) -> list["Ask"]:
        """The hands that agreeing to the settlement answers too."""
        if self.number is not None:
            return []
        numbers = self.agreement.hands_unanswered_by(self.seat)
        return [Ask(self.state, self.agreement, self.seat, number, self.revisions) for number in numbers]

    @property
    def also(self) -> str:
        """These hands and their revisions, as the form sends them."""
        return " ".join(f"{hand.number}:{hand.seen}" for hand in self.open_hands)


def hand_facts(state: SeriesState, number: int, seat: int) -> str:
    """What a hand brought the player of a seat, in one sentence."""
    score = state.play.hands[number - 1].score
    partners = [state.names[other] for other in state.side_of(seat).seats if other != seat]
    won, entered = score.points_won[seat], score.points_entered[seat]
    bonus = state.game.bonuses_by_seat(score)[seat]
    figures = {
        "hand": _("Hand %(number)s") % {"number": formatting.digits(number)},
        "partners": formatting.in_a_row(partners) if partners else "",
        "won": formatting.points(won),
        "entered": formatting.points(entered, signed=True),
    }
    if state.events[number - 1].kind == Corrected.kind:
        figures["hand"] = _("Hand %(number)s, corrected") % {"number": formatting.digits(number)}
    if won != entered:
        sentence = _("%(hand)s: you won %(won)s, that is %(entered)s.")
        if partners:
            sentence = _("%(hand)s: you and %(partners)s won %(won)s, that is %(entered)s.")
    else:
        sentence = (
            _("%(hand)s: %(entered)s for you and %(partners)s.") if partners else _("%(hand)s: %(entered)s for you.")
        )
    facts = sentence % figures
    if bonus:
        facts += " " + _("Bonus %(points)s.") % {"points": formatting.points(bonus, signed=True)}
    return facts


def settlement_facts(state: SeriesState, seat: int, *, shows_money: bool = True) -> str:
    """What the settlement brings the player of a seat, in one sentence."""
    net: Fraction | int
    if state.series.shows_money and not shows_money:
        total = formatting.points(state.play.standing.cumulative[seat])
        return _("Your total is %(total)s.") % {"total": total}
    if state.series.shows_money:
        net = state.outcome.money.amounts_minor[seat]
        text = formatting.money(abs(net), state.series.currency)
        paid = _("You pay %(sum)s in all.")
    else:
        net = state.outcome.points[seat]
        text = formatting.points_in_words(abs(net))
        paid = _("You give %(sum)s in all.")
    if not net:
        return _("You pay nothing and receive nothing.")
    return (paid if net < 0 else _("You receive %(sum)s in all.")) % {"sum": text}


def why_disputed(held: Held) -> str:
    """ "my points, it was 9½": the reason, and the player's own words."""
    reason = DisputeReason(held.reason).label if held.reason in DisputeReason.values else ""
    return ", ".join(str(part) for part in (reason, held.note) if part)


_SENTENCES = {
    Verdict.AGREED: gettext_lazy("%(name)s said of %(what)s: right."),
    Verdict.DISPUTED: gettext_lazy("%(name)s said of %(what)s: not right, %(why)s."),
    Verdict.NONE: gettext_lazy("%(name)s took back what was said of %(what)s."),
}
_PROXY_SENTENCES = {
    Verdict.AGREED: gettext_lazy("%(who)s said for %(name)s of %(what)s: right."),
    Verdict.DISPUTED: gettext_lazy("%(who)s said for %(name)s of %(what)s: not right, %(why)s."),
    Verdict.NONE: gettext_lazy("%(who)s took back for %(name)s what was said of %(what)s."),
}


def entry_sentence(entry: VerdictEntry) -> str:
    """ "Bimal said of hand 5: not right, my points."; the player's own words stand beside it."""
    if entry.kind == VerdictKind.WAIVER or entry.player is None:
        waived = _("%(who)s let the series count without those who have not agreed: “%(reason)s”")
        return waived % {"who": entry.by_name, "reason": entry.reason}
    number = entry.hand_number
    what = _("the settlement") if number is None else _("hand %(number)s") % {"number": formatting.digits(number)}
    sentences = _PROXY_SENTENCES if entry.by_proxy else _SENTENCES
    why = DisputeReason(entry.reason).label if entry.reason else ""
    sentence = str(sentences[Verdict(entry.verdict)]) % {
        "name": entry.player.name,
        "who": entry.by_name,
        "what": what,
        "why": why,
    }
    return _("%(sentence)s By the link.") % {"sentence": sentence} if entry.by_link else sentence


# --- Who has agreed --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatMark:
    """What one player has said of a hand or of the settlement."""

    player: str
    name: str
    face: int
    state: str  # agreed, disputed, missing
    words: str  # "Asha: right"
    is_reader: bool
    by_link: bool = False


@dataclass(frozen=True)
class OpenDispute:
    number: int | None  # of the hand; None: the settlement
    name: str
    what: str  # "Hand 5"
    why: str  # "my points"

    @property
    def text(self) -> str:
        return _("%(name)s: %(what)s is not right, %(why)s.") % {"name": self.name, "what": self.what, "why": self.why}


@dataclass(frozen=True)
class Marks:
    """What each player who is asked has said of a hand, or of the settlement (number None)."""

    state: SeriesState
    agreement: SeriesAgreement
    number: int | None
    revisions: Mapping[int, int]
    reader: int | None = None  # their seat

    @property
    def title(self) -> str:
        if self.number is None:
            return _("The end")
        return _("Hand %(number)s") % {"number": formatting.digits(self.number)}

    @property
    def seen(self) -> int:
        return self.state.series.version if self.number is None else self.revisions[self.number]

    @cached_property
    def seats(self) -> list[SeatMark]:
        """Empty before the first hand and for a deal that was thrown in."""
        if self.number == 0:
            return []
        given = self.agreement.of_settlement if self.number is None else self.agreement.of_hand(self.number)
        held = {each.seat: each for each in given}
        asked = sorted({*held, *self.agreement.unanswered(self.number)})
        return [self._mark(seat, held.get(seat)) for seat in asked]

    def _mark(self, seat: int, held: Held | None) -> SeatMark:
        name = {"name": self.state.names[seat]}
        if held is None:
            state, words = "missing", _("%(name)s: not yet") % name
        elif not held.is_agreed:
            state, words = "disputed", _("%(name)s: not right, %(why)s") % {**name, "why": why_disputed(held)}
            if held.by_link:
                words = _("%(what)s, by the link") % {"what": words}
        elif held.by_proxy:
            state, words = "agreed", _("%(name)s: right, as %(who)s said") % {**name, "who": held.by_name}
        elif held.by_link:
            state, words = "agreed", _("%(name)s: right, by the link") % name
        else:
            state, words = "agreed", _("%(name)s: right") % name
        player = self.state.players[seat]
        by_link = held is not None and held.by_link
        return SeatMark(player.pk, player.name, self.state.faces[seat], state, words, seat == self.reader, by_link)

    @property
    def is_full(self) -> bool:
        return bool(self.seats) and all(mark.state == "agreed" for mark in self.seats)

    @property
    def summary(self) -> str:
        """For a screen reader: "Hand 5: 2 of 4 say that it is right"."""
        agreed = sum(mark.state == "agreed" for mark in self.seats)
        figures = {"hand": self.title, "count": formatting.digits(agreed), "all": formatting.digits(len(self.seats))}
        return _("%(hand)s: right for %(count)s of %(all)s") % figures

    @cached_property
    def disputes(self) -> list[OpenDispute]:
        return open_disputes(self.state, self.agreement)

    @property
    def news(self) -> str:
        """What a screen reader says when it changes."""
        if self.disputes:
            return " ".join(dispute.text for dispute in self.disputes)
        return _("%(hand)s: all agree.") % {"hand": self.title} if self.is_full else ""


def open_disputes(state: SeriesState, agreement: SeriesAgreement) -> list[OpenDispute]:
    """The latest hand first, in which it is remembered best; the settlement before all."""
    found = []
    for number, held in agreement.disputes:
        what = _("The settlement") if number is None else _("Hand %(number)s") % {"number": formatting.digits(number)}
        found.append(OpenDispute(number, state.names[held.seat], what, why_disputed(held)))
    return found[::-1]


# --- What a page shows of it -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AgreementPart:
    """The part of a page that asks its reader, and says who has agreed."""

    state: SeriesState
    agreement: SeriesAgreement
    answer_url: str
    seat: int | None = None  # the reader's own
    shows_money: bool = True
    notice: str = ""  # why the last answer was not taken
    number: int | None = None  # of the hand, on the page of one

    @cached_property
    def revisions(self) -> dict[int, int]:
        return revision_counts(self.state)

    @cached_property
    def ask(self) -> Ask | None:
        """While the series is open about the latest hand, or one that was corrected since the player agreed to it."""
        if self.seat is None:
            return None
        if self.number is not None:
            return self._ask_of_hand(self.number)
        if not self.state.series.is_open:
            return Ask(self.state, self.agreement, self.seat, None, self.revisions, self.shows_money)
        last, unanswered = len(self.state.events), self.agreement.hands_unanswered_by(self.seat)
        corrected = [number for number in unanswered if self.state.events[number - 1].kind == Corrected.kind]
        return self._ask_of_hand(corrected[-1] if corrected and last not in unanswered else last)

    def _ask_of_hand(self, number: int) -> Ask | None:
        assert self.seat is not None
        ask = Ask(self.state, self.agreement, self.seat, number, self.revisions)
        return ask if ask.held or self.seat in self.agreement.unanswered(number) else None

    @property
    def nothing_to_ask(self) -> str:
        """What stands in the place of the question."""
        hands = self.state.play.hands
        if not hands:
            return _("After each hand you are asked here whether it is right.")
        last = {"number": formatting.digits(hands[-1].number)}
        if not hands[-1].counts:
            return _("Hand %(number)s does not count, so nobody is asked.") % last
        return _("You did not sit in hand %(number)s.") % last

    @cached_property
    def marks(self) -> Marks:
        latest = len(self.state.events) if self.state.series.is_open else None
        return Marks(self.state, self.agreement, self.number or latest, self.revisions, self.seat)

    @cached_property
    def cannot_answer(self) -> str:
        """The names of the missing players who have no way to answer themselves: nobody has claimed them, and no link
        lets its readers answer. Empty if there are none."""
        players = [self.state.players[seat] for seat in self.agreement.unanswered(None)]
        unclaimed = [player.name for player in players if player.claimed_by_id is None]
        if not unclaimed or any(link.may_agree for link in open_links(self.state.series)):
            return ""
        return formatting.in_a_row(unclaimed)

    @property
    def is_missing(self) -> bool:
        """The series is over, everybody has to agree, and not everybody has."""
        return self.agreement.setting == Verdicts.REQUIRED and not self.agreement.agreed


def agreement_part(state: SeriesState, answer_url: str, **options: Any) -> AgreementPart | None:
    """None where nobody is asked."""
    agreement = agreement_of(state)
    return None if agreement.setting == Verdicts.OFF else AgreementPart(state, agreement, answer_url, **options)


def seat_of(state: SeriesState, me: Member) -> int | None:
    """Where the player sits whom the member has claimed."""
    return next((seat for seat, player in enumerate(state.players) if player.claimed_by_id == me.pk), None)
