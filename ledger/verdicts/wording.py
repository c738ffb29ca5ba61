"""Verdicts in words: the figures that a player is asked about, the reasons of a dispute, and the entries."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.lib import formatting
from ledger.series.changes import Corrected
from ledger.series.state import SeriesState
from ledger.verdicts.current import CurrentVerdict
from ledger.verdicts.models import DisputeReason, Verdict, VerdictEntry, VerdictKind


def hand_name(number: int) -> str:
    return _("Hand %(number)s") % {"number": formatting.digits(number)}


def hand_or_settlement(number: int | None) -> str:
    """Return "Hand 5", or "The settlement"."""
    return _("The settlement") if number is None else hand_name(number)


def hand_facts(state: SeriesState, number: int, seat: int) -> str:
    """Return what the hand brought the player of this seat, in words: "Hand 5: you won 8½, that is −1½."."""
    score = state.play.hands[number - 1].score
    partners = [state.names[other] for other in state.side_of(seat).seats if other != seat]
    won, entered = score.points_won[seat], score.points_entered[seat]
    bonus = state.game.bonuses_by_seat(score)[seat]
    figures = {
        "hand": hand_name(number),
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
    """Return what the settlement brings the player of this seat, in one sentence.

    Without `shows_money`, a sentence about a series for money says only the player's total.
    """
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


def why_disputed(verdict: CurrentVerdict) -> str:
    """Return the reason and the player's note: "my points, it was 9½"."""
    reason = DisputeReason(verdict.reason).label if verdict.reason in DisputeReason.values else ""
    return ", ".join(str(part) for part in (reason, verdict.note) if part)


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
    """Return an entry as a sentence without the note: "Bimal said of hand 5: not right, my points."."""
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
