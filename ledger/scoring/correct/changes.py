"""What a correction or an undo changes in the series: the totals, the ranking and the end, before and after."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.kit.ladders import places
from ledger.lib import formatting
from ledger.series.state import Replay, SeriesState
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.shown import shown_of_hand

BECOMES = (
    gettext_lazy("%(name)s becomes first"),
    gettext_lazy("%(name)s becomes second"),
    gettext_lazy("%(name)s becomes third"),
    gettext_lazy("%(name)s becomes fourth"),
    gettext_lazy("%(name)s becomes fifth"),
    gettext_lazy("%(name)s becomes sixth"),
    gettext_lazy("%(name)s becomes seventh"),
    gettext_lazy("%(name)s becomes eighth"),
    gettext_lazy("%(name)s becomes ninth"),
    gettext_lazy("%(name)s becomes tenth"),
    gettext_lazy("%(name)s becomes eleventh"),
    gettext_lazy("%(name)s becomes twelfth"),
)


@dataclass(frozen=True)
class SideChange:
    """A side before and after the correction or undo. A place is 1 for the first."""

    name: str
    face: int
    total_before: Fraction
    total_after: Fraction
    place_before: int
    place_after: int


@dataclass(frozen=True)
class Changes:
    """What a correction or an undo would change in a series."""

    state: SeriesState  # the series as it is now
    after: Replay  # its hands after the correction or undo
    corrected: int | None = None  # the number of the corrected hand; None for an undo

    @property
    def sides(self) -> list[SideChange]:
        totals_before, totals_after = self.state.play.standing.cumulative, self.after.standing.cumulative
        places_before, places_after = self._places(self.state.play), self._places(self.after)
        return [
            SideChange(
                side.name,
                side.face,
                totals_before[side.seat],
                totals_after[side.seat],
                places_before[side.seat],
                places_after[side.seat],
            )
            for side in self.state.sides
        ]

    def _places(self, play: Replay) -> dict[int, int]:
        """Return the place of each side after these hands, by the seat of the side."""
        levels = places(self.state.by_side(play.standing.ranking))
        return {seat: level.first + 1 for level in levels for seat in level.seats}

    @property
    def moved(self) -> list[str]:
        """A sentence for each player whose place or payment changes: "Asha becomes second and pays NPR 20 less."."""
        places_before, places_after = self._places(self.state.play), self._places(self.after)
        received = zip(self._received(self.state.play), self._received(self.after), strict=True)
        sentences = []
        for seat, (before, after) in enumerate(received):
            side, name = self.state.side_of(seat).seat, {"name": self.state.names[seat]}
            place = places_after[side] if places_after[side] != places_before[side] else 0
            becomes = (str(BECOMES[place - 1]) if place else "%(name)s") % name
            pays = self._payment_text(before, after) if before != after else ""
            if pays:
                join = _("%(becomes)s and %(pays)s.") if place else _("%(becomes)s %(pays)s.")
                sentences.append(join % {"becomes": becomes, "pays": pays})
            elif place:
                sentences.append(_("%(text)s.") % {"text": becomes})
        return sentences

    def _received(self, play: Replay) -> Sequence[Fraction | int]:
        """Return what each seat receives if the series ends with these hands, in minor units or points.

        A negative figure is what the seat pays.
        """
        outcome = replace(self.state, play=play).outcome_if(with_standard=True)
        return outcome.money.amounts_minor if self.state.series.shows_money else outcome.points

    def _payment_text(self, before: Fraction | int, after: Fraction | int) -> str:
        """Return how a seat's payment changes: "pays NPR 20 less". The figures are those of `_received`."""
        texts = {"sum": self._amount(after), "before": self._amount(before), "difference": self._amount(after - before)}
        if before <= 0 and after <= 0:
            if not before:
                return _("pays %(sum)s") % texts
            less = _("pays %(difference)s less") if after else _("no longer pays %(before)s")
            return (less if after > before else _("pays %(difference)s more")) % texts
        if before >= 0 and after >= 0:
            if not before:
                return _("receives %(sum)s") % texts
            less = _("receives %(difference)s less") if after else _("no longer receives %(before)s")
            return (less if after < before else _("receives %(difference)s more")) % texts
        changes = _("receives %(sum)s instead of paying %(before)s")
        return (changes if after > 0 else _("pays %(sum)s instead of receiving %(before)s")) % texts

    def _amount(self, value: Fraction | int) -> str:
        if self.state.series.shows_money:
            return formatting.money(abs(int(value)), self.state.series.currency)
        return formatting.points_in_words(abs(Fraction(value)))

    @property
    def asked_again(self) -> list[str]:
        """A sentence for each hand whose verdicts end by it: "Asha and Bimal are asked again about hand 3."."""
        verdicts, after = verdicts_of(self.state), replace(self.state, play=self.after)
        sentences = []
        for number in range(1, len(self.after.hands) + 1):
            names = [
                self.state.names[verdict.seat]
                for verdict in verdicts.on(number)
                if (not verdict.is_agreed and number == self.corrected)
                or (
                    verdict.is_agreed
                    and shown_of_hand(self.state, number, verdict.seat) != shown_of_hand(after, number, verdict.seat)
                )
            ]
            if names:
                again = ngettext(
                    "%(names)s is asked again about hand %(number)s.",
                    "%(names)s are asked again about hand %(number)s.",
                    len(names),
                )
                sentences.append(again % {"names": formatting.in_a_row(names), "number": formatting.digits(number)})
        return sentences

    @property
    def consequences(self) -> list[str]:
        """Sentences about the end of the series and the ranking."""
        before, after = self.state.play.standing, self.after.standing
        end = {"number": formatting.digits(after.counted)}
        sentences = []
        if after.over and (not before.over or after.counted < before.counted):
            sentences.append(_("The series is then over with hand %(number)s.") % end)
        if before.over and not after.over:
            sentences.append(_("The series is then not over yet."))
        if after.over and len(self.after.hands) > after.counted:
            sentences.append(_("The hands after hand %(number)s are kept, but they do not count.") % end)
        same = self._places(self.state.play) == self._places(self.after)
        sentences.append(_("The ranking stays as it is.") if same else _("The ranking changes."))
        return sentences
