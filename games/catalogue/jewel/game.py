"""Jewel: see rules.py for its source. A series of Jewel goes on until the table stops."""

from collections.abc import Sequence
from types import MappingProxyType

from games.catalogue.jewel.record import (
    CARDS_OF_A_PLAYER,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    RECORD,
    Ended,
    Record,
    Shown,
    check,
)
from games.catalogue.jewel.rules import PRESETS, Rules
from games.catalogue.jewel.scoring import score
from games.contract import Score, Standing, Table
from games.kit.accounts import AccountGame, dealer_after, reports_by_seat
from games.kit.problems import Problem
from games.kit.running import add_up
from games.kit.sentences import Seat, gettext_noop, say, say_many


class Jewel(AccountGame):
    slug = "jewel"
    name = gettext_noop("Jewel")
    about = gettext_noop("Two to nine players, three packs: drawing, discarding, and an account between every two.")
    allowed_seats = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    open_ended = (MappingProxyType({}),)  # whatever the rules: nothing ends a series but the players

    rules: Rules

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def check_new(self, record: Record, table: Table) -> list[Problem]:
        """Refuse a hand in which nothing was entered, or in which a player shows too many cards."""
        players = reports_by_seat(record.players)
        if all(shown == Shown(ended=Ended.PLAYED) for shown in players.values()):
            nothing = say("Nothing has been entered yet: who declared or packed, and what was shown?")
            return [Problem("players", "nothing_entered", nothing)]
        return [
            Problem(
                f"players.{seat}",
                "too_many_cards",
                say(
                    "{seat} shows at least {count} cards; a player has {most}.",
                    seat=Seat(seat),
                    count=shown.cards,
                    most=CARDS_OF_A_PLAYER,
                ),
            )
            for seat, shown in players.items()
            if shown.cards > CARDS_OF_A_PLAYER
        ]

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, table.seats)

        # [S] "If the board is full … there should be a new cut for seat after every round of nine deals."
        reminders = []
        if so_far.played:
            full = _is_full(so_far.played[-1])
            deals_between_cuts = self.rules.new_cut_with_nine if full else self.rules.new_cut_with_fewer
            deals = sum(_is_full(score) == full for score in so_far.played)
            if deals_between_cuts and deals % deals_between_cuts == 0:
                new_cut = say_many(
                    "{count} deal has been played: cut for seats again.",
                    "{count} deals have been played: cut for seats again.",
                    count=deals,
                )
                reminders.append(new_cut)
        dealer = dealer_after(table.first_dealer, so_far.played, table.seats)  # [S] "passes clockwise"
        return so_far.standing(dealer, reminders=tuple(reminders))


def _is_full(score: Score) -> bool:
    """Did as many play this hand as can: nine?"""
    return score.sitting is not None and len(score.sitting) == MOST_PLAYERS
