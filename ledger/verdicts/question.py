"""The question to a player: is this hand, or the settlement, right?"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from ledger.series.state import SeriesState
from ledger.verdicts.current import CurrentVerdict, SeriesVerdicts
from ledger.verdicts.models import DisputeReason
from ledger.verdicts.wording import hand_facts, hand_or_settlement, settlement_facts, why_disputed


@dataclass(frozen=True)
class VerdictQuestion:
    """One question to the player of a seat: is this hand, or the settlement (number None), right?"""

    state: SeriesState
    current: SeriesVerdicts
    seat: int
    number: int | None
    revisions: Mapping[int, int]  # how many each hand has, by its number
    shows_money: bool = True  # False: for the readers of a link that shows no payments

    @cached_property
    def given(self) -> CurrentVerdict | None:
        """The player's verdict that holds."""
        return next((verdict for verdict in self.current.on(self.number) if verdict.seat == self.seat), None)

    @property
    def seen(self) -> int:
        """The revision of the hand, or the version of the series, that the page shows."""
        return self.state.series.version if self.number is None else self.revisions[self.number]

    @property
    def id_suffix(self) -> str:
        """The end of the ids of the buttons. It differs for each question and answer, so that htmx puts new buttons in
        place of the old ones: a tap that was meant for the old question then does nothing."""
        answered_at = int(self.given.at.timestamp() * 1000) if self.given else "open"
        return f"{self.number or 'end'}-{self.seen}-{answered_at}"

    @property
    def player(self) -> str:
        return self.state.players[self.seat].pk

    @property
    def reasons(self) -> list[DisputeReason]:
        """The reasons with a button. LAST_TRICK and CARD are only for hands of a game with cards. OTHER has no button
        but a text field."""
        has_cards = self.number is not None and self.state.game.has_cards
        return [
            reason
            for reason in DisputeReason
            if reason != DisputeReason.OTHER and (has_cards or not reason.is_of_cards)
        ]

    @property
    def reasons_asked_again(self) -> list[DisputeReason]:
        """The reasons for a scorer who asks the player again."""
        return [reason for reason in DisputeReason if not reason.is_of_cards]

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
        """The player's verdict in words, and who gave it, if not the player."""
        assert self.given
        if self.given.by_proxy:
            return _("%(name)s said for you: %(said)s.") % {"name": self.given.by_name, "said": self._said}
        sentence = _("You said by the link: %(said)s.") if self.given.by_link else _("You said: %(said)s.")
        return sentence % {"said": self._said}

    @property
    def name(self) -> str:
        return self.state.names[self.seat]

    @property
    def what(self) -> str:
        return hand_or_settlement(self.number)

    @property
    def answer_by_link(self) -> str:
        """The verdict by a link in words, for a scorer who asks the player again."""
        return _("Said by the link: %(said)s.") % {"said": self._said}

    @property
    def _said(self) -> str:
        """The verdict in words, without who gave it."""
        assert self.given
        return _("right") if self.given.is_agreed else _("not right, %(why)s") % {"why": why_disputed(self.given)}

    @cached_property
    def open_hands(self) -> list["VerdictQuestion"]:
        """For the settlement, the questions on the hands on which the player's verdict is missing: to agree to the
        settlement is to agree to these hands too. Empty for the question on a hand."""
        if self.number is not None:
            return []
        numbers = self.current.hands_unanswered_by(self.seat)
        return [VerdictQuestion(self.state, self.current, self.seat, number, self.revisions) for number in numbers]

    @property
    def also(self) -> str:
        """The numbers and revisions of `open_hands`, as the form sends them: "1:1 4:2"."""
        return " ".join(f"{hand.number}:{hand.seen}" for hand in self.open_hands)
