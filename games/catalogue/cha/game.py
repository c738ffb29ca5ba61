"""CHA: see rules.py for its source.

The end of a game, [S] 6, and its stake. [S] has no rule for money: docs/rules/cha.md says what was decided.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from games.catalogue.cha.record import FEWEST_CARDS, RECORD, SEATS, Record, Revealed, check
from games.catalogue.cha.rules import PRESETS, Rules, Stake
from games.catalogue.cha.scoring import score
from games.contract import Dealing, Score, SettlementColumn, Standing, Table
from games.game import Game
from games.kit.ladders import ranked
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import gettext_noop, say
from games.kit.transfers import Transfer, pairwise_differences

COLUMNS = (
    SettlementColumn("difference", gettext_noop("Difference of diamonds"), frozenset({"difference", "extra_round"})),
    SettlementColumn("game", gettext_noop("The game"), frozenset({"game"})),
)


class Cha(Game):
    slug = "cha"
    name = gettext_noop("CHA")
    about = gettext_noop("Two players, face cards and a joker: culture, humor and affection.")
    allowed_seats = (SEATS,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    has_form = True
    dealing = Dealing(
        gettext_noop("Starts"), gettext_noop("%(name)s starts"), gettext_noop("Who starts (the youngest)")
    )

    rules: Rules

    @property
    def goal(self) -> Fraction | None:
        return Fraction(self.rules.more_than_half)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def check_new(self, record: Record, table: Table) -> list[Problem]:
        """Refuse revealed hands with too few cards: some were not entered. Rounds already recorded stay valid."""
        few = say("A hand has at least {count} cards.", count=FEWEST_CARDS)
        hands = record.hands if isinstance(record, Revealed) else ()
        too_few = [seat for seat, cards in enumerate(hands) if len(cards) < FEWEST_CARDS]
        return [Problem(f"hands.{seat}", "too_few_cards", few) for seat in too_few]

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, SEATS, lambda totals: max(totals) >= self.rules.more_than_half)
        # If the chest is empty and the players are level, the next round that has a winner decides. Nothing is left to
        # buy in it, so the totals stay level, and only its points won say who won it.
        level = Fraction(sum(self.rules.chest), 2)
        level_at = [index for index, totals in enumerate(so_far.running) if totals == (level, level)]
        extra = next((index for index in level_at[1:] if any(so_far.played[index].points_won)), None)
        dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, Direction.CLOCKWISE)
        if extra is None:
            standing = so_far.standing(dealer, reminders=(EXTRA_ROUND,) if level_at else ())
            return replace(standing, past_goal=bool(level_at))
        return replace(
            so_far.standing(dealer, ranking=ranked(so_far.played[extra].points_won, range(SEATS))),
            running=so_far.running[: extra + 1],
            over=True,
            counted=extra + 1,
        )

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """The loser pays. A game that is stopped may be settled without its fixed sum."""
        now = self.standing(scores, table)
        level = len(now.ranking) == 1
        if self.rules.stake is Stake.PER_DIAMOND:
            one, other = now.cumulative
            if self.rules.extra_round_pays and self.rules.diamond_rate and one == other and not level:
                (payee,), (payer,) = now.ranking
                why = say("{payer} pays {payee} {points}: {payee} has won the extra round.")
                return (Transfer.because(payer, payee, self.rules.diamond_rate, "extra_round", why),)
            return tuple(pairwise_differences(now.cumulative, self.rules.diamond_rate))
        if self.rules.stake is Stake.NONE or not with_standard or level or not self.rules.stake_points:
            return ()
        (payee,), (payer,) = now.ranking
        why = say("{payer} pays {payee} {points} for the game.")
        return (Transfer.because(payer, payee, self.rules.stake_points, "game", why),)

    def next_first_dealer(self, standing: Standing, table: Table) -> int | None:
        """The youngest player starts every game."""
        return table.first_dealer


EXTRA_ROUND = say("The chest is empty and both are level: an extra round decides.")
